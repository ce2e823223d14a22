"""Runs a lowered program by ctypes alone: no cache, no ufunc, no threads."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from linkwright.compile.module import Module
from linkwright.compile.options import CompileOptions
from linkwright.compile.pipeline import lower
from linkwright.compile.runtime.cpu import load, object_code
from linkwright.compile.target import Target, host_target


class Compiled:
    """A program's machine code."""

    def __init__(self, module: Module, target: Target | None = None) -> None:
        self.module = module
        self.code = load(object_code(module.text, target))

    def __call__(self, *arrays: Any) -> list[np.ndarray]:
        """Return the results for arrays whose leading axes broadcast."""
        dtype = self.module.dtype
        given = [np.asarray(array, dtype) for array in arrays]
        batch = np.broadcast_shapes(*(array.shape[:-1] for array in given))
        made: list[np.ndarray] = []
        for stage in self.module.stages:
            sources = {"argument": given, "stage": made}
            inputs = [sources[kind][index] for kind, index in stage.inputs]
            own = batch if stage.result else _leading(inputs)
            flat = [_flat(array, own) for array in inputs]
            rows = int(np.prod(own, dtype=int))
            outputs = [np.full((rows, n), 77.0, dtype) for n in stage.output_sizes]
            self.run(stage, rows, [*flat, *outputs])
            if stage.result:
                shapes = [shape for _, shape in self.module.results]
                return [
                    o.reshape((*batch, *s))
                    for o, s in zip(outputs, shapes, strict=True)
                ]
            made.append(outputs[0].reshape((*own, -1)))
        raise AssertionError("no stage gives the results")

    def run(self, stage: Any, rows: int, operands: list[np.ndarray]) -> None:
        """Call one stage's function on two-dimensional arrays."""
        pointers = (ctypes.c_void_p * len(operands))(*(a.ctypes.data for a in operands))
        strides = [a.strides[axis] for axis in (0, 1) for a in operands]
        steps = (ctypes.c_int64 * len(strides))(*strides)
        dimensions = (ctypes.c_int64 * 1)(rows)
        memory = np.zeros(stage.scratch_bytes + 64, np.uint8)
        start = memory.ctypes.data
        data = ctypes.c_void_p(start + -start % 64)
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(
            self.code.address(stage.entry)
        )
        function(
            ctypes.addressof(pointers),
            ctypes.addressof(dimensions),
            ctypes.addressof(steps),
            ctypes.addressof(data) if stage.scratch_bytes else None,
        )


def compiled(
    program: Any,
    dtype: Any = "float64",
    target: Target | None = None,
    **options: Any,
) -> Compiled:
    """Return a program's code for this machine, or for a lesser one it can run."""
    chosen = target or host_target()
    module = lower(
        program, dtype=dtype, target=chosen, options=CompileOptions(**options)
    )
    return Compiled(module, chosen)


def _leading(inputs: list[np.ndarray]) -> tuple[int, ...]:
    return np.broadcast_shapes(*(array.shape[:-1] for array in inputs))


def _flat(array: np.ndarray, batch: tuple[int, ...]) -> np.ndarray:
    """Return rows; one that is the same for all keeps stride 0."""
    if array.size == array.shape[-1]:
        rows = int(np.prod(batch, dtype=int))
        return np.broadcast_to(array.reshape(-1), (rows, array.shape[-1]))
    if array.shape[:-1] == batch and array.ndim == 2:
        return array
    return np.broadcast_to(array, (*batch, array.shape[-1])).reshape(
        -1, array.shape[-1]
    )
