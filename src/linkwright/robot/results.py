"""Results: a packed array with names for its rows and views of its fields.

R = robot.reactions(q, v, a)
R["elbow"].force          # (..., 3), a view
R.force                   # (..., joints, 3), a view
R.array                   # (..., joints, 6), the packed array itself
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from linkwright.errors import InputError, did_you_mean


@dataclass(frozen=True)
class Field:
    """A named part of a row: where it stands, its shape and its unit."""

    name: str
    start: int
    shape: tuple[int, ...]
    unit: str

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(np.prod(self.shape, dtype=int))

    def view(self, packed: np.ndarray) -> np.ndarray:
        """Return the field of rows on the last axis, without copying."""
        part = packed[..., self.start : self.start + self.size]
        return part.reshape((*part.shape[:-1], *self.shape))


POSE = (Field("rotation", 0, (3, 3), "1"), Field("position", 9, (3,), "m"))
POSITION = (Field("position", 0, (3,), "m"),)
MOTION = (
    Field("velocity", 0, (3,), "m/s"),
    Field("angular_velocity", 3, (3,), "rad/s"),
    Field("acceleration", 6, (3,), "m/s^2"),
    Field("angular_acceleration", 9, (3,), "rad/s^2"),
)
POINT_MOTION = (
    Field("velocity", 0, (3,), "m/s"),
    Field("acceleration", 3, (3,), "m/s^2"),
)
ELEMENT = (
    Field("length", 0, (), "m"),
    Field("rate", 1, (), "m/s"),
    Field("acceleration", 2, (), "m/s^2"),
    Field("angle", 3, (), "rad"),
    Field("tension", 4, (), "N"),
    Field("beyond", 5, (), "1"),
    Field("direction", 6, (3,), "1"),
    Field("rotation", 9, (3, 3), "1"),
    Field("first", 18, (3,), "m"),
    Field("second", 21, (3,), "m"),
)
LOOP = (Field("distance", 0, (), "1"), Field("branch", 1, (), "1"))
ACTUATION = (Field("position", 0, (), "m or rad"),)
WRENCH = (Field("force", 0, (3,), "N"), Field("torque", 3, (3,), "N m"))


@dataclass(frozen=True, eq=False)
class Row:
    """One named row of a result, over the whole batch."""

    name: str
    array: np.ndarray
    fields: tuple[Field, ...]

    def __getattr__(self, field: str) -> np.ndarray:
        return _field_of(self, field).view(self.array)

    def __dir__(self) -> list[str]:
        return ["name", "array", *(f.name for f in self.fields)]


@dataclass(frozen=True, eq=False)
class Rows:
    """A result with a named row for each body, joint or point.

    Attributes:
        kind: what a row stands for, e.g. ``"body"``.
        names: of the rows.
        array: packed, (..., rows, width).
        fields: what stands where in a row.
    """

    kind: str
    names: tuple[str, ...]
    array: np.ndarray
    fields: tuple[Field, ...]

    def __getitem__(self, name: str) -> Row:
        try:
            index = self.names.index(name)
        except ValueError:
            raise unknown_name(self.kind, name, self.names) from None
        return Row(name, self.array[..., index, :], self.fields)

    def __getattr__(self, field: str) -> np.ndarray:
        return _field_of(self, field).view(self.array)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[Row]:
        return (self[name] for name in self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __dir__(self) -> list[str]:
        return ["array", "fields", "kind", "names", *(f.name for f in self.fields)]

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset, one variable for each field."""
        xarray = _xarray()
        variables = {}
        for field in self.fields:
            values = field.view(self.array)
            batch = [f"batch_{i}" for i in range(self.array.ndim - 2)]
            inner = [f"{field.name}_{i}" for i in range(len(field.shape))]
            axes = {(3,): ["axis"], (3, 3): ["axis", "body_axis"]}
            inner = axes.get(field.shape, inner)
            variables[field.name] = (
                [*batch, self.kind, *inner],
                values,
                {"unit": field.unit},
            )
        names = {self.kind: list(self.names), "axis": ["x", "y", "z"]}
        if any(field.shape == (3, 3) for field in self.fields):
            names["body_axis"] = ["x", "y", "z"]
        return xarray.Dataset(variables, coords=names)


