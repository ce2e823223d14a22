"""The mechanisms of these tests, and random states in which each of them works."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples" / "mechanisms"
EXAMPLE_NAMES = ("excavator", "gripper", "desk_lamp", "stewart")
CHARMIES = ("charmie-mbd", "charmie-romansy", "charmie-fk")

# Where no limits are declared: the lift between its levers' dead points, the trunk
# between its actuator's, elbows and neck all the way round.
CHARMIE_RANGES = {"d1": 0.5, "d2": 0.5, "d4": (0.0, 0.2), "th5": (-0.5, 0.4)}


@cache
def mechanism(name: str) -> lw.Robot:
    """Return a mechanism, opened once in each process."""
    return lw.load(str(EXAMPLES / f"{name}.yaml") if name in EXAMPLE_NAMES else name)


def random_states(
    robot: lw.Robot, seed: int, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return q, v, a of as many states."""
    rng = np.random.default_rng(seed)
    q = random_configurations(robot, rng, count)
    v = rng.normal(size=(count, robot.nv))
    a = rng.normal(size=(count, robot.nv)) * 3.0
    if robot.name == "gripper":  # metres a second are many here
        return q, v * 0.05, a * 0.2
    return q, v, a


def random_configurations(
    robot: lw.Robot, rng: np.random.Generator, count: int
) -> np.ndarray:
    """Return coordinates inside the limits."""
    if robot.name == "stewart":
        step = rng.uniform(-1.0, 1.0, (count, 6)) * ([0.08] * 3 + [0.3] * 3)
        return robot.integrate(robot.neutral, step)
    lower, upper = robot.lower_limits.copy(), robot.upper_limits.copy()
    for k, name in enumerate(robot.coordinate_names):
        if np.isinf(lower[k]):
            given = CHARMIE_RANGES.get(name, np.pi)
            lower[k], upper[k] = given if isinstance(given, tuple) else (-given, given)
    return rng.uniform(lower, upper, (count, robot.nq))


def relative(found: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest error relative to the largest expected entry of its row."""
    scale = np.abs(expected).max(axis=-1, keepdims=True)
    return float((np.abs(found - expected) / scale).max())
