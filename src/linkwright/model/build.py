"""From a description to the model: parents first, every number evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.description import (
    WORLD,
    Body,
    Description,
    Number,
    value_of,
)
from linkwright.description import Joint as DescribedJoint
from linkwright.expr import Array, Node, less
from linkwright.model.coordinates import Coordinates, coordinates_of
from linkwright.model.rotations import rotation_of, unit
from linkwright.model.sequences import joint_sequence
from linkwright.model.tree import WORLD as NO_LINK
from linkwright.model.tree import Link, Model, PointOnBody
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import Rotation


def build_model(description: Description, values: Mapping[str, Any]) -> Model:
    """Return the tree of a validated description.

    ``values`` gives each design parameter as a float or, where it is a run-time
    input, as an expression.
    """
    layout = coordinates_of(description)
    tree = _Tree(description, values, layout)
    for joint in parents_first(description):
        tree.add(joint)
    gravity = tree.vector(description.gravity)
    return Model(
        description.name,
        tuple(tree.links),
        gravity,
        len(layout.coordinate_names) + len(layout.dependent_names),
        len(layout.velocity_names) + len(layout.dependent_names),
        tree.points_in_order(),
        tuple(tree.refused),
    )


def parents_first(description: Description) -> list[DescribedJoint]:
    """Return the joints such that each comes after the one that carries its parent.

    File order wherever it already does.
    """
    placed = {WORLD}
    waiting = list(description.joints)
    ordered: list[DescribedJoint] = []
    while waiting:
        later = []
        for joint in waiting:
            if joint.parent in placed:
                placed.add(joint.body)
                ordered.append(joint)
            else:
                later.append(joint)
        assert len(later) < len(waiting), "a validated description is a tree"
        waiting = later
    return ordered


@dataclass
class _Tree:
    description: Description
    values: Mapping[str, Any]
    layout: Coordinates
    links: list[Link] = field(default_factory=list)
    link_of_body: dict[str, int] = field(default_factory=lambda: {WORLD: NO_LINK})
    refused: list[Any] = field(default_factory=list)

    def number(self, number: Number) -> Any:
        value = value_of(number, self.values)
        return float(value) if isinstance(value, int) else value

    def not_negative(self, number: Number) -> Any:
        """Return a number that may not be negative; of a constant that is checked."""
        value = self.number(number)
        if isinstance(value, Node):
            self.refused.append(less(value, 0.0))
        return value

    def vector(self, numbers: tuple[Number, ...]) -> Array:
        return Array(self.number(x) for x in numbers)

    def add(self, joint: DescribedJoint) -> None:
        """Append the links of a joint: one, or several with virtual bodies between."""
        body = next(b for b in self.description.bodies if b.name == joint.body)
        second = joint.second_axis
        sequence = joint_sequence(
            joint.type,
            unit(self.vector(joint.axis)),
            second_axis=None if second is None else unit(self.vector(second)),
            pitch=0.0 if joint.pitch is None else self.number(joint.pitch),
            coordinates=joint.coordinates,
        )
        parent = self.link_of_body[joint.parent]
        numbers = [self.number(x) for x in joint.rotation.values]
        rotation = rotation_of(joint.rotation, numbers)
        position = self.vector(joint.at)
        q_index, v_index = self.layout.start_of(joint)
        coupling = joint.coupling
        for place, (suffix, kind) in enumerate(sequence):
            last = place == len(sequence) - 1
            self.links.append(
                Link(
                    name=body.name if last else f"{body.name}{suffix}",
                    joint_name=f"{joint.name}{suffix}",
                    whole_joint=joint.name,
                    parent=parent,
                    joint=kind,
                    rotation=rotation,
                    position=position,
                    inertia=self.inertia(body) if last else Inertia.massless(),
                    q_index=q_index,
                    v_index=v_index,
                    ratio=1.0 if coupling is None else self.layout.ratio(joint, self),
                    offset=0.0 if coupling is None else self.layout.offset(joint, self),
                    coupled=coupling is not None,
                    armature=self.not_negative(joint.armature),
                    damping=self.not_negative(joint.damping),
                    friction=self.not_negative(joint.friction),
                    hidden=not last,
                    dependent=joint.dependent,
                )
            )
            parent = len(self.links) - 1
            rotation, position = Rotation(()), Array((0.0, 0.0, 0.0))
            q_index += len(kind.neutral)
            v_index += len(kind.subspace)
        self.link_of_body[body.name] = parent

    def inertia(self, body: Body) -> Inertia:
        """Return a body's inertia about its origin."""
        if body.inertial is None:
            return Inertia.massless()
        given = body.inertial
        xx, yy, zz, xy, xz, yz = (self.number(x) for x in given.inertia)
        matrix = Array((xx, xy, xz, xy, yy, yz, xz, yz, zz), 3)
        center = self.vector(given.center_of_mass)
        return Inertia.about_center(self.not_negative(given.mass), center, matrix)

    def points_in_order(self) -> tuple[PointOnBody, ...]:
        """Return all named points, body by body in the order of the file."""
        return tuple(
            PointOnBody(
                point.name, self.link_of_body[body.name], self.vector(point.position)
            )
            for body in self.description.bodies
            for point in body.points
        )
