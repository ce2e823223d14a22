"""What a run on the spanning tree tells besides: all joints, and what loops pass on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.robot.loop_dynamics import shared_rows
from linkwright.robot.results import unknown_name
from linkwright.simulation.loops import Loops, Opening
from linkwright.simulation.singular import Passage

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class LoopRecord:
    """All joints of the spanning tree over time, the independent ones first.

    Attributes:
        coordinate_names, velocity_names: of the tree.
        q, v, a: coordinates, velocities, accelerations (n, ..., joints).
        component_names: "loop, component" of what can open.
        forces: what each passes on, by the first body on the second, in the loop's
            axes on the second [N or N m]; NaN where others could take it as well.
            Components that no motion of the tree opens are not among them.
        distance, rate: of the loop farthest open [m or rad], and opening fastest.
        start: how far the given start was from what the loops allow; None where it
            gave the independent joints alone.
        passages: singular positions that were passed.
    """

    coordinate_names: tuple[str, ...]
    velocity_names: tuple[str, ...]
    q: Array
    v: Array
    a: Array
    component_names: tuple[str, ...]
    forces: Array
    distance: Array
    rate: Array
    start: Opening | None
    passages: tuple[Passage, ...]

    def joint(self, name: str) -> dict[str, Array]:
        """Return q, v, a of a joint of one freedom over time."""
        if name not in self.velocity_names:
            raise unknown_name("joint", name, self.velocity_names)
        i = self.velocity_names.index(name)
        found = {"v": self.v[..., i], "a": self.a[..., i]}
        if name in self.coordinate_names:
            found["q"] = self.q[..., self.coordinate_names.index(name)]
        return found

    def force(self, name: str) -> Array:
        """Return what a component passes on over time."""
        if name not in self.component_names:
            raise unknown_name("component", name, self.component_names)
        return self.forces[..., self.component_names.index(name)]


def loop_record(
    loops: Loops,
    x: Array,
    a: Array,
    forces: Array,
    start: Opening | None,
    passages: tuple[Passage, ...],
) -> LoopRecord:
    """Return the record of states over time."""
    system = loops.kernels.system
    mechanism, places = system.robot._mechanism, system.places
    residual, J = loops.rows(x)
    w = x[..., places.w]
    dependent = mechanism.velocity_names[mechanism.nv :]
    return LoopRecord(
        (*system.robot.coordinate_names, *dependent),
        mechanism.velocity_names,
        x[..., places.y],
        w,
        a,
        loops.names,
        np.where(shared_rows(J), np.nan, forces),
        np.abs(residual).max(axis=-1),
        np.abs(J @ w[..., None]).max(axis=(-1, -2)),
        start,
        passages,
    )
