"""Derivative of a call: the called program's own Jacobian, as another call.

dy_i = sum_j J_ij dx_j  and  xbar_j = sum_i J_ij ybar_i, with only the entries J_ij that
matter; those that are constant are used as they are.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from linkwright.expr.derivative.active import cheaper_mode
from linkwright.expr.derivative.jacobian import sparse_jacobian
from linkwright.expr.derivative.region_rule import Directions, Use, add_to, scaled
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.program import Program, Result, argument
from linkwright.expr.regions import Call, place
from linkwright.expr.substitute import inline

_Jacobian = dict[tuple[int, int], Scalar]
_Wish = tuple[tuple[int, ...], tuple[int, ...]]
# A program called many times is differentiated once.
_KNOWN: WeakKeyDictionary[Program, dict[_Wish, tuple[Program, _Jacobian]]] = (
    WeakKeyDictionary()
)


def tangent(use: Use, tangents: list[Directions]) -> dict[int, Directions]:
    """Return the tangents of the wanted outputs."""
    active = tuple(j for j, directions in enumerate(tangents) if directions)
    found: dict[int, Directions] = {i: {} for i in use.wanted}
    for (i, j), partial in _jacobian(use, active).items():
        for d, value in tangents[j].items():
            add_to(found[i], d, scaled(partial, value))
    return found


def adjoint(
    use: Use, adjoints: dict[int, Directions], active: list[bool]
) -> list[Directions]:
    """Return the adjoints of the operands."""
    found: list[Directions] = [{} for _ in use.operands]
    wish = tuple(j for j, matters in enumerate(active) if matters)
    for (i, j), partial in _jacobian(use, wish).items():
        for d, value in adjoints[i].items():
            add_to(found[j], d, scaled(partial, value))
    return found


def _jacobian(use: Use, active: tuple[int, ...]) -> _Jacobian:
    """Return the entries of the Jacobian that are not zero, in the caller's trace."""
    program = use.region.program
    known = _KNOWN.setdefault(program, {})
    wish = (use.wanted, active)
    if wish not in known:
        known[wish] = _differentiated(program, *wish)
    derivative, entries = known[wish]
    outputs = iter(place(Call(derivative), use.operands) if derivative.entries else ())
    return {
        where: next(outputs) if isinstance(entry, Node) else entry
        for where, entry in entries.items()
    }


def _differentiated(
    program: Program, wanted: tuple[int, ...], active: tuple[int, ...]
) -> tuple[Program, _Jacobian]:
    """Return a program of the Jacobian's entries, and which they are."""
    trace = Trace()
    inputs = [x for a in program.arguments for x in argument(trace, a.name, a.size)]
    values = inline(program, inputs)
    outputs = [values[i] for i in wanted]
    by = [inputs[j] for j in active]
    entries = sparse_jacobian(outputs, by, cheaper_mode(outputs, by))
    named = {(wanted[i], active[j]): entry for (i, j), entry in entries.items()}
    variable = [entry for entry in named.values() if isinstance(entry, Node)]
    name = f"{program.name}_jacobian"
    return Program.build(name, trace, Result.of("entries", variable)), named
