"""Robots made from a robot: varied, locked, cut to a chain, joined, added to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.description import (
    Description,
    Element,
    Placement,
    Rotation,
    Vector3,
    Wall,
    attach,
    chain,
    lock,
)
from linkwright.errors import InputError
from linkwright.robot.parts import Parts

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot


class Variants(Parts):
    """What other robots can be made from this one."""

    def _made(self, description: Description, varied: tuple[str, ...]) -> Robot:
        from linkwright.robot.robot import Robot

        return Robot(description, varied)

    def vary(self, *names: str) -> Robot:
        """Return the robot with design parameters as run-time inputs.

        Its functions take them by keyword, batched like q; one not given keeps its
        declared value.
        """
        return self._made(self.description, self.checked_parameters(names))

    def lock(self, values: Mapping[str, float]) -> Robot:
        """Return the robot with joints held at values [rad or m]."""
        return self._made(lock(self.description, values), self.varied)

    def chain(self, first: str, last: str) -> Robot:
        """Return the robot of the bodies from one to another that hangs on it.

        The first stands on the world as it stood on its parent; what hangs beside the
        chain, elements, loops and walls are left out.
        """
        return self._made(chain(self.description, first, last), self.varied)

    def attach(
        self,
        name: str,
        other: Robot,
        *,
        on: str,
        at: Vector3 = (0.0, 0.0, 0.0),
        rotation: Rotation | None = None,
        names: str = "",
    ) -> Robot:
        """Return the robot with another one bolted on, such as a gripper.

        Args:
            name: what the attached robot is called here.
            other: the robot to bolt on; what stood on its world stands on ``on``.
            on: the body that carries it, or ``"world"``.
            at: where, in that body's frame [m].
            rotation: how it is turned there.
            names: pattern of its parts' names, ``"{}_left"``; by default
                ``name/part``.
        """
        placement = Placement(name, on, at, rotation or Rotation(), names)
        joined = attach(self.description, other.description, placement)
        prefixed = tuple(f"{name}.{varied}" for varied in other.varied)
        return self._made(joined, self.varied + prefixed)

    def add(
        self, *, elements: Iterable[Element] = (), walls: Iterable[Wall] = ()
    ) -> Robot:
        """Return the robot with more elements and walls, such as a floor to stand on.

        They come from ``linkwright.description``: ``element(...)`` and ``wall(...)``.
        """
        before = self.description
        more = {
            "elements": (*before.elements, *_all_of("elements", elements, Element)),
            "walls": (*before.walls, *_all_of("walls", walls, Wall)),
        }
        return self._made(replace(before, **more), self.varied)


def _all_of(what: str, given: Any, kind: type) -> list[Any]:
    """Return parts to add, if they are what they should be."""
    word = kind.__name__.lower()
    remedy = f"Make one with linkwright.description.{word}(...)."
    if not isinstance(given, Iterable):
        raise InputError(
            f"{what} is of type {type(given).__name__}",
            expectation=f"Expected a list of {what}.",
            remedy=remedy,
        )
    parts = list(given)
    for part in parts:
        if not isinstance(part, kind):
            raise InputError(
                f"{what} has {part!r}, of type {type(part).__name__}",
                expectation=f"Expected a {kind.__name__}.",
                remedy=remedy,
            )
    return parts
