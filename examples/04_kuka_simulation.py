"""The KUKA LWR 4+ of the KUKA paper, Sec. 4: its Figures 5 to 13 and Table 1.

Inverse dynamics along the paper's trajectory by its own spatial operators; then 14 s
under its PD controllers, by linkwright's joint coordinates and, in the place of the
commercial package, by seven free bodies held together by constraints and integrated as
differential-algebraic equations (kuka_absolute.py).

The gains make the equations stiff: rates up to 4e4 /s. Accelerations therefore differ
by far more than positions: an error of 1e-6 rad/s is one of 0.04 rad/s^2.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path

import kuka_absolute
import numpy as np
from kuka_problem import (
    DURATION,
    LARGEST_TORQUE,
    TABLE_1,
    medians,
    simulated,
    total,
    trajectory,
)

import linkwright as lw
from linkwright.view.curve_plot import Diagram, save_curve_plot
from linkwright.view.time_plot import Panel, save_time_plot

TOLERANCES = (1e-6, 1e-3)
METHODS = ("BDF", "Radau", "LSODA", "rosenbrock")
BOUNDS = {"q": 5e-4, "v": 5e-4, "a": 0.014}  # of the paper, after Eq. 35
UNITS = {"q": "rad", "v": "rad/s", "a": "rad/s$^2$"}
REPEATS = 2  # of timed runs, the quickest counts
GRID = np.linspace(0.0, DURATION, 141)


def main(out: Path) -> None:
    """Draw the figures, print the table, compare."""
    robot = lw.load("kuka-lwr4")
    out.mkdir(parents=True, exist_ok=True)
    inverse_dynamics(robot, out)
    forward_dynamics(robot, out)
    wall_clock(robot, out)
    exact = simulated(robot, "Radau", 1e-11).q
    table(robot, exact)
    work_and_precision(robot, exact, out)


def inverse_dynamics(robot: lw.Robot, out: Path) -> None:
    """Draw Fig. 5: the torques of the inverse dynamics."""
    t = np.linspace(0.0, DURATION, 14001)
    tau = robot.inverse_dynamics(*trajectory(t), formulation="spatial_operator")
    again = robot.inverse_dynamics(*trajectory(t))
    print(f"largest torque of joint 1: {tau[:, 0].max():.5f} N m (Fig. 5)")
    off = np.abs(tau - again).max() / np.abs(tau).max()
    print(f"spatial operators against Newton-Euler: {off:.1e} of the largest torque")
    panels = [
        Panel(title, "N m", {f"joint {j + 1}": tau[:, j] for j in joints})
        for title, joints in (
            ("Fig. 5: joint 1", (0,)),
            ("Joints 2 to 4", (1, 2, 3)),
            ("Joints 5 to 7", (4, 5, 6)),
        )
    ]
    title = "KUKA paper: inverse dynamics by spatial operators"
    print(save_time_plot(out / "kuka_torques.png", t, panels, title))
    assert abs(tau[:, 0].max() - LARGEST_TORQUE) < 1e-5  # five digits quoted
    assert off < 1e-13


def forward_dynamics(robot: lw.Robot, out: Path) -> None:
    """Draw Figs. 6-11: motion, and difference from the absolute coordinates."""
    absolute = kuka_absolute.simulated(GRID, 1e-6)
    print(f"absolute coordinates: {absolute.statistics}")
    panels = []
    runs = {name: simulated(robot, name, 1e-6, GRID[1:]) for name in ("Radau", "BDF")}
    names = {"q": "position", "v": "velocity", "a": "acceleration"}
    for number, (key, bound) in enumerate(BOUNDS.items()):
        theirs = getattr(absolute, key)
        off = {name: np.abs(getattr(run, key) - theirs) for name, run in runs.items()}
        worst = {name: float(x.max()) for name, x in off.items()}
        shown = ", ".join(f"{name} {x:.1e}" for name, x in worst.items())
        print(
            f"largest difference in {names[key]}, all joints: {shown}"
            f" (paper: {bound:g})"
        )
        ours = getattr(runs["Radau"], key)
        unit = UNITS[key]
        title = f"Fig. {6 + 2 * number}: {names[key]} of joint 1"
        panels.append(Panel(title, unit, {"linkwright": ours[:, 0]}))
        title = f"Fig. {7 + 2 * number}: its difference from absolute coordinates"
        panels.append(Panel(title, unit, {name: x[:, 0] for name, x in off.items()}))
        assert worst["Radau"] <= bound
    title = "KUKA paper: PD control for 14 s, tolerance 1e-6"
    print(save_time_plot(out / "kuka_motion.png", GRID, panels, title))


def wall_clock(robot: lw.Robot, out: Path) -> None:
    """Draw Figs. 12, 13: wall-clock time against simulated time."""
    diagrams = []
    for tolerance, word in zip(TOLERANCES, ("1e-6", "1e-3"), strict=True):
        curves = {}
        for method in METHODS:
            tries = [progress(robot, method, tolerance) for _ in range(REPEATS)]
            curves[method] = min(tries, key=lambda curve: curve[1][-1])
        axes = ("simulated time in s", "wall clock in ms")
        diagrams.append(Diagram(f"Tolerance {word}", *axes, curves, False, "y"))
    title = "KUKA paper, Figs. 12 and 13: how fast each integrator gets on"
    print(save_curve_plot(out / "kuka_wall_clock.png", diagrams, title))


def progress(
    robot: lw.Robot, method: str, tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the times reached after each step [s], and when by the clock [ms]."""
    stamps: list[tuple[float, float]] = []

    def note(t: float, q: np.ndarray, v: np.ndarray) -> None:
        stamps.append((t, time.perf_counter()))

    run = simulated(robot, method, tolerance, on_step=note)
    t, at = np.array(stamps).T
    return t, 1e3 * (run.wall_time - (at[-1] - at))  # a run ends with its last step


