"""Each wall by itself: its shape, what it needs, and what it names."""

from __future__ import annotations

from linkwright.description.bodies import ORIGIN
from linkwright.description.checks.joints import check_rotation
from linkwright.description.connections import bodies_of_points
from linkwright.description.description import Description
from linkwright.description.joints import JOINT_KINDS, WORLD, Joint, Z
from linkwright.description.parameters import kinds_of
from linkwright.description.rotation import IDENTITY
from linkwright.description.surface import check_surface
from linkwright.description.wall_construction import refuse_foreign_wall_keys
from linkwright.description.walls import (
    CURVES,
    LIMIT_SIDES,
    SIDES,
    WALL_SHAPES,
    Touch,
    Wall,
    needed_keys,
)
from linkwright.errors import DescriptionError, did_you_mean


def check_walls(description: Description) -> None:
    """Refuse unknown shapes, properties amiss, and names of what does not exist."""
    if not description.walls:
        return
    joints = {joint.name: joint for joint in description.joints}
    kinds = kinds_of(description)
    on = bodies_of_points(description)
    names = [body.name for body in description.bodies]
    for wall in description.walls:
        subject = f"wall '{wall.name}'"
        if wall.shape not in WALL_SHAPES:
            raise DescriptionError(
                f"{subject}: the shape '{wall.shape}' is unknown.",
                place=wall.place,
                expectation=f"Shapes: {', '.join(WALL_SHAPES)}.",
                remedy=did_you_mean(wall.shape, WALL_SHAPES),
            )
        _check_properties(wall)
        check_rotation(wall.rotation, subject, wall.place)
        if wall.shape == "stop":
            _check_stop(wall, joints)
            continue
        if wall.on != WORLD and wall.on not in names:
            raise DescriptionError(
                f"{subject}, on: body '{wall.on}' does not exist.",
                place=wall.place,
                expectation=f"Bodies: {', '.join((WORLD, *names))}.",
                remedy=did_you_mean(wall.on, names),
            )
        if wall.formula is not None:
            check_surface(wall.formula, kinds, f"{subject}, formula", wall.place)
        seen: set[tuple[str, ...]] = set()
        for touch in wall.contacts:
            _check_touch(wall, touch, on, names)
            if touch.points in seen:
                raise DescriptionError(
                    f"{subject}: contact '{touch.name}' is listed twice.",
                    place=touch.place or wall.place,
                    expectation="Each point touches a wall once.",
                    remedy="Remove one of them.",
                )
            seen.add(touch.points)


def _check_properties(wall: Wall) -> None:
    given = {
        "robot": bool(wall.robot),
        "on": wall.on != WORLD,
        "at": wall.at != ORIGIN,
        "rotation": wall.rotation != IDENTITY,
        "axis": wall.axis != Z,
        "corners": bool(wall.corners),
        "closed": not wall.closed,
        "formula": wall.formula is not None,
        "joint": bool(wall.joint),
        "limit": bool(wall.limit),
        "contacts": bool(wall.contacts),
        "friction": wall.friction != 0.0,
        **{key: True for key, _ in wall.numbers},
    }
    present = [key for key, value in given.items() if value]
    refuse_foreign_wall_keys(wall.name, wall.shape, present, wall.place)
    for key in needed_keys(wall.shape):
        if key not in present:
            article = "an" if wall.shape[0] in "aeiou" else "a"
            raise DescriptionError(
                f"wall '{wall.name}': {article} {wall.shape} needs '{key}'.",
                place=wall.place,
                expectation=f"It needs: {', '.join(needed_keys(wall.shape))}.",
                remedy=f"Add '{key}:'.",
            )
    for key, known in (("robot", SIDES), ("limit", LIMIT_SIDES)):
        found = getattr(wall, key)
        if found and found not in known:
            raise DescriptionError(
                f"wall '{wall.name}', {key}: '{found}' is unknown.",
                place=wall.place,
                expectation=f"Known: {', '.join(known)}.",
                remedy=did_you_mean(found, known),
            )


def _check_stop(wall: Wall, joints: dict[str, Joint]) -> None:
    subject = f"wall '{wall.name}', joint"
    if wall.joint not in joints:
        raise DescriptionError(
            f"{subject}: joint '{wall.joint}' does not exist.",
            place=wall.place,
            expectation=f"Joints: {', '.join(joints) or 'none'}.",
            remedy=did_you_mean(wall.joint, joints),
        )
    joint = joints[wall.joint]
    if not JOINT_KINDS[joint.type].coordinate:
        known = [name for name, each in JOINT_KINDS.items() if each.coordinate]
        raise DescriptionError(
            f"{subject}: joint '{joint.name}' is {joint.type}.",
            place=wall.place,
            expectation=f"It must be {' or '.join(known)}.",
        )
    if getattr(joint.limits, wall.limit) is None:
        raise DescriptionError(
            f"{subject}: joint '{joint.name}' has no {wall.limit} limit.",
            place=wall.place,
            expectation="A stop stands at a limit of its joint.",
            remedy=f"Give the joint 'limits: {{{wall.limit}: ...}}'.",
        )


def _check_touch(
    wall: Wall, touch: Touch, on: dict[str, str], names: list[str]
) -> None:
    subject = f"wall '{wall.name}', contact '{touch.name}'"
    place = touch.place or wall.place
    if touch.curve not in CURVES:
        raise DescriptionError(
            f"{subject}: the curve '{touch.curve}' is unknown.",
            place=place,
            expectation=f"Known: {', '.join(CURVES)}.",
            remedy=did_you_mean(touch.curve, CURVES),
        )
    least, most = CURVES[touch.curve]
    if not least <= len(touch.points) <= most:
        counts = str(least) if least == most else f"{least} to {most}"
        raise DescriptionError(
            f"{subject}: {len(touch.points)} points are given for a {touch.curve}.",
            place=place,
            expectation=f"It takes {counts}.",
        )
    for point in touch.points:
        if point not in on:
            remedy = did_you_mean(point, on)
            if point in names:
                remedy = f"'{point}' is a body: give it a point under 'points'."
            raise DescriptionError(
                f"{subject}: point '{point}' does not exist.",
                place=place,
                expectation=f"Points: {', '.join(on) or 'none'}.",
                remedy=remedy,
            )
    bodies = {on[point] for point in touch.points}
    if len(bodies) > 1:
        raise DescriptionError(
            f"{subject}: its points are on the bodies {', '.join(sorted(bodies))}.",
            place=place,
            expectation="A curve runs through points of one body.",
        )
    if wall.on in bodies:
        raise DescriptionError(
            f"{subject}: the wall and the contact are both on body '{wall.on}'.",
            place=place,
            expectation="They are on two bodies, or the wall is on the world.",
        )
    if len(set(touch.points)) < len(touch.points):
        raise DescriptionError(
            f"{subject}: a point stands in it twice.",
            place=place,
            expectation="A curve runs through different points.",
        )
