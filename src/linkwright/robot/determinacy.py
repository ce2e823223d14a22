"""Which reactions a mechanism determines, and whether its sharing rules do the rest.

The loops' balance is linear in the unknown components. What the mechanism determines
keeps one value along the whole null space of the balance; the others are shared, and
the rules must leave no null space and no contradiction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.mechanism_reactions import loop_equations
from linkwright.algorithms.sharing import Linear, LoopSystem
from linkwright.errors import DescriptionError
from linkwright.expr import Array
from linkwright.model.mechanism import Mechanism
from linkwright.robot.assembly import Assembly
from linkwright.robot.loop_numbers import RANK

_AXES = ("force x", "force y", "force z", "torque x", "torque y", "torque z")


@dataclass(frozen=True)
class Determinacy:
    """What a mechanism's balance says of its reactions.

    Attributes:
        determined: components, "joint, force x", that the mechanism determines.
        shared: components that only rules can tell.
        kept: the rules' equations that count; others follow from them.
    """

    determined: tuple[str, ...]
    shared: tuple[str, ...]
    kept: tuple[int, ...]


def determinacy(mechanism: Mechanism, assembly: Assembly) -> Determinacy:
    """Return what balance and rules tell; refuse rules that contradict or leave gaps.

    Raises:
        DescriptionError: naming the rules, or the components that are left.
    """
    systems = [_numeric(mechanism, y) for y in (assembly.reference, *assembly.samples)]
    system = systems[-1]
    n = len(system.names)
    balance = _matrix(system.balance, n)
    free = _null_space(balance)
    determined, shared = _sorted_out(mechanism, system, free)
    kept = _independent_rules(systems, n)
    _check_complete(system, kept, n)
    return Determinacy(determined, shared, kept)


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


def _sorted_out(
    mechanism: Mechanism, system: LoopSystem, free: np.ndarray
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    determined, shared = [], []
    for j, name in enumerate(system.names):
        loose = np.abs(free[:, j]).max(initial=0.0) > 1e-7
        (shared if loose else determined).append(name)
    columns = [reached for each in system.carried for reached in each]
    for k, link in enumerate(mechanism.tree.links):
        if link.hidden or not any(k in reached for reached in columns):
            continue
        for i, axis in enumerate(_AXES):
            row = [
                (*reached[k].force, *reached[k].torque)[i] if k in reached else 0.0
                for reached in columns
            ]
            loose = np.abs(free @ np.array(row)).max(initial=0.0) > 1e-7
            (shared if loose else determined).append(f"{link.joint_name}, {axis}")
    return tuple(determined), tuple(shared)


def _independent_rules(systems: list[LoopSystem], n: int) -> tuple[int, ...]:
    """Return the rules' equations that add to what stands before them.

    One that adds nothing must at least agree.
    """
    kept: list[int] = []
    for k, rule in enumerate(systems[-1].rules):
        before = np.vstack(
            [_matrix(systems[-1].balance, n)]
            + [_matrix((systems[-1].rules[i].equation,), n) for i in kept]
        )
        row = _matrix((rule.equation,), n)[0]
        free = _null_space(before)
        if np.abs(free @ row).max(initial=0.0) > 1e-7 * max(np.abs(row).max(), 1e-300):
            kept.append(k)
        elif not all(_agrees(system, kept, k, n) for system in systems):
            raise DescriptionError(
                f"sharing '{rule.name}': one of its equations contradicts the balance"
                " of forces, or the rules before it",
                expectation="A rule tells what the mechanism itself leaves open.",
                remedy="robot.determinacy() lists the components that are open; take"
                " the others out of the rule.",
            )
    return tuple(kept)


def _agrees(system: LoopSystem, kept: list[int], k: int, n: int) -> bool:
    equations = [*system.balance, *(system.rules[i].equation for i in kept)]
    matrix = _matrix(tuple(equations), n)
    right = np.array([-float(each.constant) for each in equations])
    x = np.linalg.lstsq(matrix, right, rcond=None)[0]
    rule = system.rules[k].equation
    row = _matrix((rule,), n)[0]
    scale = np.abs(row) @ np.abs(x) + abs(float(rule.constant)) + 1e-9
    return bool(abs(row @ x + float(rule.constant)) <= 1e-7 * scale)


def _check_complete(system: LoopSystem, kept: tuple[int, ...], n: int) -> None:
    equations = [*system.balance, *(system.rules[i].equation for i in kept)]
    equations += [term for _, term in system.compliant]
    free = _null_space(_matrix(tuple(equations), n))
    if not len(free):
        return
    open_ = np.abs(free).max(axis=0) > 1e-7
    names = [name for name, loose in zip(system.names, open_, strict=True) if loose]
    shown = "; ".join(names[:12]) + ("; ..." if len(names) > 12 else "")
    raise DescriptionError(
        f"{len(free)} reaction component{'s are' if len(free) > 1 else ' is'} left"
        f" undetermined, among: {shown}",
        expectation="The mechanism is overconstrained: rigid bodies alone do not tell"
        " how its connections share these.",
        remedy="Say how under 'sharing' (rule: equal, rule: none, all_to, ratios,"
        " compliance), or use a joint that holds less.",
    )
