"""Forces that hold loops closed, with what the mechanism leaves open shared by rules.

Every closing joint passes on unknown components x. The tree's joints give
f = f0 - W x, with f0 what they would give were the loops open and W x the closing
joints' wrenches carried down. Joints without a drive give nothing along their freedoms:
as many equations as loops have; declared rules add the rest [MBD Eqs. 36–43, ROMANSY
Eqs. 5–25 as rules of this kind]. Balance and rules are solved together, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.linear_system import Row, solve_equations
from linkwright.algorithms.loops.carried import (
    Carried,
    along_freedoms,
    carried_wrenches,
)
from linkwright.algorithms.loops.closure import UnitWrench, unit_wrenches
from linkwright.algorithms.loops.relative import relative_place
from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import Array, dot, identity, zeros
from linkwright.model.mechanism import Closure, Mechanism, Sharing
from linkwright.model.tree import Model
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Linear:
    """A scalar that depends on the unknowns: row . x + constant."""

    row: Row
    constant: Any

    def __sub__(self, other: Linear) -> Linear:
        row = dict(self.row)
        for j, x in other.row.items():
            row[j] = row.get(j, 0.0) - x
        return Linear(row, self.constant - other.constant)

    def __mul__(self, scale: Any) -> Linear:
        row = {j: x * scale for j, x in self.row.items()}
        return Linear(row, self.constant * scale)


@dataclass(frozen=True, eq=False)
class Rule:
    """One equation that a sharing rule makes.

    Attributes:
        name: of the rule.
        component, of: what it says something of.
    """

    name: str
    component: str
    of: tuple[str, ...]
    equation: Linear


@dataclass(frozen=True, eq=False)
class LoopSystem:
    """The equations for the unknown components of all connections.

    Attributes:
        names: of the unknowns: connection and component.
        balance: no force along the freedoms of joints without a drive.
        rules: those of the sharing rules.
        compliant: components whose weighted squares are to be least.
    """

    mechanism: Mechanism
    connections: tuple[Closure, ...]
    units: tuple[list[UnitWrench], ...]
    carried: tuple[Carried, ...]
    names: tuple[str, ...]
    balance: tuple[Linear, ...]
    rules: tuple[Rule, ...]
    compliant: tuple[tuple[Any, Linear], ...]

    def solved(
        self, kept: tuple[int, ...], pinned: tuple[int, ...] = ()
    ) -> tuple[list[Any], Any]:
        """Return the unknowns, and whether the position is singular.

        ``kept`` are the rules that count; the others follow from them. ``pinned`` are
        unknowns that nothing tells: zero, so that the others have values.
        """
        equations = [*self.balance, *(self.rules[k].equation for k in kept)]
        equations += [Linear({j: 1.0}, 0.0) for j in pinned]
        n = len(self.names)
        if not n:
            return [], False
        rows = [dict(each.row) for each in equations]
        right = [-each.constant for each in equations]
        if self.compliant:
            rows, right = _least(rows, right, self.compliant, n)
        found = solve_equations(rows, right, len(rows))
        return found.values[:n], found.singular

    def wrenches(self, values: list[Any]) -> list[Wrench]:
        """Return each connection's wrench by the first on the second body.

        In the axes of the second body, torque about the closing point.
        """
        found, start = [], 0
        for units in self.units:
            total = Wrench(zeros(3), zeros(3))
            for unit, value in zip(units, values[start:], strict=False):
                total = total + Wrench(unit.force * value, unit.torque * value)
            start += len(units)
            found.append(total)
        return found

    def carried_down(self, values: list[Any]) -> dict[int, Wrench]:
        """Return what the connections' wrenches add to each link and all it carries."""
        total: dict[int, Wrench] = {}
        start = 0
        for reached in self.carried:
            for component, value in zip(reached, values[start:], strict=False):
                for k, unit in component.items():
                    moved = Wrench(unit.force * value, unit.torque * value)
                    total[k] = total[k] + moved if k in total else moved
            start += len(reached)
        return total


def connections_of(mechanism: Mechanism) -> tuple[Closure, ...]:
    """Return what may pass on unknown forces: closing joints, and ball-ended actuators.

    An actuator with ball ends passes on a force along its line alone, as a bar does.
    """
    actuators = tuple(
        Closure(each.name, "bar", each.first, each.second, identity(3), identity(3))
        for each in mechanism.struts
        if each.type == "linear_actuator" and not each.has_pins
    )
    return mechanism.closures + actuators


def undriven(mechanism: Mechanism) -> list[int]:
    """Return the velocities along which no drive acts."""
    moved = {each.slide for each in mechanism.struts} | set(mechanism.motors)
    replaced = [drive.index for drive in mechanism.drives if drive.actuators]
    dependent = range(mechanism.nv, mechanism.tree.nv)
    return sorted(replaced) + [i for i in dependent if i not in moved]


def loop_system(
    mechanism: Mechanism,
    y: Array,
    open_wrenches: list[Wrench],
    known: Mapping[int, Any],
) -> LoopSystem:
    """Return the equations at a state.

    Args:
        mechanism: with its loops.
        y: coordinates of the tree.
        open_wrenches: f0, what each tree joint would give were the loops open.
        known: generalised forces that elements at joints give, by velocity.
    """
    tree = mechanism.tree
    connections = connections_of(mechanism)
    units = tuple(unit_wrenches(tree, y, each) for each in connections)
    carried = tuple(carried_wrenches(tree, y, each) for each in connections)
    names = tuple(
        f"{each.name}, {unit.name}"
        for each, listed in zip(connections, units, strict=True)
        for unit in listed
    )
    columns = [reached for each in carried for reached in each]
    jacobian = [along_freedoms(tree, reached) for reached in columns]
    forces = along_freedoms(tree, dict(enumerate(open_wrenches)))
    balance = []
    for i in undriven(mechanism):
        row = {k: column[i] for k, column in enumerate(jacobian) if i in column}
        balance.append(Linear(row, known.get(i, 0.0) - forces.get(i, 0.0)))
    parts = _Components(mechanism, y, connections, units, columns, open_wrenches)
    return LoopSystem(
        mechanism,
        connections,
        units,
        carried,
        names,
        tuple(balance),
        tuple(rule for share in mechanism.sharing for rule in parts.rules(share)),
        tuple(term for share in mechanism.sharing for term in parts.compliant(share)),
    )


