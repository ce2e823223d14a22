"""Where a simulation starts: what the user gave, checked and complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, NumericalError
from linkwright.simulation.loop_start import Inconsistent, consistent, whole_state
from linkwright.simulation.loops import Loops, Opening
from linkwright.simulation.run import Run
from linkwright.simulation.system import System

if TYPE_CHECKING:
    from linkwright.robot import Robot

_REMEDY = "Position and velocity together are a tuple: start=(q, v)."


@dataclass(frozen=True)
class Start:
    """A time, and a state (..., size).

    ``opening``: how far the loops were open in what was given of their joints.
    """

    t: float
    x: np.ndarray
    opening: Opening | None = None


def start_of(
    system: System,
    given: Any,
    loops: Loops | None = None,
    inconsistent: Inconsistent = "project",
) -> Start:
    """Return the start that a user means.

    None: at rest at the robot's reference; q; (q, v); (q, v, z) with the actuators'
    states; or an earlier run, to go on where it ended. With loops on the spanning
    tree, q and v may be those of the independent joints or of all.
    """
    robot = system.robot
    if isinstance(given, Run):
        _check_same(system, given)
        if given.state.shape[-1] != system.size:
            raise InputError(
                f"the run to go on with has {given.state.shape[-1]} states",
                expectation=f"This simulation has {system.size}.",
            )
        return Start(float(given.t[-1]), given.state)
    if given is None:
        given = (robot.reference,)
    elif not isinstance(given, tuple):
        given = (given,)
    names = robot.coordinate_names, robot.velocity_names
    on_tree = loops is not None and np.shape(given[0])[-1:] == (system.places.ny,)
    if on_tree:
        every = robot._mechanism.velocity_names
        names = (*names[0], *every[robot.nv :]), every
    q = _numbers("q", given[0], names[0])
    v, z = np.zeros(len(names[1])), _rest(system, q)
    if len(given) > 1:
        v = _numbers("v", given[1], names[1])
    if len(given) > 2:
        z = _numbers("z", given[2], system.actuator_states)
    if len(given) > 3:
        raise InputError(f"start has {len(given)} parts", expectation="q, v and z.")
    _check_quaternions(robot, q)
    lead = np.broadcast_shapes(q.shape[:-1], v.shape[:-1], z.shape[:-1])
    q, v, z = (np.broadcast_to(part, (*lead, part.shape[-1])) for part in (q, v, z))
    if loops is None:
        return Start(0.0, np.concatenate([q, v, z], axis=-1))
    moving = np.concatenate([q, v], axis=-1)
    if not on_tree:
        moving = whole_state(loops, q, v)
    x, opening = consistent(loops, np.concatenate([moving, z], axis=-1), inconsistent)
    return Start(0.0, x, opening if on_tree else None)


def _check_same(system: System, run: Run) -> None:
    """Refuse to go on with another robot's run, or with other actuators' states."""
    robot = system.robot
    for what, found, expected in (
        ("robot", run.robot.name, robot.name),
        ("coordinates", run.robot.coordinate_names, robot.coordinate_names),
        ("velocities", run.robot.velocity_names, robot.velocity_names),
        ("actuator states", run.z_names, system.actuator_states),
    ):
        if found != expected:
            told, wanted = (
                x if isinstance(x, str) else ", ".join(x) or "none"
                for x in (found, expected)
            )
            raise InputError(
                f"the run to go on with has {what} {told}",
                expectation=f"This simulation has {wanted}.",
                remedy="Give the state itself: start=(q, v).",
            )


def _rest(system: System, q: np.ndarray) -> np.ndarray:
    """Return actuator states at rest: rotors where their joints are, no force."""
    names = system.robot.coordinate_names
    columns = []
    for name in system.actuator_states:
        joint, _, state = name.rpartition(".")
        at_rest = np.zeros(q.shape[:-1])
        columns.append(q[..., names.index(joint)] if state == "rotor" else at_rest)
    return np.stack(columns, axis=-1) if columns else np.zeros((*q.shape[:-1], 0))


def _numbers(what: str, given: Any, names: tuple[str, ...]) -> np.ndarray:
    size = len(names)
    try:
        array = np.asarray(given, float)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the start's {what} is no array of numbers: {_shown(given)}",
            expectation=f"Expected (..., {size}): {', '.join(names)}.",
            remedy=_REMEDY,
        ) from error
    if array.ndim == 0 or array.shape[-1] != size:
        raise InputError(
            f"the start's {what} has shape {array.shape}",
            expectation=f"Expected (..., {size}): {', '.join(names)}.",
            remedy=_REMEDY if what == "q" else "",
        )
    finite = np.isfinite(array).reshape(-1, size).all(axis=0)
    if not finite.all():
        name = names[int(np.flatnonzero(~finite)[0])]
        raise NumericalError(
            f"the start's {what} of '{name}' is not finite",
            expectation="Every entry is a finite number.",
        )
    return array


def _shown(given: Any) -> str:
    told = repr(given)
    return told if len(told) <= 60 else f"{told[:57]}..."


def _check_quaternions(robot: Robot, q: np.ndarray) -> None:
    if robot.nq == robot.nv:
        return
    for link in robot._kernels.coordinates.links:
        if link.nq > link.nv:
            end = link.q_index + link.nq
            length = np.linalg.norm(q[..., end - 4 : end], axis=-1)
            if (np.abs(length - 1.0) > 1e-6).any():
                raise InputError(
                    f"the start's quaternion of joint '{link.joint_name}' has length"
                    f" {float(np.ravel(length)[0]):.6g}",
                    expectation="A unit quaternion x y z w.",
                )
