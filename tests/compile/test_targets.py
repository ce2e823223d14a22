"""Code for other machines compiles, and needs nothing but itself."""

from __future__ import annotations

import pytest

from linkwright import expr
from linkwright.compile.pipeline import lower
from linkwright.compile.runtime.cpu import assembly, object_code
from linkwright.compile.target import (
    MACOS_ARM,
    PLAIN_X86,
    WINDOWS,
    Target,
    describe,
    host_target,
)
from linkwright.expr.regions import call, iterate, scan, solve
from tests.compile.object_symbols import undefined_symbols
from tests.compile.programs import random_program

LINUX_ARM = Target("aarch64-unknown-linux-gnu", "generic", "", 2, has_fma=True)
TARGETS = {
    "windows": WINDOWS,
    "macos-arm": MACOS_ARM,
    "linux-arm": LINUX_ARM,
    "plain-x86": PLAIN_X86,
    "host": host_target(),
}

# On Windows LLVM names a marker that tells linkers "this uses floating point"; no code
# refers to it. Spills of a long block may make a frame above 4 KiB, which must touch
# its pages in order: __chkstk does, from ntdll, which every process has.
ALLOWED = {"windows": {"_fltused", "__chkstk"}}

each_target = pytest.mark.parametrize("name", TARGETS)
each_dtype = pytest.mark.parametrize("dtype", ["float64", "float32"])


def everything() -> expr.Program:
    """A program with every kind of region around every operation."""
    inner = random_program(3, 150)
    trace = expr.Trace()
    x = expr.argument(trace, "x", 9)
    vector, matrix, number = call(inner, x[:3], x[3:7], x[7:9])
    square = expr.Array([*matrix.entries[:4]], 2)
    systems = [
        solve(square, expr.Array(vector[:2]), "general"),
        solve(square @ square.T, expr.Array(vector[:2]), "semidefinite"),
        solve(matrix, expr.Array(vector[:2]), "minimum_norm"),
    ]
    root = iterate(
        lambda c, k: ([0.5 * (c[0] + k[0] / c[0])], k[0] < c[0] * c[0]),
        carry=[1.0],
        constants=[number * number + 1.0],
        bound=9,
    )
    steps = scan(
        lambda c, i, k: ([c[0] * 0.5 + i[0]], (), [c[0], i[0]]),
        steps=5,
        carry=root.carry,
        inputs=vector,
        reductions=("argmax", "max"),
    )
    entries = [y for s in systems for y in (*s.solution, s.rank, s.pivot_ratio)]
    entries += [*steps.carry, *steps.reduced, root.converged]
    return expr.Program.build("everything", trace, expr.Result.of("y", entries))


@each_target
@each_dtype
def test_objects_need_no_symbol_from_outside(name: str, dtype) -> None:
    target = TARGETS[name]
    module = lower(everything(), dtype=dtype, target=target)
    content = object_code(module.text, target)
    assert undefined_symbols(content) <= ALLOWED.get(name, set())


@each_target
def test_lanes_fill_one_vector_register(name: str) -> None:
    target = TARGETS[name]
    assert target.lanes("float64") * 64 == target.vector_bits
    assert target.lanes("float32") * 32 == target.vector_bits


def test_without_fma_products_and_sums_stay_apart() -> None:
    text = lower(random_program(1, 60), target=PLAIN_X86).text
    assert "llvm.fma" not in text
    assert "contract" not in text
    assert "vfmadd" not in assembly(text, PLAIN_X86)


def test_features_decide_the_vector_width() -> None:
    wide = {"avx512f", "avx512dq", "avx512bw", "avx512vl", "avx2", "fma"}
    triple = "x86_64-unknown-linux-gnu"
    assert describe(triple, "x", wide, "").lanes64 == 8
    # Without all of AVX-512's parts our instructions would be split.
    assert describe(triple, "x", wide - {"avx512dq"}, "").lanes64 == 4
    assert describe(triple, "x", {"sse2"}, "").lanes64 == 2
    assert not describe(triple, "x", {"sse2"}, "").has_fma
    assert describe("arm64-apple-darwin", "x", {"neon"}, "").has_fma


def test_text_is_the_same_every_time() -> None:
    first = lower(everything(), target=PLAIN_X86).text
    assert lower(everything(), target=PLAIN_X86).text == first
