"""Exact derivatives by design parameters against central differences."""

from __future__ import annotations

import numpy as np

import linkwright as lw
from linkwright.description import parameter_values
from tests.mechanisms.robots import random_states


def worst_derivative(robot: lw.Robot, quantity: str, names: tuple[str, ...]) -> float:
    """Return the largest error of the derivatives of a quantity, relative.

    Differences of fourth order at 1e-4 of the value: what they leave out and what they
    round are both near 1e-11 of the derivative's own size.
    """
    q, v, a = random_states(robot, 20, 4)
    varied = robot.vary(*names)
    found = varied.derivative(quantity, q, v, a, with_respect_to=names)
    values = parameter_values(robot.description)
    worst = 0.0
    for name, exact in zip(names, found, strict=True):
        step = values[name] * 1e-4

        def at(shift: float, name: str = name, step: float = step) -> np.ndarray:
            moved = {name: values[name] + shift * step}
            rows = getattr(varied, quantity)(q, v, a, **moved)
            return getattr(rows, "array", rows)

        difference = 8 * (at(1) - at(-1)) - (at(2) - at(-2))
        difference = difference / (12 * step)
        size = max(np.abs(difference).max(), np.abs(at(0)).max() / values[name] * 1e-3)
        off = np.abs(exact.reshape(difference.shape) - difference).max()
        worst = max(worst, float(off / size))
    return worst
