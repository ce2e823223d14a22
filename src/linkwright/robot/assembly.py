"""Assembling a mechanism: closing its loops at the reference, and planning how to.

Numbers decide here what structure a program has: which residuals determine which
dependent coordinates, which are redundant, which branch the loops are on. The program
itself then follows the plan at every configuration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwright.algorithms import configuration
from linkwright.algorithms.loops.carried import loop_jacobian
from linkwright.algorithms.loops.closure import residuals
from linkwright.algorithms.loops.dyad import dyad, is_telescope
from linkwright.algorithms.loops.plan import Method, Plan, Stage
from linkwright.errors import NumericalError
from linkwright.expr import Array, identity
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Closure, Drive, Mechanism

# A residual [m or rad] this small, of the size of the mechanism, is closed.
CLOSED = 1e-9
# Singular values this small, of the largest, are zero.
RANK = 1e-7
_STEPS = 60
_NO_ARM = 1e-12  # m, or 1
_STIR = 0.05  # rad or m, about the reference: where structure is looked at


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
        samples = tuple(_stirred(mechanism, start, seed) for seed in (1, 2, 3))
        plan = _with_levers(mechanism, Plan(), [start, *samples])
        return Assembly(plan, start, samples, (), mechanism.nv, 1.0)
    reference = closed(mechanism, start)
    worst = _open_most(mechanism, reference)
    if worst is not None:
        raise _cannot_close(mechanism, reference, *worst)
    samples = []
    for seed in range(1, 9):
        stirred = closed(mechanism, _stirred(mechanism, reference, seed))
        if _open_most(mechanism, stirred) is None:
            samples.append(stirred)
        if len(samples) == 3:
            break
    _check_mobility(mechanism, [reference, *samples])
    plan = _Planner(mechanism, reference, samples).plan()
    plan = _with_levers(mechanism, plan, [reference, *samples])
    jacobian = constraint_jacobian(mechanism, reference)
    sizes = np.linalg.svd(jacobian[:, mechanism.nv :], compute_uv=False)
    kept = {row for stage in plan.stages for row in stage.rows}
    redundant = tuple(
        name
        for place, name in zip(_places(mechanism), _names(mechanism), strict=True)
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


def closed(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    """Return coordinates with the dependent ones changed until the loops close best."""
    y, nq, nv = y.copy(), mechanism.nq, mechanism.nv
    if not mechanism.dependents:
        return y
    damping = 1e-6
    error = _residuals(mechanism, y)
    for _ in range(_STEPS):
        J = constraint_jacobian(mechanism, y)[:, nv:]
        normal = J.T @ J + damping * np.eye(J.shape[1])
        trial = y.copy()
        trial[nq:] -= np.linalg.solve(normal, J.T @ error)
        found = _residuals(mechanism, trial)
        if found @ found <= error @ error:
            moved = np.abs(trial - y).max(initial=0.0)
            y, error, damping = trial, found, damping * 1e-3
            if moved < 1e-13:
                break
        else:
            damping = max(damping, 1e-9) * 10.0
    return y


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


def _stirred(mechanism: Mechanism, y: np.ndarray, seed: int) -> np.ndarray:
    """Return coordinates with the independent ones moved a little."""
    step = np.random.default_rng(seed).uniform(-_STIR, _STIR, mechanism.tree.nv)
    step[mechanism.nv :] = 0.0
    moved = configuration.integrate(mechanism.tree, Array(y.tolist()), Array(step))
    return np.array(moved.entries, float)


def _residuals(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    full = Array(y.tolist())
    return np.array(
        [
            value
            for closure in mechanism.closures
            for value in residuals(mechanism.tree, full, closure)
        ],
        float,
    )


def constraint_jacobian(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    """Return the rate of every component per velocity (components, tree.nv)."""
    found = loop_jacobian(mechanism.tree, Array(y.tolist()), mechanism.closures)
    rows = [row for closure in found for row in closure]
    matrix = np.zeros((len(rows), mechanism.tree.nv))
    for k, row in enumerate(rows):
        for index, value in row.items():
            matrix[k, index] = value
    return matrix


def _places(mechanism: Mechanism) -> list[tuple[int, int]]:
    y = Array(mechanism.reference)
    return [
        (number, row)
        for number, closure in enumerate(mechanism.closures)
        for row in range(len(residuals(mechanism.tree, y, closure)))
    ]


def _names(mechanism: Mechanism) -> list[str]:
    from linkwright.algorithms.loops.closure import unit_wrenches

    y = Array(mechanism.reference)
    return [
        f"{closure.name}, {unit.name}"
        for closure in mechanism.closures
        for unit in unit_wrenches(mechanism.tree, y, closure)
    ]


def _open_most(mechanism: Mechanism, y: np.ndarray) -> tuple[Closure, float] | None:
    """Return the joint that is most open and by how much, None if all are closed."""
    worst, most = None, CLOSED
    for closure in mechanism.closures:
        values = residuals(mechanism.tree, Array(y.tolist()), closure)
        size = float(np.linalg.norm(np.array(values, float)))
        if not size <= most:
            worst, most = closure, size
    return None if worst is None else (worst, most)


def _cannot_close(
    mechanism: Mechanism, y: np.ndarray, closure: Closure, most: float
) -> NumericalError:
    values = np.array(residuals(mechanism.tree, Array(y.tolist()), closure), float)
    names = [n for n in _names(mechanism) if n.startswith(f"{closure.name}, ")]
    largest = int(np.abs(values).argmax())
    what = names[largest].removeprefix(f"{closure.name}, ")
    unit = "rad" if what.startswith("torque") else "m"
    return NumericalError(
        f"loop '{closure.name}' cannot close in the reference configuration: it stays"
        f" open by {most:.3g}, most along its '{what}', {abs(values[largest]):.3g}"
        f" {unit}",
        expectation="Every loop closes where its independent joints stand at their"
        " 'reference' (0 unless given).",
        remedy=f"Check points '{closure.first.name}' and '{closure.second.name}' and"
        " the axes of the joints between them, or give the joints a 'reference' near"
        " an assembled position.",
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
                f"loop '{_names(mechanism)[row].split(',')[0]}' does not let joint"
                f" '{names[column]}' move",
                expectation="Independent joints move freely, dependent ones follow.",
                remedy="Mark one more joint of the loop 'dependent: true', or close"
                " the loop with a joint that holds less.",
            )


class _Planner:
    """Finds the stages: which rows give which unknowns, in which order."""

    def __init__(
        self, mechanism: Mechanism, reference: np.ndarray, samples: list[np.ndarray]
    ) -> None:
        self.mechanism = mechanism
        self.reference = reference
        jacobians = [constraint_jacobian(mechanism, y) for y in (reference, *samples)]
        self.J = jacobians[-1] if samples else jacobians[0]
        size = np.max([np.abs(J) for J in jacobians], axis=0)
        self.involved = size > 1e-9 * max(size.max(initial=0.0), 1e-300)
        self.places = _places(mechanism)
        self.left = set(range(mechanism.nv, mechanism.tree.nv))

    def plan(self) -> Plan:
        """Return the stages, joint by joint where possible, else together."""
        stages = []
        waiting = list(range(len(self.mechanism.closures)))
        while self.left:
            for group in (*([k] for k in waiting), *self._linked(waiting), waiting):
                unknowns = self._unknowns(group)
                rows = self._rows(group, unknowns)
                if unknowns and rows is not None:
                    stages.append(self._stage(group, unknowns, rows))
                    self.left -= set(unknowns)
                    waiting = [k for k in waiting if self._unknowns([k])]
                    break
            else:
                raise AssertionError("the rank was checked")
        return Plan(tuple(stages))

    def _linked(self, waiting: list[int]) -> list[list[int]]:
        """Return the groups of closures that share unknowns, smallest first."""
        groups: list[tuple[set[int], list[int]]] = []
        for k in waiting:
            unknowns, members = set(self._unknowns([k])), [k]
            for other in [g for g in groups if g[0] & unknowns]:
                groups.remove(other)
                unknowns, members = unknowns | other[0], other[1] + members
            groups.append((unknowns, members))
        return [
            sorted(members) for _, members in sorted(groups, key=lambda g: len(g[0]))
        ]

    def _of(self, group: list[int]) -> list[int]:
        return [r for r, (closure, _) in enumerate(self.places) if closure in group]

    def _unknowns(self, group: list[int]) -> list[int]:
        rows = self._of(group)
        return [i for i in sorted(self.left) if self.involved[rows, i].any()]

    def _rows(self, group: list[int], unknowns: list[int]) -> list[int] | None:
        """Return as many independent rows as unknowns, None if there are fewer."""
        rows = self._of(group)
        if not unknowns or len(rows) < len(unknowns):
            return None
        left = self.J[np.ix_(rows, unknowns)].copy()
        largest = np.linalg.norm(left, axis=1).max()
        chosen: list[int] = []
        for _ in unknowns:  # the row that adds most, then what is left of the others
            sizes = np.linalg.norm(left, axis=1)
            best = int(sizes.argmax())
            if sizes[best] <= RANK * largest:
                return None
            chosen.append(rows[best])
            direction = left[best] / sizes[best]
            left -= np.outer(left @ direction, direction)
        return sorted(chosen)

    def _stage(self, group: list[int], unknowns: list[int], rows: list[int]) -> Stage:
        offset = self.mechanism.nq - self.mechanism.nv
        coordinates = tuple(i + offset for i in unknowns)
        places = tuple(self.places[r] for r in rows)
        if len(group) == 1:
            method, branch = self._closed_form(group[0], set(coordinates))
            if method != "newton":
                pair = ((group[0], 0), (group[0], 1))
                return Stage(method, coordinates, pair, branch, ())
        block = constraint_jacobian(self.mechanism, self.reference)[
            np.ix_(rows, unknowns)
        ]
        branch = float(np.sign(np.linalg.det(block)))
        guess = tuple(float(self.reference[i]) for i in coordinates)
        return Stage("newton", coordinates, places, branch, guess)

    def _closed_form(self, number: int, unknowns: set[int]) -> tuple[Method, float]:
        closure = self.mechanism.closures[number]
        if is_telescope(self.mechanism, closure, unknowns):
            return "telescope", 1.0
        if closure.type != "revolute" or not self._is_dyad(closure, unknowns):
            return "newton", 0.0
        y = Array(self.reference.tolist())
        for branch in (1.0, -1.0):
            stage = Stage("dyad", tuple(sorted(unknowns)), ((number, 0),), branch, ())
            found, _ = dyad(self.mechanism, stage, y)
            there = self.reference[sorted(unknowns)]
            apart = np.array(found, float) - there
            turns = np.round(apart / (2 * np.pi)) * 2 * np.pi
            if np.abs(apart - turns).max() < 1e-6:
                return "dyad", branch
        return "newton", 0.0

    def _is_dyad(self, closure: Closure, unknowns: set[int]) -> bool:
        """Return whether the pin's two bodies hang on the two unknowns, in one plane.

        Turning axes along the pin, sliding ones square to it, wherever it was looked.
        """
        tree = self.mechanism.tree
        ends = closure.first.link, closure.second.link
        links = [tree.links[k] for k in ends if k >= 0]
        if len(links) < 2 or {link.q_index for link in links} != unknowns:
            return False
        if any(link.coupled or not link.dependent for link in links):
            return False
        frames = closure.first_axes, closure.second_axes
        for link, frame in zip(links, frames, strict=True):
            axis = np.array(getattr(link.joint, "axis", Array(())).entries, float)
            pin = np.array(frame.column(2).entries, float)
            if isinstance(link.joint, Revolute):
                flat = np.linalg.norm(np.cross(axis, pin)) < 1e-9
            elif isinstance(link.joint, Prismatic):
                flat = abs(axis @ pin) < 1e-9
            else:
                return False
            if not flat:
                return False
        return True
