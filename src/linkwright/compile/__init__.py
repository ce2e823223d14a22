"""From programs to kernels: the compiler and its runtime. It knows no robot."""

from linkwright.compile.build import forget_loaded_code
from linkwright.compile.kernel import Kernel, kernel_for
from linkwright.compile.module import Dtype, Module, Source, Stage
from linkwright.compile.options import CompileOptions
from linkwright.compile.runtime.cache import CacheWarning, cache_folder

__all__ = [
    "CacheWarning",
    "CompileOptions",
    "Dtype",
    "Kernel",
    "Module",
    "Source",
    "Stage",
    "cache_folder",
    "forget_loaded_code",
    "kernel_for",
]
