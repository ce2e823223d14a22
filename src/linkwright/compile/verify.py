"""Checks before code is made: a program that breaks a rule is refused by name.

``check_program`` looks at what the user's side made; ``check_block`` at what a pass
made, so that a mistake shows where it happened.
"""

from __future__ import annotations

import math
from typing import Any

from linkwright.compile.block import Block
from linkwright.errors import CompileError, InputError
from linkwright.expr import Node, Program
from linkwright.expr.ops import OPS

_FUSED = frozenset(("fma", "fms", "fnma"))
_STRUCTURE = frozenset(("input", "region", "output"))
_ARITIES = {name: op.arity for name, op in OPS.items()}


def check_program(program: Program) -> None:
    """Raise CompileError unless the program obeys the language's rules."""
    inputs = len(program.trace.inputs)
    declared = sum(argument.size for argument in program.arguments)
    if inputs != declared:
        raise CompileError(
            f"program '{program.name}' has {inputs} scalar inputs",
            expectation=f"Its arguments hold {declared}.",
            remedy="Make every input with expr.argument.",
        )
    names = [argument.name for argument in program.arguments]
    _check_distinct(program, "arguments", names)
    _check_distinct(program, "results", [result.name for result in program.results])
    for result in program.results:
        expected = math.prod(result.shape)
        if len(result.entries) != expected:
            raise CompileError(
                f"result '{result.name}' of program '{program.name}' has"
                f" {len(result.entries)} entries",
                expectation=f"Its shape {result.shape} holds {expected}.",
            )
        for index, entry in enumerate(result.entries):
            _check_constant(entry, f"entry {index} of result '{result.name}'")
            if isinstance(entry, Node) and entry.trace is not program.trace:
                raise CompileError(
                    f"entry {index} of result '{result.name}' belongs to another trace",
                    remedy="Pass values into a region as its operands.",
                )
    for node in program.live():
        _check_node(program, node)


def _check_distinct(program: Program, what: str, names: list[str]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise CompileError(
            f"program '{program.name}' has two {what} called '{repeated[0]}'",
            remedy="Give every one its own name.",
        )


def _check_node(program: Program, node: Node) -> None:
    place = f"program '{program.name}', node {node!r}"
    op = OPS.get(node.op)
    if op is None or node.op in _FUSED:
        raise CompileError(
            f"the operation '{node.op}' is not part of the language", place=place
        )
    for a in node.args:
        if isinstance(a, Node) and (
            a.trace is not program.trace or a.number >= node.number
        ):
            raise CompileError(
                f"the operand {a!r} does not come earlier in the same trace",
                place=place,
            )
    if node.op not in _STRUCTURE:
        _check_operands(node, place)
    elif node.op == "region":
        for a in node.args:
            _check_kind(a, "real", place)
        try:
            node.data.check(node.args)
        except InputError as error:
            raise CompileError(
                error.finding, place=place, expectation=error.expectation
            ) from error
        for body in node.data.bodies:
            check_program(body)
    elif node.op == "output":
        (region,) = node.args
        if not isinstance(region, Node) or region.op != "region":
            raise CompileError("an output is picked from no region", place=place)
        if not 0 <= node.data < region.data.output_size:
            raise CompileError(
                f"output {node.data} is picked from a region",
                place=place,
                expectation=f"It has {region.data.output_size}.",
            )


def _check_operands(node: Node, place: str) -> None:
    op = OPS[node.op]
    if len(node.args) != op.arity:
        raise CompileError(
            f"'{node.op}' has {len(node.args)} operands",
            place=place,
            expectation=f"It takes {op.arity}.",
        )
    for a, kind in zip(node.args, op.operands, strict=True):
        _check_kind(a, kind, place)


def _check_kind(a: Any, kind: str, place: str) -> None:
    _check_constant(a, place)
    found = "truth" if isinstance(a, Node) and a.is_truth else "real"
    if isinstance(a, Node) and a.op == "region":
        found = "region"
    if found != kind:
        raise CompileError(
            f"the operand {a!r} is a {found} value",
            place=place,
            expectation=f"A {kind} value is needed.",
        )


def _check_constant(a: Any, place: str) -> None:
    if isinstance(a, Node):
        return
    if not isinstance(a, int | float) or not math.isfinite(a):
        raise CompileError(
            f"the constant {a!r} is no finite number",
            place=place,
            remedy="Folding hides NaN and infinity; check the numbers that enter.",
        )


def check_block(block: Block, after: str) -> Block:
    """Return the block, or raise CompileError naming the pass that broke it."""

    def fail(position: int, finding: str) -> None:
        raise CompileError(
            finding,
            place=f"after pass '{after}', instruction {position}",
            remedy="This is an error of linkwright itself; please report it.",
        )

    for position, (op, args, data) in enumerate(block.instructions):
        if op not in _ARITIES:
            fail(position, f"there is no operation '{op}'")
        elif op not in _STRUCTURE and len(args) != _ARITIES[op]:
            fail(position, f"'{op}' has {len(args)} operands")
        for a in args:
            if isinstance(a, int):
                if not 0 <= a < position:
                    fail(position, f"the operand {a} does not come earlier")
            elif not math.isfinite(a):
                fail(position, f"the constant {a} is not finite")
        if op == "input":
            group, column = data
            if not 0 <= column < block.inputs[group]:
                fail(position, f"input group {group} has no column {column}")
    for group in block.outputs:
        for a in group:
            if isinstance(a, int) and not 0 <= a < len(block.instructions):
                fail(a, "an output does not exist")
    return block
