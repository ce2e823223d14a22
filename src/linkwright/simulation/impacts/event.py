"""Records of what happened between flights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from linkwright.robot.contacts import NamedContact
from linkwright.robot.results import Rows
from linkwright.simulation.impacts.shock import joint_impulses

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
        gaps: (k,) [m]; above 0 of those that an impact's window took in.
        approach: gap rates before (k,) [m/s].
        parting: gap rates after.
        impulses: along the walls' normals (k,) [N s].
        places, normals: where they touched, and the way off the wall, world (k, 3).
        velocities: of the touching places past their walls, before, world (k, 3).
        pushes: impulse of each wall on what touches it, friction included (k, 3).
        q: configuration (nq,).
        v_before, v_after: velocities (nv,).
        kinetic_before, kinetic_after: kinetic energies [J].
        notes: what else is worth saying.
        robot: that moved; ``parameters``: values of its varied design parameters.
    """

    time: float
    kind: Kind
    contacts: tuple[NamedContact, ...]
    gaps: np.ndarray
    approach: np.ndarray
    parting: np.ndarray
    impulses: np.ndarray
    places: np.ndarray
    normals: np.ndarray
    velocities: np.ndarray
    pushes: np.ndarray
    q: np.ndarray
    v_before: np.ndarray
    v_after: np.ndarray
    kinetic_before: float
    kinetic_after: float
    notes: tuple[str, ...]
    robot: Robot
    parameters: dict[str, Any]

    @property
    def points(self) -> tuple[str, ...]:
        """Names of what touched: points, curves, joints at their stops."""
        return tuple(contact.touch for contact in self.contacts)

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
        """Angle between each place's velocity before and the wall's normal (k,)."""
        along = np.linalg.norm(np.cross(self.normals, self.velocities), axis=1)
        return np.arctan2(along, np.abs(self.approach))

    @property
    def energy_lost(self) -> float:
        """How much kinetic energy went [J]."""
        return self.kinetic_before - self.kinetic_after

    @cached_property
    def joint_impulses(self) -> Rows:
        """Impulsive reactions of all joints: ``E.joint_impulses["knee"].force`` [N s].

        By the predecessor on the body, at the joint, in the body's frame. NaN where
        the mechanism does not determine a component and no rule shares it.
        """
        return joint_impulses(self)

    def __str__(self) -> str:
        lines = [f"t = {self.time:.9g} s  {self.kind}"]
        for i, contact in enumerate(self.contacts):
            line = f"  {contact.touch} {_SAYS[self.kind]} {contact.wall}"
            if self.kind == "impact":
                angle = np.degrees(self.angles_of_attack[i])
                line += (
                    f" at {-self.approach[i]:.6g} m/s, {angle:.4g} deg off the normal:"
                    f" {self.impulses[i]:.6g} N s, parts at {self.parting[i]:.6g} m/s"
                )
            lines.append(line)
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])
