"""The machine that code is made for: this one, or a named one for cross-checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from linkwright.compile.module import Dtype


@dataclass(frozen=True)
class Target:
    """A processor as LLVM knows it, and what decides the shape of our code.

    Attributes:
        triple: LLVM target triple.
        cpu: LLVM processor name.
        features: LLVM feature list, "+avx2,-avx512f"; sorted, so that it can be a key.
        lanes64: doubles in the widest vector register; floats are twice as many.
        has_fma: whether multiply-add with one rounding is one instruction.
        stack_bytes: most of the stack that one frame of ours takes. Windows commits
            its stack page by page, so that frames beyond one page need care there.
    """

    triple: str
    cpu: str
    features: str
    lanes64: int
    has_fma: bool
    stack_bytes: int = 16 * 1024

    def lanes(self, dtype: Dtype) -> int:
        """The number of rows computed at once: one vector register full."""
        return self.lanes64 if dtype == "float64" else 2 * self.lanes64

    @property
    def fetches_ahead(self) -> bool:
        """Whether rows reach the first-level cache without our asking for them."""
        return self.cpu.startswith("znver")

    @property
    def vector_bits(self) -> int:
        """The width of a vector register."""
        return 64 * self.lanes64

    @property
    def architecture(self) -> str:
        """The first part of the triple: "x86_64", "aarch64", ..."""
        name = self.triple.partition("-")[0]
        return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


@cache
def host_target() -> Target:
    """Return the machine this process runs on."""
    import llvmlite.binding as llvm

    found = llvm.get_host_cpu_features()
    return describe(
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        {name for name, present in found.items() if present},
        ",".join(sorted(found.flatten().split(","))),
    )


def describe(triple: str, cpu: str, present: set[str], features: str) -> Target:
    """Return a target from its names; ``present`` holds the features it has."""
    if triple.startswith(("aarch64", "arm64")):
        return Target(triple, cpu, features, lanes64=2, has_fma=True)
    if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= present:
        lanes = 8
    elif "avx2" in present:
        lanes = 4
    else:
        lanes = 2
    stack = 2 * 1024 if "windows" in triple else 16 * 1024
    return Target(triple, cpu, features, lanes, "fma" in present, stack)


# Cross targets: their code is never run here, but must compile and link to nothing.
WINDOWS = Target(
    "x86_64-pc-windows-msvc", "x86-64-v3", "", 4, has_fma=True, stack_bytes=2 * 1024
)
MACOS_ARM = Target("arm64-apple-macosx", "apple-m1", "", 2, has_fma=True)
PLAIN_X86 = Target("x86_64-pc-linux-gnu", "x86-64", "", 2, has_fma=False)
