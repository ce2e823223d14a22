"""What touches what: a robot's contacts as expressions, for the simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from linkwright.expr import Array
from linkwright.simulation.plant import Plant


@dataclass(frozen=True)
class Contact:
    """One that may touch, and the wall it may touch.

    Attributes:
        point: the name of the point, curve or joint.
        wall: the wall's name.
        restitution: speed of parting by speed of approach.
        friction: Coulomb's coefficient.
    """

    point: str
    wall: str
    restitution: float
    friction: float

    def __str__(self) -> str:
        return f"{self.point} on {self.wall}"


class Walls(Protocol):
    """All contacts of a robot."""

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """Who they are."""
        ...

    @property
    def identity(self) -> str:
        """What tells these contacts' programs from others' of the same robot."""
        ...

    def gaps(self, plant: Plant, q: Array) -> Array:
        """Return distances to the walls (k,) [m]; negative inside the wall."""
        ...

    def rates(self, plant: Plant, q: Array, v: Array) -> Array:
        """Return how fast the gaps grow (k,) [m/s]."""
        ...

    def velocities(self, plant: Plant, q: Array, v: Array) -> Array:
        """Return how each touching point moves past its wall (k, 3).

        Gap rate, then two sliding velocities at right angles.
        """
        ...
