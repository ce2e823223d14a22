"""Vector types: how many rows are computed at once, and in which format."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from linkwright.compile.module import Dtype
from linkwright.errors import CompileError

Format = Literal["double", "float"]


@dataclass(frozen=True)
class Lanes:
    """The LLVM types of one row block: ``count`` numbers of one format."""

    count: int
    format: Format

    @staticmethod
    def of(dtype: Dtype, count: int) -> Lanes:
        """Return the lanes of a NumPy type."""
        return Lanes(count, "double" if dtype == "float64" else "float")

    @cached_property
    def bits(self) -> int:
        """Width of one number."""
        return 64 if self.format == "double" else 32

    @cached_property
    def item_bytes(self) -> int:
        """Bytes of one number."""
        return self.bits // 8

    @cached_property
    def bytes(self) -> int:
        """Bytes of all lanes."""
        return self.count * self.item_bytes

    @cached_property
    def type(self) -> str:
        """The vector of numbers."""
        return f"<{self.count} x {self.format}>"

    @cached_property
    def integer(self) -> str:
        """The vector of whole numbers as wide as ours."""
        return f"<{self.count} x i{self.bits}>"

    @cached_property
    def truth(self) -> str:
        """The vector of truth values."""
        return f"<{self.count} x i1>"

    @cached_property
    def suffix(self) -> str:
        """How intrinsics spell the type."""
        return f"v{self.count}f{self.bits}"

    def constant(self, value: float) -> str:
        """Return a number in every lane."""
        return f"splat ({self.format} {self.scalar_constant(value)})"

    def whole(self, value: int) -> str:
        """Return a whole number in every lane."""
        return f"splat (i{self.bits} {value})"

    def scalar_constant(self, value: float) -> str:
        """Return a number as LLVM writes it, exactly; floats too are in 64 bits."""
        rounded = self.rounded(value)
        return f"0x{struct.unpack('<Q', struct.pack('<d', rounded))[0]:016X}"

    def bit_pattern(self, value: float) -> int:
        """Return the bits of a number in our format as a whole number."""
        form, whole = ("<d", "<q") if self.format == "double" else ("<f", "<i")
        return struct.unpack(whole, struct.pack(form, value))[0]

    def rounded(self, value: float) -> float:
        """Return the number in our format; one beyond its range is an error."""
        if self.format == "double":
            return value
        try:
            return struct.unpack("<f", struct.pack("<f", value))[0]
        except OverflowError:
            raise CompileError(
                f"the constant {value} does not fit float32",
                expectation="Its largest number is about 3.4e38.",
                remedy="Compile for float64.",
            ) from None
