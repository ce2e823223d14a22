"""Quantities in the coordinates of the spanning tree, dependent joints included.

With ``coordinates="tree"`` a quantity takes q and v of every joint of the tree, the
independent ones first, as if the loops were cut. The loops' own quantities hold it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.loops.spanning_tree import Hold, LoopRows, cut, projected
from linkwright.expr import Array, zeros
from linkwright.model.mechanism import Mechanism
from linkwright.robot.failed_rows import refusing
from linkwright.robot.mechanism_embedded import Embedded, joint_forces
from linkwright.robot.mechanism_quantities import (
    MECHANISM,
    mass_matrix,
    refused_lengths,
)
from linkwright.robot.mechanism_status import massless_status
from linkwright.robot.quantities import Inputs, Options, Outputs


@dataclass(frozen=True, eq=False)
class OnTree:
    """A mechanism with its loops cut, at a state of its tree, and the loops' rows."""

    whole: Mechanism
    plan: Plan
    rows: LoopRows
    cut: Embedded

    @property
    def q(self) -> Array:
        """Coordinates of the tree."""
        return self.cut.motion.q

    @property
    def forces(self) -> Array:
        """What acts on the joints, less what their velocities take."""
        still = zeros(self.whole.tree.nv)
        given = self.cut.inputs.get("tau", still)
        return given - joint_forces(self.cut, self.cut.v, still)

    @property
    def mass(self) -> Array:
        """The tree's mass matrix, with what is added to its joints."""
        M = mass_matrix(self.cut)
        added = self.cut.inputs.get("added_inertia")
        if added is None:
            return M
        n = len(M)
        return M + Array.matrix(
            [added[i] if i == j else 0.0 for j in range(n)] for i in range(n)
        )


def trace_on_tree(
    name: str,
    mechanism: Mechanism,
    plan: Plan,
    rows: LoopRows,
    inputs: Inputs,
    options: Options,
) -> Outputs:
    """Return a quantity's outputs in the coordinates of the tree."""
    opened = cut(mechanism)
    q = inputs["q"]
    embedded = Embedded(opened, Plan(), Embedding(opened, q, q, 0.0), inputs, options)
    if name in _OF_LOOPS:
        return _OF_LOOPS[name](OnTree(mechanism, plan, rows, embedded))
    return refused_lengths(name, embedded, MECHANISM[name](embedded))


def _loop_rows(m: OnTree) -> Outputs:
    return {
        "residual": m.rows.residual(m.q),
        "J": m.rows.J(m.q),
        "gamma": m.rows.gamma(m.q, m.cut.v),
    }


def _tree_equations(m: OnTree) -> Outputs:
    return {"M": m.mass, "forces": m.forces}


def _loop_motion(m: OnTree) -> Outputs:
    hold = Hold(m.mass, m.rows.J(m.q), m.rows.weights)
    found = hold.motion(m.forces, m.rows.gamma(m.q, m.cut.v))
    outputs = {"a": found.a, "forces": found.forces, "rank": found.rank}
    status = massless_status(m.whole, m.plan)
    outputs = dict(refusing(outputs, [found.massless], status))
    return refused_lengths("forward_dynamics", m.cut, outputs)


def _loop_projection(m: OnTree) -> Outputs:
    q, v = projected(m.rows, m.mass, m.q, m.cut.v)
    return {"q": q, "v": v}


_OF_LOOPS: dict[str, Callable[[OnTree], Outputs]] = {
    "loop_rows": _loop_rows,
    "tree_equations": _tree_equations,
    "loop_motion": _loop_motion,
    "loop_projection": _loop_projection,
}
