"""What the compiler hands to the runtime: LLVM text and how to call its functions.

Every stage is one function with the signature of a NumPy gufunc inner loop,

    void entry(char **args, npy_intp *dimensions, npy_intp *steps, void *data)

``args`` are the stage's inputs, then its outputs; each has one core dimension.
``dimensions[0]`` is the number of rows, ``steps`` holds the outer step of every
operand, then the core step of every operand, in bytes. ``data`` is read only where
``scratch_bytes`` is not 0: it points to a pointer to that much memory, aligned to 64
bytes and owned by the call and thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Dtype = Literal["float64", "float32"]


class Source(NamedTuple):
    """Where an input of a stage comes from: an argument, or an earlier stage."""

    kind: Literal["argument", "stage"]
    number: int


@dataclass(frozen=True)
class Stage:
    """One function of a module.

    Attributes:
        entry: name of the function.
        inputs: where its inputs come from, in the order of its operands.
        input_sizes: core size of every input.
        output_sizes: core size of every output; a stage that is not the result has
            one output, the packed values that later stages take.
        axes: the rate of the stage; it runs once for every row of the leading shape
            that its own inputs broadcast to.
        scratch_bytes: memory that the caller gives through ``data``; 0 where the
            stack suffices.
        result: whether the outputs are the program's results, in order. True for the
            last stage and for no other.
    """

    entry: str
    inputs: tuple[Source, ...]
    input_sizes: tuple[int, ...]
    output_sizes: tuple[int, ...]
    axes: frozenset[str]
    scratch_bytes: int
    result: bool


@dataclass(frozen=True)
class Module:
    """A lowered program: LLVM text and its stages, in the order they run.

    Attributes:
        text: LLVM assembly, without target triple or data layout.
        arguments: name, size and axes of every argument of the program.
        results: name and shape of every result of the program.
        lanes: rows computed at once.
        counts: what was compiled, by name: instructions, segments, stages; and
            ``work``, about how many additions a row is worth at most, loops included.
    """

    text: str
    stages: tuple[Stage, ...]
    arguments: tuple[tuple[str, int, frozenset[str]], ...]
    results: tuple[tuple[str, tuple[int, ...]], ...]
    lanes: int
    dtype: Dtype
    counts: dict[str, int]
