"""Assembling a mechanism: closing its loops at the reference, and planning how to.

Numbers decide here what structure a program has: which residuals determine which
dependent coordinates, which are redundant, which branch the loops are on. The program
itself then follows the plan at every configuration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwright.algorithms.elements.line import line_of
from linkwright.algorithms.loops.carried import loop_jacobian
from linkwright.algorithms.loops.closure import residuals
from linkwright.algorithms.loops.plan import Plan
from linkwright.errors import NumericalError
from linkwright.expr import Array, identity
from linkwright.model.mechanism import Closure, Drive, Mechanism
from linkwright.robot.loop_numbers import (
    RANK,
    closed,
    component_names,
    constraint_jacobian,
    is_turned_over,
    open_most,
    places,
    stirred,
)
from linkwright.robot.loop_planning import Planner

_NO_ARM = 1e-12  # m, or 1
_NO_LENGTH = 1e-9  # m
_TRIES = 8
_ASKEW = 0.05  # rad


@dataclass(frozen=True, eq=False)
class Assembly:
    """A mechanism put together at its reference configuration.

    Attributes:
        plan: how its dependent coordinates are found.
        reference: all coordinates of the tree, loops closed.
        samples: more configurations near it, loops closed.
        redundant: components of closing joints that others already hold, by name.
        mobility: how many freedoms the closed mechanism has.
        conditioning: smallest to largest singular value of the loops' Jacobian by the
            dependent velocities; 0 at a singular position.
    """

    plan: Plan
    reference: np.ndarray
    samples: tuple[np.ndarray, ...]
    redundant: tuple[str, ...]
    mobility: int
    conditioning: float


def assemble(mechanism: Mechanism) -> Assembly:
    """Return the assembled mechanism; refuse loops that cannot be closed."""
    start = np.array(mechanism.reference)
    if not mechanism.closures:
        samples = tuple(stirred(mechanism, start, seed) for seed in (1, 2, 3))
        _check_lengths(mechanism, start)
        plan = _with_levers(mechanism, Plan(), [start, *samples])
        return Assembly(plan, start, samples, (), mechanism.nv, 1.0)
    reference = _assembled(mechanism, start)
    samples = []
    for seed in range(1, 9):
        nearby = closed(mechanism, stirred(mechanism, reference, seed))
        if open_most(mechanism, nearby) is None:
            samples.append(nearby)
        if len(samples) == 3:
            break
    _check_mobility(mechanism, [reference, *samples])
    if not samples and mechanism.nv:
        raise _locked(mechanism, reference)
    plan = Planner(mechanism, reference, samples).plan()
    _check_lengths(mechanism, reference)
    plan = _with_levers(mechanism, plan, [reference, *samples])
    jacobian = constraint_jacobian(mechanism, reference)
    sizes = np.linalg.svd(jacobian[:, mechanism.nv :], compute_uv=False)
    kept = {row for stage in plan.stages for row in stage.rows}
    redundant = tuple(
        name
        for place, name in zip(
            places(mechanism), component_names(mechanism), strict=True
        )
        if place not in kept
    )
    rank = np.linalg.matrix_rank(jacobian, tol=RANK * max(1.0, sizes.max(initial=0.0)))
    return Assembly(
        plan,
        reference,
        tuple(samples),
        redundant,
        mechanism.tree.nv - int(rank),
        float(sizes.min(initial=1.0) / sizes.max(initial=1.0)) if len(sizes) else 1.0,
    )


def _assembled(mechanism: Mechanism, start: np.ndarray) -> np.ndarray:
    """Return the configuration next to the reference in which all loops close.

    Where closing them from there fails, from starts around it: the first that closes.
    """
    reference = closed(mechanism, start)
    worst = open_most(mechanism, reference)
    if worst is None:
        return reference
    rng = np.random.default_rng(5)
    for spread in (0.3, 1.0, 3.0):
        for _ in range(_TRIES):
            trial = start.copy()
            trial[mechanism.nq :] += rng.uniform(-spread, spread, mechanism.dependents)
            found = closed(mechanism, trial)
            if open_most(mechanism, found) is None:
                return found
    raise _cannot_close(mechanism, reference, *worst)


def _check_lengths(mechanism: Mechanism, y: np.ndarray) -> None:
    """Refuse an element whose ends coincide: it has no direction."""
    for strut in mechanism.struts:
        line = line_of(mechanism.tree, Array(y.tolist()), strut)
        if line.length < _NO_LENGTH:
            raise NumericalError(
                f"element '{strut.name}' has no length in the reference configuration:"
                f" points '{strut.first.name}' and '{strut.second.name}' coincide",
                expectation="An element runs along the line between two points.",
                remedy="Move one of the points, or give the joints a 'reference' where"
                " they are apart.",
            )


def _with_levers(mechanism: Mechanism, plan: Plan, samples: list[np.ndarray]) -> Plan:
    """Return the plan with the side on which each actuator's line passes its joint."""
    reference = samples[0]
    levers = []
    for drive in mechanism.drives:
        if not drive.actuators:
            levers.append(0.0)
            continue
        arms = [_lever_arms(mechanism, drive.actuators[0], y) for y in samples]
        if drive.alone and max(abs(arm[drive.index]) for arm in arms) < _NO_ARM:
            raise _moves_not(mechanism, drive)
        levers.append(float(np.sign(arms[0][drive.index])) or 1.0)
    return replace(plan, levers=tuple(levers), reference=tuple(reference.tolist()))


