"""How names, formulas, lists, axes and rotations are spelled in YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from linkwright.description.joints import AXES
from linkwright.description.rotation import Rotation

_SAFE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*|[0-9]+[A-Za-z][A-Za-z0-9_/-]*")
_SAFE_VALUE = re.compile(r"-?[A-Za-z0-9_.(][A-Za-z0-9_.+*/^() -]*")
_SPECIAL = re.compile(
    r"~|null|true|false|yes|no|on|off|y|n|[0-9]+e[0-9]+|0[xo].*", re.I
)


def axis_text(axis: object, shown: Any) -> str:
    """Return an axis's short name, or the texts of its three numbers."""
    names = [name for name, known in AXES.items() if known == axis]
    return names[0] if names else list_text(shown)


def rotation_text(shown: Rotation) -> str:
    """Return a rotation whose values are texts already."""
    texts = [str(text) for text in shown.values]
    if shown.kind == "sequence":
        steps = zip(shown.axes, texts, strict=True)
        return f"{{sequence: {list_text(list_text(step) for step in steps)}}}"
    if shown.kind == "matrix":
        rows = (list_text(texts[start : start + 3]) for start in (0, 3, 6))
        return f"{{matrix: {list_text(rows)}}}"
    return f"{{{shown.kind}: {list_text(texts)}}}"


def list_text(texts: Iterable[object]) -> str:
    """Return texts in brackets."""
    return f"[{', '.join(str(text) for text in texts)}]"


def name_text(text: str) -> str:
    """Return a name as it is, or in quotes where it would read as something else."""
    plain = _SAFE_NAME.fullmatch(text) and not _SPECIAL.fullmatch(text)
    return text if plain else _quoted(text)


def value_text(text: str) -> str:
    """Return a formula's text, in quotes where YAML would stumble over it."""
    return text if _SAFE_VALUE.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"
