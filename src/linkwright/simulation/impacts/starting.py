"""From a request to a robot among walls; starts inside of walls are refused."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.description import parameter_values, value_of
from linkwright.errors import InputError
from linkwright.robot.results import unknown_name
from linkwright.simulation.impacts.bouncing import Bouncing
from linkwright.simulation.impacts.options import Impacts, check_restitution
from linkwright.simulation.impacts.settling import Setting
from linkwright.simulation.impacts.touching import Touching
from linkwright.simulation.integrators.contract import Problem
from linkwright.simulation.joint_limits import SoftStop
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.request import Request

if TYPE_CHECKING:
    from linkwright.robot import Robot

# Between its ends a step is known some ten times less well than at them; events are
# found there.
_FINER, _FINEST = 0.1, 3e-14
_ROUNDING = 1e-9  # a start so deep in a wall is a start on it [m]


def impacts_of(robot: Robot, given: Impacts | bool, *, fixed: bool) -> Impacts | None:
    """Return how a user wants impacts treated; None where there are none.

    ``fixed``: the integrator has fixed steps.
    """
    if not any(wall.contacts or wall.joint for wall in robot.walls) or given is False:
        return None
    if fixed:
        raise InputError(
            f"robot '{robot.name}' has walls, and fixed steps would pass through them",
            expectation="Events are found by an integrator that chooses its steps.",
            remedy="Take method='dormand_prince', or impacts=False for no walls.",
        )
    options = given if isinstance(given, Impacts) else Impacts()
    if isinstance(options.restitution, Mapping):
        names = tuple(wall.name for wall in robot.walls)
        for name in options.restitution:
            if name not in names:
                raise unknown_name("wall", name, names)
    for warning in robot.warnings:
        warnings.warn(f"{robot.name}: {warning}", WallMayBeCrossed, stacklevel=3)
    return options


class WallMayBeCrossed(UserWarning):
    """A body can cross a wall between the points that are tested."""


def among_walls(
    request: Request, problem: Callable[[Kernels], Problem]
) -> Bouncing | None:
    """Return the integration among a robot's walls, kernels ready; None without."""
    robot, options = request.kernels.system.robot, request.impacts
    if options is None:
        return None
    loops = request.loops
    if loops is not None and request.kernels.system.is_outside:
        raise InputError(
            f"robot '{robot.name}' has walls, and loops of {len(loops.names)} rows",
            expectation="Up to 30 rows of loops on a spanning tree among walls.",
            remedy="Take loops='embedded', or impacts=False for no walls.",
        )
    touching = Touching(request.kernels, request.steering.function, loops)
    start = request.start
    _check_start(touching, start.t, start.x)
    touching.terms(start.t, start.x)
    restitution, friction = _coefficients(robot, options, request.parameters)
    setting = Setting(
        robot, request.parameters, robot.contacts, restitution, friction, options
    )

    def finer(kernels: Kernels) -> Problem:
        asked = problem(kernels)
        return replace(asked, tolerance=max(_FINER * asked.tolerance, _FINEST))

    return Bouncing(request.method, finer, touching, setting)


def without_hard_ones(
    robot: Robot, stops: tuple[SoftStop, ...]
) -> tuple[SoftStop, ...]:
    """Return soft joint limits without those at which a wall stands."""
    hard = {(wall.joint, wall.limit) for wall in robot.walls if wall.joint}
    found = []
    for stop in stops:
        name = robot.velocity_names[stop.index]
        lower = -np.inf if (name, "lower") in hard else stop.lower
        upper = np.inf if (name, "upper") in hard else stop.upper
        found.append(replace(stop, lower=lower, upper=upper))
    return tuple(found)


def _coefficients(
    robot: Robot, options: Impacts, parameters: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Return restitution and friction of every contact, checked."""
    values = parameter_values(robot.description, parameters)
    walls = {wall.name: wall for wall in robot.walls}
    given = options.restitution
    found = []
    for contact in robot.contacts:
        wall = walls[contact.wall]
        own = {touch.name: touch for touch in wall.contacts}.get(contact.touch)
        e, friction = wall.restitution, wall.friction
        if own is not None and own.restitution is not None:
            e = own.restitution
        if own is not None and own.friction is not None:
            friction = own.friction
        by_wall = given.get(wall.name) if isinstance(given, Mapping) else given
        e = value_of(e, values) if by_wall is None else by_wall
        check_restitution(e, f" of '{contact.name}'")
        found.append((float(e), float(value_of(friction, values))))
    e, friction = np.array(found).T
    return e, friction * options.friction


def _check_start(touching: Touching, t: float, x: np.ndarray) -> None:
    gaps, _ = touching.watch(np.array([t]), x[None])
    deep = np.flatnonzero(~(gaps[0] >= -_ROUNDING))
    if len(deep):
        contacts = touching.contacts
        listed = [f"{contacts[i].name} by {-gaps[0, i]:.6g} m" for i in deep[:5]]
        more = f" and {len(deep) - 5} more" if len(deep) > 5 else ""
        raise InputError(
            f"the start is inside a wall: {', '.join(listed)}{more}",
            expectation="Every gap is at least 0 at the start.",
            remedy="Move the robot off the wall, or the wall off the robot; "
            f"depths up to {_ROUNDING:g} m are taken as touching.",
        )
