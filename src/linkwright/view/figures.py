"""Where every plot starts: an empty figure, or an error that says what is missing."""

from __future__ import annotations

from typing import Any

from linkwright.errors import InputError


def new_figure(size: tuple[float, float]) -> Any:
    """Return an empty figure of a size in inches, without any window."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "plots need the package matplotlib",
            remedy="Install it with: pip install 'linkwright[plots]'.",
        ) from None
    return Figure(figsize=size, layout="constrained")
