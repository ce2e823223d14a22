"""From a request to a robot among walls; starts inside of walls are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from linkwright.errors import InputError
from linkwright.robot.results import unknown_name
from linkwright.simulation.impacts.bouncing import Bouncing
from linkwright.simulation.impacts.options import Impacts, check_restitution
from linkwright.simulation.impacts.settling import TOUCH, Coefficients
from linkwright.simulation.impacts.touching import Touching
from linkwright.simulation.impacts.walls import Contact, Walls
from linkwright.simulation.integrators.contract import Problem
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.request import Request

_ROUNDING = 1e-9  # a start so deep in a wall is a start on it [m]


def among_walls(
    request: Request, problem: Callable[[Kernels], Problem]
) -> Bouncing | None:
    """Return the integration among a robot's walls, kernels ready; None without."""
    if request.walls is None:
        return None
    touching = Touching(request.kernels, request.walls)
    start = request.start
    _check_start(touching, start.t, start.x)
    touching.terms(start.t, start.x)
    numbers = coefficients(request.walls, request.impacts)
    return Bouncing(
        request.method, problem, request.kernels, touching, numbers, request.impacts
    )


def coefficients(walls: Walls, options: Impacts) -> Coefficients:
    """Return restitution and friction of all contacts, checked."""
    contacts = walls.contacts
    seen: set[tuple[str, str]] = set()
    restitution = []
    for each in contacts:
        if (each.point, each.wall) in seen:
            raise InputError(
                f"'{each.point}' is listed twice for wall '{each.wall}'",
                expectation="Each point once: twice makes its impulse indeterminate.",
            )
        seen.add((each.point, each.wall))
        e = _restitution(each, options, {c.wall for c in contacts})
        check_restitution(e, f" of {each}")
        restitution.append(float(e))
    friction = np.array([each.friction for each in contacts])
    return Coefficients(contacts, np.array(restitution), friction)


def _restitution(contact: Contact, options: Impacts, walls: set[str]) -> float:
    given = options.restitution
    if given is None:
        return contact.restitution
    if isinstance(given, Mapping):
        for name in given:
            if name not in walls:
                raise unknown_name("wall", name, tuple(sorted(walls)))
        return given.get(contact.wall, contact.restitution)
    return given


def _check_start(touching: Touching, t: float, x: np.ndarray) -> None:
    gaps, _ = touching.watch(np.array([t]), x[None])
    deep = np.flatnonzero(~(gaps[0] >= -_ROUNDING))
    if len(deep):
        contacts = touching.walls.contacts
        listed = [f"{contacts[i]} by {-gaps[0, i]:.6g} m" for i in deep[:5]]
        more = f" and {len(deep) - 5} more" if len(deep) > 5 else ""
        raise InputError(
            f"the start is inside a wall: {', '.join(listed)}{more}",
            expectation="Every gap is at least 0 at the start.",
            remedy="Move the robot off the wall, or the wall off the robot; "
            f"depths up to {_ROUNDING:g} m are taken as touching.",
        )
    assert TOUCH < _ROUNDING
