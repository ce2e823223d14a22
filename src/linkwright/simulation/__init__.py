"""Simulation: a robot with what acts on it, integrated over time."""

from linkwright.motions.laws import (
    BangBang,
    ConstantVelocity,
    Cosine,
    MinimumJerk,
    Rest,
    Spline,
)
from linkwright.simulation.actuators import Actuator
from linkwright.simulation.controllers import PD, ComputedTorque
from linkwright.simulation.impacts.event import Event
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.recording import SimulationStopped
from linkwright.simulation.run import Run, Stop
from linkwright.simulation.simulate import simulate

__all__ = [
    "PD",
    "Actuator",
    "BangBang",
    "ComputedTorque",
    "ConstantVelocity",
    "Cosine",
    "Event",
    "Impacts",
    "MinimumJerk",
    "Rest",
    "Run",
    "SimulationStopped",
    "Spline",
    "Stop",
    "simulate",
]
