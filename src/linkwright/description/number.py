"""Turning what a user writes in one place into a number: a float in SI or a formula."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from numbers import Real

from linkwright.description.dimension import ANGLE, PURE, fits
from linkwright.description.dimension_of import (
    Kinds,
    dimension_of,
    parameter_names,
)
from linkwright.description.exact import exact
from linkwright.description.expression import Call, Expression, Pi, children
from linkwright.description.formula import Formula, Number
from linkwright.description.formula_parser import parse_formula
from linkwright.description.place import Place
from linkwright.description.unit_table import Unit
from linkwright.description.units import SI, Units, exact_number, in_si
from linkwright.errors import DescriptionError, LinkwrightError, UnitError


@dataclass(frozen=True)
class Scope:
    """What a number may refer to: the file's units and its parameters' dimensions.

    ``kinds`` is None while the parameters are not known yet, as in a body made in
    Python; dimensions are then checked when the description is validated.
    """

    units: Units = SI
    kinds: Kinds | None = None


PLAIN = Scope()
_DECIMAL = re.compile(r"[-+]?\d{1,15}(\.\d{0,20})?([eE][-+]?\d{1,2})?", re.ASCII)


def number(
    source: object, quantity: str, scope: Scope = PLAIN, place: Place | None = None
) -> Number:
    """Return a float in SI, or a formula where design parameters occur.

    Args:
        source: a number in the scope's unit, or the text of a formula.
        quantity: what it measures, a key of ``QUANTITIES``.
        scope: the units and parameters in force.
        place: where it was written.
    """
    unit = scope.units.of(quantity)
    if isinstance(source, Formula):
        return source
    if isinstance(source, str):
        if unit.is_si and _DECIMAL.fullmatch(source):
            return float(source) + 0.0  # no -0.0
        with located(place):
            return _from_text(source, unit, scope, place)
    if isinstance(source, bool) or not isinstance(source, Real):
        raise DescriptionError(
            f"{source!r} stands where {unit.dimension} is expected.",
            place=place,
            expectation="Expected a number or a formula.",
        )
    source = float(source)
    if not math.isfinite(source):
        raise _not_finite(str(source), place)
    if unit.is_si:
        return source
    return in_si(exact_number(source), unit)


@dataclass(frozen=True, slots=True)
class located:
    """Gives errors raised inside ``with`` the place and subject they belong to.

    A class, since entering a generator costs as much as reading a number.
    """

    place: object | None
    subject: str = ""

    def __enter__(self) -> None:
        """Do nothing; all is said when an error leaves."""

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Complete an error on its way."""
        if not isinstance(error, LinkwrightError):
            return
        if self.subject:
            error.finding = f"{self.subject}: {error.finding}"
        if error.place is None:
            error.place = self.place


def _from_text(text: str, unit: Unit, scope: Scope, place: Place | None) -> Number:
    tree = parse_formula(text)
    names = parameter_names(tree)
    if names and scope.kinds is None:
        return Formula(text.strip(), "", place)
    found = dimension_of(tree, scope.kinds or {}, text.strip(), place)
    if found is None:
        _refuse_radians_in_degrees(tree, unit, text, place)
    elif not fits(found, unit.dimension):
        remedy = _fit_remedy(found, unit)
        such = f", such as '1 {unit.symbol}'" if unit.symbol and not remedy else ""
        raise UnitError(
            f"'{text.strip()}' is {found}.",
            place=place,
            expectation=f"Expected {unit.dimension}{such}.",
            remedy=remedy,
        )
    written_in = "" if found is not None or unit.is_si else unit.symbol
    if names:
        return Formula(text.strip(), written_in, place)
    value = exact(tree)
    if value is None:
        result = Formula(text.strip(), written_in, place).evaluate({})
    else:
        result = in_si(value, unit) if found is None else float(value)
    if not math.isfinite(result):
        raise _not_finite(text.strip(), place)
    return result


def _fit_remedy(found: object, unit: Unit) -> str:
    if unit.dimension == PURE:
        return "Divide by a unit to get a pure number."
    if found == PURE:
        return f"Multiply by a unit, such as '1 {unit.symbol}'."
    return ""


def _refuse_radians_in_degrees(
    tree: Expression, unit: Unit, text: str, place: Place | None
) -> None:
    """A bare ``0.5*pi`` where bare numbers are degrees is nearly surely a slip."""
    if unit.dimension != ANGLE or unit.is_si or not _has_pi(tree):
        return
    raise UnitError(
        f"'{text.strip()}' looks like radians, but bare angles are in {unit.symbol}.",
        place=place,
        expectation=f"Expected an angle in {unit.symbol}, or one with its unit.",
        remedy=f"Write '({text.strip()}) * 1 rad'.",
    )


def _has_pi(tree: Expression) -> bool:
    """Whether pi occurs outside the argument of a function."""
    if isinstance(tree, Call):
        return False
    return isinstance(tree, Pi) or any(_has_pi(part) for part in children(tree))


def _not_finite(text: str, place: Place | None) -> DescriptionError:
    return DescriptionError(
        f"{text} is no finite number.",
        place=place,
        expectation="Expected a finite one.",
    )
