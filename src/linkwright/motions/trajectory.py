"""A motion sampled in time, complete: every coordinate of a robot has its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from linkwright.errors import NumericalError
from linkwright.robot.results import Motion

if TYPE_CHECKING:
    from linkwright.robot import Robot

Given = Literal["joints", "actuators"]


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

    def joints(self, robot: Robot) -> Motion:
        """Return q, v, a over time.

        Raises:
            NumericalError: naming the times where an actuator is out of reach.
        """
        motion = Motion(self.position, self.rate, self.acceleration)
        if self.given == "joints":
            return motion
        try:
            return robot.from_actuators(*motion)
        except NumericalError as error:
            raise self.told_in_time(error, robot) from None

    def drives(self, robot: Robot) -> Motion:
        """Return the drives' positions, rates and accelerations over time."""
        motion = Motion(self.position, self.rate, self.acceleration)
        return motion if self.given == "actuators" else robot.to_actuators(*motion)

    def told_in_time(self, error: NumericalError, robot: Robot) -> NumericalError:
        """Return an error that names times and reasons in place of rows."""
        rows = getattr(error, "rows", None)
        if rows is None:
            return error
        rows, codes = np.asarray(rows)[:, 0], np.asarray(error.__dict__["codes"])
        spans = []
        for code in dict.fromkeys(codes.tolist()):
            failed = rows[codes == code]
            spans.append(f"{self._reason(robot, failed[0])} {_span(self.t, failed)}")
        return NumericalError(
            f"{len(rows)} of {len(self.t)} states cannot be reached: "
            + "; ".join(spans),
            place=self.name,
            expectation="Every state of the motion must be one the robot can take.",
            remedy="Shorten the motion there, or start elsewhere.",
        )

    def _reason(self, robot: Robot, row: int) -> str:
        state = self.position[row], self.rate[row], self.acceleration[row]
        try:
            robot.from_actuators(*state)
        except NumericalError as error:
            return error.finding
        return "a state"  # it fails in its batch alone: another quantity's reason


def _span(t: np.ndarray, rows: np.ndarray) -> str:
    if len(rows) == 1:
        return f"at t = {t[rows[0]]:.6g} s"
    first, last = f"{t[rows[0]]:.6g}", f"{t[rows[-1]]:.6g}"
    whole = rows[-1] - rows[0] + 1 == len(rows)
    return f"from t = {first} s to {last} s" + ("" if whole else ", with gaps")
