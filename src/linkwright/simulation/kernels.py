"""The compiled programs of a system, and calls of them for integrators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.compile import Kernel, kernel_for
from linkwright.description import parameter_values
from linkwright.errors import InputError
from linkwright.expr import Program
from linkwright.robot.identity import digest_of
from linkwright.robot.results import unknown_name
from linkwright.simulation.controllers.function import Traced
from linkwright.simulation.reference import AndNumbers, ByTable, numbers_beside
from linkwright.simulation.system import System

Function = Callable[[float, np.ndarray, np.ndarray], Any]


class Kernels:
    """A system's kernels, and the numbers they take beside time and state."""

    def __init__(self, system: System, parameters: Mapping[str, Any]) -> None:
        self.system, self.given = system, parameters
        self.parameters = _parameters(system, parameters)

    @cached_property
    def rates(self) -> Kernel:
        """dx/dt."""
        return self.of("rates", self.system.traced_rates)

    @cached_property
    def jacobian(self) -> Kernel:
        """d(dx/dt)/dx."""
        return self.of("jacobian", self.system.traced_jacobian)

    @cached_property
    def outputs(self) -> Kernel:
        """What is recorded beside the state."""
        return self.of("outputs", self.system.traced_outputs)

    @cached_property
    def equations(self) -> Kernel:
        """The equations of motion on the tree, for LAPACK."""
        return self.of("equations", self.system.traced_equations)

    def of(self, name: str, make: Callable[[], Program]) -> Kernel:
        """Return the kernel of one of the system's programs."""
        own = self._identity
        key = None if own is None else repr((name, own))
        return kernel_for(make, key=key)

    @cached_property
    def _identity(self) -> str | None:
        """A digest of all that the programs depend on; None where functions do."""
        s = self.system
        if isinstance(s.controller, Traced) or not s.loads.constant:
            return None
        reference: Any = s.reference
        beside = 0
        if isinstance(reference, AndNumbers):
            reference, beside = reference.own, len(reference.numbers)
        if isinstance(reference, ByTable):
            reference = reference.inputs
        return digest_of(
            (
                s.robot.description,
                s.robot.varied,
                _plain(s.controller),
                reference,
                s.actuators,
                s.stops,
                (s.loads.points, [np.asarray(x).tolist() for x in s.loads.given]),
                (s.friction, s.smooth, s.on_tree),
                (beside, s.holding is not None),
            )
        )

    def call(
        self, kernel: Kernel, function: Function | None = None
    ) -> Callable[[float, np.ndarray], Any]:
        """Return a kernel of the system as a function of time and one state.

        ``function`` of (t, q, v) gives joint forces that Python computes.
        """
        beside, places, varied = self._beside, self.system.places, self.varied
        more = numbers_beside(self.system.reference)
        time = np.zeros(1)

        def called(t: float, x: np.ndarray) -> Any:
            time[0] = t
            return kernel(time, x, *beside(t))

        def steered(t: float, x: np.ndarray) -> Any:
            assert function is not None
            time[0] = t
            forces = np.asarray(function(t, x[places.q], x[places.v]), float)
            return kernel(time, x, np.concatenate([forces, more]), *varied)

        return called if function is None else steered

    def over(self, kernel: Kernel, t: np.ndarray, x: np.ndarray) -> Any:
        """Return a kernel's results at many times, states (n, ..., size)."""
        times = t.reshape((-1,) + (1,) * (x.ndim - 1))
        given = []
        if self.system.reference.inputs:
            numbers = self.system.reference.sampled(t)
            given = [numbers.reshape((len(t),) + (1,) * (x.ndim - 2) + (-1,))]
        return kernel(times, x, *given, *self.varied)

    @property
    def varied(self) -> list[np.ndarray]:
        """The operand of design parameters, if there are any."""
        return [] if self.parameters is None else [self.parameters]

    def _beside(self, t: float) -> list[np.ndarray]:
        found = []
        if self.system.reference.inputs:
            found.append(self.system.reference.sampled(np.array(t)))
        return [*found, *self.varied]


def _plain(controller: Any) -> Any:
    """Return a controller with arrays as lists, for its digest."""
    if controller is None:
        return None
    fields = {
        name: np.asarray(value).tolist()
        for name, value in vars(controller).items()
        if name != "reference"
    }
    return (type(controller).__name__, fields)


def _parameters(system: System, given: Mapping[str, Any]) -> np.ndarray | None:
    robot = system.robot
    for name in given:
        if name not in robot.varied:
            raise unknown_name("varied design parameter", name, robot.varied)
    if not robot.varied:
        return None
    declared = parameter_values(robot.description)
    columns = [np.asarray(given.get(n, declared[n]), float) for n in robot.varied]
    try:
        return np.stack(np.broadcast_arrays(*columns), axis=-1)
    except ValueError as error:
        raise InputError(f"design parameters do not broadcast: {error}") from error
