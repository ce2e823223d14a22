"""From what a user hands over to arrays that loops can take, or a clear refusal."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.compile.module import Module
from linkwright.errors import InputError

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Caller:
    """What messages need to know of the kernel that was called.

    Attributes:
        name: of the kernel.
        module: its arguments, results and dtype.
        meanings: what the entries of an argument are, by its name:
            "one entry for each coordinate".
    """

    name: str
    module: Module
    meanings: Mapping[str, str]

    @property
    def dtype(self) -> np.dtype:
        """The dtype of all arrays."""
        return np.dtype(self.module.dtype)


def inputs(caller: Caller, given: Sequence[Any]) -> list[np.ndarray]:
    """Return the arguments as arrays of the kernel's dtype, last axis their size."""
    arguments = caller.module.arguments
    if len(given) != len(arguments):
        names = ", ".join(name for name, _, _ in arguments)
        raise InputError(
            f"{len(given)} arrays were given",
            place=caller.name,
            expectation=f"Expected {len(arguments)}: {names}.",
        )
    return [
        _input(caller, name, size, value)
        for (name, size, _), value in zip(arguments, given, strict=True)
    ]


def _input(caller: Caller, name: str, size: int, value: Any) -> np.ndarray:
    array = _as_array(caller, name, value)
    if array.ndim == 0 or array.shape[-1] != size:
        meaning = caller.meanings.get(name, "")
        raise InputError(
            f"{name} has shape {array.shape}",
            place=caller.name,
            expectation=f"Expected (..., {size}){': ' if meaning else ''}{meaning}.",
        )
    if array.dtype == caller.dtype and array.flags.aligned:
        return array
    return array.astype(caller.dtype)


def _as_array(caller: Caller, name: str, value: Any) -> np.ndarray:
    """Return an array whose entries the kernel's dtype can hold."""
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise InputError(
            f"{name} is no array: {error}",
            place=caller.name,
            remedy="Give rows of equal length.",
        ) from error
    # Not by np.ma: what is imported here would be waited for after a fork.
    if isinstance(value, np.ndarray) and np.any(getattr(value, "mask", False)):
        raise InputError(
            f"{name} has masked entries",
            place=caller.name,
            expectation="Expected a number in every entry.",
            remedy=f"Give {name}.filled(numpy.nan) for rows that shall be NaN.",
        )
    if array.dtype.kind in "biu":
        return array
    if array.dtype.kind == "f":
        python_numbers = isinstance(value, list | tuple | float)
        if array.dtype.itemsize <= caller.dtype.itemsize or python_numbers:
            return array
    raise InputError(
        f"{name} has dtype {array.dtype}",
        place=caller.name,
        expectation=f"Expected real numbers that fit {caller.dtype}.",
        remedy=_remedy(name, array.dtype, caller.dtype),
    )


def _remedy(name: str, found: np.dtype, wanted: np.dtype) -> str:
    if found.kind == "c":
        return f"If only the real part is meant, give {name}.real."
    if found.kind == "f":
        return f"If the digits may be dropped, give {name}.astype('{wanted}')."
    return f"Convert it first: numpy.asarray({name}, dtype='{wanted}')."


def common_batch(caller: Caller, arrays: Sequence[np.ndarray]) -> Shape:
    """Return the leading shape that all arguments broadcast to."""
    leads = [array.shape[:-1] for array in arrays]
    if all(lead == leads[0] for lead in leads):
        return leads[0] if leads else ()
    try:
        return np.broadcast_shapes(*leads)
    except ValueError:
        names = [name for name, _, _ in caller.module.arguments]
        shapes = ", ".join(
            f"{name} {array.shape}" for name, array in zip(names, arrays, strict=True)
        )
        raise InputError(
            f"the leading shapes do not broadcast: {shapes}",
            place=caller.name,
            expectation="Without the last axis, lengths must be equal or 1.",
        ) from None


def outputs(caller: Caller, out: Any, batch: Shape) -> tuple[list[np.ndarray], Shape]:
    """Return the arrays to fill, and the batch: an ``out`` may be larger, as in NumPy.

    Args:
        caller: the kernel.
        out: None, an array, or a tuple with an array or None for every result.
        batch: the leading shape of the arguments.
    """
    results = caller.module.results
    if out is None:
        out = (None,) * len(results)
    elif not isinstance(out, tuple):
        out = (out,)
    if len(out) != len(results):
        names = ", ".join(name for name, _ in results)
        raise InputError(
            f"out holds {len(out)} array{'s' if len(out) > 1 else ''}",
            place=caller.name,
            expectation=f"Expected one for each of {len(results)} results: {names}.",
        )
    given = [
        (name, shape, array)
        for (name, shape), array in zip(results, out, strict=True)
        if array is not None
    ]
    for name, shape, array in given:
        _check_kind(caller, name, array)
        lead = array.shape[: max(array.ndim - len(shape), 0)]
        batch = lead if _broadcasts(batch, lead) else batch
    for name, shape, array in given:
        if array.shape != batch + shape:
            raise InputError(
                f"out for {name} has shape {array.shape}",
                place=caller.name,
                expectation=f"Expected {batch + shape}.",
            )
    for (one, _, array), (other, _, second) in itertools.combinations(given, 2):
        if np.shares_memory(array, second):
            raise InputError(
                f"out for {one} and out for {other} share memory",
                place=caller.name,
                expectation="Expected an array of its own for each result.",
            )
    filled = [
        np.empty(batch + shape, caller.dtype) if array is None else array
        for (_, shape), array in zip(results, out, strict=True)
    ]
    return filled, batch


def _check_kind(caller: Caller, name: str, array: Any) -> None:
    """Refuse an ``out`` that is no array, or no array to write numbers of ours into."""
    if not isinstance(array, np.ndarray):
        finding = f"out for {name} is of type {type(array).__name__}"
    elif array.dtype != caller.dtype:
        finding = f"out for {name} has dtype {array.dtype}"
    elif not array.flags.writeable:
        finding = f"out for {name} is read-only"
    else:
        return
    raise InputError(
        finding,
        place=caller.name,
        expectation=f"Expected a writable array of dtype {caller.dtype}.",
    )


def _broadcasts(shape: Shape, target: Shape) -> bool:
    """Tell whether a shape broadcasts to another."""
    pairs = zip(reversed(shape), reversed(target), strict=False)
    return len(shape) <= len(target) and all(n in (1, length) for n, length in pairs)
