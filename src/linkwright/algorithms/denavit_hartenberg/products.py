"""Forward kinematics as products of 4 x 4 transforms, literally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.denavit_hartenberg.chain import (
    Chain,
    Row,
    denavit_hartenberg,
)
from linkwright.algorithms.kinematics import Pose
from linkwright.expr import Array, cos, sin
from linkwright.model.tree import Model


@dataclass(frozen=True)
class Pattern:
    """The zero and one of a transform's pattern: numbers, which fold away.

    Or symbols, where operations are counted as they are written.
    """

    zero: Any = 0.0
    one: Any = 1.0


def forward_kinematics(model: Model, q: Array) -> list[Pose]:
    """Return every body's pose, T_0i times its constant transform.

    Of a serial chain of revolute and prismatic joints.  q (nq,).
    """
    coordinates = [link.coordinates(q) for link in model.links]
    moved = [x[0] if len(x) else 0.0 for x in coordinates]
    transforms = body_transforms(denavit_hartenberg(model), moved)
    return [Pose(T[:3, :3], T[:3, 3]) for T in transforms]


def written_kinematics(model: Model, q: Array) -> list[Pose]:
    """Return the same of any chain as long: every number, 0 and 1 a symbol.

    To count 4 x 4 products as they are written; the values mean nothing.
    """
    chain = denavit_hartenberg(model)
    trace = q[0].trace
    moved = [link.coordinates(q) for link in model.links]

    def symbols(transform: Array) -> Array:
        return transform.map(lambda entry: trace.input())

    rows = tuple(
        Row(row.link, row.prismatic, *(trace.input() for _ in range(5)))
        for row in chain.rows
    )
    tools = tuple(symbols(tool) for tool in chain.tools)
    opened = Chain(symbols(chain.base), rows, chain.frame, tools)
    pattern = Pattern(trace.input(), trace.input())
    angles = [x[0] if len(x) else 0.0 for x in moved]
    transforms = body_transforms(opened, angles, pattern)
    return [Pose(T[:3, :3], T[:3, 3]) for T in transforms]


def body_transforms(
    chain: Chain, moved: list[Any], pattern: Pattern = Pattern()
) -> list[Array]:
    """Return the transform of every link, given its joint's coordinate."""
    T = chain.base
    frames = [T]
    for row in chain.rows:
        T = T @ transform(row, moved[row.link], pattern)
        frames.append(T)
    return [frames[i] @ tool for i, tool in zip(chain.frame, chain.tools, strict=True)]


def transform(row: Row, x: Any, pattern: Pattern) -> Array:
    """Return A = Rz(theta) Tz(d) Tx(a) Rx(alpha)  [Siciliano2009, Eq. 2.52]."""
    theta, d = (row.theta, row.d + x) if row.prismatic else (row.theta + x, row.d)
    c, s = cos(theta), sin(theta)
    ca, sa = row.cosine, row.sine
    zero, one = pattern.zero, pattern.one
    return Array.matrix(
        [
            [c, -(s * ca), s * sa, row.a * c],
            [s, c * ca, -(c * sa), row.a * s],
            [zero, sa, ca, d],
            [zero, zero, zero, one],
        ]
    )
