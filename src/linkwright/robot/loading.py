"""Finding a robot: a bundled name, a file, or a description."""

from __future__ import annotations

from pathlib import Path

from linkwright.description import Description
from linkwright.errors import InputError, did_you_mean

_ROBOTS = Path(__file__).parent.parent / "robots"
_ALIASES = "aliases.yaml"


def robots() -> tuple[str, ...]:
    """Return the names of the bundled robots."""
    return tuple(sorted(p.parent.name for p in _ROBOTS.glob("*/robot.yaml")))


def read_robot(source: str | Path) -> Description:
    """Return the description of a bundled robot or of a .yaml or .urdf file."""
    from linkwright.formats import read

    text = str(source)
    if Path(text).suffix.lower() in (".yaml", ".yml", ".urdf", ".xml"):
        return read(Path(text))
    names = robots()
    name = aliases().get(text, text)
    if name in names:
        return read(_ROBOTS / name / "robot.yaml")
    raise InputError(
        f"there is no bundled robot '{text}'",
        expectation=f"Bundled: {', '.join(names)}; or a path to a .yaml or .urdf file.",
        remedy=did_you_mean(text, (*names, *aliases())),
    )


def aliases() -> dict[str, str]:
    """Return other names of bundled robots."""
    lines = (_ROBOTS / _ALIASES).read_text(encoding="utf-8").splitlines()
    pairs = (line.split(":", 1) for line in lines if line and line[0] != "#")
    return {alias.strip(): name.strip() for alias, name in pairs}
