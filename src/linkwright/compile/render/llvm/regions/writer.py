"""Which function spells which region; equal bodies are written once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwright.compile.block import Block, block_of
from linkwright.compile.passes.segments import segments
from linkwright.compile.render.llvm.block import (
    BlockFunction,
    Machine,
    RegionFunction,
    write_block,
)
from linkwright.compile.render.llvm.regions.call import write_call
from linkwright.compile.render.llvm.regions.iterate import write_iterate
from linkwright.compile.render.llvm.regions.scan import write_scan
from linkwright.compile.render.llvm.regions.solve import write_solve
from linkwright.errors import CompileError
from linkwright.expr import Program
from linkwright.expr.regions import Call, Iterate, Region, Scan, Solve


class RegionWriter:
    """Writes the functions of regions, and of their bodies, into a module.

    Attributes:
        instructions: how many those bodies hold so far.
    """

    def __init__(
        self,
        machine: Machine,
        optimised: Callable[[Block], Block],
        segment_length: int,
    ) -> None:
        self.machine = machine
        self.optimised = optimised
        self.segment_length = segment_length
        self.instructions = 0
        self._regions: dict[Region, RegionFunction] = {}
        self._bodies: dict[Any, BlockFunction] = {}

    def write(self, region: Region) -> RegionFunction:
        """Return the function of a region, written if it is new."""
        if region not in self._regions:
            # A body may hold regions: they are written, and numbered, first.
            self._regions[region] = self._written(region)
        return self._regions[region]

    def _written(self, region: Region) -> RegionFunction:
        if isinstance(region, Scan):
            body = self._body(region.body, len(region.body.results))
            return write_scan(self.machine, self._name("scan"), region, body)
        if isinstance(region, Iterate):
            # The residual, where there is one, is for derivatives only.
            body = self._body(region.body, 2)
            return write_iterate(self.machine, self._name("iterate"), region, body)
        if isinstance(region, Call):
            body = self._body(region.program, len(region.program.results))
            return write_call(self.machine, self._name("call"), region, body)
        if isinstance(region, Solve):
            return write_solve(self.machine, self._name("solve"), region)
        raise CompileError(
            f"the region {type(region).__name__} has no spelling in LLVM",
            expectation="Regions: Call, Iterate, Scan, Solve.",
        )

    def _body(self, program: Program, results: int) -> BlockFunction:
        """Return the function of a body, for its first results."""
        key = (program, results)
        if key not in self._bodies:
            kept = Program(
                program.name,
                program.trace,
                program.arguments,
                program.results[:results],
            )
            block = self.optimised(block_of(kept))
            self.instructions += len(block.instructions)
            cuts = segments(block, self.segment_length)
            name = f"body{len(self._bodies)}"
            # Written under a name of its own even if a region inside adds bodies.
            self._bodies[key] = BlockFunction(name, 0)
            self._bodies[key] = write_block(self.machine, name, block, cuts, self.write)
        return self._bodies[key]

    def _name(self, kind: str) -> str:
        return f"{kind}{len(self._regions)}"
