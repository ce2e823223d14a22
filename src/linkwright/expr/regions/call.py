"""Call: another program as part of this one, traced and compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.counts import Counts, count
from linkwright.expr.interpret import interpreter
from linkwright.expr.node import Scalar
from linkwright.expr.program import Program, Result
from linkwright.expr.regions.region import Region, flat, place


@dataclass(frozen=True, eq=False)
class Call(Region):
    """The results of a program on other operands.

    Operands: the program's inputs, argument after argument.
    Outputs: the entries of its results, result after result.
    """

    program: Program

    @property
    def operand_count(self) -> int:
        """The number of scalar operands."""
        return sum(a.size for a in self.program.arguments)

    @property
    def output_size(self) -> int:
        """The number of scalar outputs."""
        return len(self.program.entries)

    @property
    def bodies(self) -> tuple[Program, ...]:
        """The program called."""
        return (self.program,)

    def check(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless the operands fit the program."""
        self.check_operand_count(operands)

    def interpret(self, operands: list[Any], dtype: Any) -> list[Any]:
        """Return the outputs as arrays, given the operands as arrays."""
        return interpreter(self.program.trace, self.program.entries, dtype)(operands)

    def counts(self) -> Counts:
        """Return the operations of the program."""
        return count(self.program)


def call(program: Program, *arrays: Any) -> Any:
    """Return the results of a program on these arguments.

    One array (or scalar, where the result has no axes), or a tuple of them in the
    order of the results.
    """
    given = [flat(array) for array in arrays]
    sizes = {a.name: a.size for a in program.arguments}
    if [len(entries) for entries in given] != list(sizes.values()):
        raise InputError(
            f"program '{program.name}' is called with"
            f" {[len(entries) for entries in given]} values",
            expectation=f"Its arguments: {sizes}.",
        )
    outputs = iter(place(Call(program), (x for entries in given for x in entries)))
    results = tuple(_shaped(result, outputs) for result in program.results)
    return results[0] if len(results) == 1 else results


def _shaped(result: Result, outputs: Any) -> Any:
    entries = [next(outputs) for _ in result.entries]
    if not result.shape:
        return entries[0]
    return Array(entries, result.shape[1] if len(result.shape) == 2 else None)
