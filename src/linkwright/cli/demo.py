"""Run CHARMIE's five-second motion and write tables and a plot.

The motion is that of the MBD paper, Sec. 6, on the robot's tree: 21 coordinates, 1000
states. Written are the motion of the joints, the forces that drive them, the paths of
hands and head, and the reaction at every joint.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linkwright.cli.table import text_table

if TYPE_CHECKING:
    from linkwright.cli.demo_results import Results

NOTE = """\
The linear actuators close loops, which are still to come. Until then d4 and th5 are
driven themselves, by accelerations of the same kind: d4 with 3 mm/s^2 from where its
actuator is 400 mm long, th5 from zero with 3 mm/s^2 on a lever of 87 mm."""


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
    """Compute the motion, write its tables and plot, and print its largest forces."""
    from linkwright import load
    from linkwright.cli.charmie_motion import charmie_motion
    from linkwright.cli.demo_results import Results, write_plot, write_tables

    robot = load("charmie")
    motion = charmie_motion(robot)
    states = motion.q, motion.v, motion.a
    clock = _Clock()
    results = Results(
        robot,
        motion,
        clock.timed("poses", lambda: robot.forward_kinematics(motion.q)),
        clock.timed("joint forces", lambda: robot.inverse_dynamics(*states)),
        clock.timed("reactions", lambda: robot.reactions(*states)),
    )
    print(f"CHARMIE: {len(motion.t)} states of {robot.nv} coordinates over 5 s.")
    print(f"{NOTE}\n\n{_largest_forces(results)}\n\n{clock.table()}\n")
    arguments.out.mkdir(parents=True, exist_ok=True)
    for path in write_tables(arguments.out, results):
        print(path)
    print(write_plot(arguments.out / "charmie_motion.png", results))


def _largest_forces(results: Results) -> str:
    """Return where each joint force is largest along the motion."""
    from linkwright.cli.demo_results import force_units

    rows = []
    for index, (name, unit) in enumerate(force_units(results.robot).items()):
        forces = results.forces[:, index]
        at = int(abs(forces).argmax())
        rows.append((name, f"{forces[at]:.3f}", unit, f"{results.motion.t[at]:.3f}"))
    return text_table(("joint", "largest force", "unit", "at t in s"), rows)


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
