"""From recorded states to a run."""

from __future__ import annotations

import warnings

import numpy as np

from linkwright.simulation.integrators.contract import Counts
from linkwright.simulation.loop_record import loop_record
from linkwright.simulation.request import Request
from linkwright.simulation.run import Run, Stop
from linkwright.simulation.singular import Passage, passed


class SimulationStopped(UserWarning):
    """A simulation ended before its time."""


def finished(
    request: Request,
    t: np.ndarray,
    x: np.ndarray,
    counts: Counts,
    wall_time: float,
    stop: Stop | None,
    passages: tuple[Passage, ...] | None = None,
) -> Run:
    """Return the run with accelerations and forces computed; warn if it stopped."""
    kernels = request.kernels
    system = kernels.system
    robot, function = system.robot, request.steering.function
    loops, places = request.loops, system.places
    if loops is not None:
        x = loops.held(x)
    q, v, z = x[..., places.q], x[..., places.v], x[..., places.z]
    if function is None:
        tau, command, *motion = kernels.over(kernels.outputs, t, x)
    else:
        given = np.array([function(*state) for state in zip(t, q, v, strict=True)])
        found = kernels.outputs(t[:, None], x, given.astype(float), *kernels.varied)
        tau, command, *motion = found
    record = None
    if loops is not None:
        if passages is None:
            passages = passed(loops, t, x)
        if system.is_outside:
            solved = [loops.motion(*state) for state in zip(t, x, strict=True)]
            motion = [np.stack(part) for part in zip(*solved, strict=True)]
        opening = request.start.opening
        record = loop_record(loops, x, motion[0], motion[1], opening, passages)
    a = motion[0][..., : robot.nv]
    if stop is not None:
        warnings.warn(f"{robot.name}: {stop}", SimulationStopped, stacklevel=4)
    return Run(
        robot,
        t,
        q,
        v,
        a,
        tau,
        command,
        z,
        system.actuator_states,
        counts,
        wall_time,
        request.method,
        stop,
        dict(request.parameters),
        loops=record,
    )
