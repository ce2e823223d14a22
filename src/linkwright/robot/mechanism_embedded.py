"""A mechanism at a configuration: the tree at y = (q, s(q)), and G = dy/dv."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.elements.forces import less_elements
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.plan import Plan
from linkwright.expr import (
    Array,
    Node,
    where,
    zeros,
)
from linkwright.model.joint_space import joint_space_model
from linkwright.model.mechanism import Mechanism
from linkwright.robot.mechanism_status import out_of_reach_status, singular_status
from linkwright.robot.quantities import (
    FORMULATION,
    QUANTITIES,
    Inputs,
    Options,
    Outputs,
)

_OF_BODIES = {"reactions", "body_motions"}


@dataclass(frozen=True, eq=False)
class Embedded:
    """A mechanism at a configuration, and what its quantities share.

    Attributes:
        plan: how its loops are closed.
        motion: the embedding at q.
        inputs, options: of the quantity.
    """

    mechanism: Mechanism
    plan: Plan
    motion: Embedding
    inputs: Inputs
    options: Options

    def of_tree(self, name: str, **inputs: Array) -> Outputs:
        """Return a quantity of the spanning tree."""
        what = QUANTITIES[name]
        tree = self.mechanism.tree
        if what.needs == "joint_space" and not self.moves_bodies:
            tree = joint_space_model(tree)
        wrench = {k: x for k, x in self.inputs.items() if k == "wrench"}
        given = {"q": self.motion.y, **wrench, **inputs}
        return what.trace(tree, given, self.options)

    @property
    def moves_bodies(self) -> bool:
        """Whether every body's own motion is needed: by loads on it, or beside it.

        Regrouped inertias would save less than computing two motions costs. And by a
        formulation that is named.
        """
        beside = {name.partition(".")[0] for name in self.options.get("several", ())}
        named = self.options.get("points") or self.options.get(FORMULATION)
        return bool(named or beside & _OF_BODIES)

    @property
    def v(self) -> Array:
        """The independent velocities, zero where they are no input."""
        return self.inputs.get("v", zeros(self.mechanism.nv))

    @property
    def a(self) -> Array:
        """The independent accelerations, zero where they are no input."""
        return self.inputs.get("a", zeros(self.mechanism.nv))

    def rates(self, v: Array | None = None) -> Array:
        """Return the tree's velocities."""
        return self.motion.velocity(self.v if v is None else v)

    def accelerations(self, v: Array, a: Array) -> Array:
        """Return the tree's accelerations."""
        return self.motion.acceleration(v, a)

    def projected(self, tau: Array) -> Array:
        """Return G' tau."""
        return self.motion.slope_of_sum([], [], tau)


def joint_forces(m: Embedded, v: Array, a: Array) -> Array:
    """Return G' tau - Q: the joint forces that produce a, less what elements give."""
    tree = m.of_tree("inverse_dynamics", v=m.rates(v), a=m.accelerations(v, a))
    pads = "contact_step" not in m.inputs  # else they are added at the step's end
    return less_elements(m.motion, v, tree["tau"], pads=pads)


def packed_rows(rows: list[tuple[Any, ...]], width: int) -> Array:
    """Return rows of as many entries each as one packed array."""
    return Array((entry for row in rows for entry in row), width)


def singular_where(m: Embedded, singular: Any) -> Any:
    """Return the status of loops whose forces are undefined, where they are."""
    if not isinstance(singular, Node):
        return 0.0
    return where(singular, singular_status(m.mechanism, m.plan), 0.0)


def reach_status(m: Embedded, out: list[Any], dead: list[Any]) -> Any:
    """Return the status of drives: out of reach, or at a dead point (one more)."""
    status: Any = 0.0
    for k, (missed, stuck) in enumerate(zip(out, dead, strict=True)):
        base = out_of_reach_status(m.plan, k)
        if isinstance(stuck, Node):
            status = where(stuck, base + 1.0, status)
        if isinstance(missed, Node):
            status = where(missed, base, status)
    return status
