"""Planning how dependent coordinates are found: which residuals give which."""

from __future__ import annotations

import numpy as np

from linkwright.algorithms.loops.crank import crank_of
from linkwright.algorithms.loops.dyad import NoRow, in_a_row, is_telescope
from linkwright.algorithms.loops.embedding import CLOSED_FORMS
from linkwright.algorithms.loops.plan import Method, Plan, Stage
from linkwright.expr import Array
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.joints.contract import is_constant
from linkwright.model.mechanism import Closure, Mechanism
from linkwright.robot.loop_numbers import RANK, constraint_jacobian, places


class Planner:
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
        self.places = places(mechanism)
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
        if len(group) == 1 and branch:
            bar = self.mechanism.closures[group[0]]
            if crank_of(self.mechanism, bar, coordinates) is not None:
                return Stage("crank", coordinates, places, branch, ())
        guess = tuple(float(self.reference[i]) for i in coordinates)
        return Stage("newton", coordinates, places, branch, guess)

    def _closed_form(self, number: int, unknowns: set[int]) -> tuple[Method, float]:
        closure = self.mechanism.closures[number]
        if is_telescope(self.mechanism, closure, unknowns):
            return "telescope", 1.0
        if closure.type != "revolute":
            return "newton", 0.0
        if self._is_dyad(closure, unknowns):
            return self._with_branch("dyad", number, unknowns)
        if self._is_series(closure, unknowns):
            return self._with_branch("series_dyad", number, unknowns)
        return "newton", 0.0

    def _with_branch(
        self, method: Method, number: int, unknowns: set[int]
    ) -> tuple[Method, float]:
        """Return the method with the branch on which the mechanism is assembled."""
        y = Array(self.reference.tolist())
        for branch in (1.0, -1.0):
            stage = Stage(method, tuple(sorted(unknowns)), ((number, 0),), branch, ())
            found, _ = CLOSED_FORMS[method](self.mechanism, stage, y)
            there = self.reference[sorted(unknowns)]
            apart = np.array(found, float) - there
            turns = np.round(apart / (2 * np.pi)) * 2 * np.pi
            if np.abs(apart - turns).max() < 1e-6:
                return method, branch
        return "newton", 0.0

    def _is_series(self, closure: Closure, unknowns: set[int]) -> bool:
        """Return whether a pin closes two parallel dependent turns in a row."""
        tree = self.mechanism.tree
        try:
            end, _ = in_a_row(self.mechanism, closure)
        except NoRow:
            return False
        outer = tree.links[end.link]
        inner = tree.links[outer.parent]
        if {inner.q_index, outer.q_index} != unknowns or inner.coupled or outer.coupled:
            return False
        if not (
            isinstance(inner.joint, Revolute)
            and isinstance(outer.joint, Revolute)
            and is_constant(inner.joint.axis)
            and is_constant(outer.joint.axis)
            and is_constant(outer.rotation.matrix())
        ):
            return False
        frame = closure.first_axes if end is closure.first else closure.second_axes
        own, pin = outer.joint.axis, frame.column(2)
        carried = outer.rotation.apply(own)
        return _parallel(own, pin) and _parallel(carried, inner.joint.axis)

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


def _parallel(a: Array, b: Array) -> bool:
    x, y = (np.array(each.entries, float) for each in (a, b))
    return bool(np.linalg.norm(np.cross(x, y)) < 1e-9)
