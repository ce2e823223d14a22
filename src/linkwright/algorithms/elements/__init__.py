"""Elements: springs, dampers, actuators and the like; one file for each law.

A law between points gives the tension, positive where it pulls its ends together, from
the length and its rate; a law at a joint the torque on the body it carries.
"""

from collections.abc import Callable
from typing import Any

from linkwright.algorithms.elements import (
    constant_force,
    damper,
    force_law,
    spring,
    torsion_spring,
)
from linkwright.model.mechanism import Strut

TENSIONS: dict[str, Callable[[Strut, Any, Any], Any]] = {
    "spring": spring.tension,
    "damper": damper.tension,
    "constant_force": constant_force.tension,
    "force_law": force_law.tension,
}
ENERGIES: dict[str, Callable[[Strut, Any], Any]] = {
    "spring": spring.energy,
    "constant_force": constant_force.energy,
}
TORQUES = {"torsion_spring": torsion_spring.torque}
JOINT_ENERGIES = {"torsion_spring": torsion_spring.energy}
