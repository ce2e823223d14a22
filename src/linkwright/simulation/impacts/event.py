"""Records of what happened between flights."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from linkwright.simulation.impacts.walls import Contact

if TYPE_CHECKING:
    from linkwright.robot import Robot

Kind = Literal["impact", "grazing", "rest", "release"]
_SAYS = {
    "impact": "hits",
    "grazing": "grazes",
    "rest": "comes to rest on",
    "release": "leaves",
}


@dataclass(frozen=True, eq=False)
class Event:
    """What happened at one instant to the contacts that took part, k of them.

    Attributes:
        time: [s].
        kind: ``impact``; ``grazing``: touched without approaching; ``rest``: stays
            closed from now on; ``release``: no longer does.
        contacts: who took part.
        gaps: (k,) [m]; of those grouped with an impact, above 0.
        approach: gap rates before (k,) [m/s].
        parting: gap rates after.
        sliding: along the wall before (k, 2) [m/s].
        impulses: along the walls' normals (k,) [N s].
        friction: impulses along the walls (k, 2) [N s].
        q: configuration (nq,).
        v_before, v_after: velocities (nv,).
        kinetic_before, kinetic_after: kinetic energies [J].
        notes: what else is worth saying.
    """

    time: float
    kind: Kind
    contacts: tuple[Contact, ...]
    gaps: np.ndarray
    approach: np.ndarray
    parting: np.ndarray
    sliding: np.ndarray
    impulses: np.ndarray
    friction: np.ndarray
    q: np.ndarray
    v_before: np.ndarray
    v_after: np.ndarray
    kinetic_before: float
    kinetic_after: float
    notes: tuple[str, ...] = ()
    robot: Robot | None = field(default=None, repr=False)

    @property
    def points(self) -> tuple[str, ...]:
        """Names of what touched."""
        return tuple(contact.point for contact in self.contacts)

    @property
    def walls(self) -> tuple[str, ...]:
        """Names of the walls."""
        return tuple(contact.wall for contact in self.contacts)

    @property
    def velocity_changes(self) -> np.ndarray:
        """Change of each normal velocity (k,) [m/s]."""
        return self.parting - self.approach

    @property
    def angles_of_attack(self) -> np.ndarray:
        """Angle between each point's velocity before and the wall's normal (k,)."""
        along = np.hypot(self.sliding[:, 0], self.sliding[:, 1])
        return np.arctan2(along, np.abs(self.approach))

    @property
    def energy_lost(self) -> float:
        """How much kinetic energy went [J]."""
        return self.kinetic_before - self.kinetic_after

    def __str__(self) -> str:
        lines = [f"t = {self.time:.9g} s  {self.kind}"]
        for i, contact in enumerate(self.contacts):
            line = f"  {contact.point} {_SAYS[self.kind]} {contact.wall}"
            if self.kind == "impact":
                angle = np.degrees(self.angles_of_attack[i])
                line += (
                    f" at {-self.approach[i]:.6g} m/s, {angle:.4g} deg off the normal:"
                    f" {self.impulses[i]:.6g} N s, parts at {self.parting[i]:.6g} m/s"
                )
            lines.append(line)
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])
