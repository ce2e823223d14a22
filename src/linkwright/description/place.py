"""Where in which file something was written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file; reads as ``crane.yaml:41``."""

    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.file or ""
        return f"{self.file or '<text>'}:{self.line}"
