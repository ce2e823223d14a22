"""Writing a robot to a file or a text, by its format."""

from __future__ import annotations

from pathlib import Path

from linkwright.description.description import Description
from linkwright.description.place import Place
from linkwright.description.validation import validate
from linkwright.errors import FormatError
from linkwright.formats.suffixes import URDF_SUFFIXES, check_suffix
from linkwright.formats.urdf.writer import write_urdf
from linkwright.formats.yaml.writer import write_yaml


def write(description: Description, path: str | Path) -> None:
    """Write a description to a .yaml or .urdf file.

    YAML keeps all of it. URDF keeps what it has words for: numbers at the declared
    parameters, no helical, cylindrical, universal or spherical joints, no elements,
    no loops and no walls.
    """
    path = Path(path)
    text = text_of(description, check_suffix(path))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FormatError(
            f"the file cannot be written: {error.strerror}.",
            place=Place(str(path)),
            expectation="Expected a path in a folder that exists and may be written.",
        ) from None


def text_of(description: Description, suffix: str = ".yaml") -> str:
    """Return the text that ``write`` puts into a file with this suffix."""
    validate(description)
    if suffix in URDF_SUFFIXES:
        return write_urdf(description)
    return write_yaml(description)