def _lever_arms(mechanism: Mechanism, name: str, y: np.ndarray) -> np.ndarray:
    """Return how an actuator's length grows per independent velocity, loops closed."""
    strut, nv = mechanism.strut(name), mechanism.nv
    held = [("bar", strut.first, strut.second)]
    bar = [Closure(name, *each, identity(3), identity(3)) for each in held]
    ((row,),) = loop_jacobian(mechanism.tree, Array(y.tolist()), bar)
    arms = np.array([row.get(i, 0.0) for i in range(mechanism.tree.nv)], float)
    if not mechanism.dependents:
        return arms
    J = constraint_jacobian(mechanism, y)
    return arms[:nv] - arms[nv:] @ np.linalg.pinv(J[:, nv:], RANK) @ J[:, :nv]


def _moves_not(mechanism: Mechanism, drive: Drive) -> NumericalError:
    joint = mechanism.velocity_names[drive.index]
    strut = mechanism.strut(drive.actuators[0])
    return NumericalError(
        f"actuator '{drive.actuators[0]}' cannot move joint '{joint}': its length does"
        " not depend on it",
        expectation=f"Points '{strut.first.name}' and '{strut.second.name}' move apart"
        " as the joint moves.",
        remedy="Put the points on the two sides of the joint, away from its axis, or"
        " name the joint it drives.",
    )


def _cannot_close(
    mechanism: Mechanism, y: np.ndarray, closure: Closure, most: float
) -> NumericalError:
    values = np.array(residuals(mechanism.tree, Array(y.tolist()), closure), float)
    own = f"{closure.name}, "
    names = [name for name in component_names(mechanism) if name.startswith(own)]
    largest = int(np.abs(values).argmax())
    angles = np.array([name.removeprefix(own).startswith("torque") for name in names])
    if np.abs(values[angles]).max(initial=0.0) > _ASKEW:
        # axes that point elsewhere: distances then are a consequence
        largest = int(np.where(angles, np.abs(values), 0.0).argmax())
    if is_turned_over(mechanism, y, closure) and most == np.pi:
        return _turned_over(closure)
    what = names[largest].removeprefix(own)
    unit = "rad" if what.startswith("torque") else "m"
    return NumericalError(
        f"loop '{closure.name}' cannot close in the reference configuration: it stays"
        f" open by {most:.3g}, most along its '{what}', {abs(values[largest]):.3g}"
        f" {unit}",
        expectation="Every loop closes where its independent joints stand at their"
        " 'reference' (0 unless given).",
        remedy=f"Check points '{closure.first.name}' and '{closure.second.name}' and"
        " the axes of the joints between them, or give the joints a 'reference' near"
        f" an assembled position.{_perhaps_dependent(mechanism, y)}",
    )


