"""Texts with one fault each, beside the message they give; made anew with --update.

python tests/formats/error_book.py --update
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from linkwright.errors import LinkwrightError
from linkwright.formats import read_text

BOOKS = {".yaml": "yaml_errors.txt", ".urdf": "urdf_errors.txt"}
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    name: str
    text: str
    message: str


def cases(suffix: str) -> list[Case]:
    """Return the cases of a book; ``--->`` starts the message."""
    found = []
    for block in (_HERE / BOOKS[suffix]).read_text().split("=== ")[1:]:
        name, _, rest = block.partition("\n")
        text, _, message = rest.partition("--->\n")
        found.append(Case(name, text, message.rstrip("\n")))
    return found


def message_of(case: Case, suffix: str) -> str:
    """Return the message that reading the text of a case gives."""
    try:
        read_text(case.text, f"crane{suffix}", suffix=suffix)
    except LinkwrightError as error:
        return str(error)
    return "no error"


def update(suffix: str) -> None:
    """Write the messages of today into a book; read the difference afterwards."""
    blocks = [
        f"=== {case.name}\n{case.text}--->\n{message_of(case, suffix)}\n"
        for case in cases(suffix)
    ]
    (_HERE / BOOKS[suffix]).write_text("".join(blocks))


if __name__ == "__main__" and "--update" in sys.argv:
    for each in BOOKS:
        update(each)
