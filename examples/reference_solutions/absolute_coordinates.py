"""A robot as free bodies held together by constraints: nothing is shared with a tree.

Every body has six freedoms: its centre's position r, a quaternion p, their velocities
v and w (w in the body's axes). A hinge takes five of them away,

    Phi(q) = 0:  the joint's points coincide; two directions across the axis on the one
                 body stay square to the axis on the other,

and the equations are those of a commercial package of the KUKA paper's time,
differential-algebraic and stabilised to index 2  [GearLeimkuhlerGupta1985]:

    r' = v + (G' mu)_v        M (v, w)' = forces - G' lambda
    p' = p o (w + (G' mu)_w)/2        0 = Phi(q)        0 = G (v, w)

with G = d Phi / d motion. Masses, places and axes are read from the description; no
algorithm of linkwright's takes part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .radau_dae import Problem, Statistics, integrate

Array = np.ndarray
# From joint angles and rates (..., n) at a time to torques (..., n).
Torques = Callable[[Any, Array, Array], Array]


@dataclass(frozen=True, eq=False)
class FreeBody:
    """A body, and the hinge that ties it to another or to the ground.

    Attributes:
        mass, inertia: about its centre of mass, in its axes.
        parent: the other body's number, -1 for the ground.
        on_parent, on_body: the hinge's point from either centre, in either's axes.
        axis: of the hinge, in this body's axes.
        across, side: square to it and to each other, in the parent's axes.
        zero: where ``across`` lies in this body's axes at the angle zero.
    """

    mass: float
    inertia: Array
    parent: int
    on_parent: Array
    on_body: Array
    axis: Array
    across: Array
    side: Array
    zero: Array


@dataclass(frozen=True, eq=False)
class Hinges:
    """All hinges at a state.

    Phi: constraints (..., 5 n); G: their Jacobian (..., 5 n, 6 n), by velocities of
    centres, then by angular ones; axes in the world (..., n, 3); angles and rates
    (..., n).
    """

    Phi: Array
    G: Array
    axes: Array
    angles: Array
    rates: Array


@dataclass(frozen=True, eq=False)
class Assembly:
    """Free bodies, hinges between them, weight, torques at the hinges."""

    bodies: tuple[FreeBody, ...]
    gravity: Array
    torques: Torques

    @property
    def count(self) -> int:
        """The number of bodies, as many as hinges."""
        return len(self.bodies)

    def _each(self, name: str) -> Array:
        return np.array([getattr(body, name) for body in self.bodies])

    @cached_property
    def mass(self) -> Array:
        """The bodies' M (6 n, 6 n): velocities of centres, then angular ones."""
        n = self.count
        M = np.zeros((6 * n, 6 * n))
        M[: 3 * n, : 3 * n] = np.diag(np.repeat(self._each("mass"), 3))
        for k, body in enumerate(self.bodies):
            w = slice(3 * n + 3 * k, 3 * n + 3 * k + 3)
            M[w, w] = body.inertia
        return M

    @cached_property
    def _parts(self) -> dict[str, Array]:
        names = ("on_parent", "on_body", "axis", "across", "side", "zero", "inertia")
        found = {name: self._each(name) for name in names}
        weight = self._each("mass")[:, None] * self.gravity
        parents = self._each("parent")
        held = np.flatnonzero(parents >= 0)
        return found | {"weight": weight, "parents": parents, "held": held}

    def split(self, y: Array) -> tuple[Array, ...]:
        """Return r, p, v, w, lambda, mu out of states (..., 23 n)."""
        n = self.count
        parts = np.split(y, np.cumsum([3 * n, 4 * n, 3 * n, 3 * n, 5 * n]), axis=-1)
        shaped = [
            x.reshape(*x.shape[:-1], n, w)
            for x, w in zip(parts[:4], (3, 4, 3, 3), strict=True)
        ]
        return (*shaped, parts[4], parts[5])

    def hinges(self, R: Array, r: Array, w: Array) -> Hinges:
        """Return the hinges at rotations, centres and angular velocities."""
        n, lead, of = self.count, r.shape[:-2], self._parts
        here, i, k = np.arange(n), of["parents"], of["held"]
        R_i, r_i = (
            _with_ground(R, np.eye(3))[..., i, :, :],
            _with_ground(r, 0.0)[..., i, :],
        )
        spin = _times(R, w)
        h, x = _times(R, of["axis"]), _times(R, of["zero"])
        at_j, at_i = _times(R, of["on_body"]), _times(R_i, of["on_parent"])
        across, side = _times(R_i, of["across"]), _times(R_i, of["side"])
        Phi = np.concatenate(
            [
                r + at_j - r_i - at_i,
                _dot(across, h)[..., None],
                _dot(side, h)[..., None],
            ],
            -1,
        )
        G = np.zeros((*lead, n, 5, 2, n, 3))
        one = np.broadcast_to(np.eye(3), (*lead, n, 3, 3))
        # (e . h)' = (h x e) . (w_j - w_i), for e across and to the side.
        turns = np.stack([np.cross(h, across), np.cross(h, side)], -2)
        blocks = ((0, one, one), (1, -_skew(at_j) @ R, -_skew(at_i) @ R_i))
        for kind, own, above in blocks:
            _put(G, here, slice(3), kind, here, own)
            _put(G, k, slice(3), kind, i[k], -above[..., k, :, :])
        _put(G, here, slice(3, 5), 1, here, turns @ R)
        _put(G, k, slice(3, 5), 1, i[k], -(turns @ R_i)[..., k, :, :])
        return Hinges(
            Phi.reshape(*lead, 5 * n),
            G.reshape(*lead, 5 * n, 6 * n),
            h,
            np.arctan2(_dot(x, side), _dot(x, across)),
            _dot(h, spin - _with_ground(spin, 0.0)[..., i, :]),
        )

    def forces(self, t: Any, R: Array, w: Array, hinges: Hinges) -> Array:
        """Return weight, gyroscopic and hinge torques on all bodies (..., 6 n)."""
        n, lead, of = self.count, w.shape[:-2], self._parts
        tau = self.torques(t, hinges.angles, hinges.rates)
        given = hinges.axes * tau[..., None]  # on the body; its reverse on the parent
        torque = given.copy()
        for j in of["held"]:
            torque[..., of["parents"][j], :] -= given[..., j, :]
        momentum = np.einsum("nij,...nj->...ni", of["inertia"], w)
        torque = _times(np.swapaxes(R, -1, -2), torque) - np.cross(w, momentum)
        force = np.broadcast_to(of["weight"], (*lead, n, 3))
        return np.concatenate(
            [force.reshape(*lead, 3 * n), torque.reshape(*lead, 3 * n)], -1
        )

    def right_hand_side(self, t: Any, y: Array) -> Array:
        """Return f of M y' = f, for states (..., 23 n)."""
        r, p, v, w, multipliers, drift = self.split(y)
        R = _rotation(p)
        hinges = self.hinges(R, r, w)
        back = np.einsum("...ij,...i->...j", hinges.G, drift)
        n, lead = self.count, y.shape[:-1]
        shift = back[..., : 3 * n].reshape(*lead, n, 3)
        turn = back[..., 3 * n :].reshape(*lead, n, 3)
        force = self.forces(t, R, w, hinges)
        force = force - np.einsum("...ij,...i->...j", hinges.G, multipliers)
        u = np.concatenate([v.reshape(*lead, 3 * n), w.reshape(*lead, 3 * n)], -1)
        parts = (
            (v + shift).reshape(*lead, 3 * n),
            _quaternion_rate(p, w + turn).reshape(*lead, 4 * n),
            force,
            np.einsum("...ij,...j->...i", hinges.G, u),
            hinges.Phi,
        )
        return np.concatenate(parts, -1)

    def problem(self) -> Problem:
        """Return the differential-algebraic equations."""
        n = self.count
        mass = np.zeros((23 * n, 23 * n))
        mass[: 7 * n, : 7 * n] = np.eye(7 * n)
        mass[7 * n : 13 * n, 7 * n : 13 * n] = self.mass
        index = np.where(np.arange(23 * n) < 13 * n, 1, 2)
        return Problem(self.right_hand_side, mass, index)

    def accelerations(self, t: float, y: Array) -> tuple[Array, Array]:
        """Return bodies' accelerations (6 n,) and multipliers at a consistent state.

        M u' + G' lambda = forces;  G u' = -G' u.
        """
        r, p, v, w, _, _ = self.split(y)
        R = _rotation(p)
        hinges = self.hinges(R, r, w)
        u = np.concatenate([v.ravel(), w.ravel()])
        h = 1e-6  # G's rate along the motion
        G_ahead, G_behind = (
            self.hinges(_rotation(p + s * _quaternion_rate(p, w)), r + s * v, w).G
            for s in (h, -h)
        )
        turning = (G_ahead - G_behind) @ u / (2.0 * h)
        n = self.count
        matrix = np.block(
            [[self.mass, hinges.G.T], [hinges.G, np.zeros((5 * n, 5 * n))]]
        )
        right = np.concatenate([self.forces(t, R, w, hinges), -turning])
        found = np.linalg.solve(matrix, right)
        return found[: 6 * n], found[6 * n :]


