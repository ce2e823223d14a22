"""A model whose every number is a symbol: any robot of that topology."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from linkwright.expr import Array, Trace
from linkwright.model.tree import Link, Model, PointOnBody
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import MatrixTurn, Rotation


def opened(model: Model, trace: Trace) -> Model:
    """Return the model with inputs of a trace for its numbers.

    Masses, moments, places, rotations as 3 x 3 matrices, armatures, couplings,
    gravity. Joint types, their axes, what hangs on what and which bodies have no mass
    stay.
    """
    return replace(
        model,
        links=tuple(_opened_link(link, trace) for link in model.links),
        gravity=_vector(trace),
        points=tuple(
            PointOnBody(point.name, point.link, _vector(trace))
            for point in model.points
        ),
    )


def _opened_link(link: Link, trace: Trace) -> Link:
    rotation = Array((trace.input() for _ in range(9)), 3)
    changed: dict[str, Any] = {}
    if link.coupled:
        changed = {"ratio": trace.input(), "offset": trace.input()}
    return replace(
        link,
        rotation=Rotation((MatrixTurn(rotation),)),
        position=_vector(trace),
        inertia=link.inertia if link.inertia.is_nothing else _inertia(trace),
        armature=trace.input(),
        **changed,
    )


def _inertia(trace: Trace) -> Inertia:
    return Inertia(trace.input(), _vector(trace), _symmetric(trace))


def _vector(trace: Trace) -> Array:
    return Array(trace.input() for _ in range(3))


def _symmetric(trace: Trace) -> Array:
    xx, yy, zz, xy, xz, yz = (trace.input() for _ in range(6))
    return Array.matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
