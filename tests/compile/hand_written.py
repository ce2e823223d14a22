"""Loops written by hand, and kernels of them: the runtime without the compiler.

Output k of a loop holds, at entry j, j + 100 k + sum over the inputs i of
(i + 1) x[i][j % size of x[i]].
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from linkwright.compile import CompileOptions, Kernel, Module, Source, Stage
from linkwright.compile.recipe import Recipe

STATE = frozenset({"case", "sample"})


def loop_text(name: str, sizes, output_sizes, dtype="float64", scratch=False) -> str:
    """Return the LLVM text of one loop; with scratch, its sums go through it."""
    real = {"float64": "double", "float32": "float"}[dtype]
    count = len(sizes) + len(output_sizes)
    lines = ["  %rows = load i64, ptr %dimensions"]
    if scratch:
        lines.append("  %memory = load ptr, ptr %data")
    for k in range(count):
        lines += [
            f"  %pa{k} = getelementptr ptr, ptr %args, i64 {k}",
            f"  %a{k} = load ptr, ptr %pa{k}",
            f"  %ps{k} = getelementptr i64, ptr %steps, i64 {k}",
            f"  %s{k} = load i64, ptr %ps{k}",
            f"  %pc{k} = getelementptr i64, ptr %steps, i64 {count + k}",
            f"  %c{k} = load i64, ptr %pc{k}",
        ]
    lines += [
        "  br label %head",
        "head:",
        "  %i = phi i64 [0, %entry], [%next, %body]",
        "  %more = icmp slt i64 %i, %rows",
        "  br i1 %more, label %body, label %exit",
        "body:",
    ]
    for k in range(count):
        lines += [
            f"  %o{k} = mul i64 %i, %s{k}",
            f"  %r{k} = getelementptr i8, ptr %a{k}, i64 %o{k}",
        ]

    def entry(k: int, j: int, label: str) -> str:
        lines.append(f"  %m{label} = mul i64 %c{k}, {j}")
        lines.append(f"  %p{label} = getelementptr i8, ptr %r{k}, i64 %m{label}")
        return f"%p{label}"

    for k, size in enumerate(sizes):
        for j in range(size):
            place = entry(k, j, f"i{k}.{j}")
            lines.append(f"  %x{k}.{j} = load {real}, ptr {place}")
    for k, size in enumerate(output_sizes):
        for j in range(size):
            total = f"{float(j + 100 * k)}"
            for i, n in enumerate(sizes):
                label = f"{k}.{j}.{i}"
                lines.append(f"  %w{label} = fmul {real} %x{i}.{j % n}, {float(i + 1)}")
                lines.append(f"  %t{label} = fadd {real} {total}, %w{label}")
                total = f"%t{label}"
            if scratch:
                lines.append(f"  store {real} {total}, ptr %memory, align 64")
                lines.append(f"  %u{k}.{j} = load {real}, ptr %memory, align 64")
                total = f"%u{k}.{j}"
            place = entry(len(sizes) + k, j, f"o{k}.{j}")
            lines.append(f"  store {real} {total}, ptr {place}")
    lines += ["  %next = add i64 %i, 1", "  br label %head", "exit:", "  ret void"]
    parameters = "ptr %args, ptr %dimensions, ptr %steps, ptr %data"
    body = "\n".join(lines)
    return f"define void @{name}({parameters}) nounwind {{\nentry:\n{body}\n}}\n"


def expected(inputs, shapes, dtype="float64") -> list[np.ndarray]:
    """Return what a loop gives, computed by NumPy in the same order."""
    dtype = np.dtype(dtype)
    arrays = [np.asarray(x).astype(dtype) for x in inputs]
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
    results = []
    for k, shape in enumerate(shapes):
        size = math.prod(shape)
        total = np.broadcast_to(
            (np.arange(size) + 100 * k).astype(dtype), (*batch, size)
        )
        for i, x in enumerate(arrays):
            total = total + x[..., np.arange(size) % x.shape[-1]] * dtype.type(i + 1)
        results.append(total.reshape(batch + shape))
    return results


def single(sizes, shapes, dtype="float64", scratch=0, names="qvaxyz") -> Module:
    """Return the module of one loop."""
    output_sizes = tuple(math.prod(shape) for shape in shapes)
    stage = Stage(
        entry="loop",
        inputs=tuple(Source("argument", i) for i in range(len(sizes))),
        input_sizes=tuple(sizes),
        output_sizes=output_sizes,
        axes=STATE,
        scratch_bytes=scratch,
        result=True,
    )
    return Module(
        text=loop_text("loop", sizes, output_sizes, dtype, bool(scratch)),
        stages=(stage,),
        arguments=tuple((names[i], size, STATE) for i, size in enumerate(sizes)),
        results=tuple((f"result{i}", shape) for i, shape in enumerate(shapes)),
        lanes=1,
        dtype=dtype,
        counts={"instructions": 50, "work": 50},
    )


def kernel_of(module: Module, key: str | None = None, **options: Any) -> Kernel:
    """Return the kernel of a module; the list ``lowered`` counts compilations."""
    counted = options.pop("lowered", [])

    def lower(program: Any) -> Module:
        counted.append(program)
        return module

    recipe = Recipe(
        lambda: SimpleNamespace(name="hand_written"),  # pyright: ignore
        lower,
        key,
        module.dtype,
        CompileOptions(),
    )
    return Kernel(recipe, options.pop("reasons", {}), options.pop("meanings", {}))


def rows(seed: int, *shape: int, dtype="float64") -> np.ndarray:
    """Return random numbers."""
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)
