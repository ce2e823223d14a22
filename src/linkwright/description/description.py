"""A whole robot as the user wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.bodies import Body
from linkwright.description.elements import Element
from linkwright.description.formula import Formula, Vector3
from linkwright.description.joints import Joint
from linkwright.description.loops import Loop, Share
from linkwright.description.place import Place
from linkwright.description.units import SI, Units
from linkwright.description.walls import Wall

GRAVITY: Vector3 = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Parameter:
    """A named design parameter: its value in SI, and the formula that defines it.

    ``unit`` is the unit it was written in; it is empty for a bare number, which takes
    the unit of the place it is used in.
    """

    name: str
    value: float
    formula: Formula | None = None
    unit: str = ""
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Description:
    """A robot: bodies, joints, parameters, elements, loops, walls, in the file's order.

    ``gravity`` is in m/s^2; ``units`` are those the file's bare numbers are in.
    """

    name: str
    gravity: Vector3 = GRAVITY
    bodies: tuple[Body, ...] = ()
    joints: tuple[Joint, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    units: Units = SI
    elements: tuple[Element, ...] = ()
    loops: tuple[Loop, ...] = ()
    sharing: tuple[Share, ...] = ()
    walls: tuple[Wall, ...] = ()
    place: Place | None = field(default=None, compare=False)
