"""Denavit-Hartenberg parameters of a serial chain, derived from its axes at zero.

Frame i moves with joint i and has z along the axis of joint i + 1, x along the common
normal from the axis of joint i; base and last frame are free, and what they leave open
stays in constant base and tool transforms [Siciliano2009, Sec. 2.8.2].
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwright.errors import InputError
from linkwright.expr import Array, cross, dot, identity, zeros
from linkwright.model.joints.contract import is_constant
from linkwright.model.tree import WORLD, Link, Model

# Directions this near to parallel, and lengths [m] this short, count as such.
_NEAR = 1e-12
_KINDS = ("revolute", "prismatic")


@dataclass(frozen=True, eq=False)
class Row:
    """One joint's parameters: A = Rz(theta) Tz(d) Tx(a) Rx(alpha).

    Attributes:
        link: index of the link that the joint carries.
        prismatic: whether d varies instead of theta.
        theta: angle about z, its constant part [rad].
        d: along z, its constant part [m].
        a: along x [m].
        cosine, sine: of alpha, the twist about x.
    """

    link: int
    prismatic: bool
    theta: Any
    d: Any
    a: Any
    cosine: Any
    sine: Any


@dataclass(frozen=True, eq=False)
class Chain:
    """A serial chain: T_0i = base A_1 ... A_i; a body's pose is T_0i tool.

    Attributes:
        base: constant transform from the world to frame 0 (4, 4).
        rows: of the moving joints, outwards.
        frame: for each link the number of joints before it, its frame's.
        tools: for each link its constant pose in that frame (4, 4).
    """

    base: Array
    rows: tuple[Row, ...]
    frame: tuple[int, ...]
    tools: tuple[Array, ...]


@dataclass(frozen=True, eq=False)
class _Frame:
    """An origin and axes x, z in the world."""

    origin: Array
    x: Array
    z: Array

    @property
    def transform(self) -> Array:
        y = cross(self.z, self.x)
        columns = Array.matrix((self.x, y, self.z)).T
        return placed(columns, self.origin)


def denavit_hartenberg(model: Model) -> Chain:
    """Return the parameters of a serial chain of revolute and prismatic joints.

    Bodies that do not move against another stand wherever they are: the base, and
    constant poses in the frames of the chain.
    """
    frame = _joints_before(model)
    poses = _at_zero(model)
    moving = [k for k, link in enumerate(model.links) if link.nv]
    lines = []
    for k in moving:
        link, (R, origin) = model.links[k], poses[k]
        lines.append((origin, R @ _axis(link)))
    frames = _frames(lines)
    rows = tuple(
        _row(k, model.links[k], before, after)
        for k, before, after in zip(moving, frames, frames[1:], strict=False)
    )
    tools = tuple(
        _relative(frames[i].transform, placed(*pose))
        for i, pose in zip(frame, poses, strict=True)
    )
    return Chain(_snapped(frames[0].transform), rows, frame, tools)


def placed(R: Array, p: Array) -> Array:
    """Return the 4 x 4 transform of a rotation and an origin."""
    rows = [(*row, entry) for row, entry in zip(R.rows, p, strict=True)]
    return Array.matrix([*rows, (0.0, 0.0, 0.0, 1.0)])


def _joints_before(model: Model) -> tuple[int, ...]:
    """Return how many moving joints each link has before it; refuse branches."""
    before: list[int] = []
    tip, moving = WORLD, 0
    for k, link in enumerate(model.links):
        above = 0 if link.parent == WORLD else before[link.parent]
        if not link.nv:
            before.append(above)
            continue
        kind = link.joint.type_name
        if kind not in _KINDS:
            raise _no_chain(model, f"joint '{link.joint_name}' is {kind}")
        if above != moving:
            tip_name = model.links[tip].name
            raise _no_chain(
                model, f"joint '{link.joint_name}' does not hang on '{tip_name}'"
            )
        tip, moving = k, moving + 1
        before.append(moving)
    return tuple(before)


def _no_chain(model: Model, finding: str) -> InputError:
    return InputError(
        f"Denavit-Hartenberg: {finding}, in robot '{model.name}'",
        expectation="A serial chain of revolute and prismatic joints, of constant"
        " geometry.",
        remedy="Take a chain out of a tree with robot.chain(first, last).",
    )


def _axis(link: Link) -> Array:
    ((angular, linear),) = link.joint.subspace
    return linear if link.joint.type_name == "prismatic" else angular


def _at_zero(model: Model) -> list[tuple[Array, Array]]:
    """Return every link's rotation and origin with all joints at zero."""
    poses: list[tuple[Array, Array]] = []
    for link in model.links:
        R, O = identity(3), zeros(3)  # noqa: E741
        if link.parent != WORLD:
            R, O = poses[link.parent]  # noqa: E741
        turn, shift = link.joint.motion(Array(link.joint.neutral))
        local = link.rotation.then(turn).matrix()
        position = link.position + link.rotation.apply(shift)
        if not is_constant(local) or not is_constant(position):
            raise _no_chain(model, f"the place of '{link.joint_name}' is varied")
        poses.append((R @ local, O + R @ position))
    return poses