def table(robot: lw.Robot, exact: np.ndarray) -> None:
    """Print Table 1 with our integrators, medians over ten tolerances about each."""
    print("\nTable 1: evaluations of the right-hand side (Jacobians; with 14 for each)")
    print(f"{'':18s}{'1e-6':>24s}{'1e-3':>24s}")
    for name, counts in TABLE_1.items():
        print(f"{name:18s}{counts[0]:>24d}{counts[1]:>24d}")
    for method in METHODS:
        cells = ""
        for tolerance in TOLERANCES:
            m = medians(robot, method, tolerance, exact)
            counts = f"{m['rates']:.0f} ({m['jacobians']:.0f}; {m['total']:.0f})"
            cells += f"{counts:>24s}"
        print(f"{method:18s}{cells}")


def work_and_precision(robot: lw.Robot, exact: np.ndarray, out: Path) -> None:
    """Draw evaluations and time against the error reached.

    Of an explicit method one point: its steps are held back by stability, not by error.
    """
    tried = {method: 10.0 ** np.arange(-3.0, -8.5, -1.0) for method in METHODS}
    if find_spec("sksundae") is not None:
        tried["CVODE"] = tried["BDF"]
    tried["dormand_prince (explicit)"] = np.array([1e-6])
    evaluations, times = {}, {}
    for name, tolerances in tried.items():
        method = name.partition(" ")[0]
        repeats = REPEATS if len(tolerances) > 1 else 1
        rows = []
        for tolerance in tolerances:
            runs = [simulated(robot, method, tolerance) for _ in range(repeats)]
            error = np.abs(runs[0].q - exact).max()
            spent = min(run.wall_time for run in runs)
            rows.append((error, total(runs[0]), 1e3 * spent))
        errors, totals, spent = np.array(rows).T
        evaluations[name], times[name] = (errors, totals), (errors, spent)
    error = "largest error in rad"
    diagrams = [
        Diagram("Work", error, "evaluations, 14 a Jacobian", evaluations, True, "xy"),
        Diagram("Time", error, "wall clock in ms", times, True, "xy"),
    ]
    title = "KUKA: work and precision, tolerances 1e-3 to 1e-8"
    print(save_curve_plot(out / "kuka_work_precision.png", diagrams, title))
    both = [np.array(times[name]) for name in ("rosenbrock", "BDF")]
    shares = np.interp(np.log(both[1][0]), np.log(both[0][0][::-1]), both[0][1][::-1])
    worst = np.max(shares / both[1][1])
    print(f"for BDF's errors rosenbrock takes at most {worst:.2f} of BDF's time")
    assert np.median(shares / both[1][1]) < 1.0


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
