"""Declaring other units for a description without changing any of its values."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.description import Description
from linkwright.description.dimension_of import dimension_of
from linkwright.description.formula import Formula, Number
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
        if not isinstance(number, Formula):
            return number
        target = units.of(slot.quantity)
        found = dimension_of(number.tree, kinds, number.text, number.place)
        written_in = number.unit or SI.of(slot.quantity).symbol
        wanted = "" if target.is_si else target.symbol
        if found is not None or number.unit == wanted or not written_in:
            return number
        return replace(number, text=f"({number.text}) * 1 {written_in}", unit="")

    return replace(map_numbers(description, change), units=units)
