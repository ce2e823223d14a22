"""Events: where guards fall below zero inside steps, found and located."""

from linkwright.simulation.events.crossing import Crossing, first_crossing
from linkwright.simulation.events.guards import Guards, Watched
from linkwright.simulation.events.legs import Legs

__all__ = ["Crossing", "Guards", "Legs", "Watched", "first_crossing"]
