"""The entries NumPy calls: a thin function in front of a stage's loop, where needed.

NumPy's ufuncs hand over several core steps for a matrix and none for a scalar; our
loops take exactly one for every operand. And a ufunc's one ``data`` serves all threads,
so that an entry takes its scratch from a pool there, and puts it back.
"""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.compile.module import Module, Stage

_MOST_SCRATCHES = 64
_POOL_BYTES = 16 << 20

Shape = tuple[int, ...]


def core_shapes(module: Module, index: int) -> tuple[Shape, ...]:
    """Return the shapes NumPy sees of a stage's outputs: matrices as such."""
    if module.stages[index].result:
        return tuple(shape for _, shape in module.results)
    return tuple((size,) for size in module.stages[index].output_sizes)


def ufunc_entry(module: Module, index: int) -> str:
    """Return the name of the function that NumPy calls for a stage."""
    entry = module.stages[index].entry
    return f"{entry}.ufunc" if _needs_entry(module, index) else entry


def with_ufunc_entries(module: Module) -> str:
    """Return a module's text with the functions that NumPy calls."""
    item_bytes = 8 if module.dtype == "float64" else 4
    lines = [module.text]
    for index, stage in enumerate(module.stages):
        if not _needs_entry(module, index):
            continue
        shapes = core_shapes(module, index)
        lines += [
            f"define void @{ufunc_entry(module, index)}"
            "(ptr %args, ptr %dimensions, ptr %steps, ptr %data) nounwind {",
            "entry:",
            *_flat_steps(len(stage.inputs), shapes, item_bytes),
            *(_with_scratch(stage) if stage.scratch_bytes else _called(stage, "%data")),
            "  ret void",
            "}",
        ]
    return "\n".join((*lines, ""))


def _needs_entry(module: Module, index: int) -> bool:
    shapes = core_shapes(module, index)
    scratch = module.stages[index].scratch_bytes
    return bool(scratch) or any(len(shape) != 1 for shape in shapes)


def _called(stage: Stage, data: str) -> Iterator[str]:
    yield (
        f"  call void @{stage.entry}(ptr %args, ptr %dimensions, ptr %flat, ptr {data})"
    )


def pool_of(scratch_bytes: int) -> tuple[int, int]:
    """Return how many scratches a pool holds, and how far apart they are."""
    apart = -(-scratch_bytes // 64) * 64
    return max(2, min(_MOST_SCRATCHES, _POOL_BYTES // apart)), apart


def _with_scratch(stage: Stage) -> Iterator[str]:
    """Yield lines that call the stage with a scratch that no other thread has.

    ``%data`` is a table of words: where the pool begins, then 1 for every scratch
    that is taken. Calls are short; when all are taken, one is free again at once.
    """
    count, apart = pool_of(stage.scratch_bytes)
    yield "  %pool = load i64, ptr %data"
    yield "  %scratch = alloca i64"
    yield "  br label %try"
    yield "try:"
    yield "  %i = phi i64 [0, %entry], [%following, %taken]"
    yield "  %number = add i64 %i, 1"
    yield "  %mark = getelementptr i64, ptr %data, i64 %number"
    yield "  %found = cmpxchg ptr %mark, i64 0, i64 1 acquire monotonic"
    yield "  %free = extractvalue {i64, i1} %found, 1"
    yield "  br i1 %free, label %run, label %taken"
    yield "taken:"
    yield f"  %last = icmp eq i64 %number, {count}"
    yield "  %following = select i1 %last, i64 0, i64 %number"
    yield "  br label %try"
    yield "run:"
    yield f"  %beyond = mul i64 %i, {apart}"
    yield "  %place = add i64 %pool, %beyond"
    yield "  store i64 %place, ptr %scratch"
    yield from _called(stage, "%scratch")
    yield "  store atomic i64 0, ptr %mark release, align 8"


def _flat_steps(inputs: int, outputs: tuple[Shape, ...], item: int) -> Iterator[str]:
    """Yield lines that make ``%flat``, steps with one core step for every operand.

    Matrices must be contiguous: their core step is that of an entry.
    """
    operands = inputs + len(outputs)
    yield f"  %flat = alloca [{2 * operands} x i64], align 8"
    for k in range(operands + inputs):  # all outer steps, the inputs' core steps
        yield from _copy_step(k, k)
    source = operands + inputs
    for k, shape in enumerate(outputs, operands + inputs):
        if len(shape) == 1:
            yield from _copy_step(source, k)
        else:
            yield f"  %to{k} = getelementptr i64, ptr %flat, i64 {k}"
            yield f"  store i64 {item}, ptr %to{k}, align 8"
        source += len(shape)


def _copy_step(source: int, k: int) -> Iterator[str]:
    yield f"  %from{k} = getelementptr i64, ptr %steps, i64 {source}"
    yield f"  %step{k} = load i64, ptr %from{k}, align 8"
    yield f"  %to{k} = getelementptr i64, ptr %flat, i64 {k}"
    yield f"  store i64 %step{k}, ptr %to{k}, align 8"
