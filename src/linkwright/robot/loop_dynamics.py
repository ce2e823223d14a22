"""Forward dynamics of closed loops at a state of all joints, singular or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.robot.lapack_hold import LapackHold, one_blas_thread
from linkwright.robot.loop_numbers import component_names
from linkwright.robot.loop_rows import solved_outside

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

Array = np.ndarray
_ON_TREE = {"coordinates": "tree"}
_SHARED = 1e-6  # of a unit vector: a row in what nothing determines


@dataclass(frozen=True, eq=False)
class LoopDynamics:
    """Accelerations of all joints, and what the loops pass on.

    Attributes:
        velocity_names: of all joints, the independent ones first.
        a: their accelerations (..., joints).
        component_names: "loop, component" of what can open.
        forces: what each passes on, by the first body on the second, in the loop's
            axes on the second [N or N m]; NaN where others could take it as well.
        rank: how many components are independent here.
    """

    velocity_names: tuple[str, ...]
    a: Array
    component_names: tuple[str, ...]
    forces: Array
    rank: Array


def loop_dynamics(
    robot: Robot, q: Any, v: Any, tau: Any, parameters: Mapping[str, Any]
) -> LoopDynamics:
    """Return the motion and the loops' forces; q and v of all joints of the tree."""
    tracer = robot._kernels.mechanism
    mechanism = tracer.mechanism
    if not mechanism.closures:
        raise InputError(
            f"robot '{robot.name}' has no loops",
            remedy="Take forward_dynamics and reactions.",
        )
    q, v, tau = (np.asarray(x, float) for x in (q, v, tau))
    missing = mechanism.tree.nv - mechanism.nv
    if tau.shape[-1:] == (mechanism.nv,):
        tau = np.concatenate([tau, np.zeros((*tau.shape[:-1], missing))], axis=-1)

    def called(quantity: str, *arrays: Array) -> Any:
        return robot._calls.call(quantity, arrays, _ON_TREE, parameters=parameters)

    live, weights = tracer.loop_rows
    _, J, gamma = called("loop_rows", q, v)
    if not solved_outside(live):
        a, forces, rank = called("loop_motion", q, v, tau)
    else:
        M, f = called("tree_equations", q, v, tau)
        a, forces, rank = _by_lapack(M, f, J, gamma, weights)
    names = component_names(mechanism)
    return LoopDynamics(
        mechanism.velocity_names,
        a,
        tuple(names[k] for k in live),
        np.where(shared_rows(J), np.nan, forces),
        rank,
    )


def _by_lapack(
    M: Array, f: Array, J: Array, gamma: Array, weights: Array
) -> tuple[Array, Array, Array]:
    batch = np.broadcast_shapes(f.shape[:-1], J.shape[:-2])
    a, forces = np.empty((*batch, J.shape[-1])), np.empty((*batch, J.shape[-2]))
    rank = np.empty(batch)
    M, J = (np.broadcast_to(x, (*batch, *x.shape[-2:])) for x in (M, J))
    f, gamma = (np.broadcast_to(x, (*batch, x.shape[-1])) for x in (f, gamma))
    with one_blas_thread(True):
        for k in np.ndindex(batch):
            hold = LapackHold(M[k], J[k], weights)
            a[k], forces[k] = hold.motion(f[k], gamma[k])
            rank[k] = hold.rank
    return a, forces, rank


def shared_rows(J: Array) -> Array:
    """Return which rows take part in forces that no motion of the tree feels."""
    left, sizes, _ = np.linalg.svd(J, full_matrices=True)
    kept = np.zeros(left.shape[:-1], bool)
    kept[..., : sizes.shape[-1]] = sizes > 1e-9 * sizes.max(axis=-1, keepdims=True)
    return np.abs(np.where(kept[..., None, :], 0.0, left)).max(axis=-1) > _SHARED
