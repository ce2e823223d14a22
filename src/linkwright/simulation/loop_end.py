"""Where embedded loops end a motion: told in place of what an integrator says."""

from __future__ import annotations

import numpy as np

from linkwright.simulation.kernels import Kernels

REMEDY = (
    'Take loops="spanning_tree", which integrates all joints and passes dead points,'
    " or let a joint be independent that turns on there."
)
# How far ahead of the last good state loops are tried [rad or m].
_AHEAD = np.geomspace(1e-9, 0.02, 61)


def loop_end(kernels: Kernels, x: np.ndarray, member: tuple[int, ...] = ()) -> str:
    """Return which loop cannot go on ahead of a member's state; empty where all can."""
    system = kernels.system
    robot = system.robot
    if system.on_tree or not robot.loop_names:
        return ""
    q, v = x[..., system.places.q], x[..., system.places.v]
    fastest = np.abs(v).max(axis=-1, keepdims=True, initial=0.0)
    direction = v / np.where(fastest > 0.0, fastest, 1.0)
    steps = _AHEAD.reshape(-1, *[1] * x.ndim) * direction
    there = robot.integrate(np.broadcast_to(q, (*steps.shape[:-1], q.shape[-1])), steps)
    found = robot.failures("dependent_coordinates", there, **kernels.given)
    failed = np.flatnonzero(found.codes[(slice(None), *member)])
    if not len(failed):
        return ""
    reason = found.reason(int(failed[0]), *member).removesuffix(" here")
    return f"the loops end the motion: {reason} {_AHEAD[failed[0]]:.1g} further on"
