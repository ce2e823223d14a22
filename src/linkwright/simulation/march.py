"""Fixed steps: whole batches of simulations inside the kernel, record after record."""

from __future__ import annotations

import time
from functools import cache

import numpy as np

from linkwright.errors import InputError
from linkwright.simulation.integrators.advance import traced_advance
from linkwright.simulation.integrators.contract import Counts
from linkwright.simulation.integrators.fixed import FIXED
from linkwright.simulation.loop_end import REMEDY, loop_end
from linkwright.simulation.progress import Progress
from linkwright.simulation.recording import finished
from linkwright.simulation.request import Request
from linkwright.simulation.run import Run, Stop

_ADVICE = (
    "Take a smaller step, or smaller gains; a batch's failed members keep their last"
    " good state."
)


def march(request: Request) -> Run:
    """Return the run of a request whose method has a fixed step."""
    method = FIXED[request.method]
    numbers = _records(request)
    h = request.duration / numbers[-1]
    t = request.start.t + h * np.array(numbers)
    x = np.array(request.start.x)
    states = np.empty((len(numbers), *x.shape))
    states[0] = x
    good = np.zeros(x.shape[:-1])
    progress = Progress(request)
    reached, wall, interrupted = 0, 0.0, False
    made = cache(lambda steps: _kernel(request, steps))  # one for each length
    made(numbers[1] - numbers[0])(*_operands(request, t[0], x, h, numbers[1]))
    try:
        for k in range(1, len(numbers)):
            steps = numbers[k] - numbers[k - 1]
            kernel = made(steps)
            begin = time.perf_counter()
            operands = _operands(request, t[k - 1], x, h, steps)
            x, taken = kernel(*operands, threads=request.threads)
            wall += time.perf_counter() - begin
            states[k] = x
            good = good + np.where(good == numbers[k - 1], taken, 0.0)
            reached = k
            if request.on_step is not None:
                places = request.kernels.system.places
                request.on_step(float(t[k]), x[..., places.q], x[..., places.v])
            progress.at(float(t[k]))
            if (good < numbers[k]).all():
                break
    except KeyboardInterrupt:
        interrupted = True
    steps = numbers[reached]
    counts = Counts(steps, 0, steps * method.evaluations, 0)
    stop = None
    failed = good < steps
    if failed.any():
        rows = tuple(np.flatnonzero(failed).tolist()) if good.ndim else ()
        first = request.start.t + h * float(good.min())
        which = f" in {len(rows)} of {good.size} members" if rows else ""
        member = _first_failed(good)
        ended = loop_end(request.kernels, x, member)
        fastest = _fastest_joint(request, x[member])
        what = f"the state is no longer finite{which} with steps of {h:.3g} s; " + (
            ended or f"joint '{fastest}' is fastest in the last good state"
        )
        stop = Stop(first, what, REMEDY if ended else _ADVICE, rows)
    elif interrupted:
        stop = Stop(float(t[reached]), "interrupted", "Go on with start=run.")
    kept = slice(reached + 1)
    return finished(request, t[kept], states[kept], counts, wall, stop)


def _first_failed(good: np.ndarray) -> tuple[int, ...]:
    """Return the index of the member that failed first."""
    if not good.ndim:
        return ()
    return tuple(int(i) for i in np.unravel_index(int(np.argmin(good)), good.shape))


def _fastest_joint(request: Request, x: np.ndarray) -> str:
    """Return which joint was fastest in a member's last good state."""
    system = request.kernels.system
    names = system.robot.velocity_names
    if system.on_tree:
        names = system.robot.tree_velocity_names
    return names[int(np.abs(x[system.places.w]).argmax())]


def _records(request: Request) -> list[int]:
    """Return after how many steps to record: 0, ..., all."""
    if request.step is None:
        raise InputError(
            f"integrator '{request.method}' needs a step",
            expectation="Its steps are all alike.",
            remedy="Give step=, in seconds; 1e-3 is a usual one.",
        )
    total = round(request.duration / request.step)
    if total < 1 or abs(total * request.step / request.duration - 1.0) > 1e-9:
        raise InputError(
            f"a step of {request.step:.6g} s does not divide {request.duration:.6g} s",
            expectation="A whole number of steps.",
            remedy=f"For example {request.duration / max(1, total):.9g} s.",
        )
    if not isinstance(request.samples, int):
        wanted = (request.sample_times() - request.start.t) / request.step
        numbers = np.rint(wanted).astype(int)
        if np.abs(wanted - numbers).max() > 1e-6:
            raise InputError(
                "sample times lie between the steps",
                expectation=f"Multiples of the step, {request.step:.6g} s.",
            )
        return numbers.tolist()
    every = max(1, -(-total // max(1, request.samples)))
    return [*range(0, total, every), total]


def _kernel(request: Request, steps: int):
    method = FIXED[request.method]
    system = request.kernels.system
    return request.kernels.of(
        f"advance {request.method} {steps}",
        lambda: traced_advance(system, method, steps),
    )


def _operands(
    request: Request, t: float, x: np.ndarray, h: float, steps: int
) -> list[np.ndarray]:
    found = [np.array([t]), x, np.array([h])]
    reference = request.kernels.system.reference
    if reference.inputs:
        shares = np.array(FIXED[request.method].shares)
        times = t + h * (np.arange(steps)[:, None] + shares)
        found.append(reference.sampled(times).ravel())
    return [*found, *request.kernels.varied]
