"""What a robot is made of: names, numbers and limits, in order."""

from __future__ import annotations

from functools import cache, cached_property
from inspect import Parameter as Parameters
from inspect import isfunction, signature
from typing import Any

import numpy as np

from linkwright.algorithms import configuration, regressor
from linkwright.description import (
    Body,
    Description,
    Joint,
    Parameter,
    Point,
    parameter_values,
    value_of,
)
from linkwright.description.inventory import Inventory, inventory
from linkwright.errors import InputError
from linkwright.model import Model, coordinates_of
from linkwright.robot.kernels import Kernels
from linkwright.robot.results import unknown_name

_LIMITS = ("lower", "upper", "velocity", "effort")


class Parts:
    """The parts of a robot by name, and its constants.

    Attributes:
        name: of the robot.
        description: what the user wrote.
        varied: design parameters that are run-time inputs.
        coordinate_names: every entry of q, in order (nq).
        velocity_names: every entry of v, a and tau, in order (nv).
        joints, bodies, points, parameters: as described, in the order of the file.
    """

    def __init__(self, description: Description, varied: tuple[str, ...]) -> None:
        layout = coordinates_of(description)
        self.description = description
        self.varied = varied
        self.name: str = description.name
        self.coordinate_names: tuple[str, ...] = layout.coordinate_names
        self.velocity_names: tuple[str, ...] = layout.velocity_names
        self.nq: int = len(layout.coordinate_names)
        self.nv: int = len(layout.velocity_names)
        self.joints: tuple[Joint, ...] = description.joints
        self.bodies: tuple[Body, ...] = description.bodies
        self.points: tuple[Point, ...] = tuple(
            point for body in description.bodies for point in body.points
        )
        self.parameters: tuple[Parameter, ...] = description.parameters
        self.point_names: tuple[str, ...] = tuple(p.name for p in self.points)
        self._layout = layout
        self._kernels = Kernels(description, varied)

    @property
    def model(self) -> Model:
        """The ordered tree, with every design parameter at its declared value."""
        return self._kernels.model("bodies")

    @cached_property
    def body_row_names(self) -> tuple[str, ...]:
        """The bodies in the order of results: parents first."""
        return tuple(link.name for link in self.model.links if not link.hidden)

    @cached_property
    def joint_row_names(self) -> tuple[str, ...]:
        """The reactions in the order of results.

        The joints in the order of the bodies they carry, then closing joints, then
        springs and other elements.
        """
        return self._kernels.reaction_names

    @cached_property
    def inventory(self) -> Inventory:
        """How many bodies, joints of each type, loops and elements there are."""
        return inventory(self.description)

    @property
    def gravity(self) -> np.ndarray:
        """The acceleration of free fall in the world [m/s^2]."""
        return np.array(list(self.model.gravity), float)

    @property
    def total_mass(self) -> float:
        """The mass of all bodies [kg]."""
        return sum(link.inertia.mass for link in self.model.links)

    @property
    def inertial_parameters(self) -> np.ndarray:
        """Ten numbers for each body, as `regressor` multiplies them.

        m, m c (3), and the inertia about the body's origin xx, xy, yy, xz, yz, zz.
        """
        return np.array(regressor.inertial_parameters(self.model), float)

    @property
    def neutral(self) -> np.ndarray:
        """All coordinates zero, with unit quaternions (nq,); a fresh array."""
        return np.array(configuration.neutral(self._kernels.coordinates), float)

    @property
    def reference(self) -> np.ndarray:
        """Where loops are assembled and simulations start (nq,); a fresh array.

        The joints' ``reference`` in the file, elsewhere that of ``neutral``.
        """
        return self._reference.copy()

    @cached_property
    def _reference(self) -> np.ndarray:
        values = parameter_values(self.description)
        found = self.neutral
        for joint in self.joints:
            if joint.reference is not None and not joint.dependent:
                found[self._layout.q_start[joint.name]] = value_of(
                    joint.reference, values
                )
        return found

    @property
    def lower_limits(self) -> np.ndarray:
        """The lowest allowed coordinates (nq,), -inf where there is no limit."""
        return self._limits["lower"].copy()

    @property
    def upper_limits(self) -> np.ndarray:
        """The highest allowed coordinates (nq,), inf where there is no limit."""
        return self._limits["upper"].copy()

    @property
    def velocity_limits(self) -> np.ndarray:
        """The highest allowed speeds (nv,), inf where there is no limit."""
        return self._limits["velocity"].copy()

    @property
    def effort_limits(self) -> np.ndarray:
        """The highest allowed joint forces (nv,), inf where there is no limit."""
        return self._limits["effort"].copy()

    @cached_property
    def _limits(self) -> dict[str, np.ndarray]:
        values = parameter_values(self.description)
        q, v = (self._layout.q_start, self.nq), (self._layout.v_start, self.nv)
        found = {}
        for which, (start, size) in zip(_LIMITS, (q, q, v, v), strict=True):
            found[which] = np.full(size, -np.inf if which == "lower" else np.inf)
            for joint in self.joints:
                given = getattr(joint.limits, which)
                if given is not None and joint.name in start:
                    found[which][start[joint.name]] = value_of(given, values)
        return found

    def random(
        self, rng: np.random.Generator | int | None = None, size: Any = ()
    ) -> np.ndarray:
        """Return random configurations (*size, nq), uniform within the limits.

        Without limits: angles over a turn, lengths within 1 m, any orientation.
        """
        rng = np.random.default_rng(rng)
        size = (size,) if isinstance(size, int) else tuple(size)
        q = np.zeros((*size, self.nq))
        lower, upper = self.lower_limits, self.upper_limits
        for link in configuration.independent(self._kernels.coordinates):
            for k in range(link.nq):
                reach = np.pi if link.joint.type_name in ("revolute", "helical") else 1
                i = link.q_index + k
                low, high = lower[i], upper[i]
                if np.isinf(low):
                    low = min(-reach, high - reach)
                if np.isinf(high):
                    high = max(reach, low + reach)
                q[..., i] = rng.uniform(low, high, size)
            if link.joint.type_name in ("spherical", "free"):
                end = link.q_index + link.nq
                quaternion = rng.normal(size=(*size, 4))
                length = np.linalg.norm(quaternion, axis=-1, keepdims=True)
                q[..., end - 4 : end] = quaternion / length
        return q

    def checked_parameters(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return names of design parameters, refusing unknown ones."""
        known = tuple(parameter.name for parameter in self.parameters)
        for name in names:
            if name not in known:
                raise unknown_name("design parameter", name, known)
            if name in _taken_names(type(self)):
                raise self._taken(name)
        if len(set(names)) != len(names):
            raise InputError(f"a design parameter is varied twice: {', '.join(names)}")
        return tuple(names)

    def _taken(self, name: str) -> InputError:
        places = {parameter.name: parameter.place for parameter in self.parameters}
        taken = ", ".join(sorted(_taken_names(type(self)) - {"self"}))
        return InputError(
            f"design parameter '{name}' has the name of a keyword of the robot's"
            " methods",
            place=places[name] or self.name,
            expectation=f"Varied parameters are given by keyword; taken: {taken}.",
            remedy=f"Rename it where it is declared and used, '{name}_value' perhaps.",
        )


@cache
def _taken_names(robot: type) -> frozenset[str]:
    """Return the names that methods with parameters by keyword take for themselves."""
    taken = {"out", "threads", "on_failure", "wrench"}  # not in every signature
    methods = [each for kind in robot.__mro__ for each in vars(kind).values()]
    for method in filter(isfunction, methods):
        named = signature(method).parameters.values()
        if any(each.kind is each.VAR_KEYWORD for each in named):
            taken |= {each.name for each in named if each.kind not in _VARIADIC}
    return frozenset(taken)


_VARIADIC = (Parameters.VAR_KEYWORD, Parameters.VAR_POSITIONAL)
