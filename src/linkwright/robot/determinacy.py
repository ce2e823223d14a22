"""Which reactions a mechanism determines, and whether its sharing rules do the rest.

The loops' balance is linear in the unknown components. What the mechanism determines
keeps one value along the whole null space of the balance; of the others the rules must
leave no null space, and they must not contradict it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.mechanism_reactions import AXES, loop_equations
from linkwright.algorithms.sharing import Linear, LoopSystem, Rule
from linkwright.errors import DescriptionError
from linkwright.expr import Array
from linkwright.model.mechanism import Mechanism
from linkwright.robot.assembly import Assembly
from linkwright.robot.loop_numbers import RANK

_LOOSE = 1e-7
_SHOWN = 12


@dataclass(frozen=True)
class Determinacy:
    """What a mechanism's balance says of its reactions, and what the rules add.

    A component is named "joint, force x", in the axes of the joint's body; of a closing
    joint in its own axes. ``print`` shows all of them.

    Attributes:
        determined: components that the mechanism determines.
        shared: components that its sharing rules tell.
        left: components that nothing tells.
        degrees: how many numbers are missing to tell these.
        contradictions: rules' equations that contradict the balance or other rules.
        kept: the rules' equations that count; others follow from them.
        pinned: unknowns that may be anything: with them, all the others have values.
    """

    determined: tuple[str, ...]
    shared: tuple[str, ...]
    left: tuple[str, ...]
    degrees: int
    contradictions: tuple[str, ...]
    kept: tuple[int, ...]
    pinned: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every reaction has one value."""
        return not self.left and not self.contradictions

    def check(self) -> None:
        """Raise DescriptionError where rules contradict or leave gaps."""
        if self.contradictions:
            raise DescriptionError(
                self.contradictions[0],
                expectation="A rule tells what the mechanism itself leaves open.",
                remedy="Take the component out of one of the rules;"
                " robot.determinacy() lists what is open.",
            )
        if self.left:
            more = len(self.left) - _SHOWN
            shown = "; ".join(self.left[:_SHOWN]) + (f"; {more} more" * (more > 0))
            several = self.degrees > 1
            raise DescriptionError(
                f"{self.degrees} reaction component{'s are' if several else ' is'} left"
                f" undetermined, among: {shown}",
                expectation="The mechanism is overconstrained: rigid bodies alone do"
                " not tell how its connections share these.",
                remedy="Say how under 'sharing' (rule: equal, rule: none, all_to,"
                " ratios, compliance, minimum_norm), or use a joint that holds less;"
                ' undetermined="nan" returns all the others.',
            )

    def __str__(self) -> str:
        parts = {
            "determined by the mechanism": self.determined,
            "shared by rules": self.shared,
            f"left open, {self.degrees} numbers missing": self.left,
            "contradictions": self.contradictions,
        }
        lines = []
        for title, names in parts.items():
            if names:
                lines += [f"{title}:", *(f"  {name}" for name in names)]
        return "\n".join(lines) or "no loops: every reaction is determined"


def determinacy(mechanism: Mechanism, assembly: Assembly) -> Determinacy:
    """Return what balance and rules tell."""
    systems = [_numeric(mechanism, y) for y in (assembly.reference, *assembly.samples)]
    system = systems[-1]
    n = len(system.names)
    kept, contradictions = _independent_rules(systems, n)
    equations = [*system.balance, *(system.rules[i].equation for i in kept)]
    equations += [term for _, term in system.compliant]
    free = _null_space(_matrix(system.balance, n))
    open_ = _loose(mechanism, system, free)
    missing = _null_space(_matrix(tuple(equations), n))
    left = _loose(mechanism, system, missing)
    return Determinacy(
        tuple(name for name, loose in open_.items() if not loose),
        tuple(name for name, loose in open_.items() if loose and not left[name]),
        tuple(name for name, loose in left.items() if loose),
        len(missing),
        tuple(contradictions),
        kept,
        _pinned(missing),
    )


def _numeric(mechanism: Mechanism, y: np.ndarray) -> LoopSystem:
    full = Array(y.tolist())
    q = Array(y[: mechanism.nq].tolist())
    motion = Embedding(mechanism, q, full, 0.0)
    rng = np.random.default_rng(7)
    v, a = (Array(rng.normal(size=mechanism.nv).tolist()) for _ in range(2))
    return loop_equations(motion, v, a)[0]


