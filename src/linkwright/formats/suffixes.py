"""Which format a file's name stands for."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import FormatError, did_you_mean

YAML_SUFFIXES = (".yaml", ".yml")
URDF_SUFFIXES = (".urdf", ".xml")


def check_suffix(path: Path) -> str:
    """Return a path's suffix in lower case; raise FormatError if it is no robot's."""
    suffix = path.suffix.lower()
    known = YAML_SUFFIXES + URDF_SUFFIXES
    if suffix in known:
        return suffix
    raise FormatError(
        f"'{path}' has the suffix '{suffix}'.",
        expectation=f"Formats: {', '.join(known)}.",
        remedy=did_you_mean(suffix, known),
    )
