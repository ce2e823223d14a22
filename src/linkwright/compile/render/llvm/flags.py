"""The processor's sticky floating-point flags, left as they were found.

Vector code computes values that no row asked for (the other branch of a selection, the
fold of an unused range), and they may raise flags that NumPy would turn into warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from linkwright.compile.render.llvm.text import Body


@contextmanager
def kept_flags(body: Body, architecture: str) -> Iterator[None]:
    """Write lines between saving the flags and restoring them, where we know how."""
    if architecture == "x86_64":
        body.declare("void @llvm.x86.sse.stmxcsr(ptr)")
        body.declare("void @llvm.x86.sse.ldmxcsr(ptr)")
        saved = body.value("alloca i32, align 4")
        body.line(f"call void @llvm.x86.sse.stmxcsr(ptr {saved})")
        yield
        body.line(f"call void @llvm.x86.sse.ldmxcsr(ptr {saved})")
    elif architecture == "aarch64":
        body.declare("i64 @llvm.aarch64.get.fpsr()")
        body.declare("void @llvm.aarch64.set.fpsr(i64)")
        saved = body.value("call i64 @llvm.aarch64.get.fpsr()")
        yield
        body.line(f"call void @llvm.aarch64.set.fpsr(i64 {saved})")
    else:
        yield
