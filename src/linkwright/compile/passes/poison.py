"""NaN reaches every output: what folding removed is added again, times zero.

An expression like ``0 * x`` folds to 0 and hides that x is NaN. The law kept here: a
NaN among a row's inputs makes all its outputs NaN; an infinite input makes them NaN or
infinite, never a finite number (decision 6). Most outputs obey by themselves, because
arithmetic hands NaN on. This pass finds which inputs do not reach which outputs that
way, sums those inputs times 0 (0 of a finite number, NaN of the others) and adds the
sum where one is missing. Seven-joint inverse dynamics misses only the first angle: one
product and seven sums beside 622 operations. The thousands of inputs and outputs of a
long scan are summed and added in loops, which take LLVM no time to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, reduce
from typing import Any, NamedTuple

from linkwright.compile.block import Block, Instruction, Operand
from linkwright.expr import Program, Result, Scan, Trace, argument

_WIDTH = 32
"""Columns that one round of a loop takes."""

_LOOP = 8 * _WIDTH
"""As many columns are summed, or added to, in a loop."""

_HANDS_INFINITY_ON = frozenset(
    ("add", "sub", "mul", "neg", "abs", "sqrt", "fma", "fms", "fnma")
)
_NAN_OF_INFINITY = frozenset(("sin", "cos", "tan", "asin", "acos"))
_TRUTHS = frozenset(("lt", "le", "eq", "and", "or", "not", "convert"))


class _Carried(NamedTuple):
    """Sets of inputs, as bits, that show in a value.

    Attributes:
        nan: a NaN there makes the value NaN.
        infinity: an infinity there makes the value NaN or infinite.
        infinity_nan: an infinity there makes the value NaN.
    """

    nan: int
    infinity: int
    infinity_nan: int


_NOTHING = _Carried(0, 0, 0)


def poison(block: Block, exempt: Iterable[int] = ()) -> Block:
    """Return the block with the law above; exempt output groups stay as they are."""
    missing = _missing(block)
    spared = set(exempt)
    lacking = 0
    for group, operands in enumerate(block.outputs):
        if group not in spared:
            for operand in operands:
                lacking |= missing(operand)
    if not lacking:
        return block
    instructions = list(block.instructions)
    total = _sum_times_zero(block, instructions, lacking)
    sums = _sums_of_columns(block, instructions, total, missing, spared)

    def poisoned(operand: Operand) -> Operand:
        if not missing(operand):
            return operand
        key = repr(operand)
        if key not in sums:
            sums[key] = len(instructions)
            instructions.append(Instruction("add", (total, operand)))
        return sums[key]

    outputs = tuple(
        operands if group in spared else tuple(poisoned(a) for a in operands)
        for group, operands in enumerate(block.outputs)
    )
    return Block(tuple(instructions), block.inputs, outputs)


def _sums_of_columns(
    block: Block,
    instructions: list[Instruction],
    total: int,
    missing: Callable[[Operand], int],
    spared: set[int],
) -> dict[str, int]:
    """Append the sums of many columns in memory in a loop; return their positions."""
    lying = dict.fromkeys(
        a
        for group, operands in enumerate(block.outputs)
        for a in operands
        if group not in spared
        and isinstance(a, int)
        and block.instructions[a].op in ("input", "output")
        and missing(a)
    )
    if len(lying) < _LOOP:
        return {}
    rounds = len(lying) // _WIDTH
    taken = list(lying)[: rounds * _WIDTH]
    region = len(instructions)
    each = Scan(_adding(), rounds, 0, _WIDTH, 1, _WIDTH)
    instructions.append(Instruction("region", (*taken, total), each))
    for k in range(len(taken)):
        instructions.append(Instruction("output", (region,), k))
    return {repr(a): region + 1 + k for k, a in enumerate(taken)}


def _missing(block: Block) -> Callable[[Operand], int]:
    """Return a function: the inputs, as bits, that may not show in an operand."""
    first = _first_bits(block)
    everything = (1 << sum(block.inputs)) - 1
    carried: list[_Carried] = []
    for instruction in block.instructions:
        if instruction.op == "input":
            group, column = instruction.data
            bit = 1 << (first[group] + column)
            carried.append(_Carried(bit, bit, 0))
        else:
            operands = [
                carried[a] if isinstance(a, int) else _NOTHING for a in instruction.args
            ]
            carried.append(_carried_by(instruction.op, operands))

    def missing(operand: Operand) -> int:
        if not isinstance(operand, int):
            return everything
        return everything & ~(carried[operand].nan & carried[operand].infinity)

    return missing


def _carried_by(op: str, operands: list[_Carried]) -> _Carried:
    if op in ("region", "output") or op in _TRUTHS:
        return _NOTHING  # Cautious: a region may decide by comparison.
    if op == "select":
        _, a, b = operands
        return _Carried(
            a.nan & b.nan,
            a.infinity & b.infinity,
            a.infinity_nan & b.infinity_nan,
        )
    nan = infinity = infinity_nan = 0
    for operand in operands:
        nan |= operand.nan
        infinity |= operand.infinity
        infinity_nan |= operand.infinity_nan
    if op in _NAN_OF_INFINITY:
        infinity_nan = infinity
    elif op == "div":  # x / infinity is 0.
        infinity = operands[0].infinity | infinity_nan
    elif op not in _HANDS_INFINITY_ON:
        infinity = infinity_nan
    return _Carried(nan, infinity, infinity_nan)


def _first_bits(block: Block) -> list[int]:
    first, total = [], 0
    for size in block.inputs:
        first.append(total)
        total += size
    return first


def _sum_times_zero(block: Block, instructions: list[Instruction], lacking: int) -> int:
    """Append the sum of some inputs times 0, group by group; return its position.

    Sums stay within their group first, so that a slow group's is slow too.
    """
    present = {i.data: p for p, i in enumerate(instructions) if i.op == "input"}
    first = _first_bits(block)

    def append(op: str, args: Iterable[Operand], data: Any = None) -> int:
        instructions.append(Instruction(op, tuple(args), data))
        return len(instructions) - 1

    def found(place: tuple[int, int]) -> int:
        if place not in present:
            present[place] = len(instructions)
            instructions.append(Instruction("input", (), place))
        return present[place]

    total: int | None = None
    for group, size in enumerate(block.inputs):
        columns = [c for c in range(size) if lacking >> (first[group] + c) & 1]
        lying = [found((group, column)) for column in columns]
        if not lying:
            continue
        terms: list[int] = []
        if len(lying) >= _LOOP:
            rounds = len(lying) // _WIDTH
            every = Scan(_zeroing(), rounds, 0, _WIDTH, 0, 0, ("sum",))
            region = append("region", lying[: rounds * _WIDTH], every)
            terms.append(append("output", [region], 0))
            lying = lying[rounds * _WIDTH :]
        terms += [append("mul", [a, 0.0]) for a in lying]
        within = reduce(lambda a, b: append("add", [a, b]), terms)
        total = within if total is None else append("add", [total, within])
    assert total is not None
    return total


@cache
def _zeroing() -> Program:
    """Return the step of a scan that sums its inputs times 0."""
    trace = Trace()
    # Their constructor would fold the products.
    terms = [trace.node("mul", x, 0.0) for x in argument(trace, "input", _WIDTH)]
    return _step(trace, reduce=[reduce(lambda a, b: a + b, terms)])


@cache
def _adding() -> Program:
    """Return the step of a scan that stacks its inputs plus a constant."""
    trace = Trace()
    inputs, (c,) = argument(trace, "input", _WIDTH), argument(trace, "constant", 1)
    return _step(trace, stack=[c + x for x in inputs])


def _step(
    trace: Trace, *, stack: Iterable[Any] = (), reduce: Iterable[Any] = ()
) -> Program:
    results = {"carry": (), "stack": stack, "reduce": reduce}
    named = (Result.of(name, entries) for name, entries in results.items())
    return Program.build("poison", trace, *named)
