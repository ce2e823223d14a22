"""An explanation: numbered steps, each with sentences and tables, readable as text."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import Any

from linkwright.robot.text_table import text_table

_WIDTH = 88


@dataclass(frozen=True)
class Table:
    """Rows of values under the names of their columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def records(self) -> list[dict[str, Any]]:
        """Return each row as a dictionary by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def __str__(self) -> str:
        return f"{self.title}\n{text_table(self.columns, self.rows)}"


@dataclass(frozen=True)
class Step:
    """One step of the method.

    Attributes:
        number: from 1.
        title: what the step does.
        says: what holds for this robot, in sentences.
        tables: its data.
    """

    number: int
    title: str
    says: tuple[str, ...]
    tables: tuple[Table, ...] = ()

    def table(self, title: str) -> Table:
        """Return the table of a title."""
        return next(table for table in self.tables if table.title == title)

    def __str__(self) -> str:
        heading = f"{self.number}. {self.title}"
        said = "\n".join(fill(sentence, _WIDTH) for sentence in self.says)
        shown = (str(table) for table in self.tables if table.rows)
        return "\n\n".join([f"{heading}\n{'=' * len(heading)}\n{said}", *shown])


@dataclass(frozen=True)
class Explanation:
    """How a robot is computed; ``print`` it, or walk through its steps."""

    robot: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return "\n\n\n".join([f"How {self.robot} is computed", *map(str, self.steps)])
