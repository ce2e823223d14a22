"""A robot's walls, and how its points, curves and joints stand to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.algorithms.contact import contacts_of
from linkwright.algorithms.contact.shapes import faces_of
from linkwright.description import ELEMENT_KINDS, Description, Wall
from linkwright.description.wall_warnings import wall_warnings
from linkwright.errors import InputError
from linkwright.robot.calls import Calls
from linkwright.robot.results import Field, Rows

if TYPE_CHECKING:
    from linkwright.robot.kernels import Kernels

Array = np.ndarray
CONTACT = (Field("position", 0, (3,), "m"), Field("normal", 3, (3,), "1"))
PRESSED = (
    Field("force", 0, (3,), "N"),
    Field("normal_force", 3, (), "N"),
    Field("depth", 4, (), "m"),
    Field("slip", 5, (3,), "m/s"),
    Field("position", 8, (3,), "m"),
)


@dataclass(frozen=True)
class NamedContact:
    """One contact, at the declared parameters.

    Attributes:
        name: such as ``O1 on ring`` or ``P on box x+``.
        touch: the point; of a curve its points joined; of a stop the joint.
        wall: the wall's name.
        face: the wall's face, "" where it has but one.
        restitution: speed of parting by speed of approach.
        friction: Coulomb's coefficient.
    """

    name: str
    touch: str
    wall: str
    face: str
    restitution: float
    friction: float


class Contacts:
    """Walls and contacts: the functions of a robot that concern them."""

    _kernels: Kernels
    _calls: Calls
    description: Description
    name: str

    @property
    def walls(self) -> tuple[Wall, ...]:
        """The walls as described, in the order of the file."""
        return self.description.walls

    @cached_property
    def contacts(self) -> tuple[NamedContact, ...]:
        """The contacts in the order of `gaps`: wall by wall, contact by contact."""
        mechanism = self._kernels.mechanism.mechanism
        return tuple(
            NamedContact(
                each.name,
                each.touch.name,
                each.wall.name,
                each.face,
                each.touch.restitution,
                each.touch.friction,
            )
            for each in contacts_of(mechanism)
        )

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What is legal in the description, and yet hardly meant."""
        return wall_warnings(self.description)

    def gaps(self, q: Any, **keywords: Any) -> Array:
        """Return the gap of every contact (..., contacts), positive where apart [m].

        Of a joint's stop in the joint's unit. Its true distance for planes, circles,
        cylinders, spheres, boxes and polylines; true to first order at contact for
        ellipses and surfaces.
        """
        self._check_walls()
        return self._calls.plain("gaps", (q,), keywords)

    def gap_rates(self, q: Any, v: Any, **keywords: Any) -> Array:
        """Return d gap / dt of every contact (..., contacts) at velocity v."""
        self._check_walls()
        return self._calls.plain("gap_rates", (q, v), keywords)

    def gap_accelerations(self, q: Any, v: Any, a: Any, **keywords: Any) -> Array:
        """Return d2 gap / dt2 of every contact (..., contacts)."""
        self._check_walls()
        return self._calls.plain("gap_accelerations", (q, v, a), keywords)

    def contact_jacobian(self, q: Any, **keywords: Any) -> Array:
        """Return J (..., contacts, nv): gap rates = J v; J' is the normals' pull."""
        self._check_walls()
        return self._calls.plain("contact_jacobian", (q,), keywords)

    def contact_places(self, q: Any, **keywords: Any) -> Rows:
        """Return the touching place and the wall's normal there, in the world.

        ``places["O1 on ring"].normal`` points into free space; zero for a stop.
        """
        self._check_walls()
        found = self._calls.plain("contact_places", (q,), keywords)
        names = tuple(each.name for each in self.contacts)
        return Rows("contact", names, found, CONTACT)

    @property
    def presses(self) -> bool:
        """Whether some element presses where bodies overlap."""
        kinds = (ELEMENT_KINDS[each.type] for each in self.description.elements)
        return any(kind.contact for kind in kinds)

    @cached_property
    def pressing_names(self) -> tuple[str, ...]:
        """The rows of `contact_forces`: elements, each at every face of its wall."""
        mechanism = self._kernels.mechanism.mechanism
        return tuple(
            f"{pad.name} {face}".rstrip()
            for pad in mechanism.pads
            for face in (faces_of(pad.wall) if pad.wall is not None else ("",))
        )

    def contact_forces(self, q: Any, v: Any, **keywords: Any) -> Rows:
        """Return what compliant contacts give, in the world's axes.

        ``found["sole"].force`` on the body of its (first) point, ``.normal_force``,
        ``.depth`` of the overlap (below zero: apart), ``.slip``, ``.position``.
        """
        if not self.presses:
            raise InputError(
                f"robot '{self.name}' has no compliant contact",
                expectation="An element of type hunt_crossley or lankarani_nikravesh.",
                remedy="Declare it under 'elements'.",
            )
        found = self._calls.plain("contact_forces", (q, v), keywords)
        return Rows("contact", self.pressing_names, found, PRESSED)

    def _check_walls(self) -> None:
        if not any(wall.contacts or wall.joint for wall in self.walls):
            raise InputError(
                f"robot '{self.name}' touches no wall",
                expectation="A wall has 'contacts', or is a joint's stop.",
                remedy="Declare it under 'walls'.",
            )
