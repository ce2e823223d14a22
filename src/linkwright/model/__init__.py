"""The ordered, checked tree that algorithms work on."""

from linkwright.model.build import build_model
from linkwright.model.coordinates import Coordinates, coordinates_of
from linkwright.model.joint_space import joint_space_model
from linkwright.model.tree import WORLD, Link, Model, PointOnBody

__all__ = [
    "WORLD",
    "Coordinates",
    "Link",
    "Model",
    "PointOnBody",
    "build_model",
    "coordinates_of",
    "joint_space_model",
]
