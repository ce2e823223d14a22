"""What the user wrote: bodies, joints and design parameters with file and line."""

from linkwright.description.attaching import Placement, attach
from linkwright.description.bodies import Body, Inertial, Point, Visual
from linkwright.description.chaining import chain
from linkwright.description.construction import body, describe, joint
from linkwright.description.couplings import resolve_couplings
from linkwright.description.description import Description, Parameter
from linkwright.description.element_construction import element, loop, share
from linkwright.description.elements import ELEMENT_KINDS, Element, ElementKind
from linkwright.description.floating import float_base
from linkwright.description.formula import Formula, Number, Vector3, value_of
from linkwright.description.joints import (
    AXES,
    JOINT_KINDS,
    WORLD,
    Coupling,
    Joint,
    JointKind,
    Limits,
)
from linkwright.description.locking import lock
from linkwright.description.loops import Loop, Share
from linkwright.description.numbers_in import Slot, map_numbers, numbers_in
from linkwright.description.parameters import parameter_values
from linkwright.description.place import Place
from linkwright.description.rotation import Rotation
from linkwright.description.unit_change import in_units
from linkwright.description.units import SI, Units, declare_units, parse_unit
from linkwright.description.validation import validate
from linkwright.description.wall_construction import touch, wall
from linkwright.description.walls import WALL_SHAPES, Touch, Wall, WallShape

__all__ = [
    "AXES",
    "ELEMENT_KINDS",
    "JOINT_KINDS",
    "SI",
    "WALL_SHAPES",
    "WORLD",
    "Body",
    "Coupling",
    "Description",
    "Element",
    "ElementKind",
    "Formula",
    "Inertial",
    "Joint",
    "JointKind",
    "Limits",
    "Loop",
    "Number",
    "Parameter",
    "Place",
    "Placement",
    "Point",
    "Rotation",
    "Share",
    "Slot",
    "Touch",
    "Units",
    "Vector3",
    "Visual",
    "Wall",
    "WallShape",
    "attach",
    "body",
    "chain",
    "declare_units",
    "describe",
    "element",
    "float_base",
    "in_units",
    "joint",
    "lock",
    "loop",
    "map_numbers",
    "numbers_in",
    "parameter_values",
    "parse_unit",
    "resolve_couplings",
    "share",
    "touch",
    "validate",
    "value_of",
    "wall",
]
