"""Run CHARMIE's five-second motion and write tables and a plot.

The motion is that of the MBD paper, Sec. 6: 21 drives, two of them linear actuators,
each with one acceleration for half of the time and its opposite for the rest. Written
are the motion of drives, joints, bodies and points, the lengths and forces of springs
and actuators, and the reaction at every joint, those that close loops included.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linkwright.robot.text_table import text_table

if TYPE_CHECKING:
    from linkwright.cli.motion_results import MotionResults

NAME = "charmie-mbd"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright demo``."""
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path("out"),
        help="where the results go; default: out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Compute the motion, write its tables and plot, and print its largest loads."""
    from linkwright import load
    from linkwright.cli.motion_results import along, quantities_of
    from linkwright.cli.motion_tables import write_tables
    from linkwright.cli.out_folder import out_folder
    from linkwright.cli.run import headline
    from linkwright.motions import read_motion
    from linkwright.view.charmie_loads import save_charmie_loads

    robot = load(NAME)
    motion = read_motion(NAME, robot)
    clock = _Clock()
    kinematics = quantities_of(robot, kinematics_only=True)
    clock.timed("kinematics", lambda: along(robot, motion, kinematics))
    results = clock.timed(
        "all, forces and reactions too",
        lambda: along(robot, motion, quantities_of(robot)),
    )
    print(
        f"{headline(robot, motion)}\n\n{_largest_loads(results)}\n\n{clock.table()}\n"
    )
    folder = out_folder(arguments.out)
    written = write_tables(folder, results)
    picture = folder / "charmie_motion.png"
    plot = save_charmie_loads(picture, robot, motion.t, results.found)
    print(text_table(("written", "holds"), [*written, (plot, "loads and path")]))


def _largest_loads(results: MotionResults) -> str:
    """Return where each drive's force is largest along the motion."""
    from linkwright.cli.motion_tables import force_units

    rows = []
    units = force_units(results.robot)
    loads = results.found["actuator_forces"]
    for index, name in enumerate(results.robot.actuator_names):
        at = int(abs(loads[:, index]).argmax())
        largest, t = loads[at, index], results.motion.t[at]
        rows.append((name, f"{largest:.3f}", units[name], f"{t:.3f}"))
    return text_table(("drive", "largest load", "unit", "at t in s"), rows)


class _Clock:
    """Runs computations twice: the first time compiles, the second computes."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str]] = []

    def timed(self, name: str, compute: Callable[[], Any]) -> Any:
        """Return the result; its times become a row of the table."""
        start = perf_counter()
        result = compute()
        middle = perf_counter()
        compute()
        end = perf_counter()
        first, again = 1e3 * (middle - start), 1e3 * (end - middle)
        self.rows.append((name, f"{first:.1f}", f"{again:.2f}"))
        return result

    def table(self) -> str:
        """Return the times of all states, in milliseconds."""
        return text_table(("all states", "first call in ms", "again in ms"), self.rows)
