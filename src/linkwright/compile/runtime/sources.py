"""A digest of this package's own source: another linkwright makes other objects."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]


@cache
def sources_digest() -> str:
    """Return a digest of every source file of the package.

    All rooms count, not the compiler's alone: the hall, the simulations and the
    studies write programs too, and a stale object would be a silently wrong number.
    """
    return digest_of(_PACKAGE)


def digest_of(root: Path) -> str:
    """Return a digest of the names and contents of all sources in a folder."""
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*.py")):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
