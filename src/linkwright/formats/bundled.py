"""The robots that come with linkwright: their names, and where their files lie."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from linkwright.errors import InputError, did_you_mean
from linkwright.formats.read import URDF_SUFFIXES, YAML_SUFFIXES

FOLDER = Path(__file__).resolve().parents[1] / "robots"


@cache
def bundled_robots() -> tuple[str, ...]:
    """Return the names of the bundled robots, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/robot.yaml")))


@cache
def aliases() -> dict[str, str]:
    """Return the other names of bundled robots, by alias."""
    from linkwright.formats.yaml.compose import compose
    from linkwright.formats.yaml.fields import named, text

    file = FOLDER / "aliases.yaml"
    root = compose(file.read_text(encoding="utf-8"), str(file))
    return {alias: text(node, alias) for alias, node, _ in named(root, "aliases")}


def robot_file(name_or_path: str | Path) -> Path:
    """Return the file of a bundled robot, or the path that was given.

    What has a suffix of a robot file, or names a folder on the way, is a path.
    """
    path = Path(name_or_path)
    name = str(name_or_path)
    if path.suffix.lower() in YAML_SUFFIXES + URDF_SUFFIXES or len(path.parts) > 1:
        return path
    name = aliases().get(name, name)
    if name not in bundled_robots():
        known = (*bundled_robots(), *aliases())
        raise InputError(
            f"there is no bundled robot '{name}'.",
            expectation=f"Robots: {', '.join(known)}.",
            remedy=did_you_mean(name, known)
            or "A path to a file ends in .yaml or .urdf.",
        )
    return FOLDER / name / "robot.yaml"
