"""What the user wrote: bodies, joints and design parameters with file and line."""

from linkwright.description.body import Body, Inertial, Point, Visual
from linkwright.description.description import Description, Parameter
from linkwright.description.formula import Formula, Number, Vector3, value_of
from linkwright.description.joint import (
    JOINT_KINDS,
    WORLD,
    Coupling,
    Joint,
    JointKind,
    Limits,
)
from linkwright.description.parameters import parameter_values
from linkwright.description.place import Place
from linkwright.description.rotation import Rotation
from linkwright.description.units import SI, Units, parse_unit
from linkwright.description.validation import validate

__all__ = [
    "JOINT_KINDS",
    "SI",
    "WORLD",
    "Body",
    "Coupling",
    "Description",
    "Formula",
    "Inertial",
    "Joint",
    "JointKind",
    "Limits",
    "Number",
    "Parameter",
    "Place",
    "Point",
    "Rotation",
    "Units",
    "Vector3",
    "Visual",
    "parameter_values",
    "parse_unit",
    "validate",
    "value_of",
]
