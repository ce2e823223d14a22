"""Run CHARMIE's five-second motion and write tables and plots.

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
    """Compute the motion, write its tables and plots, and print its largest loads."""
    from linkwright import load
    from linkwright.cli.motion_results import along, quantities_of
    from linkwright.cli.motion_tables import write_tables
    from linkwright.cli.out_folder import out_folder
    from linkwright.cli.run import headline
    from linkwright.motions import read_motion
    from linkwright.view.charmie_loads import save_charmie_loads
    from linkwright.view.charmie_loops import save_charmie_loops

    robot = load(NAME)
    motion = read_motion(NAME, robot)
    clock = _Clock()
    kinematics = quantities_of(robot, kinematics_only=True)
    clock.timed("kinematics", lambda: along(robot, motion, kinematics))
    results = clock.timed(
        "all, forces and reactions too",
        lambda: along(robot, motion, quantities_of(robot)),
    )
    tables = _largest_loads(results), _largest_in_loops(results), clock.table()
    print("\n\n".join((headline(robot, motion), *tables)), end="\n\n")
    folder = out_folder(arguments.out)
    written = write_tables(folder, results)
    found = results.found
    loads = save_charmie_loads(folder / "charmie_motion.png", robot, motion.t, found)
    loops = save_charmie_loops(folder / "charmie_loops.png", motion.t, found)
    plots = ((loads, "loads and path"), (loops, "forces and torques in the loops"))
    print(text_table(("written", "holds"), [*written, *plots]))


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


def _largest_in_loops(results: MotionResults) -> str:
    """Return the largest force and torque of every joint and element in the loops."""
    from numpy.linalg import norm

    told = results.robot.determinacy()
    loops = {name.rpartition(", ")[0] for name in (*told.determined, *told.shared)}
    rows = []
    for row in results.found["reactions"]:
        if row.name in loops or row.name in results.robot.element_names:
            sizes = (norm(x, axis=-1).max() for x in (row.force, row.torque))
            rows.append((row.name, *(f"{size:.3f}" for size in sizes)))
    return text_table(("in the loops", "largest force in N", "torque in N m"), rows)


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
