"""A robot's identity: a digest of what it is, not of where it was written."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from typing import Any


def digest_of(value: Any) -> str:
    """Return a digest of nested frozen dataclasses, places in files left out."""
    parts: list[str] = []
    _collect(value, parts)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _collect(value: Any, parts: list[str]) -> None:
    if is_dataclass(value):
        parts.append(type(value).__name__)
        for field in fields(value):
            if field.compare:
                parts.append(field.name)
                _collect(getattr(value, field.name), parts)
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
