"""Where a simulation starts: what the user gave, checked and complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, NumericalError
from linkwright.simulation.run import Run
from linkwright.simulation.system import System

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True)
class Start:
    """A time, and a state (..., size)."""

    t: float
    x: np.ndarray


def start_of(system: System, given: Any) -> Start:
    """Return the start that a user means.

    None: at rest at the robot's reference; q; (q, v); (q, v, z) with the actuators'
    states; or an earlier run, to go on where it ended.
    """
    robot = system.robot
    if isinstance(given, Run):
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
    q = _numbers("q", given[0], robot.nq, robot.coordinate_names)
    v, z = np.zeros(robot.nv), _rest(system, q)
    if len(given) > 1:
        v = _numbers("v", given[1], robot.nv, robot.velocity_names)
    if len(given) > 2:
        z = _numbers("z", given[2], len(z), system.actuator_states)
    if len(given) > 3:
        raise InputError(f"start has {len(given)} parts", expectation="q, v and z.")
    _check_quaternions(robot, q)
    lead = np.broadcast_shapes(q.shape[:-1], v.shape[:-1], z.shape[:-1])
    parts = [np.broadcast_to(part, (*lead, part.shape[-1])) for part in (q, v, z)]
    return Start(0.0, np.concatenate(parts, axis=-1))


def _rest(system: System, q: np.ndarray) -> np.ndarray:
    """Return actuator states at rest: rotors where their joints are, no force."""
    names = system.robot.coordinate_names
    columns = []
    for name in system.actuator_states:
        joint, _, state = name.rpartition(".")
        at_rest = np.zeros(q.shape[:-1])
        columns.append(q[..., names.index(joint)] if state == "rotor" else at_rest)
    return np.stack(columns, axis=-1) if columns else np.zeros((*q.shape[:-1], 0))


def _numbers(what: str, given: Any, size: int, names: tuple[str, ...]) -> np.ndarray:
    array = np.asarray(given, float)
    if array.ndim == 0 or array.shape[-1] != size:
        raise InputError(
            f"the start's {what} has shape {array.shape}",
            expectation=f"Expected (..., {size}): {', '.join(names)}.",
        )
    finite = np.isfinite(array).reshape(-1, size).all(axis=0)
    if not finite.all():
        name = names[int(np.flatnonzero(~finite)[0])]
        raise NumericalError(
            f"the start's {what} of '{name}' is not finite",
            expectation="Every entry is a finite number.",
        )
    return array


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
