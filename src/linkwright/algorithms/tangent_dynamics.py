"""What velocity does to the dynamics of a tree, in closed form.

[Singh2022] S. Singh, R. Russell, P. Wensing: Efficient analytical derivatives of
rigid-body dynamics using spatial vector algebra; [Echeandia2021] S. Echeandia,
P. Wensing: Numerical methods to compute the Coriolis matrix and Christoffel symbols.

In one frame for the whole tree (`root_frame`) the 6 by 6 Coriolis factor B of a body
reduces to its momentum p and one 3 by 3 matrix K = v h' + w~ J:

    2 B u = (2 (tr K - K) u_w,  2 u_w x p),

and both add up over composites as plain sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.composite_body import momentum
from linkwright.algorithms.newton_euler import Wrench
from linkwright.algorithms.root_frame import (
    Motion,
    RootFrame,
    motion_cross,
    plus,
    root_frame,
    times,
)
from linkwright.expr import Array, cross, outer, skew, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.inertia import Inertia, trace_less


@dataclass(frozen=True, eq=False)
class TreeMotion:
    """Per link, in the root's frame: how its joint axes and its composite move.

    S: joint axes;  Sd: their rates v x S;  Psid: v_parent x S;
    Psidd: a_parent x S + v_parent x Psid;  and of the composite body:
    inertia, p (momentum), K, force (rate of momentum, gravity included).
    """

    frame: RootFrame
    Sd: list[tuple[Motion, ...]]
    Psid: list[tuple[Motion, ...]]
    Psidd: list[tuple[Motion, ...]]
    inertia: list[Inertia]
    p: list[Array]
    K: list[Array]
    force: list[Wrench]


def tree_motion(model: Model, q: Array, v: Array, a: Array) -> TreeMotion:
    """Return the motion of axes and composites [Singh2022, Table 1]."""
    frame = root_frame(model, q)
    velocity: list[Motion] = []
    rates, drags, drag_rates = [], [], []
    K, p, force = [], [], []
    acceleration: list[Motion] = []
    for k, link in enumerate(model.links):
        if link.parent == WORLD:
            above: Motion = (zeros(3), zeros(3))
            above_rate: Motion = (zeros(3), -frame.gravity[k])
        else:
            above, above_rate = velocity[link.parent], acceleration[link.parent]
        S = frame.S[k]
        Psid = tuple(motion_cross(above, s) for s in S)
        Psidd = tuple(
            plus(motion_cross(above_rate, s), motion_cross(above, d))
            for s, d in zip(S, Psid, strict=True)
        )
        moving, moving_rate = above, above_rate
        for s, rate in zip(S, link.velocities(v), strict=True):
            moving = plus(moving, times(s, rate))
        # One freedom does not turn its own axis: v x S = v_parent x S.
        Sd = Psid if link.nv == 1 else tuple(motion_cross(moving, s) for s in S)
        rows = zip(S, Sd, link.velocities(v), link.velocities(a), strict=True)
        for s, d, rate, rate_rate in rows:
            moving_rate = plus(moving_rate, plus(times(s, rate_rate), times(d, rate)))
        velocity.append(moving)
        acceleration.append(moving_rate)
        rates.append(Sd)
        drags.append(Psid)
        drag_rates.append(Psidd)
        body = _body(frame.inertia[k], moving, moving_rate)
        K.append(body[0])
        p.append(body[1])
        force.append(body[2])
    inertia = list(frame.inertia)
    for k in reversed(range(len(model.links))):
        parent = model.links[k].parent
        if parent != WORLD:
            inertia[parent] = inertia[parent] + inertia[k]
            K[parent] = K[parent] + K[k]
            p[parent] = p[parent] + p[k]
            force[parent] = force[parent] + force[k]
    return TreeMotion(frame, rates, drags, drag_rates, inertia, p, K, force)


def _body(inertia: Inertia, v: Motion, a: Motion) -> tuple[Array, Array, Wrench]:
    """Return K, momentum and rate of momentum of one body moving with v, a."""
    (w, vl), (wd, al) = v, a
    h, m = inertia.first_moment, inertia.mass
    K = outer(vl, h) + skew(w) @ inertia.second_moment
    p = vl * m + cross(w, h)
    force = al * m + cross(wd, h) + cross(w, p)
    torque = cross(h, al) + inertia.angular(wd) + trace_less(K) @ w
    return K, p, Wrench(force, torque)


def coriolis_product(motion: TreeMotion, k: int, w: Array) -> Wrench:
    """Return 2 B u of composite k; only the angular part of u acts."""
    doubled = w * 2.0
    return Wrench(cross(doubled, motion.p[k]), trace_less(motion.K[k]) @ doubled)


def coriolis_row(motion: TreeMotion, k: int, s: Motion) -> Array:
    """Return c with s . 2 B u = c . u_w for every u."""
    row = cross(motion.p[k], s[1]) + trace_less(motion.K[k].T) @ s[0]
    return row * 2.0


def inertia_product(motion: TreeMotion, k: int, s: Motion) -> Wrench:
    """Return I s of composite k."""
    return momentum(motion.inertia[k], *s)


def carried_force(s: Motion, f: Wrench) -> Wrench:
    """Return the rate of a wrench carried along with s: s x* f."""
    return Wrench(cross(s[0], f.force), cross(s[0], f.torque) + cross(s[1], f.force))


def work(s: Motion, f: Wrench) -> Any:
    """Return the power of a wrench on a motion."""
    total: Any = 0.0
    for x, y in zip((*s[0], *s[1]), (*f.torque, *f.force), strict=True):
        total = total + x * y
    return total
