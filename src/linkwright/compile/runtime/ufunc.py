"""A NumPy generalised ufunc over a compiled loop.

The ufunc is the quickest way for a few rows: NumPy casts, broadcasts and allocates in
C, and releases the interpreter lock. It is made by entry 31 of NumPy's C interface
for ufuncs, ``PyUFunc_FromFuncAndDataAndSignature``.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, cast

import numpy as np

MAX_OPERANDS = 64
"""NumPy refuses ufuncs of more operands."""

_TYPE_NUMBERS = {"float32": 11, "float64": 12}
_NO_IDENTITY = -1
_CONSTRUCTOR = 31


def generalised_ufunc(
    address: int,
    *,
    name: str,
    inputs: tuple[tuple[int, ...], ...],
    outputs: tuple[tuple[int, ...], ...],
    dtype: str,
    data: int | None = None,
    owner: object = None,
) -> np.ufunc:
    """Return the ufunc of a loop; it keeps alive everything that it points to.

    Args:
        address: the loop's address.
        name: what error messages of NumPy call it.
        inputs: core shape of every input.
        outputs: core shape of every output.
        dtype: of all operands.
        data: address the loop is given as its last parameter.
        owner: kept as long as the ufunc: the code, the memory behind ``data``.
    """
    count = len(inputs) + len(outputs)
    loops = (ctypes.c_void_p * 1)(address)
    loop_data = (ctypes.c_void_p * 1)(data)
    types = (ctypes.c_char * count)(*([_TYPE_NUMBERS[dtype]] * count))
    c_name = ctypes.create_string_buffer(name.encode())
    c_signature = ctypes.create_string_buffer(signature(inputs, outputs).encode())
    ufunc = _constructor()(
        ctypes.addressof(loops),
        ctypes.addressof(loop_data),
        ctypes.addressof(types),
        1,
        len(inputs),
        len(outputs),
        _NO_IDENTITY,
        ctypes.addressof(c_name),
        ctypes.addressof(c_name),  # the documentation
        0,
        ctypes.addressof(c_signature),
    )
    _keep_alive(ufunc, (loops, loop_data, types, c_name, c_signature, owner))
    return ufunc


def signature(
    inputs: tuple[tuple[int, ...], ...], outputs: tuple[tuple[int, ...], ...]
) -> str:
    """Return a ufunc signature of fixed sizes: ``(7),(7)->(7,7)``."""

    def listed(shapes: tuple[tuple[int, ...], ...]) -> str:
        return ",".join(f"({','.join(map(str, shape))})" for shape in shapes)

    return f"{listed(inputs)}->{listed(outputs)}"


@cache
def _constructor() -> Any:
    from numpy._core import _multiarray_umath  # pyright: ignore[reportAttributeAccessIssue]

    contents = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    address = contents(("PyCapsule_GetPointer", ctypes.pythonapi))(
        _multiarray_umath._UFUNC_API, None
    )
    table = ctypes.cast(address, ctypes.POINTER(ctypes.c_void_p))
    make = ctypes.PYFUNCTYPE(
        ctypes.py_object,
        *[ctypes.c_void_p] * 3,
        *[ctypes.c_int] * 4,
        *[ctypes.c_void_p] * 2,
        ctypes.c_int,
        ctypes.c_void_p,
    )
    return make(cast(int, table[_CONSTRUCTOR]))


def _keep_alive(ufunc: np.ufunc, kept: object) -> None:
    """Tie the lifetime of ``kept`` to the ufunc's.

    A ufunc has a field for the object it was made of, which NumPy releases with it.
    The field's place follows from the public struct; `_field_is_there` proves it.
    """
    if _field_is_there():
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))  # NumPy drops this one
        ctypes.c_void_p.from_address(id(ufunc) + _OWNER_OFFSET).value = id(kept)
    else:
        _kept_for_ever.append(kept)


# struct PyUFuncObject: head, 4 int, functions, data, 2 int, name, types, doc, ptr, obj
_OWNER_OFFSET = object.__basicsize__ + 4 * 4 + 2 * 8 + 2 * 4 + 4 * 8
_kept_for_ever: list[object] = []


@cache
def _field_is_there() -> bool:
    def function(x: float) -> float:
        return x

    probe = np.frompyfunc(function, 1, 1)
    found = ctypes.c_void_p.from_address(id(probe) + _OWNER_OFFSET).value
    return found == id(function)
