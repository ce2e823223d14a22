"""The quick way for a few rows: NumPy calls the stages, one ufunc each.

About 0.7 µs a stage, where setting up a launch takes tens of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from linkwright.compile.module import Module, Stage
from linkwright.compile.runtime.cpu import MachineCode
from linkwright.compile.runtime.entry import core_shapes, pool_of, ufunc_entry
from linkwright.compile.runtime.operands import aligned_memory
from linkwright.compile.runtime.ufunc import MAX_OPERANDS, generalised_ufunc

FewRows = Callable[..., Any]
"""Takes one array per argument, ``out=`` and ``order=``, as a ufunc does."""


def few_rows(module: Module, code: MachineCode, name: str) -> FewRows | None:
    """Return the quick call of a module, or None where NumPy cannot make it.

    It is the bare ufunc where the module is one stage. Empty operands
    and more than 64 of them are beyond ufuncs; and an argument that no stage takes
    would not widen the batch.
    """
    if not all(map(_fits_ufunc, module.stages)) or not _takes_every_argument(module):
        return None
    calls = [
        _stage_call(module, index, code, name) for index in range(len(module.stages))
    ]
    arguments = tuple(("argument", index) for index in range(len(module.arguments)))
    if len(calls) == 1 and module.stages[0].inputs == arguments:
        return calls[0]
    sources = [stage.inputs for stage in module.stages]

    def in_order(*arrays: Any, out: Any = None, order: str = "K") -> Any:
        values: list[Any] = []
        last = len(calls) - 1
        for number, call in enumerate(calls):
            taken = [
                arrays[index] if kind == "argument" else values[index]
                for kind, index in sources[number]
            ]
            filled = out if number == last else None
            values.append(call(*taken, out=filled, order=order))
        return values[-1]

    return in_order


def _fits_ufunc(stage: Stage) -> bool:
    sizes = (*stage.input_sizes, *stage.output_sizes)
    return 0 not in sizes and bool(stage.inputs) and len(sizes) <= MAX_OPERANDS


def _takes_every_argument(module: Module) -> bool:
    taken = {
        index
        for stage in module.stages
        for kind, index in stage.inputs
        if kind == "argument"
    }
    return len(taken) == len(module.arguments)


def _stage_call(module: Module, index: int, code: MachineCode, name: str) -> FewRows:
    stage = module.stages[index]
    data, owner = None, code
    if stage.scratch_bytes:
        pool = _Pool(stage.scratch_bytes, code)
        data, owner = pool.address, pool
    return generalised_ufunc(
        code.address(ufunc_entry(module, index)),
        name=name,
        inputs=tuple((size,) for size in stage.input_sizes),
        outputs=core_shapes(module, index),
        dtype=module.dtype,
        data=data,
        owner=owner,
    )


class _Pool:
    """Scratches for the threads that call a ufunc; see `entry`."""

    def __init__(self, scratch_bytes: int, code: MachineCode) -> None:
        count, apart = pool_of(scratch_bytes)
        self._code = code
        self._memory, place = aligned_memory(count * apart)
        self._words = (ctypes.c_int64 * (1 + count))(place)
        self.address = ctypes.addressof(self._words)
