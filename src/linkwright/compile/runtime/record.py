"""What one file of the object cache holds: a module's description and its object.

magic, SHA-256 of all that follows, length of the description,
description (JSON), object
"""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any, NamedTuple

from linkwright.compile.module import Module, Source, Stage

_MAGIC = b"linkwright object 1\n"
_LENGTH = struct.Struct("<Q")
_HEADER = len(_MAGIC) + hashlib.sha256().digest_size


class Record(NamedTuple):
    """A compiled program as it is kept: all but the text of its module."""

    name: str
    module: Module
    object_bytes: bytes


def packed(key: str, record: Record) -> bytes:
    """Return a record as bytes, sealed for one key."""
    description = {"key": key, "name": record.name, "module": _described(record.module)}
    text = json.dumps(description, separators=(",", ":")).encode()
    body = _LENGTH.pack(len(text)) + text + record.object_bytes
    return _MAGIC + hashlib.sha256(body).digest() + body


def unpacked(key: str, content: bytes) -> Record | None:
    """Return the record, or None if the bytes are damaged or were another key's."""
    body = memoryview(content)[_HEADER:]
    seal = content[len(_MAGIC) : _HEADER]
    if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != seal:
        return None
    (length,) = _LENGTH.unpack_from(body)
    end = _LENGTH.size + length
    description = json.loads(bytes(body[_LENGTH.size : end]))
    if description["key"] != key:
        return None
    module = _restored(description["module"])
    return Record(description["name"], module, bytes(body[end:]))


def _described(module: Module) -> dict[str, Any]:
    return {
        "arguments": [
            (name, size, sorted(axes)) for name, size, axes in module.arguments
        ],
        "results": module.results,
        "lanes": module.lanes,
        "dtype": module.dtype,
        "counts": module.counts,
        "stages": [
            {
                "entry": stage.entry,
                "inputs": stage.inputs,
                "input_sizes": stage.input_sizes,
                "output_sizes": stage.output_sizes,
                "axes": sorted(stage.axes),
                "scratch_bytes": stage.scratch_bytes,
                "result": stage.result,
            }
            for stage in module.stages
        ],
    }


def _restored(description: dict[str, Any]) -> Module:
    stages = tuple(
        Stage(
            entry=stage["entry"],
            inputs=tuple(Source(*source) for source in stage["inputs"]),
            input_sizes=tuple(stage["input_sizes"]),
            output_sizes=tuple(stage["output_sizes"]),
            axes=frozenset(stage["axes"]),
            scratch_bytes=stage["scratch_bytes"],
            result=stage["result"],
        )
        for stage in description["stages"]
    )
    return Module(
        text="",
        stages=stages,
        arguments=tuple(
            (name, size, frozenset(axes))
            for name, size, axes in description["arguments"]
        ),
        results=tuple((name, tuple(shape)) for name, shape in description["results"]),
        lanes=description["lanes"],
        dtype=description["dtype"],
        counts=description["counts"],
    )
