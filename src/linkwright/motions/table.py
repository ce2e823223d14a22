"""A motion as a table in CSV: a column t, and one for each drive or joint.

t [s], act4 [mm], th7a, th7a', th7a''

A name's rate has one prime, its acceleration two; units stand in brackets, SI where
there are none. What is not given is differentiated through a cubic spline.
"""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwright.description.dimension import fits
from linkwright.description.number import located
from linkwright.description.place import Place
from linkwright.description.units import FIXED_QUANTITIES, QUANTITIES, parse_unit
from linkwright.errors import FormatError, UnitError
from linkwright.motions.space import Space, listed, space_of
from linkwright.motions.trajectory import Trajectory

if TYPE_CHECKING:
    from linkwright.robot import Robot

_HEADING = re.compile(r"(?P<name>[^\[\]']+?)(?P<primes>'{0,2})(\s*\[(?P<unit>.*)\])?")
_KINDS = {
    "m": ("length", "velocity", "acceleration"),
    "rad": ("angle", "angular_velocity", "angular_acceleration"),
}
_ORDERS = ("positions", "rates", "accelerations")
Columns = dict[tuple[str, int], np.ndarray]  # by name and number of primes


@dataclass(frozen=True)
class Heading:
    """A column's heading: t has no primes and the unit of a time."""

    name: str
    primes: int
    unit: str


def read_motion_table(source: str, robot: Robot, file: str | None = None) -> Trajectory:
    """Return the motion that a CSV text holds, for a robot."""
    headings, places, numbers = _parsed(source, file)
    first = Place(file, places[0])
    names = {h.name: first for h in headings if h.name != "t"}
    space = space_of(robot, names)
    columns: Columns = {}
    for heading, column in zip(headings, numbers.T, strict=True):
        key = heading.name, heading.primes
        if key in columns:
            primes = "'" * heading.primes
            raise FormatError(
                f"column '{heading.name}{primes}' stands there twice.",
                place=first,
                expectation="Every column has a heading of its own.",
            )
        columns[key] = column * _factor(heading, space, first)
    if ("t", 0) not in columns:
        raise FormatError(
            "there is no column 't'.",
            place=first,
            expectation=f"Columns: {listed(h.name for h in headings)}.",
            remedy="Head the column of times 't' or 't [s]'.",
        )
    t = columns["t", 0]
    _check_times(t, file, places[1:])
    moved, notes = {}, []
    for name in names:
        if (name, 0) not in columns:
            raise FormatError(
                f"there is a column '{name}'' but none '{name}'.",
                place=first,
                expectation="Rates and accelerations stand beside positions.",
            )
        moved[name] = _completed(name, t, columns)
    for order in (1, 2):
        guessed = [name for name in names if (name, order) not in columns]
        if guessed:
            notes.append(
                f"{_ORDERS[order]} by a cubic spline: {listed(guessed)}"
                if len(t) > 1
                else f"{_ORDERS[order]} zero, as there is one row: {listed(guessed)}"
            )
    stem = Path(file).stem if file else "motion"
    return space.trajectory(stem, t, moved, notes)


def _parsed(
    source: str, file: str | None
) -> tuple[list[Heading], list[int], np.ndarray]:
    """Return headings, the line of every row, and the numbers (rows, columns)."""
    reader = csv.reader(source.splitlines(), skipinitialspace=True)
    rows = [(reader.line_num, row) for row in reader if row and not _is_comment(row)]
    if len(rows) < 2:
        raise FormatError(
            "the table has no rows.",
            place=Place(file, 1),
            expectation="Expected a line of headings, then one line for each time.",
        )
    places = [line for line, _ in rows]
    headings = [_heading(cell, Place(file, places[0])) for cell in rows[0][1]]
    numbers = np.empty((len(rows) - 1, len(headings)))
    for k, (line, row) in enumerate(rows[1:]):
        if len(row) != len(headings):
            raise FormatError(
                f"the row has {len(row)} cells.",
                place=Place(file, line),
                expectation=f"Expected {len(headings)}, as there are headings.",
            )
        for j, cell in enumerate(row):
            numbers[k, j] = _number(cell, headings[j], Place(file, line))
    return headings, places, numbers


def _is_comment(row: list[str]) -> bool:
    return row[0].lstrip().startswith("#")


def _heading(cell: str, place: Place) -> Heading:
    found = _HEADING.fullmatch(cell.strip())
    if found is None:
        raise FormatError(
            f"'{cell}' is no heading of a column.",
            place=place,
            expectation="Expected t or the name of a drive or joint, its rate with one"
            " prime, its acceleration with two, and a unit in brackets.",
            remedy="For example: t [s], act4 [mm], act4' [mm/s]",
        )
    return Heading(found["name"].strip(), len(found["primes"]), found["unit"] or "")


def _number(cell: str, heading: Heading, place: Place) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(
            f"column '{heading.name}': '{cell}' stands where a number belongs.",
            place=place,
            expectation="Expected a finite number, with a point for decimals.",
        )
    return value


def _factor(heading: Heading, space: Space, place: Place) -> float:
    """Return what takes a column's numbers to SI."""
    if heading.name == "t":
        quantity = "time"
    else:
        quantity = _KINDS[space.unit(heading.name)][heading.primes]
    if not heading.unit:
        return 1.0
    with located(place, f"column '{heading.name}'"):
        unit = parse_unit(heading.unit.strip(), place)
        wanted, example = {**QUANTITIES, **FIXED_QUANTITIES}[quantity]
        if not fits(unit.dimension, wanted):
            base = {"length": "m", "angle": "rad", "time": "s"}
            raise UnitError(
                f"'{heading.unit}' measures {unit.dimension}.",
                place=place,
                expectation=f"Expected the unit of {wanted}, such as"
                f" '{example.format(**base)}'.",
            )
    return float(unit.scale)


def _check_times(t: np.ndarray, file: str | None, lines: list[int]) -> None:
    back = np.flatnonzero(np.diff(t) <= 0.0)
    if len(back):
        k = int(back[0]) + 1
        raise FormatError(
            f"t = {t[k]:.9g} s comes after t = {t[k - 1]:.9g} s.",
            place=Place(file, lines[k]),
            expectation="Times grow from row to row.",
        )


def _completed(
    name: str, t: np.ndarray, columns: Columns
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return position, rate, acceleration; those not given from the one before."""
    x = columns[name, 0]
    v = columns.get((name, 1))
    a = columns.get((name, 2))
    if v is None:
        v = _slope(t, x, 1)
        a = _slope(t, x, 2) if a is None else a
    elif a is None:
        a = _slope(t, v, 1)
    return x, v, a


def _slope(t: np.ndarray, x: np.ndarray, order: int) -> np.ndarray:
    from scipy.interpolate import make_interp_spline

    degree = min(3, len(t) - 1)
    if degree < order:
        return np.zeros_like(t)
    return make_interp_spline(t, x, k=degree)(t, order)
