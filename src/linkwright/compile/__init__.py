"""From programs to kernels: the compiler and its runtime. It knows no robot."""

from linkwright.compile.kernel import Kernel, kernel_for
from linkwright.compile.module import Dtype, Module, Source, Stage
from linkwright.compile.options import CompileOptions

__all__ = [
    "CompileOptions",
    "Dtype",
    "Kernel",
    "Module",
    "Source",
    "Stage",
    "kernel_for",
]
