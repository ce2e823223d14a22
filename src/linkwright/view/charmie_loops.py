"""What CHARMIE's closed loops pass on: forces in pins, guides, bars and springs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.view.time_plot import Panel, save_time_plot

_TRUNK = {
    "pin of the trunk": "th5",
    "actuator 5, upper pin": "act5.upper",
    "spring 5": "spring5",
}
_LIFT = {
    "guide of the lift": "d4",
    "actuator 4, upper pin": "act4.upper",
    "actuator 5, lower pin": "act5.lower",
}
_LEVER = {
    "pin of the lever": "lever_left",
    "pin and slide of the bar": "bar_left",
    "spring 4": "spring4_left",
}
_GUIDE = {"guide of the lift": "d4"}
_TURNED = {
    "pin of the trunk": "th5",
    "actuator 5, upper pin": "act5.upper",
    "slide of the left bar": "slider_left",
}


def save_charmie_loops(path: Path, t: np.ndarray, found: Mapping[str, Any]) -> Path:
    """Draw sizes of the loops' reactions over time [s]; returns the path.

    found: what ``robot.compute`` gave at those times, of reactions.
    """
    reactions = found["reactions"]

    def sizes(names: Mapping[str, str], what: str) -> dict[str, np.ndarray]:
        return {
            title: np.linalg.norm(getattr(reactions[name], what), axis=-1)
            for title, name in names.items()
        }

    panels = (
        Panel("Forces on the trunk, body 5", "N", sizes(_TRUNK, "force")),
        Panel("Forces on the lift, body 4", "N", sizes(_LIFT, "force")),
        Panel("Forces on the left balancing lever", "N", sizes(_LEVER, "force")),
        Panel("Torque of the lift's guide", "N m", sizes(_GUIDE, "torque")),
        Panel("Torques of pins, as shared", "N m", sizes(_TURNED, "torque"), True),
    )
    return save_time_plot(path, t, panels, "CHARMIE: what the closed loops pass on")
