"""Reactions: force and torque that each joint passes on, at any point, in any frame.

By the predecessor on the body, at the joint (the body's origin), in the body's frame
unless asked otherwise [MBD Eqs. 33, 34].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.algorithms.kinematics import (
    kinematics_from_first_root,
    kinematics_from_roots,
)
from linkwright.algorithms.loops.relative import relative_place
from linkwright.algorithms.newton_euler import (
    Wrench,
    body_motion,
    body_wrench,
    joint_wrench,
)
from linkwright.expr import Array, cross, zeros
from linkwright.model.tree import WORLD, Model


@dataclass(frozen=True)
class ReactionChoice:
    """What to return.

    Attributes:
        on: ``"body"``: by the predecessor on the body; ``"predecessor"``: the reverse.
        at: ``"joint"``; ``"center_of_mass"`` of the body; or a named point, whose
            position at this instant counts, whatever body it belongs to.
        expressed_in: ``"body"``, ``"predecessor"``, ``"world"``, or a body's name.
    """

    on: str = "body"
    at: str = "joint"
    expressed_in: str = "body"


@dataclass(frozen=True, eq=False)
class Reaction:
    """What a connection gives a body, before it is moved or turned as asked.

    Attributes:
        link: the body's link, WORLD for the world.
        predecessor: the link on the connection's other side.
        place: where the connection sits, in the body's frame.
        wrench: by the predecessor on the body, about that place, in the body's axes.
    """

    link: int
    predecessor: int
    place: Array
    wrench: Wrench


def joint_reactions(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    choice: ReactionChoice,
    external: list[Wrench] | None = None,
) -> list[Wrench]:
    """Return force [N] and torque [N m] of every joint, in the order of the bodies."""
    motion = list(body_motion(model, q, v, a))
    needed = [body_wrench(model, k, body, external) for k, body in enumerate(motion)]
    given = joint_wrench(model, motion, needed)
    return presented(model, q, of_tree_joints(model, given), choice)


def of_tree_joints(model: Model, given: list[Wrench]) -> list[Reaction]:
    """Return the reactions of the tree's joints, from wrenches at the bodies' origins.

    A joint of several freedoms has a virtual body between each two of them; its
    predecessor is the body before them all.
    """
    found = []
    for k, (link, wrench) in enumerate(zip(model.links, given, strict=True)):
        if not link.hidden:
            parent = link.parent
            while parent != WORLD and model.links[parent].hidden:
                parent = model.links[parent].parent
            found.append(Reaction(k, parent, zeros(3), wrench))
    return found


def presented(
    model: Model, q: Array, reactions: list[Reaction], choice: ReactionChoice
) -> list[Wrench]:
    """Return reactions on the side, at the point and in the axes that are asked."""
    sign = 1.0 if choice.on == "body" else -1.0
    asked = []
    needs_poses = choice.at not in ("joint", "center_of_mass") or (
        choice.expressed_in not in ("body", "predecessor")
    )
    poses = kinematics_from_first_root(model, q) if needs_poses else []
    for each in reactions:
        k = each.link
        force, torque = each.wrench.force * sign, each.wrench.torque * sign
        if choice.at == "center_of_mass":
            inertia = model.links[k].inertia
            center = inertia.first_moment / inertia.mass
            torque = torque - cross(center - each.place, force)
        elif choice.at != "joint":
            point = next(p for p in model.points if p.name == choice.at)
            there = poses[point.link].place(point.position)
            arm = poses[k].R.T @ (there - poses[k].O)
            torque = torque - cross(arm - each.place, force)
        if choice.expressed_in == "predecessor":
            R, _ = relative_place(model, q, each.predecessor, k)
            force, torque = R.apply(force), R.apply(torque)
        elif choice.expressed_in != "body":
            force, torque = poses[k].R @ force, poses[k].R @ torque
            if choice.expressed_in != "world":
                names = [body.name for body in model.links]
                into = poses[names.index(choice.expressed_in)].R.T
                force, torque = into @ force, into @ torque
        asked.append(Wrench(force, torque))
    return asked


def external_wrenches(
    model: Model,
    q: Array,
    points: list[tuple[int, Array]],
    wrenches: list[Array],
    frames: Sequence[str],
) -> list[Wrench]:
    """Return the wrench on each body at its origin, in its frame, from given ones.

    ``points`` are (link, position in its frame); ``wrenches`` (6,) force then torque
    about the point, each in the axes of its frame: ``"body"``, ``"world"``, or those
    of a body by name.
    """
    turned = any(frame != "body" for frame in frames)
    poses = kinematics_from_roots(model, q) if turned else []
    names = [link.name for link in model.links]
    zero = Wrench(Array((0.0,) * 3), Array((0.0,) * 3))
    total = [zero] * len(model.links)
    for (link, local), given, frame in zip(points, wrenches, frames, strict=True):
        if link == WORLD:
            continue
        force, torque = given[:3], given[3:]
        if frame not in ("body", "world"):
            R = poses[names.index(frame)].R
            force, torque = R @ force, R @ torque
        if frame != "body":
            back = poses[link].R.T
            force, torque = back @ force, back @ torque
        total[link] = total[link] + Wrench(force, torque + cross(local, force))
    return total
