"""Adaptive steps: one robot, recorded between the steps by their own interpolation."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from linkwright.errors import InputError
from linkwright.simulation.impacts.starting import among_walls
from linkwright.simulation.integrators import stepper, warm_up
from linkwright.simulation.integrators.contract import (
    Problem,
    Rates,
    Step,
    StepFailed,
)
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.loop_end import REMEDY, loop_end
from linkwright.simulation.progress import Progress
from linkwright.simulation.recording import finished
from linkwright.simulation.request import Request
from linkwright.simulation.run import Run, Stop
from linkwright.simulation.singular import Watch


def fly(request: Request) -> Run:
    """Return the run of a request whose method chooses its steps."""
    if request.start.x.ndim > 1:
        raise InputError(
            f"integrator '{request.method}' takes one robot at a time; the start has"
            f" a batch of shape {request.start.x.shape[:-1]}",
            expectation="Adaptive steps are one trajectory's own.",
            remedy="Batches take 'semi_implicit_euler', 'RK4' or 'lie_group'; position"
            " and velocity of one robot are a tuple: start=(q, v).",
        )
    times = request.sample_times()
    states = np.empty((len(times), request.kernels.system.size))
    states[0] = request.start.x
    problem = _problem(request, request.kernels)
    progress = Progress(request)
    places, loops = request.kernels.system.places, request.loops
    watch = None if loops is None else Watch(loops, request.start.x)
    warm_up(request.method, problem, request.kernels)
    bouncing = among_walls(request, lambda kernels: _problem(request, kernels))
    begin = time.perf_counter()
    filled, stop = 1, None
    alone = bouncing is None and stepper(request.method, problem, request.kernels)
    under_way = alone or bouncing
    assert under_way
    steps: list[Step] = []
    held: list[np.ndarray] = [] if bouncing is None else [bouncing.held]
    try:
        while under_way.t < request.end:
            step = under_way.step()
            if request.dense:
                steps.append(step)
            if alone and loops is not None and watch is not None:
                alone.move(loops.held(alone.x))
                watch.look(step, alone.x)
            last = np.searchsorted(times, step.end, side="right")
            if last > filled:
                states[filled:last] = step.interpolate(times[filled:last])
                if bouncing is not None:
                    held += [bouncing.held] * int(last - filled)
                filled = int(last)
            if request.on_step is not None:
                x = under_way.x
                request.on_step(step.end, x[places.q], x[places.v])
            progress.at(step.end)
    except StepFailed as error:
        stop = _stop(request, under_way.t, under_way.x, error)
    except KeyboardInterrupt:
        stop = Stop(under_way.t, "interrupted", "Go on with start=run.")
    wall = time.perf_counter() - begin
    t, x = times[:filled], states[:filled]
    if stop is not None and under_way.t > t[-1]:
        t, x = np.append(t, under_way.t), np.vstack([x, under_way.x])
    passages = None if watch is None else tuple(watch.passages)
    run = finished(request, t, x, under_way.counts, wall, stop, passages)
    if bouncing is not None:
        held += [bouncing.held] * (len(t) - filled)
        run = bouncing.recorded(run, x, np.array(held))
    return replace(run, steps=tuple(steps))


def _problem(request: Request, kernels: Kernels) -> Problem:
    function = request.steering.function
    rates: Rates
    jacobian: Rates | None = None  # of what Python computes nothing is known
    if request.loops is not None and kernels.system.is_outside:
        rates = request.loops.rates
    else:
        rates = kernels.call(kernels.rates, function)
        if function is None:
            jacobian = kernels.call(kernels.jacobian)
    return Problem(
        rates,
        jacobian,
        request.start.t,
        request.end,
        request.start.x,
        request.tolerance,
        request.step if request.step is not None else np.inf,
    )


def _stop(request: Request, t: float, x: np.ndarray, failed: StepFailed) -> Stop:
    """Return what to say of a step that could not be taken, and of which joint."""
    if failed.remedy:
        return Stop(float(t), str(failed), failed.remedy)
    ended = loop_end(request.kernels, x)
    if ended:
        return Stop(float(t), f"{ended}, last good state at {t:.6g} s", REMEDY)
    reason = str(failed)
    system = request.kernels.system
    robot = system.robot
    rates = _problem(request, request.kernels).rates(t, x)
    a = np.abs(rates[system.places.w])
    a = np.where(np.isfinite(a), a, np.inf)
    names = robot.velocity_names
    if system.on_tree:
        names = robot.tree_velocity_names
    name = names[int(a.argmax())]
    moving = "has no finite acceleration" if np.isinf(a.max()) else "is fastest"
    state = f"joint '{name}' {moving}, last good state at {t:.6g} s"
    remedy = (
        "Check the controller's signs and gains, and that the start is one the robot"
        " can take; an implicit method ('BDF', 'Radau') takes stiff forces."
    )
    return Stop(float(t), f"{reason}; {state}", remedy)
