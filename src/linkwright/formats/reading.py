"""Reading a robot from a file or a text, by its format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.description.description import Description
from linkwright.description.floating import float_base
from linkwright.description.number import located
from linkwright.description.place import Place
from linkwright.description.validation import validate
from linkwright.errors import FormatError
from linkwright.formats.suffixes import URDF_SUFFIXES, YAML_SUFFIXES, check_suffix

if TYPE_CHECKING:
    from linkwright.formats.yaml.read_assembly import Load

_LONGEST_CHAIN = 8
LARGEST_FILE = 64_000_000  # bytes


def read(path: str | Path, *, floating: bool = False) -> Description:
    """Return the validated description that a .yaml or .urdf file holds.

    Args:
        path: the file.
        floating: set the base free instead of fixing it to the world.
    """
    description = _read(Path(path), ())
    return float_base(description) if floating else description


def read_text(
    source: str,
    file: str | None = None,
    *,
    suffix: str = ".yaml",
    floating: bool = False,
) -> Description:
    """Return the validated description that a text holds; ``file`` is its name."""
    description = validate(_parsed(source, file, suffix, None))
    return float_base(description) if floating else description


def _read(path: Path, attaching: tuple[Path, ...]) -> Description:
    suffix = check_suffix(path)
    chain = (*attaching, path.resolve())

    def load(name: str, place: Place) -> Description:
        found = path.parent / name
        if found.resolve() in chain or len(chain) > _LONGEST_CHAIN:
            raise FormatError(
                f"attach: '{name}' is attached inside itself.",
                place=place,
                expectation="Robots may attach others, but not in a circle.",
            )
        with located(place):
            return _read(found, chain)

    return validate(_parsed(read_file(path), str(path), suffix, load))


def _parsed(
    source: str, file: str | None, suffix: str, load: Load | None
) -> Description:
    if suffix in URDF_SUFFIXES:
        from linkwright.formats.urdf.reader import read_urdf

        return read_urdf(source, file)
    from linkwright.formats.yaml.reader import read_yaml  # PyYAML takes its time

    return read_yaml(source, file, load)


def read_file(path: Path) -> str:
    """Return a file's text; raise FormatError where it cannot be had."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FormatError(
                f"the file has {path.stat().st_size} bytes.",
                place=Place(str(path)),
                expectation=f"At most {LARGEST_FILE} bytes are read.",
            )
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise FormatError(
            f"there is no file '{path}'.",
            expectation=f"The folder '{path.parent}' "
            + (
                "holds: " + _listing(path.parent)
                if path.parent.is_dir()
                else "is missing too"
            )
            + ".",
        ) from None
    except UnicodeDecodeError as error:
        raise FormatError(
            f"byte {error.start} is no UTF-8.",
            place=Place(str(path)),
            expectation="A robot file is UTF-8 text.",
        ) from None
    except OSError as error:
        raise FormatError(
            f"the file cannot be read: {error.strerror}.", place=Place(str(path))
        ) from None


def _listing(folder: Path) -> str:
    names = sorted(
        each.name
        for each in folder.iterdir()
        if each.suffix.lower() in YAML_SUFFIXES + URDF_SUFFIXES
    )
    return ", ".join(names[:12]) or "no robot files"
