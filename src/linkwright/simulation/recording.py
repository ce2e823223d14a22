"""From recorded states to a run."""

from __future__ import annotations

import warnings

import numpy as np

from linkwright.simulation.integrators.contract import Counts
from linkwright.simulation.request import Request
from linkwright.simulation.run import Run, Stop


class SimulationStopped(UserWarning):
    """A simulation ended before its time."""


def finished(
    request: Request,
    t: np.ndarray,
    x: np.ndarray,
    counts: Counts,
    wall_time: float,
    stop: Stop | None,
) -> Run:
    """Return the run with accelerations and forces computed; warn if it stopped."""
    kernels = request.kernels
    system = kernels.system
    robot, function = system.robot, request.steering.function
    q, v, z = np.split(x, [robot.nq, robot.nq + robot.nv], axis=-1)
    if function is None:
        a, tau, command = kernels.over(kernels.outputs, t, x)
    else:
        forces = [function(*state) for state in zip(t, q, v, strict=True)]
        varied = [] if kernels.parameters is None else [kernels.parameters]
        given = np.asarray(forces, float)
        a, tau, command = kernels.outputs(t[:, None], x, given, *varied)
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
    )
