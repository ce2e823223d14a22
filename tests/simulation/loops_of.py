"""The loops of a robot without anything that acts on it."""

from __future__ import annotations

import linkwright as lw
from linkwright.simulation.actuators import actuators_of
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.loops import Loops
from linkwright.simulation.reference import ByLaws
from linkwright.simulation.system import System


def loops_of(robot: lw.Robot) -> Loops:
    """Return the loops of a robot as constraints on its spanning tree."""
    actuators = actuators_of(robot, None)
    return Loops(Kernels(System(robot, None, ByLaws(()), actuators, on_tree=True), {}))
