"""Elements that only pull, as a rope does, or only push."""

from __future__ import annotations

from typing import Any

from linkwright.expr import maximum, minimum


def one_sided(acts: str, tension: Any) -> Any:
    """Return the tension where the element acts, else zero."""
    if acts == "pull":
        return maximum(tension, 0.0)
    return minimum(tension, 0.0) if acts == "push" else tension