@dataclass(frozen=True, eq=False)
class AbsoluteRun:
    """Joint angles, rates and accelerations over time, and what they took."""

    t: Array
    q: Array
    v: Array
    a: Array
    statistics: Statistics
    drift: float


def simulate(
    assembly: Assembly, r: Array, p: Array, times: Array, tolerance: float
) -> AbsoluteRun:
    """Return the motion from rest at positions and quaternions of all bodies."""
    n = assembly.count
    y = np.concatenate([r.ravel(), p.ravel(), np.zeros(16 * n)])
    y[13 * n : 18 * n] = assembly.accelerations(float(times[0]), y)[1]
    states, statistics = integrate(assembly.problem(), y, times, tolerance)
    found = [_joint_motion(assembly, t, x) for t, x in zip(times, states, strict=True)]
    q, v, a, Phi = (np.array(x) for x in zip(*found, strict=True))
    return AbsoluteRun(times, q, v, a, statistics, float(np.abs(Phi).max()))


def _joint_motion(assembly: Assembly, t: float, y: Array) -> tuple[Array, ...]:
    """Return angles, rates, accelerations and constraints at a state."""
    r, p, _, w, _, _ = assembly.split(y)
    R = _rotation(p)
    hinges = assembly.hinges(R, r, w)
    u_rate, _ = assembly.accelerations(t, y)
    spin = _times(R, w)
    turning = _times(R, u_rate[3 * assembly.count :].reshape(-1, 3))
    i = np.array([body.parent for body in assembly.bodies])
    above = _with_ground(spin, 0.0)[i]
    relative = turning - _with_ground(turning, 0.0)[i]
    # (h . (w_j - w_i))', h turning with body j.
    a = _dot(hinges.axes, relative) + _dot(np.cross(spin, hinges.axes), spin - above)
    return hinges.angles, hinges.rates, a, hinges.Phi


