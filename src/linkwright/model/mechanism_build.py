"""From a description to the mechanism: its spanning tree, closures and elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.description import Description, Number, Vector3, value_of
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.expanding import (
    SLIDE,
    expanded,
    is_expanded,
    reference_axis,
)
from linkwright.description.joints import UNDRIVEN, Joint
from linkwright.description.loops import Loop
from linkwright.expr import Array, identity
from linkwright.model.build import build_model
from linkwright.model.coordinates import Coordinates, coordinates_of
from linkwright.model.joints.contract import frame_with_z_along
from linkwright.model.mechanism import (
    Closure,
    Drive,
    JointElement,
    Mechanism,
    Pad,
    Sharing,
    Strut,
)
from linkwright.model.rotations import rotation_of, unit
from linkwright.model.tree import Model, PointOnBody
from linkwright.model.wall_build import walls_of
from linkwright.model.walls import WallOnBody


def has_loops_or_elements(description: Description) -> bool:
    """Return whether a description is more than a tree."""
    parts = description.elements or description.loops
    return bool(parts) or any(joint.dependent for joint in description.joints)


def build_mechanism(description: Description, values: Mapping[str, Any]) -> Mechanism:
    """Return the mechanism of a validated description.

    ``values`` gives each design parameter as a float or as an expression.
    """
    whole = expanded(description)
    layout = coordinates_of(whole)
    tree = build_model(whole, values)
    make = _Maker(whole, values, layout, tree)
    walls = walls_of(whole, values, tree)
    return Mechanism(
        tree,
        len(layout.coordinate_names),
        len(layout.velocity_names),
        tuple(make.closure(loop) for loop in whole.loops)
        + tuple(make.bar(each) for each in whole.elements if each.type == "bar"),
        tuple(make.strut(each) for each in whole.elements if not _is_apart(each)),
        tuple(
            make.joint_element(each)
            for each in whole.elements
            if ELEMENT_KINDS[each.type].at_joint
        ),
        tuple(make.sharing()),
        make.drives(),
        make.reference(),
        (*layout.velocity_names, *layout.dependent_names),
        walls,
        tuple(
            make.pad(each, walls)
            for each in whole.elements
            if ELEMENT_KINDS[each.type].contact
        ),
        tuple(
            len(layout.velocity_names) + k
            for k, name in enumerate(layout.dependent_names)
            if _joint_of(whole, name).driven
        ),
    )


def _joint_of(description: Description, coordinate: str) -> Joint:
    """Return the joint that a coordinate belongs to."""
    return next(
        each
        for each in description.joints
        if each.name == coordinate or coordinate.startswith(f"{each.name}.")
    )


def _is_apart(element: Element) -> bool:
    """Return whether an element acts along no line between two points."""
    kind = ELEMENT_KINDS[element.type]
    return kind.at_joint or kind.contact


@dataclass
class _Maker:
    description: Description
    values: Mapping[str, Any]
    layout: Coordinates
    tree: Model

    def number(self, number: Number) -> Any:
        value = value_of(number, self.values)
        return float(value) if isinstance(value, int) else value

    def vector(self, numbers: Vector3) -> Array:
        return Array(self.number(x) for x in numbers)

    def point(self, name: str) -> PointOnBody:
        return next(point for point in self.tree.points if point.name == name)

    def link(self, body: str) -> int:
        return [link.name for link in self.tree.links].index(body)

    def closure(self, loop: Loop) -> Closure:
        first = unit(self.vector(loop.axis))
        given = loop.axis if loop.second_axis is None else loop.second_axis
        second = unit(self.vector(given))
        if loop.type in ("fixed", "prismatic"):  # the whole orientation is held
            frame = frame_with_z_along(first)
            numbers = [self.number(x) for x in loop.rotation.values]
            held = rotation_of(loop.rotation, numbers).matrix()
            axes = frame, held.T @ frame
        else:
            axes = frame_with_z_along(first), frame_with_z_along(second)
        first_point, second_point = self.point(loop.first), self.point(loop.second)
        return Closure(loop.name, loop.type, first_point, second_point, *axes)

    def bar(self, element: Element) -> Closure:
        return Closure(
            element.name,
            "bar",
            self.point(element.first),
            self.point(element.second),
            identity(3),
            identity(3),
            self.number(element.number("length")),
        )

    def strut(self, element: Element) -> Strut:
        pins = element.pins or (1.0, 0.0, 0.0)
        slide = None
        if is_expanded(element):
            slide = self.layout.v_start[f"{element.name}{SLIDE}"]
        return Strut(
            element.name,
            element.type,
            self.point(element.first),
            self.point(element.second),
            unit(self.vector(pins)),
            self.vector(reference_axis(pins)),
            element.pins is not None,
            self.numbers(element),
            self.law(element),
            element.acts,
            slide,
        )

    def pad(self, element: Element, walls: tuple[WallOnBody, ...]) -> Pad:
        found = {wall.name: wall for wall in walls}
        return Pad(
            element.name,
            element.type,
            self.point(element.first),
            self.point(element.second) if element.second else None,
            found.get(element.wall),
            self.numbers(element),
        )

    def law(self, element: Element) -> Callable[[Any, Any], Any] | None:
        formula = element.law
        if formula is None:
            return None
        return lambda length, rate: formula.evaluate(
            {**self.values, "length": length, "rate": rate}
        )

    def numbers(self, element: Element) -> dict[str, Any]:
        return {
            key: self.number(number) for key, number in element.numbers if key != "law"
        }

    def joint_element(self, element: Element) -> JointElement:
        joint = next(j for j in self.description.joints if j.name == element.joint)
        link = self.link(joint.body)
        return JointElement(element.name, element.type, link, self.numbers(element))

    def sharing(self) -> list[Sharing]:
        return [
            Sharing(
                share.name,
                self.link(share.on),
                share.of,
                share.components,
                share.rule,
                share.to,
                tuple(self.number(each) for each in share.weights),
            )
            for share in self.description.sharing
        ]

    def drives(self) -> tuple[Drive, ...]:
        """Return what drives each velocity; actuators that drive none alone, in order.

        An actuator that names a joint takes the place of that joint's own drive. Those
        that name none stand for the velocities of joints without a drive: a free joint
        has none.
        """
        actuators = [
            e for e in self.description.elements if e.type == "linear_actuator"
        ]
        of_joint: dict[str, list[str]] = {}
        for element in actuators:
            if element.joint:
                of_joint.setdefault(element.joint, []).append(element.name)
        together = [e.name for e in actuators if not e.joint]
        drives = []
        for index, name in enumerate(self.layout.velocity_names):
            if name in of_joint:
                names = tuple(of_joint[name])
                drives.append(Drive(names[0], index, names))
            elif together and self._is_undriven(name):
                first = together.pop(0)
                drives.append(Drive(first, index, (first,), alone=False))
            else:
                drives.append(Drive(name, index))
        return tuple(drives)

    def _is_undriven(self, velocity: str) -> bool:
        return _joint_of(self.description, velocity).type in UNDRIVEN

    def reference(self) -> tuple[float, ...]:
        """Return the coordinates that files declare, else zeros, unit quaternions."""
        if not all(isinstance(value, float) for value in self.values.values()):
            return ()
        found = [0.0] * self.tree.nq
        for link in self.tree.links:
            if not link.coupled:
                found[link.q_index : link.q_index + link.nq] = link.joint.neutral
        for joint in self.description.joints:
            if joint.reference is not None and joint.coupling is None:
                value = self.number(joint.reference)
                found[self.layout.q_start[joint.name]] = value
        return tuple(found)