@dataclass(frozen=True, eq=False)
class _Components:
    """What connections pass on to a body, as functions of the unknowns."""

    mechanism: Mechanism
    y: Array
    connections: tuple[Closure, ...]
    units: tuple[list[UnitWrench], ...]
    columns: list[dict[int, Wrench]]
    open_wrenches: list[Wrench]

    def rules(self, share: Sharing) -> Iterator[Rule]:
        """Yield the equations of a rule."""
        for component in share.components:
            found = [self.of(share.on, name, component) for name in share.of]
            if share.rule in ("none", "all_to"):
                for name, each in zip(share.of, found, strict=True):
                    if share.rule == "none" or name != share.to:
                        yield Rule(share.name, component, (name,), each)
            elif share.rule in ("equal", "ratios"):
                weights = share.weights or (1.0,) * len(found)
                for k in range(1, len(found)):
                    equation = found[0] * weights[k] - found[k] * weights[0]
                    of = (share.of[0], share.of[k])
                    yield Rule(share.name, component, of, equation)

    def compliant(self, share: Sharing) -> Iterator[tuple[Any, Linear]]:
        """Yield weight and component of a rule whose weighted squares are least.

        Forces and torques in one sum need a length between them (decision 23).
        """
        if share.rule == "compliance":
            for component in share.components:
                for name, weight in zip(share.of, share.weights, strict=True):
                    yield weight, self.of(share.on, name, component)
        elif share.rule == "minimum_norm":
            (length,) = share.weights
            for component in share.components:
                turns = component.startswith("torque")
                weight = 1.0 / (length * length) if turns else 1.0
                for name in share.of:
                    yield weight, self.of(share.on, name, component)

    def of(self, on: int, name: str, component: str) -> Linear:
        """Return a component of what a connection gives a body, in its axes."""
        start = 0
        for closure, units in zip(self.connections, self.units, strict=True):
            if closure.name == name:
                return self._of_closure(on, closure, units, start, component)
            start += len(units)
        return self._of_joint(on, name, component)

    def _of_closure(
        self,
        on: int,
        closure: Closure,
        units: list[UnitWrench],
        start: int,
        component: str,
    ) -> Linear:
        if component == "drive":
            return Linear({start: 1.0}, 0.0)
        tree, second = self.mechanism.tree, closure.second.link
        sign = 1.0 if on == second else -1.0
        R, _ = relative_place(tree, self.y, on, second)
        row: Row = {}
        for k, unit in enumerate(units):
            wrench = Wrench(R.apply(unit.force) * sign, R.apply(unit.torque) * sign)
            row[start + k] = _component(wrench, component)
        return Linear(row, 0.0)

    def _of_joint(self, on: int, name: str, component: str) -> Linear:
        tree = self.mechanism.tree
        k = next(
            i
            for i, link in enumerate(tree.links)
            if link.whole_joint == name and not link.hidden
        )
        row: Row = {}
        if component == "drive":
            ((_, _, angular, linear),) = tree.links[k].freedoms
            for j, reached in enumerate(self.columns):
                if k in reached:
                    w = reached[k]
                    row[j] = -(dot(angular, w.torque) + dot(linear, w.force))
            w = self.open_wrenches[k]
            return Linear(row, dot(angular, w.torque) + dot(linear, w.force))
        R = Rotation(()) if on == k else _from_parent(tree, self.y, on, k)
        sign = 1.0 if on == k else -1.0
        for j, reached in enumerate(self.columns):
            if k in reached:
                row[j] = -_component(_turned(R, reached[k], sign), component)
        constant = _component(_turned(R, self.open_wrenches[k], sign), component)
        return Linear(row, constant)


def _from_parent(tree: Model, y: Array, on: int, link: int) -> Rotation:
    R, _ = relative_place(tree, y, on, link)
    return R


def _turned(R: Rotation, wrench: Wrench, sign: float) -> Wrench:
    return Wrench(R.apply(wrench.force) * sign, R.apply(wrench.torque) * sign)


def _component(wrench: Wrench, component: str) -> Any:
    kind, axis = component.split()
    vector = wrench.force if kind == "force" else wrench.torque
    return vector["xyz".index(axis)]


def _least(
    rows: list[Row],
    right: list[Any],
    compliant: tuple[tuple[Any, Linear], ...],
    n: int,
) -> tuple[list[Row], list[Any]]:
    """Return the equations of the least sum of w (c.x + d)^2 under rows x = right.

    Stationary in x:  sum of w c (c.x + d) + rows' m = 0, with multipliers m.
    """
    stationary: list[Row] = [{} for _ in range(n)]
    constants: list[Any] = [0.0] * n
    for weight, term in compliant:
        for i, c in term.row.items():
            for j, x in term.row.items():
                stationary[i][j] = stationary[i].get(j, 0.0) + weight * c * x
            constants[i] = constants[i] - weight * c * term.constant
    for k, row in enumerate(rows):
        for j, x in row.items():
            stationary[j][n + k] = x
    return [*stationary, *rows], [*constants, *right]