def _rotation(p: Array) -> Array:
    """Return the matrices (..., 3, 3) of quaternions x y z w of any length."""
    x, y, z, w = np.moveaxis(p, -1, 0)
    s = 2.0 / (p * p).sum(-1)
    rows = [
        [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def _quaternion_rate(p: Array, w: Array) -> Array:
    """Return p o w / 2, w in the body's axes."""
    vector = p[..., 3:] * w + np.cross(p[..., :3], w)
    scalar = -(p[..., :3] * w).sum(-1, keepdims=True)
    return 0.5 * np.concatenate([vector, scalar], -1)


def _skew(x: Array) -> Array:
    a, b, c = np.moveaxis(x, -1, 0)
    o = np.zeros_like(a)
    rows = [[o, -c, b], [c, o, -a], [-b, a, o]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def _times(R: Array, x: Array) -> Array:
    """Return R x, matrix by matrix."""
    return (R @ x[..., None])[..., 0]


def _dot(a: Array, b: Array) -> Array:
    return (a * b).sum(-1)


def _with_ground(x: Array, ground: Any) -> Array:
    """Return the bodies' values and, last, where -1 finds it, the ground's."""
    axis = -2 if np.ndim(ground) == 0 else -3
    last = np.take(x, [0], axis) * 0.0 + ground
    return np.concatenate([x, last], axis)


def _put(G: Array, j: Array, rows: slice, kind: int, i: Array, block: Array) -> None:
    """Write the blocks of hinges j against bodies i, (..., len(j), rows, 3)."""
    for number, (a, b) in enumerate(zip(j, i, strict=True)):
        G[..., a, rows, kind, b, :] = block[..., number, :, :]
