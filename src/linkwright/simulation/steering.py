"""From what a user gives as controller to one that is compiled, or runs in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array, Trace, argument
from linkwright.simulation.controllers.contract import Controller
from linkwright.simulation.controllers.function import (
    InPython,
    Traced,
    WrongLength,
    check_arguments,
)
from linkwright.simulation.controllers.torque import Torque
from linkwright.simulation.kernels import Function
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import ByLaws, Reference, Target, reference_of

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True, eq=False)
class Steering:
    """How the joint forces are commanded.

    Attributes:
        controller: compiled into the right-hand side; None for no forces.
        reference: what it follows.
        function: instead, called in Python at every evaluation.
    """

    controller: Controller | None
    reference: Reference
    function: Function | None = None


def steered(robot: Robot, given: Any, *, compiled: bool) -> Steering:
    """Return the steering that a user means; ``compiled``: Python will not do."""
    nothing = ByLaws(())
    if given is None:
        return Steering(None, nothing)
    if isinstance(given, type):
        raise InputError(
            f"the controller is the class {given.__name__}, not one of its kind",
            remedy=f"Make one: {given.__name__}(...).",
        )
    if hasattr(given, "command"):
        return Steering(given, reference_of(robot, given.reference))
    if callable(given):
        check_arguments(given)
        traced = Traced(given)
        try:
            _try(robot, traced)
        except Exception as error:
            if isinstance(error, WrongLength):
                raise
            if compiled:
                raise _untraceable(given, error) from error
            return Steering(_FromPython(robot.nv), _Commands(robot.nv), InPython(given))
        return Steering(traced, nothing)
    try:
        forces = np.asarray(given, float)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the controller is {given!r}",
            expectation="PD, ComputedTorque and the like, a function of (t, q, v),"
            f" or {robot.nv} constant joint forces.",
        ) from error
    if forces.shape != (robot.nv,):
        raise InputError(
            f"constant joint forces have shape {forces.shape}",
            expectation=f"Expected ({robot.nv},): {', '.join(robot.velocity_names)}.",
        )
    return Steering(Torque(tuple(forces.tolist())), nothing)


def _try(robot: Robot, controller: Traced) -> None:
    """Trace a controller once, to see whether it can be."""
    trace = Trace()
    (t,) = argument(trace, "time", 1)
    q, v = argument(trace, "q", robot.nq), argument(trace, "v", robot.nv)
    controller.command(Plant(robot), t, q, v, Target(Array(()), Array(()), Array(())))


def _untraceable(function: Any, error: Exception) -> InputError:
    last = error.__traceback__
    line = None
    code = getattr(function, "__code__", None)
    while last is not None:
        if last.tb_frame.f_code is code:
            line = f"{last.tb_frame.f_code.co_filename}:{last.tb_lineno}"
        last = last.tb_next
    finding = str(error).splitlines()[0] if str(error) else type(error).__name__
    return InputError(
        f"the controller cannot be traced: {finding}",
        place=line,
        expectation="This method runs in compiled code, and the controller with it:"
        " arithmetic, np.sin and the like, lw.where for choices.",
        remedy="Rewrite that line, or take a method that can call Python, such as"
        " 'BDF'.",
    )


@dataclass(frozen=True)
class _FromPython:
    """Passes on forces that Python has computed."""

    nv: int
    reference: Any = None

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Never called: fixed steps call no Python."""
        raise AssertionError("forces from Python have no known damping")

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces."""
        return to.a


@dataclass(frozen=True)
class _Commands:
    """Forces as numbers that the kernel is given."""

    inputs: int

    def target(self, t: Any, given: Array) -> Target:
        """Return the forces, in the place of an acceleration."""
        nothing = Array(())
        return Target(nothing, nothing, given)

    def sampled(self, t: np.ndarray) -> np.ndarray:
        """Never called: the forces depend on the state."""
        raise AssertionError("forces from Python come with the state")

    def sampled_rates(self, t: np.ndarray) -> np.ndarray:
        """Never called either."""
        raise AssertionError("forces from Python come with the state")
