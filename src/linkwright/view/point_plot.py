"""Where points are over time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from linkwright.view.time_plot import Panel, by_axis, save_time_plot


def save_point_plot(
    path: Path, t: np.ndarray, positions: Mapping[str, np.ndarray], title: str = ""
) -> Path:
    """Draw positions [m] (n, 3) over time [s], a panel for each; returns the path."""
    panels = [Panel(name, "m", by_axis(x)) for name, x in positions.items()]
    return save_time_plot(path, t, panels, title)
