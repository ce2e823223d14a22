"""Several quantities from one kernel: each shown as its own function shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.compile import Kernel
from linkwright.robot.results import (
    ELEMENT,
    WRENCH,
    Derivatives,
    Motion,
    Rows,
    unknown_name,
)

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

Array = np.ndarray


def presented(robot: Robot, quantity: str, arrays: dict[str, Array]) -> Any:
    """Return a quantity's arrays, by their names in the program, as its own result."""
    quantity, _, part = quantity.partition(".")
    if quantity in ("forward_kinematics", "body_motions"):
        found = robot._calls.bodies_and_points(quantity, tuple(arrays.values()))
        if part == "points":
            layout = found.layout
            names, fields = layout.point_names, layout.point_fields
            return Rows("point", names, arrays[part], fields)
        return found.bodies if part else found
    if quantity == "reactions":
        names = robot._kernels.reaction_names
        return Rows("joint", names, arrays["joints"], WRENCH)
    if quantity == "elements":
        return Rows("element", robot.element_names, arrays["elements"], ELEMENT)
    if quantity in ("to_actuators", "from_actuators"):
        return Motion(*arrays.values())
    if quantity.endswith("_derivatives"):
        return Derivatives(arrays)
    (array,) = arrays.values()
    return array[()]


class Computed(Mapping[str, Any]):
    """Several quantities of one call, by name; each as its own function returns it.

    Attributes:
        arrays: what the kernel filled, its status last if it has one.
        plan: the kernel, and where each quantity finds its arrays.
    """

    def __init__(self, robot: Robot, plan: Plan, arrays: tuple[Array, ...]) -> None:
        self._robot = robot
        self.plan = plan
        # numbers of one state as arrays, so that another call can fill them
        self.arrays = tuple(
            x if x.__class__ is np.ndarray else np.asarray(x) for x in arrays
        )
        self._shown: dict[str, Any] = {}

    def __getitem__(self, quantity: str) -> Any:
        if quantity not in self._shown:
            parts = self.plan.parts.get(quantity)
            if parts is None:
                names = tuple(self.plan.parts)
                raise unknown_name("computed quantity", quantity, names)
            arrays = {key: self.arrays[index] for key, index in parts}
            self._shown[quantity] = presented(self._robot, quantity, arrays)
        return self._shown[quantity]

    def again(self) -> Computed:
        """Return itself, after its arrays have been filled again."""
        self._shown.clear()
        return self

    def __contains__(self, quantity: object) -> bool:
        return quantity in self.plan.parts

    def __iter__(self) -> Iterator[str]:
        return iter(self.plan.parts)

    def __len__(self) -> int:
        return len(self.plan.parts)


@dataclass(frozen=True, eq=False)
class Plan:
    """A kernel of several quantities, and where each finds its arrays.

    Attributes:
        kernel: computes them all.
        parts: for each quantity, (name, index) of its arrays.
    """

    kernel: Kernel
    parts: dict[str, tuple[tuple[str, int], ...]]


def plan_for(kernel: Kernel, quantities: Sequence[str]) -> Plan:
    """Return the plan of a kernel whose results are called ``quantity.part``."""
    parts: dict[str, list[tuple[str, int]]] = {name: [] for name in quantities}
    for index, (name, _) in enumerate(kernel.results):
        quantity, _, key = name.partition(".")
        if key:  # all but the status
            parts[name if name in parts else quantity].append((key, index))
    return Plan(kernel, {name: tuple(found) for name, found in parts.items()})
