"""Controllers: what commands the joint forces."""

from linkwright.simulation.controllers.computed_torque import ComputedTorque
from linkwright.simulation.controllers.contract import Controller
from linkwright.simulation.controllers.pd import PD

__all__ = ["PD", "ComputedTorque", "Controller"]
