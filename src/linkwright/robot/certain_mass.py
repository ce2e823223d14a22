"""Whether M is positive definite whatever the coordinates, told by constants alone.

M is singular where the robot can move without any kinetic energy: every mass stays at
rest while joints turn. A body is certainly at rest in such a motion if

- it is solid; or
- its parent is at rest, and every motion of its joint moves its mass or an armature; or
- it stands between two bodies at rest, on a path of joints whose motions are
  independent whatever the coordinates.

If all bodies are at rest, all joints are, for no joint's own motions are redundant.
The converse does not hold: where this says no, the kernel has to look.
"""

from __future__ import annotations

import numpy as np

from linkwright.algorithms.root_frame import seen_from
from linkwright.expr import Array
from linkwright.model import WORLD, Link, Model
from linkwright.model.joints.contract import is_constant
from linkwright.spatial.rotation import Rotation

# Motions this near to dependent count as such: then the kernel looks.
_NEAR = 1e-6
# A central moment this small, of the largest, may be that of a rod.
_THIN = 1e-9


def certainly_moves_mass(model: Model) -> bool:
    """Return whether M is positive definite for all coordinates."""
    at_rest = {WORLD} | {k for k, link in enumerate(model.links) if is_solid(link)}
    for k, link in enumerate(model.links):
        if link.parent in at_rest and _resists(link):
            at_rest.add(k)
    for k in sorted(at_rest - {WORLD}):
        path = [k]
        while model.links[path[-1]].parent not in at_rest:
            path.append(model.links[path[-1]].parent)
        if len(path) > 1 and _independent([model.links[j] for j in reversed(path)]):
            at_rest.update(path)
    for k, link in enumerate(model.links):  # what hangs on those
        if link.parent in at_rest and _resists(link):
            at_rest.add(k)
    return len(at_rest) == len(model.links) + 1


def is_solid(link: Link) -> bool:
    """Return whether a body resists every motion: mass about every axis."""
    inertia = link.inertia
    if not is_constant(Array((inertia.mass, *inertia.first_moment))):
        return False
    m, h = inertia.mass, np.array(inertia.first_moment.entries)
    if m <= 0.0 or not is_constant(inertia.second_moment):
        return False
    central = matrix(inertia.second_moment) - np.outer(h, h) / m
    least, _, largest = np.linalg.eigvalsh(central)
    return bool(least > _THIN * largest)


def _resists(link: Link) -> bool:
    """Return whether each motion of the joint alone takes energy: S' I S > 0."""
    numbers = [link.inertia.mass, link.armature, *link.inertia.first_moment]
    numbers += link.inertia.second_moment.entries
    if not _constant_geometry([link]) or not is_constant(Array(numbers)):
        return False
    S = np.array([(*w, *u) for w, u in link.joint.subspace]).reshape(-1, 6)
    m, (x, y, z) = link.inertia.mass, link.inertia.first_moment
    H = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    inertia = np.block([[matrix(link.inertia.matrix()), H], [H.T, m * np.eye(3)]])
    energy = S @ inertia @ S.T
    scale = np.abs(S) @ np.abs(inertia) @ np.abs(S.T)
    least = np.linalg.eigvalsh(energy + link.armature * np.eye(len(S))).min(initial=1)
    return bool(least > _THIN * (np.trace(scale) + link.armature))


def _independent(links: list[Link]) -> bool:
    """Return whether no motion of the path's joints cancels, whatever the coordinates.

    How two joints lie to each other is constant if none moves between them; sliders
    keep their directions, and never cancel a turn.
    """
    moving = [link for link in links if link.nv]
    if not _constant_geometry(links):
        return False
    inner_turns = any(link.joint.type_name != "prismatic" for link in moving[1:-1])
    turns = sum(link.joint.type_name != "prismatic" for link in moving)
    if len(moving) > 2 and (inner_turns or turns > 1):
        return False
    R, p = Array.matrix(np.eye(3).tolist()), Array((0.0,) * 3)
    motions: list[tuple[float, ...]] = []
    for place, link in enumerate(links):
        if place:  # seen from the first body; its own coordinates do not matter
            turn, shift = link.placement(Array(_neutral(link)))
            R, p = turn.after(R), p + R @ shift
        for angular, linear in link.joint.subspace:
            w, u = seen_from(R, p, angular, linear)
            motions.append((*w, *u))
    S = np.array(motions)
    S = S / np.linalg.norm(S, axis=1, keepdims=True)
    return bool(np.linalg.svd(S, compute_uv=False)[-1] > _NEAR)


def _neutral(link: Link) -> list[float]:
    """Return coordinates that place the link neutrally, as far as it reads them."""
    return [0.0] * link.q_index + list(link.joint.neutral)


def _constant_geometry(links: list[Link]) -> bool:
    """Return whether all numbers of the joints' places and motions are constants."""
    return all(
        is_constant(Array((*link.position, link.ratio, link.offset)))
        and _is_constant_turn(link.rotation)
        and all(is_constant(w) and is_constant(u) for w, u in link.joint.subspace)
        for link in links
    )


def _is_constant_turn(rotation: Rotation) -> bool:
    return not rotation.turns or is_constant(rotation.matrix())


def matrix(array: Array) -> np.ndarray:
    """Return an array of constants as NumPy's."""
    return np.array(array.entries, float).reshape(array.shape)
