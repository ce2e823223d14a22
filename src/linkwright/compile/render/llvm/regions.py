"""Regions of a program as functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwright.compile.block import Block
from linkwright.compile.render.llvm.block import Machine, RegionFunction
from linkwright.errors import CompileError


class RegionWriter:
    """Writes the functions of regions into a module."""

    def __init__(
        self, machine: Machine, optimised: Callable[[Block], Block], length: int
    ) -> None:
        self.machine = machine

    def write(self, region: Any) -> RegionFunction:
        """Return the function of a region."""
        raise CompileError("regions are not spelled yet")
