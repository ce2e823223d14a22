"""Where in the file stands what an error names: mechanisms keep names, not lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from linkwright.description import Description
from linkwright.errors import LinkwrightError


@contextmanager
def told_by_place(description: Description) -> Iterator[None]:
    """Give errors that know no place that of the first part they name."""
    try:
        yield
    except LinkwrightError as error:
        if error.place is None:
            error.place = _place_of_first_named(description, error.finding)
        raise


def _place_of_first_named(description: Description, finding: str) -> object | None:
    parts = (
        *description.sharing,
        *description.loops,
        *description.elements,
        *description.joints,
    )
    places = {part.name: part.place for part in reversed(parts)}
    for name in re.findall(r"'([^']+)'", finding):
        # a cylinder's upper pin is the loop 'cylinder.upper'
        for known in (name, name.rpartition(".")[0]):
            if places.get(known) is not None:
                return places[known]
    return None
