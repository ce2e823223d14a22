"""What a kernel is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.compile.module import Dtype, Module
from linkwright.compile.options import CompileOptions
from linkwright.expr import Program


@dataclass(frozen=True, eq=False)
class Recipe:
    """How to make a program and lower it, and how to find what was made before.

    Attributes:
        make_program: traces the program.
        lower: turns a program into LLVM text.
        key: names the program, if it has a name; then a hit needs no tracing.
        dtype: of all numbers in the kernel.
        options: how it is compiled.
    """

    make_program: Callable[[], Program]
    lower: Callable[[Program], Module]
    key: str | None
    dtype: Dtype
    options: CompileOptions
