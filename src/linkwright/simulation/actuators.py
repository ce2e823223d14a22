"""Actuators between command and joint: saturation, lag, gears, elasticity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array, absolute, less, maximum, minimum, where
from linkwright.robot.results import unknown_name

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True)
class Actuator:
    """How a joint's command becomes the force on the joint.

    The command u [N m or N, at the joint] is limited to +-limit; it acts after a lag,
    T f' = u - f. The rotor turns gear_ratio times as fast as its side of the joint, so
    that its inertia counts gear_ratio^2 times. With a stiffness the transmission is
    elastic (series elastic joint): the rotor has a position x of its own,

        gear_ratio^2 rotor_inertia x'' = f - s,
        s = stiffness (x - q) + damping (x' - v),

    and s is the force on the joint. Without, the rotor's inertia stands in M.

    Attributes:
        limit: largest command [N m or N].
        time_constant: T [s].
        gear_ratio: of rotor to joint.
        rotor_inertia: on the rotor's side [kg m^2 or kg].
        stiffness: of the transmission, at the joint [N m/rad or N/m]; None: rigid.
        damping: of the transmission [N m s/rad or N s/m].
    """

    limit: float | None = None
    time_constant: float = 0.0
    gear_ratio: float = 1.0
    rotor_inertia: float = 0.0
    stiffness: float | None = None
    damping: float = 0.0

    def __post_init__(self) -> None:
        least = {
            "limit": self.limit,
            "time_constant": self.time_constant,
            "rotor_inertia": self.rotor_inertia,
            "stiffness": self.stiffness,
            "damping": self.damping,
        }
        for name, value in least.items():
            if value is None and name in ("limit", "stiffness"):
                continue
            if not isinstance(value, int | float | np.number) or not value >= 0.0:
                raise InputError(
                    f"an actuator's {name} is {value!r}", expectation="At least 0."
                )
        if self.stiffness is not None and self.inertia == 0.0:
            raise InputError(
                "an elastic actuator has no rotor inertia",
                expectation="Its rotor moves on its own: it needs an inertia above 0.",
                remedy="Give rotor_inertia=, or leave stiffness= out.",
            )

    @property
    def inertia(self) -> float:
        """The rotor's inertia as the joint feels it."""
        return self.gear_ratio**2 * self.rotor_inertia

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the actuator's own states."""
        lag = ("force",) if self.time_constant else ()
        elastic = ("rotor", "rotor_rate") if self.stiffness is not None else ()
        return (*lag, *elastic)


@dataclass(frozen=True)
class Actuated:
    """What the actuators make of a command.

    Attributes:
        tau: forces on the joints (nv,).
        rates: of the actuators' states.
        inertia: added to the joints' own (nv,), numbers.
    """

    tau: Array
    rates: Array
    inertia: tuple[float, ...]


def actuators_of(robot: Robot, given: Any) -> tuple[Actuator, ...]:
    """Return an actuator for every velocity: one for all, or some by name."""
    names = robot.velocity_names
    if given is None:
        given = {}
    if isinstance(given, Actuator):
        given = dict.fromkeys(names, given)
    if not isinstance(given, Mapping):
        raise InputError(
            f"actuators are of type {type(given).__name__}",
            expectation="An Actuator for all joints, or {joint: Actuator}.",
        )
    for name in given:
        if name not in names:
            raise unknown_name("joint", name, names)
    plain = Actuator()
    found = tuple(given.get(name, plain) for name in names)
    coordinates = robot.coordinate_names
    for name, each in zip(names, found, strict=True):
        if each != plain and name not in coordinates:
            raise InputError(
                f"'{name}' is no joint of one freedom, and has an actuator",
                expectation="Actuators drive revolute, prismatic and helical joints.",
            )
    return found


def actuated(
    actuators: tuple[Actuator, ...], u: Array, angles: Array, v: Array, z: Array
) -> Actuated:
    """Return forces on joints from commands; ``angles`` are the joints' own."""
    tau, rates, inertia = [], [], []
    states = iter(z)
    for each, command, angle, rate in zip(actuators, u, angles, v, strict=True):
        force: Any = command
        if each.limit is not None:
            force = maximum(minimum(force, each.limit), -each.limit)
        if each.time_constant:
            lagging = next(states)
            rates.append((force - lagging) / each.time_constant)
            force = lagging
        if each.stiffness is None:
            inertia.append(each.inertia)
        else:
            x, x_rate = next(states), next(states)
            spring = each.stiffness * (x - angle) + each.damping * (x_rate - rate)
            rates += [x_rate, (force - spring) / each.inertia]
            force = spring
            inertia.append(0.0)
        tau.append(force)
    return Actuated(Array(tau), Array(rates), tuple(inertia))


def passed_on(
    actuators: tuple[Actuator, ...], u: Array, damping: Array
) -> list[tuple[Any, float]]:
    """Return how much of a command's damping arrives at each joint, and its own."""
    found = []
    for each, command, given in zip(actuators, u, damping, strict=True):
        arrives: Any = given
        if each.time_constant or each.stiffness is not None:
            arrives = 0.0
        elif each.limit is not None:
            arrives = where(less(absolute(command), each.limit), given, 0.0)
        found.append((arrives, each.damping if each.stiffness is not None else 0.0))
    return found


def state_names(robot: Robot, actuators: tuple[Actuator, ...]) -> tuple[str, ...]:
    """Return the names of all actuators' states."""
    return tuple(
        f"{name}.{state}"
        for name, each in zip(robot.velocity_names, actuators, strict=True)
        for state in each.states
    )
