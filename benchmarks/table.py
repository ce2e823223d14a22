"""Tables for the terminal, and what of them goes into the JSON file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class Table:
    """A titled table; ``records`` is the same and more, for machines.

    A cell is text, a number, or None where there is nothing to say.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str | float | None, ...]]
    records: list[dict[str, Any]]
    notes: tuple[str, ...] = ()
    missed: list[str] = field(default_factory=list)


def text(table: Table) -> str:
    """Return the table as aligned columns."""
    cells = [[_cell(cell) for cell in row] for row in table.rows]
    widths = [
        max(len(line[k]) for line in [list(table.columns), *cells])
        for k in range(len(table.columns))
    ]
    lines = [table.title, _line(table.columns, widths), _rule(widths)]
    lines += [_line(row, widths) for row in cells]
    lines += [f"  {note}" for note in table.notes]
    return "\n".join(lines)


def times(ratio: float | None) -> str | None:
    """Return a ratio as a cell, e.g. 45.3x."""
    if ratio is None:
        return None
    return f"{ratio:.1f}x" if ratio < 99.95 else f"{ratio:.0f}x"


def verdict(
    reached: float, target: float | None, *, at_most: bool = False, unit: str = ""
) -> str | None:
    """Return a target as a cell, and whether it was reached."""
    if target is None:
        return None
    sign, fine = ("<=", reached <= target) if at_most else (">=", reached >= target)
    return f"{sign} {target:g}{unit} {'yes' if fine else 'NO'}"


def _cell(cell: str | float | None) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    return f"{cell:.3g}" if abs(cell) < 100 else f"{cell:.0f}"


def _line(cells: Sequence[str], widths: list[int]) -> str:
    first = cells[0].ljust(widths[0])
    rest = (cell.rjust(w) for cell, w in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *rest])


def _rule(widths: list[int]) -> str:
    return "  ".join("-" * width for width in widths)
