"""A motion sampled in time, complete: every coordinate of a robot has its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from linkwright.errors import NumericalError
from linkwright.robot.results import Motion

if TYPE_CHECKING:
    from linkwright.robot import Robot

Given = Literal["joints", "actuators"]
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Samples of a motion.

    Attributes:
        name: of the motion.
        t: times [s] (n,).
        given: what the entries belong to: "joints" as in q, v, a, or "actuators" as
            in ``robot.drive_names``.
        position, rate, acceleration: (n, nq), (n, nv), (n, nv) [m or rad, s].
        notes: what was assumed where the file is silent.
    """

    name: str
    t: np.ndarray
    given: Given
    position: np.ndarray
    rate: np.ndarray
    acceleration: np.ndarray
    notes: tuple[str, ...] = ()

    @property
    def states(self) -> Motion:
        """Position, rate, acceleration together."""
        return Motion(self.position, self.rate, self.acceleration)

    def joints(self, robot: Robot) -> Motion:
        """Return q, v, a over time.

        Raises:
            NumericalError: naming the times where an actuator is out of reach.
        """
        if self.given == "joints":
            return self.states
        return self.over(robot.from_actuators, self.states)

    def drives(self, robot: Robot) -> Motion:
        """Return the drives' positions, rates and accelerations over time."""
        if self.given == "actuators":
            return self.states
        return self.over(robot.to_actuators, self.states)

    def over(self, compute: Callable[..., Result], states: Motion) -> Result:
        """Return what a function of states gives over the whole motion.

        Its errors name times and reasons in place of rows.
        """
        try:
            return compute(*states)
        except NumericalError as error:
            failed = getattr(error, "rows", None)
            if failed is None:
                raise
            rows, codes = np.asarray(failed)[:, 0], error.__dict__["codes"]
            spans = []
            for code in dict.fromkeys(codes.tolist()):
                these = rows[codes == code]
                reason = _reason(compute, Motion(*(x[these[0]] for x in states)))
                spans.append(f"{reason} {_span(self.t, these)}")
            raise NumericalError(
                f"{len(rows)} of {len(self.t)} states have no answer: "
                + "; ".join(spans),
                place=self.name,
                expectation="Every state of the motion must be one the robot can take.",
                remedy="Shorten the motion, or start it elsewhere.",
            ) from None


def _reason(compute: Callable[..., object], state: Motion) -> str:
    """Return why a state has no answer: one by itself, its error is the reason."""
    try:
        compute(*state)
    except NumericalError as error:
        return error.finding
    raise AssertionError("a row that fails fails by itself too")


def _span(t: np.ndarray, rows: np.ndarray) -> str:
    if len(rows) == 1:
        return f"at t = {t[rows[0]]:.6g} s"
    first, last = f"{t[rows[0]]:.6g}", f"{t[rows[-1]]:.6g}"
    whole = rows[-1] - rows[0] + 1 == len(rows)
    return f"from t = {first} s to {last} s" + ("" if whole else ", with gaps")