def _frames(lines: list[tuple[Array, Array]]) -> list[_Frame]:
    """Return frames 0 to n of a chain's axes, each an origin and a direction."""
    if not lines:
        return [_Frame(zeros(3), Array((1.0, 0.0, 0.0)), Array((0.0, 0.0, 1.0)))]
    origin, z = lines[0]
    frames = [_Frame(origin, _across(z), z)]
    for origin, z in lines[1:]:
        frames.append(_next(frames[-1], origin, z))
    return [*frames, frames[-1]]


def _next(before: _Frame, point: Array, z: Array) -> _Frame:
    """Return the frame on an axis: x and origin by the common normal."""
    between = point - before.origin
    normal = cross(before.z, z)
    sine = math.sqrt(dot(normal, normal))
    if sine > _NEAR:
        x = normal / sine
        apart = dot(between, x)
        if apart < -_NEAR or (apart < _NEAR and dot(before.x, x) < -_NEAR):
            x = -x
        # The foot on this axis: (point + s z - before.origin) . (before.z x x) = 0.
        side = cross(before.z, x)
        s = -dot(between, side) / dot(z, side)
        return _Frame(point + z * s, x, z)
    along = before.z * dot(between, before.z)
    apart = between - along
    length = math.sqrt(dot(apart, apart))
    if length > _NEAR:  # parallel: the normal through the origin before, d = 0
        return _Frame(before.origin + apart, apart / length, z)
    return _Frame(point, before.x, z)  # the same line


def _row(k: int, link: Link, before: _Frame, after: _Frame) -> Row:
    """Return the parameters that lead from a frame to the next."""
    theta = math.atan2(dot(cross(before.x, after.x), before.z), dot(before.x, after.x))
    between = after.origin - before.origin
    twist = cross(before.z, after.z)
    return Row(
        k,
        link.joint.type_name == "prismatic",
        _snap(theta),
        _snap(dot(between, before.z)),
        _snap(dot(between, after.x)),
        _snap(dot(before.z, after.z)),
        _snap(dot(twist, after.x)),
    )


def _across(z: Array) -> Array:
    """Return some unit vector square to a direction."""
    least = min(range(3), key=lambda i: abs(z[i]))
    unit = Array(float(i == least) for i in range(3))
    x = unit - z * dot(unit, z)
    return x / math.sqrt(dot(x, x))


def _relative(frame: Array, pose: Array) -> Array:
    """Return frame^-1 pose of two transforms."""
    back = frame[:3, :3].T
    R = back @ pose[:3, :3]
    p = back @ (pose[:3, 3] - frame[:3, 3])
    return _snapped(placed(R, p))


def _snapped(transform: Array) -> Array:
    return transform.map(_snap)


def _snap(x: float) -> float:
    """Return 0, 1 or -1 where rounding leaves a number beside it."""
    for whole in (0.0, 1.0, -1.0):
        if abs(x - whole) < 1e-15:
            return whole
    return x
