"""Singular positions that a run passes: where they are, and what they leave open.

Where a loop's determinant changes its sign, the independent joints do not tell how the
dependent ones go on. At a dead point the loops still do; at a bifurcation they hold
less than elsewhere, the mechanism could go on in several ways, and goes on with the
velocity it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.algorithms.loops.state import stage_names
from linkwright.simulation.integrators.contract import Step
from linkwright.simulation.loops import Loops

_TOGETHER = 1e-9  # s: loops that turn within are singular at once
_LOST = 1e-5  # of the largest singular value


@dataclass(frozen=True)
class Passage:
    """A singular position that was passed.

    Attributes:
        time: [s].
        loops: which loops are singular there, by name.
        freedoms: how many more the mechanism has there than elsewhere: 0 at a dead
            point of the independent joints; else it is a bifurcation, where the
            velocity decided how it went on.
    """

    time: float
    loops: tuple[str, ...]
    freedoms: int

    @property
    def is_bifurcation(self) -> bool:
        """Whether the loops alone do not tell how the mechanism goes on."""
        return self.freedoms > 0

    def __str__(self) -> str:
        names = ", ".join(self.loops)
        if not self.is_bifurcation:
            return f"t = {self.time:.6g} s  dead point of {names}"
        return (
            f"t = {self.time:.6g} s  bifurcation of {names}: {self.freedoms} more"
            " freedoms, went on with the velocity it had"
        )


class Watch:
    """Notes the singular positions between states as they come."""

    def __init__(self, loops: Loops, x: np.ndarray) -> None:
        self._loops = loops
        tracer = loops.kernels.system.robot._kernels.mechanism
        mechanism, plan = tracer.mechanism, tracer.plan
        self._names = stage_names(mechanism, plan)
        offset = mechanism.nq - mechanism.nv
        self._blocks = [
            np.ix_(loops.indices(stage.rows), [k - offset for k in stage.unknowns])
            for stage in plan.stages
        ]
        self._signs = self._sides(x)
        self._usual_rank = max(
            self._rank(np.concatenate([y, np.zeros(loops.places.nw)]))
            for y in (tracer.assembly.reference, *tracer.assembly.samples)
        )
        self.passages: list[Passage] = []

    def look(self, step: Step, x: np.ndarray) -> None:
        """Note what has been passed in a step that ends in a state."""
        signs = self._sides(x)
        turned = set(np.flatnonzero(signs * self._signs < 0.0).tolist())
        while turned:
            low, high = self._bracket(step, min(turned))
            before, after = self._at(step, low), self._at(step, high)
            passed = self._sides(before) * self._sides(after) < 0.0
            together = turned & set(np.flatnonzero(passed).tolist()) | {min(turned)}
            names = tuple(self._names[k] for k in sorted(together))
            lost = self._usual_rank - self._rank(after)
            self.passages.append(Passage(0.5 * (low + high), names, max(0, lost)))
            turned -= together
        self._signs = np.where(signs == 0.0, self._signs, signs)

    def _sides(self, x: np.ndarray) -> np.ndarray:
        J = self._loops.rows(x)[1]
        return np.array([np.linalg.slogdet(J[block])[0] for block in self._blocks])

    def _at(self, step: Step, time: float) -> np.ndarray:
        return step.interpolate(np.array([time]))[0]

    def _bracket(self, step: Step, k: int) -> tuple[float, float]:
        """Return two times between which a loop's determinant changes its sign."""
        low, high = step.begin, step.end
        while high - low > _TOGETHER:
            middle = 0.5 * (low + high)
            if self._sides(self._at(step, middle))[k] * self._signs[k] > 0.0:
                low = middle
            else:
                high = middle
        return low, high

    def _rank(self, x: np.ndarray) -> int:
        sizes = np.linalg.svd(self._loops.rows(x)[1], compute_uv=False)
        return int((sizes > _LOST * sizes.max(initial=0.0)).sum())


def passed(loops: Loops, t: np.ndarray, x: np.ndarray) -> tuple[Passage, ...]:
    """Return what a single simulation passed, by its records, straight between them."""
    if x.ndim > 2:
        return ()
    watch = Watch(loops, x[0])
    for k in range(1, len(t)):
        begin, way = x[k - 1], x[k] - x[k - 1]

        def between(
            times: np.ndarray, begin: Any = begin, way: Any = way, k: int = k
        ) -> np.ndarray:
            return begin + ((times - t[k - 1]) / (t[k] - t[k - 1]))[:, None] * way

        watch.look(Step(float(t[k - 1]), float(t[k]), between), x[k])
    return tuple(watch.passages)
