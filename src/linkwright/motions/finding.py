"""Finding a motion: a bundled name, or a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.errors import InputError, did_you_mean
from linkwright.motions.trajectory import Trajectory

if TYPE_CHECKING:
    from linkwright.robot import Robot

_ROBOTS = Path(__file__).parent.parent / "robots"
_TABLES = (".csv",)
_LAWS = (".yaml", ".yml")


def motions() -> tuple[str, ...]:
    """Return the names of the bundled motions: of the robots that have one."""
    return tuple(sorted(path.parent.name for path in _ROBOTS.glob("*/motion.yaml")))


def read_motion(source: str | Path, robot: Robot) -> Trajectory:
    """Return a motion for a robot: a bundled one by name, or a .csv or .yaml file."""
    from linkwright.formats.reading import read_file
    from linkwright.robot.loading import aliases

    text = str(source)
    suffix = Path(text).suffix.lower()
    name = aliases().get(text, text)
    if name in motions():
        path = _ROBOTS / name / "motion.yaml"
        suffix = path.suffix
    elif suffix in (*_TABLES, *_LAWS):
        path = Path(text)
    else:
        raise InputError(
            f"there is no bundled motion '{text}'",
            expectation=f"Bundled: {', '.join(motions())}; or a .csv or .yaml file.",
            remedy=did_you_mean(text, (*motions(), *aliases())),
        )
    content = read_file(path)
    if suffix in _TABLES:
        from linkwright.motions.table import read_motion_table

        return read_motion_table(content, robot, str(path))
    from linkwright.motions.reading import read_motion_text

    return read_motion_text(content, robot, str(path))
