"""Declaring other units for a description without changing any of its values."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.description import Description
from linkwright.description.dimension_of import Kinds, dimension_of
from linkwright.description.elements import Element
from linkwright.description.formula import Formula, Number
from linkwright.description.law import LAW_NAMES, with_law
from linkwright.description.numbers_in import Slot, map_numbers
from linkwright.description.parameters import kinds_of
from linkwright.description.units import SI, Units


def in_units(description: Description, units: Units) -> Description:
    """Return the same robot with other units for bare numbers.

    Plain numbers are in SI anyway. A bare formula keeps the unit it was written in:
    ``arm / 2`` of a file in mm becomes ``(arm / 2) * 1 mm``.
    """
    kinds = kinds_of(description)

    def change(number: Number, slot: Slot) -> Number:
        return _kept(number, slot.quantity, kinds, units)

    def element(each: Element) -> Element:
        if each.law is None:
            return each
        law = _kept(each.law, "force", {**kinds, **LAW_NAMES}, units)
        return with_law(each, law)

    changed = map_numbers(description, change)
    elements = tuple(element(each) for each in changed.elements)
    return replace(changed, elements=elements, units=units)


def _kept(number: Number, quantity: str, kinds: Kinds, units: Units) -> Number:
    """Return a number as it is, a bare formula with its unit written out."""
    if not isinstance(number, Formula):
        return number
    target = units.of(quantity)
    found = dimension_of(number.tree, kinds, number.text, number.place)
    written_in = number.unit or SI.of(quantity).symbol
    wanted = "" if target.is_si else target.symbol
    if found is not None or number.unit == wanted or not written_in:
        return number
    return replace(number, text=f"({number.text}) * 1 {written_in}", unit="")
