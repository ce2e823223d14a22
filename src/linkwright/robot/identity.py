"""A robot's identity: a digest of what it is, not of where it was written."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


def digest_of(value: Any) -> str:
    """Return a digest of nested frozen dataclasses, places in files left out."""
    parts: list[str] = []
    _collect(value, parts)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _collect(value: Any, parts: list[str]) -> None:
    if value.__class__ is float or value.__class__ is str:  # most of them
        parts.append(repr(value))
        return
    names = _compared(type(value))
    if names is not None:
        parts.append(type(value).__name__)
        for name in names:
            _collect(getattr(value, name), parts)
    elif isinstance(value, tuple | list):
        parts.append(f"({len(value)}")
        for each in value:
            _collect(each, parts)
    elif isinstance(value, dict):
        parts.append(f"{{{len(value)}")
        for key in sorted(value):
            parts.append(str(key))
            _collect(value[key], parts)
    else:
        parts.append(repr(value))


@cache
def _compared(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a dataclass that count in equality, None for others."""
    if not is_dataclass(kind):
        return None
    return tuple(field.name for field in fields(kind) if field.compare)
