"""Loops as constraints on the spanning tree: all its joints move, the loops hold them.

    M(y) w' = f + J' λ,    J w' = -γ,    γ = dJ/dt w                  (decision 22)

With weights W the sum A = M + J' W J is regular exactly where every motion that the
loops allow moves mass, though M itself need not be. Written for J̄ = √W J, the loops'
forces follow from a semidefinite system whose eigenvalues lie between 0 and 1,

    (J̄ A⁻¹ J̄') μ = -γ̄ - J̄ A⁻¹ f,    w' = A⁻¹ (f + J̄' μ),    λ = √W (μ + γ̄),

so that redundant rows, and rows that a singular position makes redundant, are those
without a pivot: they get no force. Nothing here needs dependent joints to follow from
independent ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from linkwright.algorithms import configuration
from linkwright.algorithms.loops.carried import loop_jacobian
from linkwright.algorithms.loops.closure import residuals
from linkwright.expr import Array, identity, less, maximum, solve, sqrt, tangent
from linkwright.model.mechanism import Mechanism

# An eigenvalue of J̄ A⁻¹ J̄' this small is none: the row is redundant.
REDUNDANT = 1e-11
# A pivot of A this small, of its diagonal entry, belongs to a motion without mass.
MASSLESS = 1e-13
_CHORDS = 3


def cut(mechanism: Mechanism) -> Mechanism:
    """Return the mechanism with its loops cut: every joint is independent."""
    links = tuple(replace(link, dependent=False) for link in mechanism.tree.links)
    tree = replace(mechanism.tree, links=links)
    return replace(mechanism, tree=tree, nq=tree.nq, nv=tree.nv, closures=())


@dataclass(frozen=True, eq=False)
class LoopRows:
    """The loops' components, of those that can open at all, and what counts them.

    Attributes:
        live: their places among all components, in order.
        weights: √W.
    """

    mechanism: Mechanism
    live: tuple[int, ...]
    weights: Array

    def residual(self, y: Array) -> Array:
        """Return how far each is open [m or rad]."""
        tree, closures = self.mechanism.tree, self.mechanism.closures
        values = [x for each in closures for x in residuals(tree, y, each)]
        return Array(values[k] for k in self.live)

    def J(self, y: Array) -> Array:  # noqa: N802
        """Return their rates per velocity of the tree."""
        tree = self.mechanism.tree
        closures = loop_jacobian(tree, y, self.mechanism.closures)
        rows = [row for closure in closures for row in closure]
        return Array.matrix(
            [rows[k].get(j, 0.0) for j in range(tree.nv)] for k in self.live
        )

    def gamma(self, y: Array, w: Array) -> Array:
        """Return dJ/dt w, their second rates where the tree does not accelerate."""
        tree = self.mechanism.tree
        rates = self.J(y) @ w
        return Array(tangent(rates, y, configuration.coordinate_rates(tree, y, w)))


@dataclass(frozen=True, eq=False)
class Hold:
    """What the loops can do to the tree at a place: A, and A⁻¹ J̄'."""

    M: Array
    J: Array
    weights: Array

    @cached_property
    def _weighted(self) -> Array:
        rows = zip(self.J.rows, self.weights, strict=True)
        return Array.matrix([x * weight for x in row] for row, weight in rows)

    @cached_property
    def _A(self) -> tuple[Array, Array]:  # noqa: N802
        """A with a diagonal of ones, and what its rows and columns were divided by."""
        A = self.M + self._weighted.T @ self._weighted
        n = len(A)
        scale = Array(1.0 / sqrt(maximum(A[i, i], 1e-300)) for i in range(n))
        return Array.matrix(
            [A[i, j] * scale[i] * scale[j] for j in range(n)] for i in range(n)
        ), scale

    def freely(self, f: Array) -> Array:
        """Return A⁻¹ f."""
        return self._solved(Array.matrix([(x,) for x in f]))[0]

    @cached_property
    def by_loops(self) -> Array:
        """A⁻¹ J̄' (nv, rows)."""
        return self._solved(self._weighted.T)[0]

    def _solved(self, right: Array) -> tuple[Array, Any]:
        A, scale = self._A
        scaled = zip(right.rows, scale, strict=True)
        given = Array.matrix([x * s for x in row] for row, s in scaled)
        found = solve(A, given, "semidefinite", threshold=MASSLESS)
        rows = zip(found.solution.rows, scale, strict=True)
        return Array.matrix([x * s for x in row] for row, s in rows), found.rank

    def motion(self, f: Array, gamma: Array) -> Motion:
        """Return the motion under forces f."""
        J, n = self._weighted, len(self.M)
        columns = [(*row, x) for row, x in zip(J.T.rows, f, strict=True)]
        solved, rank = self._solved(Array.matrix(columns))
        by_loops = Array.matrix(row[:-1] for row in solved.rows)
        free = Array(row[-1] for row in solved.rows)
        driven = times(gamma, self.weights)
        wanted = -driven - J @ free
        S = _symmetric(J, by_loops)
        held = solve(S, wanted, "semidefinite", threshold=REDUNDANT)
        forces = times(held.solution + driven, self.weights)
        massless = less(rank, n - 0.5)
        return Motion(free + by_loops @ held.solution, forces, held.rank, massless)

    @cached_property
    def _back(self) -> Array:
        """What step takes away rates of J̄: A⁻¹ J̄' (J̄ A⁻¹ J̄')⁺."""
        held = _symmetric(self._weighted, self.by_loops)
        inverse = solve(held, identity(len(held)), "semidefinite", threshold=REDUNDANT)
        return self.by_loops @ inverse.solution

    def back(self, excess: Array) -> Array:
        """Return the step with J step = excess that is shortest in kinetic energy."""
        return self._back @ times(excess, self.weights)


@dataclass(frozen=True, eq=False)
class Motion:
    """Accelerations of the tree, and what the loops do.

    Attributes:
        a: the tree's accelerations.
        forces: of each row, by the first body on the second.
        rank: how many rows are independent.
        massless: whether the loops let something move that has no mass.
    """

    a: Array
    forces: Array
    rank: Any
    massless: Any


def projected(rows: LoopRows, M: Array, y: Array, w: Array) -> tuple[Array, Array]:
    """Return the nearest position and velocity that the loops allow.

    Newton's iteration with the first linearization, for positions next to it; nearest
    in kinetic energy.
    """
    tree = rows.mechanism.tree
    hold = Hold(M, rows.J(y), rows.weights)
    for _ in range(_CHORDS):
        y = configuration.integrate(tree, y, -hold.back(rows.residual(y)))
    J = rows.J(y)
    return y, w - Hold(M, J, rows.weights).back(J @ w)


def times(a: Array, b: Array) -> Array:
    """Return the products of entries."""
    return Array(x * y for x, y in zip(a, b, strict=True))


def _symmetric(J: Array, by_loops: Array) -> Array:
    """Return J̄ A⁻¹ J̄', one triangle computed."""
    columns = [Array(column) for column in by_loops.T.rows]
    given = [Array(row) for row in J.rows]
    n = len(given)
    lower = {(i, j): given[i] @ columns[j] for i in range(n) for j in range(i + 1)}
    return Array((lower[max(i, j), min(i, j)] for i in range(n) for j in range(n)), n)
