"""NaN reaches every output: what folding removed is added again, times zero.

An expression like ``0 * x`` folds to 0 and hides that x is NaN. The law kept here: a
NaN among a row's inputs makes all its outputs NaN; an infinite input makes them NaN or
infinite, never a finite number (decision 6). Most outputs obey by themselves, because
arithmetic hands NaN on. This pass finds which inputs do not reach which outputs that
way, sums those inputs times 0 (0 of a finite number, NaN of the others) and adds the
sum where one is missing. Seven-joint inverse dynamics misses only the first angle: one
product and seven sums beside 622 operations.

Where many outputs miss some, the sum is added to a few inputs instead, which reach them
all: poses of a tree miss the angles of other branches, and all have the first. The
thousands of inputs and outputs of a long scan are summed and added in loops, which take
LLVM no time to compile.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from typing import Any, NamedTuple

from linkwright.compile.block import (
    Block,
    Instruction,
    Operand,
    rearranged,
    values,
)
from linkwright.expr import Program, Result, Scan, Trace, argument

_WIDTH = 32
"""Columns that one round of a loop takes."""

_LOOP = 8 * _WIDTH
"""As many columns are summed, or added to, in a loop."""

_HANDS_INFINITY_ON = frozenset(
    ("add", "sub", "mul", "neg", "abs", "sqrt", "fma", "fms", "fnma")
)
_PLAIN = frozenset(("add", "sub", "mul"))
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


def poison(block: Block, exempt: Iterable[int] = (), slow: Iterable[int] = ()) -> Block:
    """Return the block with the law above.

    Args:
        block: straight-line code.
        exempt: output groups that stay as they are.
        slow: input groups that vary less than others: nothing is added to these.
    """
    spared = set(exempt)
    lacking = _lacking(block, _missing(block), spared)
    if not lacking:
        return block
    entered = _through_inputs(block, lacking, spared, set(slow))
    if entered is not None:
        block, spoiled = entered
        lacking = _lacking(block, _missing(block, spoiled), spared)
        missing = _missing(block, spoiled)
    else:
        missing = _missing(block)
    return _at_outputs(block, lacking, missing, spared) if lacking else block


def _lacking(block: Block, missing: Callable[[Operand], int], spared: set[int]) -> int:
    """Return the inputs that do not show in some output."""
    lacking = 0
    for group, operands in enumerate(block.outputs):
        if group not in spared:
            for operand in operands:
                lacking |= missing(operand)
    return lacking


def _through_inputs(
    block: Block, lacking: int, spared: set[int], slow: set[int]
) -> tuple[Block, dict[int, _Carried]] | None:
    """Return the block with the sum added to a few inputs that reach the outputs.

    And what shows in each of these sums. None where there are no
    fewer such inputs than outputs to add to.
    """
    missing = _missing(block)
    first = _first_bits(block)
    everything = (1 << sum(block.inputs)) - 1
    swift = 0
    for group, size in enumerate(block.inputs):
        if group not in slow:
            swift |= ((1 << size) - 1) << first[group]
    reached = {
        a: everything & ~missing(a) & swift
        for group, operands in enumerate(block.outputs)
        if group not in spared
        for a in operands
        if isinstance(a, int) and missing(a)
    }
    open_ = [bits for bits in reached.values() if bits]
    most = len(open_) // 2
    chosen = 0
    while open_:
        if chosen.bit_count() >= most:
            return None
        counts: Counter[int] = Counter()
        for bits in open_:
            counts.update(_bits(bits))
        chosen |= 1 << max(counts, key=lambda bit: (counts[bit], -bit))
        open_ = [bits for bits in open_ if not bits & chosen]
    if not chosen:
        return None
    return _with_sum_in(block, lacking, chosen)


def _with_sum_in(
    block: Block, lacking: int, chosen: int
) -> tuple[Block, dict[int, _Carried]]:
    """Return the block with the sum of some inputs times 0 added to the chosen ones."""
    first = _first_bits(block)
    instructions: list[Instruction] = []
    total = _sum_times_zero(block, instructions, lacking)
    present = {i.data: p for p, i in enumerate(instructions) if i.op == "input"}
    position: dict[int, int] = {}
    spoiled: dict[int, _Carried] = {}

    def moved(operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple(position[a] if isinstance(a, int) else a for a in operands)

    for old, (op, args, data) in enumerate(block.instructions):
        if op != "input":
            position[old] = len(instructions)
            instructions.append(Instruction(op, moved(args), data))
            continue
        if data not in present:
            present[data] = len(instructions)
            instructions.append(Instruction(op, (), data))
        position[old] = present[data]
        bit = first[data[0]] + data[1]
        if chosen >> bit & 1:
            position[old] = len(instructions)
            either = lacking | 1 << bit
            spoiled[len(instructions)] = _Carried(either, either, lacking)
            added = (present[data], total)
            instructions.append(Instruction("add", added))
    outputs = tuple(moved(group) for group in block.outputs)
    return Block(tuple(instructions), block.inputs, outputs), spoiled


def _at_outputs(
    block: Block, lacking: int, missing: Callable[[Operand], int], spared: set[int]
) -> Block:
    """Return the block with the sum of lacking inputs added to each output."""
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
    whole = Block(tuple(instructions), block.inputs, outputs)
    return _summed_at_once(whole, len(block.instructions), total)


def _summed_at_once(block: Block, old: int, total: int) -> Block:
    """Return the block with the sum first, and added to values as they are made.

    ``old`` is where the instructions of the sum begin. Otherwise all outputs would wait
    for the end.
    """
    instructions = block.instructions
    if any(instructions[p].op == "region" for p in range(old, len(instructions))):
        return block
    needed = {total}
    for p in range(total, -1, -1):
        if p in needed:
            needed.update(values(instructions[p].args))
    following: dict[int, list[int]] = defaultdict(list)
    for p in range(total + 1, len(instructions)):
        own = [a for a in values(instructions[p].args) if a != total]
        following[own[0] if own else total].append(p)
    arrangement = sorted(needed)
    arrangement += following.pop(total, [])
    placed = set(arrangement)
    for p in list(arrangement):
        arrangement += following.pop(p, [])
    for p in range(old):
        if p not in placed:
            arrangement += [p, *following.pop(p, [])]
    return rearranged(block, arrangement)


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


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


def _missing(
    block: Block, spoiled: Mapping[int, _Carried] | None = None
) -> Callable[[Operand], int]:
    """Return a function: the inputs, as bits, that may not show in an operand.

    ``spoiled``: what shows in sums, where our rules would not see it.
    """
    first = _first_bits(block)
    everything = (1 << sum(block.inputs)) - 1
    carried: list[_Carried] = []
    for position, (op, args, data) in enumerate(block.instructions):
        if spoiled and position in spoiled:
            carried.append(spoiled[position])
        elif op == "input":
            group, column = data
            bit = 1 << (first[group] + column)
            carried.append(_Carried(bit, bit, 0))
        else:
            operands = [carried[a] if a.__class__ is int else _NOTHING for a in args]  # type: ignore[index]
            carried.append(_carried_by(op, operands))

    def missing(operand: Operand) -> int:
        if not isinstance(operand, int):
            return everything
        return everything & ~(carried[operand].nan & carried[operand].infinity)

    return missing


def _carried_by(op: str, operands: list[_Carried]) -> _Carried:
    if op in _PLAIN:
        a, b = operands
        if a is b or b is _NOTHING:
            return a
        if a is _NOTHING:
            return b
        return _Carried(a[0] | b[0], a[1] | b[1], a[2] | b[2])
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
        within = _tree(terms, append)
        total = within if total is None else append("add", [total, within])
    assert total is not None
    return total


def _tree(terms: list[int], append: Callable[..., int]) -> int:
    """Append the sum of terms, pair by pair: all that follows waits for it."""
    while len(terms) > 1:
        pairs = zip(terms[0::2], terms[1::2], strict=False)
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [append("add", pair) for pair in pairs] + odd
    return terms[0]


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
