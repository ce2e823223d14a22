"""lw.simulate: from a robot and what acts on it to its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, check_switch, did_you_mean
from linkwright.robot.lapack_hold import one_blas_thread
from linkwright.robot.loop_rows import solved_outside
from linkwright.simulation.actuators import actuators_of
from linkwright.simulation.flight import fly
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.impacts.starting import impacts_of, without_hard_ones
from linkwright.simulation.integrators import ADAPTIVE, FIXED, IN_PYTHON, ONE_STEP
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.loads import loads_of
from linkwright.simulation.loop_start import Inconsistent
from linkwright.simulation.loops import Loops
from linkwright.simulation.march import march
from linkwright.simulation.options import (
    check_not_negative,
    check_parameters,
    check_positive,
    impacts_asked,
    stops_of,
)
from linkwright.simulation.request import Request
from linkwright.simulation.run import Run
from linkwright.simulation.start import start_of
from linkwright.simulation.steering import steered
from linkwright.simulation.system import System

if TYPE_CHECKING:
    from linkwright.robot import Robot

LEAST_ON_TREE = 1e-12
Observer = Callable[[float, np.ndarray, np.ndarray], Any]


def simulate(
    robot: Robot,
    controller: Any = None,
    *,
    duration: float,
    start: Any = None,
    method: str | None = None,
    loops: str = "embedded",
    inconsistent: Inconsistent = "project",
    tolerance: float = 1e-6,
    step: float | None = None,
    samples: int | np.ndarray = 200,
    actuators: Any = None,
    loads: Mapping[str, Any] | None = None,
    limits: bool | Mapping[str, float] = True,
    friction: bool = True,
    friction_smoothing: float = 1e-3,
    impacts: Impacts | Mapping[str, Any] | bool = True,
    dense: bool = False,
    on_step: Observer | None = None,
    progress: bool = False,
    threads: int | None = None,
    **parameters: Any,
) -> Run:
    """Return a robot's motion under a controller, from a start, for some seconds.

    What has been computed is always returned: where a simulation cannot go on, the
    run's ``stop`` says when, which joint, and what to try, and a warning repeats it.
    Interrupted by Ctrl-C, it returns likewise; ``start=run`` goes on from there.

    Args:
        robot: a robot, its loops and elements included.
        controller: ``PD``, ``ComputedTorque`` and the like; constant joint forces; or
            a function of (t, q, v) that returns them, traced to machine code where it
            can be; None for no forces.
        duration: how long [s].
        start: q, or (q, v), or (q, v, actuator states), or an earlier run; at rest at
            the robot's reference unless given. A batch of states where ``method`` has
            a fixed step. Of a spanning tree of the independent joints, or of all.
        method: adaptive and implicit: BDF, Radau, LSODA (SciPy), CVODE (SUNDIALS,
            an extra), rosenbrock (compiled); adaptive and explicit: DOP853, RK45
            (SciPy), ADAMS (SUNDIALS), dormand_prince (compiled); fixed steps,
            compiled, for batches: semi_implicit_euler, RK4, lie_group. Unless given:
            BDF; on a spanning tree dormand_prince, or DOP853 where loops have more
            than 30 rows.
        loops: ``"embedded"``: the independent joints are integrated, the others follow;
            ``"spanning_tree"``: all joints are, the loops are constraints. That takes
            more time, passes singular positions, and tells what the loops pass on:
            ``run.loops``.
        inconsistent: on a spanning tree, a start that does not fit the loops:
            ``"project"`` to the nearest one that does, or ``"refuse"``.
        tolerance: of each adaptive step, relative and absolute.
        step: a fixed step, or the largest adaptive one [s].
        samples: how many times to record after the start, evenly; or the times
            themselves, since the start; fixed steps record every so many steps.
        actuators: ``Actuator`` for all joints, or {joint: Actuator}.
        loads: {point or body: wrench in world axes, or function of t}.
        limits: soft stops at joint limits; {"stiffness": ..., "damping": ...}.
        friction: the joints' viscous and Coulomb friction.
        friction_smoothing: speed at which Coulomb friction has 71 % [rad/s or m/s].
        impacts: how impacts on the robot's walls are treated (`Impacts`, or a mapping
            with its fields); False: the robot passes through its walls.
        dense: keep every step of the integrator, with the motion inside it.
        on_step: called with t, q, v after every step (of fixed ones: every record).
        progress: print how far it is, once a second.
        threads: how many share a batch.
        **parameters: values of varied design parameters.
    """
    if loops not in ("embedded", "spanning_tree"):
        raise InputError(
            f"loops is {loops!r}", expectation="'embedded' or 'spanning_tree'."
        )
    if method is not None and method not in (*ADAPTIVE, *FIXED):
        raise InputError(
            f"there is no integrator '{method}'",
            expectation=f"Adaptive: {', '.join(ADAPTIVE)}; fixed steps:"
            f" {', '.join(FIXED)}.",
            remedy=did_you_mean(method, (*ADAPTIVE, *FIXED)),
        )
    check_parameters(robot, parameters, simulate)
    check_positive("duration", duration)
    check_positive("tolerance", tolerance)
    if step is not None:
        check_positive("step", step)
    check_switch("friction", friction)
    check_not_negative("friction_smoothing", friction_smoothing)
    stops = stops_of(robot, limits)
    on_tree = loops == "spanning_tree" and bool(robot._mechanism.closures)
    chosen = chosen_method(robot, method, on_tree=on_tree)
    among = impacts_of(robot, impacts_asked(impacts), fixed=chosen in FIXED)
    if among is not None:
        stops = without_hard_ones(robot, stops)
    steering = steered(robot, controller, compiled=chosen not in IN_PYTHON)
    system = System(
        robot,
        steering.controller,
        steering.reference,
        actuators_of(robot, actuators),
        stops,
        loads_of(loads),
        friction,
        friction_smoothing,
        on_tree=on_tree,
    )
    if on_tree and chosen not in FIXED and tolerance < LEAST_ON_TREE:
        raise InputError(
            f"tolerance is {tolerance:.3g} on a spanning tree",
            expectation=f"At least {LEAST_ON_TREE:.0e}: near singular positions"
            " rounding is divided by the distance from them.",
        )
    kernels = Kernels(system, parameters)
    held = Loops(kernels, steering.function) if on_tree else None
    request = Request(
        kernels=kernels,
        steering=steering,
        start=start_of(system, start, held, inconsistent),
        duration=float(duration),
        method=chosen,
        tolerance=float(tolerance),
        step=step,
        samples=samples,
        on_step=on_step,
        progress=progress,
        threads=threads,
        parameters=parameters,
        loops=held,
        impacts=among,
        dense=dense,
    )
    with one_blas_thread(system.is_outside):
        return march(request) if chosen in FIXED else fly(request)


def chosen_method(robot: Robot, method: str | None, *, on_tree: bool) -> str:
    """Return the integrator; refuse one that cannot hold loops closed."""
    if not on_tree:
        return method or "BDF"
    live = robot._kernels.mechanism.loop_rows[0]
    outside = solved_outside(live)
    fit = [name for name in ONE_STEP if name in IN_PYTHON or not outside]
    if method is None:
        return "DOP853" if outside else "dormand_prince"
    if method in fit:
        return method
    why = "keeps a history, which holding the loops closed after every step would spoil"
    if method in ONE_STEP:
        why = (
            f"is compiled as a whole, and the loops have {len(live)} rows, too many"
            " for one kernel"
        )
    raise InputError(
        f"on a spanning tree integrator '{method}' will not do: it {why}",
        expectation=f"Here: {', '.join(fit)}.",
        remedy="Take one of these, or loops='embedded'.",
    )
