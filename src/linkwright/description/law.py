"""Laws of force: formulas of an element's length and rate, and of parameters.

What a law gives pulls the ends together where it is positive.
"""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.dimension import FORCE, LENGTH, TIME, fits
from linkwright.description.dimension_of import Kinds, dimension_of
from linkwright.description.elements import Element
from linkwright.description.formula import Formula, Number
from linkwright.description.number import Scope, located, number
from linkwright.description.place import Place
from linkwright.errors import DescriptionError, UnitError

# What a law is of, besides design parameters; its own words, nowhere else.
LAW_NAMES = {"length": LENGTH, "rate": LENGTH / TIME}
_EXPECTATION = (
    "A law is a formula of 'length' and 'rate', such as '1000 N/m * (length - 0.5 m)'."
)


def read_law(source: object, scope: Scope, place: Place | None = None) -> Formula:
    """Return a law's formula; a bare one is in the scope's unit of force."""
    if scope.kinds is not None:
        kinds = {**scope.kinds, **LAW_NAMES}
        if isinstance(source, str):
            _check_shadows(Formula(source.strip(), "", place), scope.kinds, place)
        scope = Scope(scope.units, kinds)
    found = number(source, "force", scope, place)
    if not isinstance(found, Formula):
        raise _constant(str(source), place)
    return found


def check_law(element: Element, kinds: Kinds, subject: str) -> None:
    """Refuse a law that is no force, or no formula of length and rate."""
    law = element.law
    if law is None:
        raise DescriptionError(
            f"{subject}: {element.number('law')!r} is no formula.",
            place=element.place,
            expectation=_EXPECTATION,
        )
    place = law.place or element.place
    with located(place, subject):
        _check_shadows(law, kinds, place)
        if not set(law.names) & set(LAW_NAMES):
            raise _constant(law.text, place)
        found = dimension_of(law.tree, {**kinds, **LAW_NAMES}, law.text, place)
        if found is not None and not fits(found, FORCE):
            raise UnitError(
                f"'{law.text}' is {found}.", expectation=f"Expected {FORCE}."
            )


def with_law(element: Element, law: Number) -> Element:
    """Return the element with another law."""
    numbers = tuple(
        (key, law if key == "law" else number) for key, number in element.numbers
    )
    return replace(element, numbers=numbers)


def _check_shadows(law: Formula, kinds: Kinds, place: Place | None) -> None:
    for name in law.names:
        if name in LAW_NAMES and name in kinds:
            raise DescriptionError(
                f"formula '{law.text}' uses '{name}', which is a parameter too.",
                place=place,
                expectation=f"In a law '{name}' is the element's own.",
                remedy=f"Rename the parameter, say to '{name}_value'.",
            )


def _constant(text: str, place: Place | None) -> DescriptionError:
    return DescriptionError(
        f"'{text.strip()}' is the same for every length and rate.",
        place=place,
        expectation=_EXPECTATION,
        remedy="For a constant use the type 'constant_force'.",
    )