@dataclass(frozen=True, eq=False)
class Layout:
    """What the rows of bodies and of points are called, and hold."""

    body_names: tuple[str, ...]
    point_names: tuple[str, ...]
    body_fields: tuple[Field, ...]
    point_fields: tuple[Field, ...]


@dataclass(eq=False)  # Not frozen: each call makes one, and freezing takes 0.3 us.
class BodiesAndPoints:
    """Rows of bodies and of named points; ``result[name]`` finds either.

    Attributes:
        layout: names and fields.
        packed: the rows of bodies; and those of points, where there are any.
    """

    layout: Layout
    packed: tuple[np.ndarray, ...]

    @cached_property
    def bodies(self) -> Rows:
        """A row for every body."""
        layout = self.layout
        return Rows("body", layout.body_names, self.packed[0], layout.body_fields)

    @cached_property
    def points(self) -> Rows:
        """A row for every named point."""
        layout, (bodies, *rest) = self.layout, self.packed
        width = sum(field.size for field in layout.point_fields)
        none = np.zeros((*bodies.shape[:-2], 0, width), bodies.dtype)
        array = rest[0] if rest else none
        return Rows("point", layout.point_names, array, layout.point_fields)

    def __getitem__(self, name: str) -> Row:
        if name in self.bodies:
            return self.bodies[name]
        if name in self.points:
            return self.points[name]
        known = (*self.bodies.names, *self.points.names)
        raise unknown_name("body or point", name, known)

    def __getattr__(self, field: str) -> np.ndarray:
        if field in ("layout", "packed") or field.startswith("__"):
            raise AttributeError(field)  # not there yet: while being unpickled
        return getattr(self.bodies, field)

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset; the points' variables are called point_..."""
        points = self.points.to_xarray()
        renamed = points.rename({name: f"point_{name}" for name in points.data_vars})
        return self.bodies.to_xarray().merge(renamed)


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Matrices of derivatives, one for each input, each (..., rows, columns)."""

    matrices: dict[str, np.ndarray]

    def __getattr__(self, name: str) -> np.ndarray:
        if name == "matrices" or name.startswith("__"):
            raise AttributeError(name)  # not there yet: while being unpickled
        if name not in self.matrices:
            raise AttributeError(
                f"no derivative '{name}'; there are {', '.join(self.matrices)}"
            )
        return self.matrices[name]

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter(self.matrices.values())

    def __dir__(self) -> list[str]:
        return ["matrices", *self.matrices]


class Motion(NamedTuple):
    """Positions, rates and accelerations, of joints (q, v, a) or of drives."""

    position: np.ndarray
    rate: np.ndarray
    acceleration: np.ndarray


def unknown_name(kind: str, name: object, known: tuple[str, ...]) -> InputError:
    """Return the error for a name that does not exist."""
    words = [w[:-1] + "ies" if w.endswith("y") else w + "s" for w in kind.split(" or ")]
    shown = ", ".join(known[:50]) + (", ..." if len(known) > 50 else "")
    return InputError(
        f"there is no {kind} '{name}'",
        expectation=f"{' and '.join(words).capitalize()}: {shown or 'none'}.",
        remedy=did_you_mean(str(name), known),
    )


def _field_of(owner: Row | Rows, name: str) -> Field:
    if name == "fields" or name.startswith("__"):
        raise AttributeError(name)  # not there yet: while being unpickled
    for field in owner.fields:
        if field.name == name:
            return field
    raise AttributeError(
        f"no field '{name}'; there are {', '.join(f.name for f in owner.fields)}"
    )


def _xarray() -> Any:
    try:
        import xarray
    except ImportError:
        raise InputError(
            "labelled results need the package xarray",
            remedy="Install it with: pip install 'linkwright[labels]'.",
        ) from None
    return xarray
