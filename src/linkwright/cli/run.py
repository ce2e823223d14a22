"""Move a robot and write its kinematics, forces and reactions as tables.

NAME is a bundled robot, FILE a .yaml or .urdf file. MOTION is a bundled motion, a
table (.csv: t and drives or joints over time; rates name', accelerations name''; units
in brackets) or a motion file (.yaml: a law for each drive). Left out, it is the
robot's own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.robot.text_table import counted, text_table

if TYPE_CHECKING:
    from linkwright.cli.motion_results import MotionResults
    from linkwright.motions import Trajectory
    from linkwright.robot import Robot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright run``."""
    parser.add_argument("robot", metavar="NAME|FILE", help="which robot to move")
    parser.add_argument("motion", metavar="MOTION", nargs="?", help="how to move it")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path("out"),
        help="where the tables go; default: out",
    )
    parser.add_argument(
        "--kinematics-only",
        action="store_true",
        help="compile and compute no forces",
    )


def run(arguments: argparse.Namespace) -> None:
    """Compute the motion and write its tables."""
    from linkwright import load
    from linkwright.cli.motion_results import along, quantities_of
    from linkwright.cli.motion_tables import write_tables
    from linkwright.cli.out_folder import out_folder
    from linkwright.motions import read_motion

    robot = load(arguments.robot)
    motion = read_motion(arguments.motion or _own_motion(arguments.robot), robot)
    quantities = quantities_of(robot, kinematics_only=arguments.kinematics_only)
    results = along(robot, motion, quantities)
    print(headline(robot, motion))
    if not results.has_dynamics and not arguments.kinematics_only:
        print("note: no forces, as no body has a mass")
    for note in limit_notes(results):
        print(f"note: {note}")
    if results.undetermined:
        print(
            "note: the mechanism does not determine these reactions, and no rule under"
            f" 'sharing' tells them; they are NaN: {'; '.join(results.undetermined)}"
        )
    folder = out_folder(arguments.out)
    print(text_table(("written", "holds"), write_tables(folder, results)))


def _own_motion(robot: str) -> str:
    """Return the name of the motion that is bundled with a robot."""
    from linkwright.errors import InputError
    from linkwright.motions import motions
    from linkwright.robot.loading import aliases

    name = aliases().get(robot, robot)
    if name in motions():
        return name
    raise InputError(
        f"robot '{robot}' has no motion of its own",
        expectation=f"Robots with one: {', '.join(motions())}.",
        remedy=f"Give MOTION, a .yaml or .csv file: linkwright run {robot} MOTION.",
    )


def headline(robot: Robot, motion: Trajectory) -> str:
    """Return a motion in a line, and what was assumed for it in others."""
    t = motion.t
    lines = [
        f"{robot.name}, motion {motion.name}: {len(t)} states,"
        f" t = {t[0]:.6g} to {t[-1]:.6g} s,"
        f" {counted(motion.rate.shape[1], 'drive', 'drives')}"
    ]
    return "\n".join([*lines, *(f"note: {note}" for note in motion.notes)])


def limit_notes(results: MotionResults) -> list[str]:
    """Return which elements leave the range of their lengths, and when."""
    t = results.motion.t
    notes = []
    for row in results.found["elements"] if "elements" in results.found else ():
        for sign, end in (
            (-1.0, "shorter than its shortest"),
            (1.0, "longer than its longest"),
        ):
            at = t[row.beyond == sign]
            if len(at):
                span = f"t = {at[0]:.6g} s" + (
                    f" to {at[-1]:.6g} s" if len(at) > 1 else ""
                )
                notes.append(f"'{row.name}' is {end} length at {span}")
    return notes
