"""What a run on the spanning tree tells besides: all joints, and what loops pass on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.robot.results import unknown_name
from linkwright.simulation.loops import Loops, Opening
from linkwright.simulation.singular import Passage

Array = np.ndarray
_SHARED = 1e-6  # of a unit vector: a row in what nothing determines


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
        np.where(_is_shared(J), np.nan, forces),
        np.abs(residual).max(axis=-1),
        np.abs(J @ w[..., None]).max(axis=(-1, -2)),
        start,
        passages,
    )


def _is_shared(J: Array) -> Array:
    """Return which rows take part in forces that no motion of the tree feels."""
    left, sizes, _ = np.linalg.svd(J, full_matrices=True)
    kept = np.zeros(left.shape[:-1], bool)
    kept[..., : sizes.shape[-1]] = sizes > 1e-9 * sizes.max(axis=-1, keepdims=True)
    return np.abs(np.where(kept[..., None, :], 0.0, left)).max(axis=-1) > _SHARED