def _perhaps_dependent(mechanism: Mechanism, y: np.ndarray) -> str:
    """Return a remedy where loops could take more joints than are dependent."""
    jacobian = constraint_jacobian(mechanism, stirred(mechanism, y, 1))
    sizes = np.linalg.svd(jacobian, compute_uv=False)
    taken = int((sizes > RANK * max(sizes.max(initial=0.0), 1e-300)).sum())
    if taken <= mechanism.dependents:
        return ""
    return (
        f" Or mark the joints that follow 'dependent: true': the loops take {taken}"
        f" freedom{'s' * (taken > 1)} away, and {mechanism.dependents} of"
        f" {mechanism.tree.nv} velocities are dependent."
    )


def _turned_over(closure: Closure) -> NumericalError:
    return NumericalError(
        f"loop '{closure.name}' closes in the reference configuration with its second"
        " body turned by 180 degrees",
        expectation="A joint that holds the orientation holds it one way round.",
        remedy="Give the joints a 'reference' near the right position, or give the loop"
        " the 'rotation' that is meant.",
    )


def _locked(mechanism: Mechanism, reference: np.ndarray) -> NumericalError:
    """Return the error of loops that close at the reference, and nowhere near it."""
    nearby = closed(mechanism, stirred(mechanism, reference, 1))
    worst = open_most(mechanism, nearby)
    assert worst is not None
    return NumericalError(
        f"the loops close in the reference configuration, but nowhere near it: loop"
        f" '{worst[0].name}' opens by {worst[1]:.3g} when the independent joints move"
        " by 0.05",
        expectation="Loops let the joints with a coordinate move.",
        remedy="Check the lengths: parallel cranks, for one, must be equally long. Or"
        " take a reference that is not at the end of the mechanism's reach.",
    )


def _check_mobility(mechanism: Mechanism, samples: list[np.ndarray]) -> None:
    """Refuse dependent joints that nothing determines, and loops that lock others."""
    nv = mechanism.nv
    names = mechanism.velocity_names
    jacobians = [constraint_jacobian(mechanism, y) for y in samples]
    ranks = []
    for J in jacobians:
        sizes = np.linalg.svd(J[:, nv:], compute_uv=False)
        ranks.append(int((sizes > RANK * max(sizes.max(initial=0.0), 1e-300)).sum()))
    best = int(np.argmax(ranks))
    if ranks[best] < mechanism.dependents:
        _, sizes, rows = np.linalg.svd(jacobians[best][:, nv:])
        free = np.abs(rows[ranks[best] :]).max(axis=0) > 1e-6
        loose = ", ".join(f"'{names[nv + i]}'" for i in np.flatnonzero(free))
        raise NumericalError(
            f"the loops do not determine dependent joint {loose}",
            expectation="Each dependent joint follows from the independent ones.",
            remedy="Let it be independent, or close a loop with it.",
        )
    for J in jacobians[:1] + jacobians[best : best + 1]:
        follow = -np.linalg.pinv(J[:, nv:], RANK) @ J[:, :nv]
        left = J[:, :nv] + J[:, nv:] @ follow
        scale = max(np.abs(J).max(initial=0.0), 1e-300)
        if np.abs(left).max(initial=0.0) > 1e-6 * scale and ranks[0] == ranks[best]:
            row, column = np.unravel_index(np.abs(left).argmax(), left.shape)
            raise NumericalError(
                f"loop '{component_names(mechanism)[row].split(',')[0]}' does not let"
                f" joint '{names[column]}' move",
                expectation="Independent joints move freely, dependent ones follow.",
                remedy="Mark one more joint of the loop 'dependent: true', or close"
                " the loop with a joint that holds less.",
            )
