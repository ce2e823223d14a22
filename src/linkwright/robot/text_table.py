"""A table as text: columns as wide as they need to be, numbers to the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def text_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return the table's lines, two spaces between columns."""
    cells = [[_text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    numeric = [
        bool(cells) and all(_is_number(row[index]) for row in cells)
        for index in range(len(header))
    ]

    def line(row: Sequence[str]) -> str:
        parts = zip(row, widths, numeric, strict=True)
        return "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in parts
        ).rstrip()

    rule = ["-" * width for width in widths]
    return "\n".join(line(row) for row in (list(header), rule, *cells))


def number_text(value: float) -> str:
    """Return a number to six digits, without trailing zeros or a signed zero."""
    return f"{value + 0.0:.6g}"


def _text(cell: object) -> str:
    return number_text(cell) if isinstance(cell, float) else str(cell)


def _is_number(text: str) -> bool:
    if not text or text == "-":
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the noun it counts: 1 body, 2 bodies."""
    return f"{number} {one if number == 1 else many}"
