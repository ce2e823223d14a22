"""Random robots: every joint type, branched, floating, massless, coupled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import linkwright as lw
from linkwright.description import (
    Body,
    Coupling,
    Description,
    Inertial,
    Joint,
    Point,
    Rotation,
    validate,
)
from linkwright.expr.interpret import evaluate

ONE_FREEDOM = ("revolute", "prismatic", "helical")
KINDS = (
    *("revolute",) * 6,
    *("prismatic",) * 3,
    "helical",
    "fixed",
    "cylindrical",
    "universal",
    "planar",
    "spherical",
    "spherical_euler",
)
SHORTHANDS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))


@dataclass(frozen=True)
class Taste:
    """What a random tree may contain."""

    kinds: tuple[str, ...] = KINDS
    floating: bool | None = None
    massless: bool = True
    coupled: bool = True
    armature: bool = True
    coordinate_axes: bool = False


ANYTHING = Taste()


def random_tree(seed: int, size: int, taste: Taste = ANYTHING) -> lw.Robot:
    """Return the random robot of a seed with so many bodies."""
    return lw.Robot(random_description(seed, size, taste))


def random_description(seed: int, size: int, taste: Taste = ANYTHING) -> Description:
    """Return a random description; body 0 is the root."""
    rng = np.random.default_rng([seed, size])
    bodies: list[Body] = []
    joints: list[Joint] = []
    floating = rng.random() < 0.4 if taste.floating is None else taste.floating
    for i in range(size):
        parent = _parent(rng, i)
        kind = "free" if floating and i == 0 else str(rng.choice(taste.kinds))
        joints.append(_joint(rng, i, parent, kind, taste))
        bodies.append(Body(f"b{i}", _inertial(rng), (Point(f"p{i}", _vector(rng)),)))
    if taste.massless:
        bodies = _some_massless(rng, bodies, joints)
    if taste.coupled:
        joints = _some_coupled(rng, joints)
    description = Description(
        f"random-{seed}-{size}",
        gravity=tuple(float(g) for g in rng.normal(size=3) * 6),
        bodies=tuple(bodies),
        joints=tuple(joints),
    )
    return validate(description)


def _parent(rng: np.random.Generator, i: int) -> str:
    if i == 0:
        return "world"
    near = i - 1 if rng.random() < 0.7 else int(rng.integers(0, i))
    return f"b{near}"


def _joint(
    rng: np.random.Generator, i: int, parent: str, kind: str, taste: Taste
) -> Joint:
    euler = kind == "spherical_euler"
    single = kind in ONE_FREEDOM
    axis = _axis(rng, taste)
    return Joint(
        f"j{i}",
        "spherical" if euler else kind,
        parent,
        f"b{i}",
        at=_vector(rng, 0.4),
        rotation=_rotation(rng),
        axis=axis,
        second_axis=_across(rng, axis) if kind == "universal" else None,
        pitch=float(rng.normal() * 0.1) if kind == "helical" else None,
        coordinates=str(rng.choice(("zxz", "zyx", "xyz"))) if euler else "quaternion",
        armature=float(rng.random() * 0.1)
        if taste.armature and single and rng.random() < 0.3
        else 0.0,
        damping=float(rng.random()) if single else 0.0,
        friction=float(rng.random()) if single else 0.0,
    )


def _axis(rng: np.random.Generator, taste: Taste) -> tuple[float, ...]:
    if taste.coordinate_axes or rng.random() < 0.5:
        return SHORTHANDS[int(rng.integers(3 if taste.coordinate_axes else 4))]
    axis = rng.normal(size=3)
    return tuple(float(x) for x in axis / np.linalg.norm(axis))


def _across(rng: np.random.Generator, axis: tuple[float, ...]) -> tuple[float, ...]:
    across = np.cross(axis, rng.normal(size=3))
    return tuple(float(x) for x in across / np.linalg.norm(across))


def _rotation(rng: np.random.Generator) -> Rotation:
    choice = rng.integers(4)
    if choice == 0:
        return Rotation()
    if choice == 1:  # right angles, as in most drawings
        return Rotation(
            "zxz", tuple(float(k) * np.pi / 2 for k in rng.integers(4, size=3))
        )
    return Rotation("zyx", tuple(float(x) for x in rng.uniform(-3, 3, 3)))


def _inertial(rng: np.random.Generator) -> Inertial:
    mass = float(rng.uniform(0.3, 4.0))
    root = rng.normal(size=(3, 3)) * 0.1
    second = mass * (root @ root.T + 0.003 * np.eye(3))
    inertia = np.trace(second) * np.eye(3) - second
    entries = tuple(
        float(inertia[r, c])
        for r, c in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    )
    return Inertial(mass, _vector(rng, 0.15), entries)


def _vector(rng: np.random.Generator, scale: float = 1.0) -> tuple[float, ...]:
    return tuple(float(x) for x in rng.normal(size=3) * scale)


def _some_massless(
    rng: np.random.Generator, bodies: list[Body], joints: list[Joint]
) -> list[Body]:
    """Take the mass of some bodies that carry others.

    Only between joints of one freedom, and never of two in a row: more freedoms
    between two masses may be redundant, and M singular with good reason.
    """
    light: set[str] = set()
    own = {joint.body: joint for joint in joints}
    for body in bodies:
        carried = [joint for joint in joints if joint.parent == body.name]
        around = [own[body.name], *carried]
        fits = carried and all(joint.type in ONE_FREEDOM for joint in around)
        beside_light = own[body.name].parent in light
        if fits and not beside_light and rng.random() < 0.4:
            light.add(body.name)
    return [Body(b.name, None, b.points) if b.name in light else b for b in bodies]


def _some_coupled(rng: np.random.Generator, joints: list[Joint]) -> list[Joint]:
    """Let some joints of one freedom follow another of the same kind."""
    result = list(joints)
    drives = [j for j in joints if j.type in ONE_FREEDOM]
    for k, joint in enumerate(joints):
        if joint.type not in ONE_FREEDOM or rng.random() > 0.15:
            continue
        others = [
            d
            for d in drives
            if d.name != joint.name and d.coupling is None and d.type == joint.type
        ]
        siblings = [d for d in others if d.parent == joint.parent]
        pool = siblings or others
        if not pool or any(
            r.coupling is not None and r.coupling.joint == joint.name for r in result
        ):
            continue
        drive = pool[int(rng.integers(len(pool)))].name
        if next(r for r in result if r.name == drive).coupling is not None:
            continue
        coupling = Coupling(drive, float(rng.uniform(-2, 2)), float(rng.normal() * 0.3))
        fields = {**joint.__dict__, "coupling": coupling}
        result[k] = Joint(**fields)
    return result


def random_state(
    robot: lw.Robot, seed: int, batch: int = 5
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return q, v, a of a batch of states."""
    rng = np.random.default_rng(seed)
    q = robot.random(rng, batch)
    v, a = rng.normal(size=(2, batch, robot.nv))
    return q, v, a


def interpreted(
    robot: lw.Robot,
    quantity: str,
    *arrays: np.ndarray,
    dtype: type = np.float64,
    **options: object,
) -> dict[str, np.ndarray]:
    """Return a quantity's results by the reference interpreter, not compiled."""
    program = robot.program(quantity, **options)
    found = evaluate(program, *arrays, dtype=dtype)
    return {r.name: x for r, x in zip(program.results, found, strict=True)}


def relative(found: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest error relative to the largest entry of what is expected."""
    scale = np.abs(expected).max() if expected.size else 0.0
    if scale == 0.0:
        return float(np.abs(found).max()) if found.size else 0.0
    return float(np.abs(found - expected).max() / scale)