def _matrix(equations: tuple[Linear, ...], n: int) -> np.ndarray:
    matrix = np.zeros((len(equations), n))
    for k, equation in enumerate(equations):
        for j, x in equation.row.items():
            matrix[k, j] = x
    return matrix


def _null_space(matrix: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis of x with matrix x = 0, one row each."""
    if not matrix.size:
        return np.eye(matrix.shape[1])
    _, sizes, rows = np.linalg.svd(matrix)
    rank = int((sizes > RANK * max(sizes.max(initial=0.0), 1e-300)).sum())
    return rows[rank:]


def _loose(
    mechanism: Mechanism, system: LoopSystem, free: np.ndarray
) -> dict[str, bool]:
    """Return for every component of a reaction whether it varies along directions."""
    found = {
        name: bool(np.abs(free[:, j]).max(initial=0.0) > _LOOSE)
        for j, name in enumerate(system.names)
    }
    columns = [reached for each in system.carried for reached in each]
    for k, link in enumerate(mechanism.tree.links):
        if link.hidden or not any(k in reached for reached in columns):
            continue
        for i, axis in enumerate(AXES):
            row = [
                (*reached[k].force, *reached[k].torque)[i] if k in reached else 0.0
                for reached in columns
            ]
            loose = np.abs(free @ np.array(row)).max(initial=0.0) > _LOOSE
            found[f"{link.whole_joint}, {axis}"] = bool(loose)
    return found


def _pinned(free: np.ndarray) -> tuple[int, ...]:
    """Return as many unknowns as directions, which together fix a point on them."""
    left, chosen = free.copy(), []
    for _ in range(len(free)):
        sizes = np.linalg.norm(left, axis=0)
        best = int(sizes.argmax())
        chosen.append(best)
        direction = left[:, best] / sizes[best]
        left = left - np.outer(direction, direction @ left)
    return tuple(sorted(chosen))


def _independent_rules(
    systems: list[LoopSystem], n: int
) -> tuple[tuple[int, ...], list[str]]:
    """Return the rules' equations that add to what stands before them.

    One that adds nothing must at least agree; what to say of those that do not.
    """
    kept: list[int] = []
    contradictions = []
    for k, rule in enumerate(systems[-1].rules):
        before = _before(systems[-1], kept, n)
        row = _matrix((rule.equation,), n)[0]
        free = _null_space(before)
        if np.abs(free @ row).max(initial=0.0) > _LOOSE * max(
            np.abs(row).max(), 1e-300
        ):
            kept.append(k)
        elif not all(_agrees(system, kept, k, n) for system in systems):
            contradictions.append(_contradiction(systems[-1], kept, rule, n))
    return tuple(kept), contradictions


def _before(system: LoopSystem, kept: list[int], n: int) -> np.ndarray:
    rules = tuple(system.rules[i].equation for i in kept)
    return np.vstack([_matrix(system.balance, n), _matrix(rules, n)])


def _agrees(system: LoopSystem, kept: list[int], k: int, n: int) -> bool:
    equations = [*system.balance, *(system.rules[i].equation for i in kept)]
    matrix = _matrix(tuple(equations), n)
    right = np.array([-float(each.constant) for each in equations])
    x = np.linalg.lstsq(matrix, right, rcond=None)[0]
    rule = system.rules[k].equation
    row = _matrix((rule,), n)[0]
    scale = np.abs(row) @ np.abs(x) + abs(float(rule.constant)) + 1e-9
    return bool(abs(row @ x + float(rule.constant)) <= 1e-7 * scale)


def _contradiction(system: LoopSystem, kept: list[int], rule: Rule, n: int) -> str:
    """Return which component of a rule contradicts what, in words."""
    row = _matrix((rule.equation,), n)[0]
    before = _before(system, kept, n)
    part = np.linalg.lstsq(before.T, row, rcond=None)[0][len(system.balance) :]
    others = dict.fromkeys(
        f"'{system.rules[i].name}'"
        for i, weight in zip(kept, part, strict=True)
        if abs(weight) > _LOOSE and system.rules[i].name != rule.name
    )
    against = "the balance of forces"
    if others:
        several = "rules" if len(others) > 1 else "rule"
        against += f" with {several} {' and '.join(others)}"
    return (
        f"sharing '{rule.name}': what it says of '{rule.component}' of"
        f" {' and '.join(rule.of)} contradicts {against}"
    )
