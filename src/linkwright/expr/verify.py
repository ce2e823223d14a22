"""The checked specification of a program: what every back end may rely on.

Operands come earlier in the same trace and have the right kind and number; constants
are finite; inputs belong to arguments; results are numbers of their declared shape;
regions and their bodies obey the same rules.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from linkwright.errors import CompileError, LinkwrightError
from linkwright.expr.node import Node, Trace
from linkwright.expr.ops import OPS
from linkwright.expr.program import Program, Result
from linkwright.expr.regions import Iterate, Region

_COMPILERS_OWN = frozenset(("fma", "fms", "fnma"))


def verify(program: Program) -> None:
    """Raise CompileError, naming the node, unless the program obeys the language."""
    _verify(program, truths=())


def _verify(program: Program, truths: Iterable[str]) -> None:
    place = f"program '{program.name}'"
    _check_names(place, "arguments", [a.name for a in program.arguments])
    _check_names(place, "results", [r.name for r in program.results])
    inputs = program.trace.inputs
    declared = sum(argument.size for argument in program.arguments)
    if len(inputs) != declared:
        raise CompileError(
            f"the trace has {len(inputs)} scalar inputs",
            place=place,
            expectation=f"The arguments hold {declared}.",
            remedy="Make every input with expr.argument.",
        )
    for result in program.results:
        kind = "truth" if result.name in truths else "real"
        _check_result(program, result, kind)
    trace = program.trace
    for node in program.live():
        if not _is_plain(node, trace):
            _check_node(program, node)


# Operations of numbers on numbers, with how many they take.
_PLAIN = {
    name: op.arity
    for name, op in OPS.items()
    if name not in _COMPILERS_OWN
    and op.kind == "real"
    and op.operands == ("real",) * op.arity
    and op.arity
}
_NUMBERS = frozenset(name for name, op in OPS.items() if op.kind == "real")


def _is_plain(node: Node, trace: Trace) -> bool:
    """Return whether a node is for certain as it should be; most are."""
    if len(node.args) != _PLAIN.get(node.op):
        return False
    number = node.number
    for x in node.args:
        if x.__class__ is Node:
            if x.trace is not trace or x.number >= number or x.op not in _NUMBERS:
                return False
        elif x.__class__ is not float or x - x != 0.0:
            return False
    return True


def _check_names(place: str, what: str, names: list[str]) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise CompileError(
                f"two {what} are called '{name}'",
                place=place,
                remedy="Give every one its own name.",
            )


def _check_result(program: Program, result: Result, kind: str) -> None:
    if len(result.entries) != math.prod(result.shape):
        raise CompileError(
            f"result '{result.name}' has {len(result.entries)} entries",
            place=f"program '{program.name}'",
            expectation=f"Its shape {result.shape} holds {math.prod(result.shape)}.",
        )
    for index, entry in enumerate(result.entries):
        place = f"program '{program.name}', result '{result.name}', entry {index}"
        _check_value(entry, kind, place)
        if isinstance(entry, Node) and entry.trace is not program.trace:
            raise CompileError(
                f"{entry!r} belongs to another trace",
                place=place,
                remedy="Pass outer values in as constants or arguments.",
            )


def _check_node(program: Program, node: Node) -> None:
    place = f"program '{program.name}', node {node!r}"

    def fail(finding: str, expectation: str = "") -> NoReturn:
        raise CompileError(finding, place=place, expectation=expectation)

    op = OPS.get(node.op)
    if op is None or node.op in _COMPILERS_OWN:
        fail(f"the operation '{node.op}' is not part of the language")
    for operand in node.args:
        if isinstance(operand, Node) and operand.trace is not program.trace:
            fail(f"the operand {operand!r} belongs to another trace")
        if isinstance(operand, Node) and operand.number >= node.number:
            fail(f"the operand {operand!r} does not come earlier")
    if node.op == "input":
        if program.trace.inputs[node.data] is not node:
            fail(f"it is not input {node.data} of its trace")
    elif node.op == "region":
        for operand in node.args:
            _check_value(operand, "real", place)
        _check_region(node.data, node, place)
    elif node.op == "output":
        if len(node.args) != 1 or getattr(node.args[0], "op", "") != "region":
            fail("it picks from something that is not a region")
        size = node.args[0].data.output_size
        if not 0 <= node.data < size:
            fail(f"it picks output {node.data}", f"The region has {size}.")
    else:
        if len(node.args) != op.arity:
            fail(f"it has {len(node.args)} operands", f"'{op.name}' takes {op.arity}.")
        for operand, kind in zip(node.args, op.operands, strict=True):
            _check_value(operand, kind, place)


def _check_region(region: Region, node: Node, place: str) -> None:
    try:
        region.check(node.args)
    except LinkwrightError as error:
        raise CompileError(
            error.finding,
            place=place,
            expectation=error.expectation,
            remedy=error.remedy,
        ) from None
    for body in region.bodies:
        _verify(body, truths=("done",) if isinstance(region, Iterate) else ())


def _check_value(value: Any, kind: str, place: str) -> None:
    if isinstance(value, Node):
        op = OPS.get(value.op)
        if op is not None and op.kind != kind:
            raise CompileError(
                f"{value!r} is a {op.kind} value",
                place=place,
                expectation=f"A {kind} value is needed.",
                remedy="convert(condition) makes a number of a condition."
                if kind == "real"
                else "",
            )
    elif value.__class__ not in (float, int) or not math.isfinite(value):
        raise CompileError(
            f"the constant {value!r} is no finite number",
            place=place,
            remedy="Folding hides NaN and infinity; check the numbers that enter.",
        )
    elif kind != "real":
        raise CompileError(
            f"the constant {value!r} stands for a condition",
            place=place,
            expectation=f"A {kind} value is needed.",
        )
