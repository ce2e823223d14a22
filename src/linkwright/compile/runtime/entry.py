"""The entries NumPy calls: a thin function in front of a stage's loop, where needed.

NumPy's ufuncs hand over several core steps for a matrix and none for a scalar; our
loops take exactly one for every operand.
"""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.compile.module import Module

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
        lines += [
            f"define void @{ufunc_entry(module, index)}"
            "(ptr %args, ptr %dimensions, ptr %steps, ptr %data) nounwind {",
            *_flat_steps(len(stage.inputs), core_shapes(module, index), item_bytes),
            f"  call void @{stage.entry}"
            "(ptr %args, ptr %dimensions, ptr %flat, ptr %data)",
            "  ret void",
            "}",
        ]
    return "\n".join((*lines, ""))


def _needs_entry(module: Module, index: int) -> bool:
    return any(len(shape) != 1 for shape in core_shapes(module, index))


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
