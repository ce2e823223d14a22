"""The folder that results go to."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import InputError


def out_folder(path: Path) -> Path:
    """Return the folder, made if it was not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the results cannot go to '{path}': {error.strerror}",
            expectation="--out names a folder, there or to be made.",
        ) from None
    return path
