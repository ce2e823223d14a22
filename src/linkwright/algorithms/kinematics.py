"""Forward kinematics by the papers' three explicit steps, and motion of any point.

FK Eqs. 1–6, MBD Eqs. 15–19: a point P' in its body's own axes is (1) taken as it is,
(2) turned, P'' = R P', and (3) placed, P = O + P''. Going outwards, the turned and
placed joint point of one body is the origin of the next. Vectors here are in the
world's axes.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.algorithms.newton_euler import relative_velocity
from linkwright.expr import Array, cross, identity, zeros
from linkwright.model.tree import WORLD, Link, Model


@dataclass(frozen=True, eq=False)
class Pose:
    """Rotation R (3, 3) and origin O (3,) of a body in the world."""

    R: Array
    O: Array  # noqa: E741

    def place(self, local: Array) -> Array:
        """Return P = O + R P' of a point given in the body's axes."""
        return self.O + self.R @ local


@dataclass(frozen=True, eq=False)
class Motion:
    """Angular velocity and acceleration, velocity and acceleration of the origin.

    In the world's axes; the acceleration is the true one, without gravity.
    """

    w: Array
    v: Array
    wd: Array
    a: Array

    def of_point(self, r: Array) -> tuple[Array, Array]:
        """Return velocity and acceleration of the body's point at r from its origin."""
        wr = cross(self.w, r)
        return self.v + wr, self.a + cross(self.wd, r) + cross(self.w, wr)


WORLD_POSE = Pose(identity(3), zeros(3))
AT_REST = Motion(zeros(3), zeros(3), zeros(3), zeros(3))


def forward_kinematics(model: Model, q: Array) -> list[Pose]:
    """Return every body's rotation and origin [FK Eqs. 1–6]."""
    poses: list[Pose] = []
    for link in model.links:
        parent = WORLD_POSE if link.parent == WORLD else poses[link.parent]
        R, p = link.placement(q)  # in the parent's own axes
        turned = parent.R @ p  # P'' of the joint's point
        poses.append(Pose(R.after(parent.R), parent.O + turned))
    return poses


def kinematics_from_roots(model: Model, q: Array) -> list[Pose]:
    """Return every body's rotation, and its origin from that of its own root.

    In the world's axes. What does not ask where the robot stands is computed with
    these: results do not change when the base stands 100 km away (decision 24).
    """
    poses: list[Pose] = []
    for link in model.links:
        R, p = link.placement(q)
        if link.parent == WORLD:
            poses.append(Pose(R.after(identity(3)), zeros(3)))
        else:
            above = poses[link.parent]
            poses.append(Pose(R.after(above.R), above.O + above.R @ p))
    return poses


def kinematics_from_first_root(model: Model, q: Array) -> list[Pose]:
    """Return the same with all origins seen from that of the first root."""
    shifts: list[Array] = []
    first: tuple[Array, Array] | None = None
    for link in model.links:
        if link.parent == WORLD:
            # Where the joints stand first: what they have in common cancels exactly.
            _, p = link.joint.motion(link.coordinates(q))
            stands, moved = link.position, link.rotation.apply(p)
            first = first or (stands, moved)
            shifts.append((stands - first[0]) + (moved - first[1]))
        else:
            shifts.append(shifts[link.parent])
    poses = kinematics_from_roots(model, q)
    return [Pose(x.R, x.O + shift) for x, shift in zip(poses, shifts, strict=True)]


def point_positions(model: Model, poses: list[Pose]) -> list[Array]:
    """Return every named point's position in the world."""
    return [poses[point.link].place(point.position) for point in model.points]


def body_motions(model: Model, poses: list[Pose], v: Array, a: Array) -> list[Motion]:
    """Return every body's velocities and accelerations, outwards.

    ``poses`` may be those from the roots: only distances within a tree enter.
    With r, u the body's angular and linear velocity relative to its parent and r', u'
    their rates in its own axes:  w = w_p + r,  wd = wd_p + r' + w_p x r,
    a = a_p + (parent's motion of the point) + u' + r x u + 2 w_p x u.
    """
    motions: list[Motion] = []
    for k, link in enumerate(model.links):
        pose = poses[k]
        if link.parent == WORLD:
            above, carried_v, carried_a = AT_REST, zeros(3), zeros(3)
        else:
            above = motions[link.parent]
            carried_v, carried_a = above.of_point(pose.O - poses[link.parent].O)
        r, u = _turned(pose.R, relative_velocity(link, link.velocities(v)))
        rd, ud = _turned(pose.R, relative_velocity(link, link.velocities(a)))
        motions.append(
            Motion(
                above.w + r,
                carried_v + u,
                above.wd + rd + cross(above.w, r),
                carried_a + ud + cross(r, u) + cross(above.w, u * 2.0),
            )
        )
    return motions


def _turned(R: Array, pair: tuple[Array, Array]) -> tuple[Array, Array]:
    return R @ pair[0], R @ pair[1]


def axes_in_world(link: Link, pose: Pose) -> list[tuple[int, object, Array, Array]]:
    """Return for each freedom its index, ratio, and axis vectors in world's axes.

    The angular velocity, and the linear velocity of the body's origin, that a unit
    rate gives.
    """
    return [
        (index, ratio, pose.R @ angular, pose.R @ linear)
        for index, ratio, angular, linear in link.freedoms
    ]
