"""Forces and torques over time, one panel for each component."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from linkwright.view.time_plot import Panel, save_time_plot

COMPONENTS = (
    *(("Force x", "N"), ("Force y", "N"), ("Force z", "N")),
    *(("Torque x", "N m"), ("Torque y", "N m"), ("Torque z", "N m")),
)


def save_wrench_plot(
    path: Path, t: np.ndarray, wrenches: Mapping[str, np.ndarray], title: str = ""
) -> Path:
    """Draw wrenches over time [s], a curve for each name; returns the path.

    A wrench is force [N] and torque [N m] side by side, (n, 6), as a row of reactions
    has it in ``.array``. Each component has its own scale: a weight hides nothing.
    """
    panels = [
        Panel(component, unit, {name: w[:, k] for name, w in wrenches.items()}, True)
        for k, (component, unit) in enumerate(COMPONENTS)
    ]
    return save_time_plot(path, t, panels, title)
