"""Elements between named points, or at a joint: springs, dampers, actuators, bars."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.formula import Formula, Number, Vector3
from linkwright.description.place import Place

DIRECTIONS = ("both", "pull", "push")


@dataclass(frozen=True)
class ElementKind:
    """What an element type has.

    Attributes:
        needs: the numbers it must have, each with the quantity it measures.
        takes: the numbers it may have, likewise.
        at_joint: whether it acts at a joint, not between two points.
        has_pins: whether its ends may turn about pins.
        may_drive: whether it may drive a joint.
        one_way: whether it may only pull, or only push.
        bodies: how many bodies stand for it; two where its length varies.
        contact: whether it acts where a point and a wall, or two balls, overlap.
    """

    needs: dict[str, str] = field(default_factory=dict)
    takes: dict[str, str] = field(default_factory=dict)
    at_joint: bool = False
    has_pins: bool = False
    may_drive: bool = False
    one_way: bool = False
    bodies: int = 0
    contact: bool = False


_STROKE = {"shortest": "length", "longest": "length"}
_PRESSED = {
    "exponent": "number",
    "depth": "length",
    "friction": "number",
    "slip_speed": "velocity",
    "radius": "length",
    "second_radius": "length",
}
ELEMENT_KINDS = {
    "spring": ElementKind(
        {"stiffness": "stiffness", "free_length": "length"},
        {"pretension": "force", "count": "number", **_STROKE},
        has_pins=True,
        one_way=True,
        bodies=2,
    ),
    "damper": ElementKind(
        {"damping": "damping"},
        {"count": "number", **_STROKE},
        has_pins=True,
        one_way=True,
        bodies=2,
    ),
    "constant_force": ElementKind({"force": "force"}),
    "force_law": ElementKind({"law": "force"}, _STROKE, one_way=True),
    "torsion_spring": ElementKind(
        {"stiffness": "angular_stiffness"},
        {"free_angle": "angle", "pretension": "torque"},
        at_joint=True,
    ),
    "bar": ElementKind({"length": "length"}),
    "linear_actuator": ElementKind(
        {},
        {
            "barrel_mass": "mass",
            "barrel_length": "length",
            "rod_mass": "mass",
            "rod_length": "length",
            **_STROKE,
        },
        has_pins=True,
        may_drive=True,
        bodies=2,
    ),
    "hunt_crossley": ElementKind(
        {"stiffness": "stiffness", "dissipation": "inverse_velocity"},
        _PRESSED,
        contact=True,
    ),
    "lankarani_nikravesh": ElementKind(
        {
            "stiffness": "stiffness",
            "restitution": "number",
            "impact_speed": "velocity",
        },
        _PRESSED,
        contact=True,
    ),
}


@dataclass(frozen=True)
class Element:
    """One element.

    Attributes:
        name: its name; its parts are called ``<name>.barrel`` and the like.
        type: a key of ``ELEMENT_KINDS``.
        first, second: the named points it runs between; empty at a joint. Of a contact
            with a wall the first is the point.
        joint: the joint it acts at, for a torsion spring; the joint it drives, for a
            linear actuator (empty where it drives none alone).
        pins: axis of the pins at its ends, in the first point's body; None for balls.
        second_pins: the same axis in the second point's body; None where its
            components are those of ``pins``.
        numbers: its numbers by key, those of its kind.
        acts: "both", or only "pull" or "push" (a rope, a stop).
        wall: what the point of a contact presses on; empty between two balls.
    """

    name: str
    type: str
    first: str = ""
    second: str = ""
    joint: str = ""
    pins: Vector3 | None = None
    second_pins: Vector3 | None = None
    numbers: tuple[tuple[str, Number], ...] = ()
    acts: str = "both"
    wall: str = ""
    place: Place | None = field(default=None, compare=False)

    def number(self, key: str, default: Number = 0.0) -> Number:
        """Return one of its numbers, or the default where it was not given."""
        return dict(self.numbers).get(key, default)

    @property
    def law(self) -> Formula | None:
        """The formula of a force law, of ``length`` and ``rate`` [m, m/s]."""
        found = self.number("law")
        return found if isinstance(found, Formula) else None
