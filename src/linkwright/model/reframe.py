"""Choose link frames so that constant rotations cost little.

As Denavit and Hartenberg: the axis of every joint of one freedom becomes z; a constant
rotation is split into Rz(g) Rx(a) Rz(d), where d joins the joint's own angle and g the
angle of the parent's joint (for its first child). The origin may slide along its own
axis to clear components of its position, but at most by the distance it has already:
nearly parallel axes would throw it far away.

Only constants are decided upon; a link whose place is a design parameter keeps its
frame.
"""

from __future__ import annotations

import math
from dataclasses import replace

from linkwright.expr import Array, zeros
from linkwright.model.joints import Helical, Prismatic, Revolute
from linkwright.model.joints.contract import frame_with_z_along, is_constant
from linkwright.model.tree import WORLD, Link, Model
from linkwright.spatial.rotation import MatrixTurn, Rotation, Turn

# Relative rounding of a few products of constants: below it an entry is a zero.
ROUNDING = 1e-14
Z = Array((0.0, 0.0, 1.0))


def reframe(model: Model) -> Model:
    """Return the model with cheaper frames, equal in the joint space."""
    # Where a root joint stands in the world is no matter to any joint.
    links = [
        replace(link, position=zeros(3)) if link.parent == WORLD else link
        for link in model.links
    ]
    for index in range(len(links)):
        _turn_axis_to_z(links, index)
    first_child_done: set[int] = set()
    for index in range(len(links)):
        _split_rotation(links, index, first_child_done)
    return replace(model, links=tuple(_snapped(link) for link in links))


def _turn_axis_to_z(links: list[Link], index: int) -> None:
    joint = links[index].joint
    if not isinstance(joint, Revolute | Prismatic | Helical):
        return
    if not is_constant(joint.axis):
        return
    _change_frame(links, index, _frame_along(joint.axis), zeros(3))
    links[index] = replace(links[index], joint=replace(joint, axis=Z))


def _is_about_z(link: Link) -> bool:
    """Return whether a joint of one freedom is about z, as those varied are not."""
    assert isinstance(link.joint, Revolute | Prismatic | Helical)
    return (
        link.joint.axis.entries == Z.entries if is_constant(link.joint.axis) else False
    )


def _frame_along(axis: Array) -> Array:
    """Return a rotation with the axis as third column; a permutation where it can be.

    x y z -> y z x keeps the zeros and ones of coordinate axes.
    """
    x, y, z = axis.entries
    if x == 1.0:
        return Array((0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0), 3)
    if y == 1.0:
        return Array((0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0), 3)
    return frame_with_z_along(axis)


def _change_frame(links: list[Link], index: int, turn: Array, shift: Array) -> None:
    """Describe link ``index`` in a new frame: old components = turn new + shift."""
    link = links[index]
    old_from_new = Rotation((MatrixTurn(turn),))
    new_from_old = Rotation((MatrixTurn(turn.T),))
    inertia = link.inertia.shifted(-shift).turned(new_from_old)
    links[index] = replace(
        link,
        rotation=link.rotation.then(old_from_new),
        position=link.position + link.rotation.apply(shift),
        inertia=inertia,
    )
    for k, child in enumerate(links):
        if child.parent == index:
            links[k] = replace(
                child,
                rotation=new_from_old.then(child.rotation),
                position=new_from_old.apply(child.position - shift),
            )


def _split_rotation(links: list[Link], index: int, first_child_done: set[int]) -> None:
    """Write a link's constant rotation as few coordinate turns; absorb the others."""
    link = links[index]
    rotation = link.rotation.matrix()
    if not is_constant(rotation):
        return
    rotation = rotation.map(_snap)
    slides = isinstance(link.joint, Prismatic | Helical)
    if not (slides or isinstance(link.joint, Revolute)) or not _is_about_z(link):
        links[index] = replace(link, rotation=_constant(rotation))
        return
    g, a, d = _zxz(rotation)
    parent = link.parent
    if parent != WORLD and parent not in first_child_done and g != 0.0:
        if _spin_frame(links, parent, g):
            g = 0.0
    if parent != WORLD:
        first_child_done.add(parent)
    if slides:
        matrix = links[index].rotation.matrix().map(_snap)
        links[index] = replace(links[index], rotation=_constant(matrix))
        return
    _slide_origin(links, index)
    # The joint turns about z by q + zero: Rz(d) joins it without touching the body.
    joint = links[index].joint
    assert isinstance(joint, Revolute)
    joint = replace(joint, zero=joint.zero + d)
    turns = Rotation.of(_plane(2, g), _plane(0, a))
    links[index] = replace(links[index], joint=joint, rotation=turns)


