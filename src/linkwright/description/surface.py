"""Formulas of implicit surfaces: of x, y, z in the wall's axes, and of parameters."""

from __future__ import annotations

from linkwright.description.dimension import LENGTH
from linkwright.description.dimension_of import Kinds, dimension_of
from linkwright.description.formula import Formula
from linkwright.description.formula_parser import parse_formula
from linkwright.description.number import located
from linkwright.description.place import Place
from linkwright.description.walls import SURFACE_NAMES
from linkwright.errors import DescriptionError

_EXPECTATION = (
    "A surface is a formula of 'x', 'y' and 'z' that is zero on it, such as"
    " 'x^2 + y^2 - (2 m)^2'."
)


def read_surface(
    source: object, kinds: Kinds | None = None, place: Place | None = None
) -> Formula:
    """Return a surface's formula; ``kinds`` are those of the parameters, where known.

    Its value may be of any dimension: only its zero, sign and direction count.
    """
    if isinstance(source, Formula):
        return source
    if not isinstance(source, str):
        raise DescriptionError(
            f"{source!r} is no formula.", place=place, expectation=_EXPECTATION
        )
    parse_formula(source)
    formula = Formula(source.strip(), "", place)
    if kinds is not None:
        check_surface(formula, kinds)
    return formula


def check_surface(
    formula: Formula, kinds: Kinds, subject: str = "", place: Place | None = None
) -> None:
    """Refuse a formula that does not depend on the place, or mixes dimensions."""
    place = formula.place or place
    with located(place, subject):
        names = formula.names
        for name in SURFACE_NAMES:
            if name in names and name in kinds:
                raise DescriptionError(
                    f"formula '{formula.text}' uses '{name}', which is a parameter"
                    " too.",
                    place=place,
                    expectation=f"In a surface '{name}' is the place's own.",
                    remedy=f"Rename the parameter, say to '{name}_value'.",
                )
        if not set(names) & set(SURFACE_NAMES):
            raise DescriptionError(
                f"'{formula.text}' is the same everywhere.",
                place=place,
                expectation=_EXPECTATION,
            )
        lengths = dict.fromkeys(SURFACE_NAMES, LENGTH)
        dimension_of(formula.tree, {**kinds, **lengths}, formula.text, place)