def _spin_frame(links: list[Link], index: int, angle: float) -> bool:
    """Turn a revolute link's frame about its own axis; its joint takes the angle.

    Return whether that could be done.
    """
    link = links[index]
    if not isinstance(link.joint, Revolute) or not _is_about_z(link):
        return False
    spin = Rotation((_plane(2, -angle),))
    links[index] = replace(
        link,
        joint=replace(link.joint, zero=link.joint.zero + angle),
        inertia=link.inertia.turned(spin),
    )
    for k, child in enumerate(links):
        if child.parent == index:
            links[k] = replace(
                child,
                rotation=spin.then(child.rotation),
                position=spin.apply(child.position),
            )
    return True


def _slide_origin(links: list[Link], index: int) -> None:
    """Slide a revolute link's origin along its axis to clear position components."""
    link = links[index]
    if not is_constant(link.position):
        return
    axis = link.rotation.matrix().column(2).map(_snap)
    p = link.position
    reach = math.sqrt(sum(x * x for x in p))
    candidates = [0.0]
    for component, along in zip(p, axis, strict=True):
        if abs(along) > 1e-9 and abs(component / along) <= reach * (1.0 + ROUNDING):
            candidates.append(-component / along)

    def cost(slide: float) -> tuple[int, float]:
        left = [x + slide * z for x, z in zip(p, axis, strict=True)]
        return sum(abs(x) > 1e-9 * max(reach, 1e-300) for x in left), abs(slide)

    slide = min(candidates, key=cost)
    if slide != 0.0:
        _change_frame_along_axis(links, index, slide, reach)


def _change_frame_along_axis(
    links: list[Link], index: int, slide: float, reach: float
) -> None:
    shift = Array((0.0, 0.0, slide))
    link = links[index]
    position = link.position + link.rotation.apply(shift)
    cleared = position.map(lambda x: _clear(x, reach))
    links[index] = replace(link, position=cleared, inertia=link.inertia.shifted(-shift))
    for k, child in enumerate(links):
        if child.parent == index:
            links[k] = replace(child, position=child.position - shift)


def _zxz(rotation: Array) -> tuple[float, float, float]:
    """Return g, a, d with R = Rz(g) Rx(a) Rz(d) of a constant rotation.

    Near a = 0 and pi only one of g + d and g - d is well determined: d is read from
    Rz(-g) R, whose first row is (cos d, -sin d, 0), so that it makes up for whatever
    error g has.
    """
    r = rotation
    sine = math.hypot(r[0, 2], r[1, 2])
    g = _snap(math.atan2(r[0, 2], -r[1, 2])) if sine > 0.0 else 0.0
    c, s = math.cos(g), math.sin(g)
    d = math.atan2(-(c * r[0, 1] + s * r[1, 1]), c * r[0, 0] + s * r[1, 0])
    return g, math.atan2(sine, r[2, 2]), d


def _plane(axis: int, angle: float) -> Turn:
    c, s = _snap(math.cos(angle)), _snap(math.sin(angle))
    matrix = [[1.0 if i == j else 0.0 for j in range(3)] for i in range(3)]
    j, k = (axis + 1) % 3, (axis + 2) % 3
    matrix[j][j] = matrix[k][k] = c
    matrix[j][k], matrix[k][j] = -s, s
    return MatrixTurn(Array.matrix(matrix))


def _constant(matrix: Array) -> Rotation:
    return Rotation.of(MatrixTurn(matrix))


def _snap(x: float) -> float:
    for exact in (0.0, 1.0, -1.0):
        if abs(x - exact) < ROUNDING:
            return exact
    return x


def _snapped(link: Link) -> Link:
    """Clear what rounding left in positions and moments that are constant."""
    inertia = link.inertia
    reach = max((abs(x) for x in link.position if x.__class__ is float), default=0.0)
    return replace(
        link,
        position=link.position.map(lambda x: _clear(x, reach)),
        inertia=replace(
            inertia,
            first_moment=_cleared(inertia.first_moment),
            second_moment=_cleared(inertia.second_moment),
        ),
    )


def _cleared(moments: Array) -> Array:
    largest = max(
        (abs(x) for x in moments.entries if x.__class__ is float), default=0.0
    )
    return moments.map(lambda x: _clear(x, largest))


def _clear(x: float, scale: float) -> float:
    return 0.0 if x.__class__ is float and abs(x) <= ROUNDING * scale else x
