"""The tree's motion from the independent coordinates': y = (q, s(q)) (decision 18).

Positions stage by stage; velocities and accelerations by exact derivatives of what the
positions are, through closed forms and iterations alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.algorithms import configuration
from linkwright.algorithms.loops.closure import residuals
from linkwright.algorithms.loops.crank import crank
from linkwright.algorithms.loops.dropped import opened
from linkwright.algorithms.loops.dyad import dyad, series_dyad, telescope
from linkwright.algorithms.loops.newton import Problem, newton
from linkwright.algorithms.loops.plan import Plan, Stage
from linkwright.algorithms.loops.relative import path_to_meeting
from linkwright.expr import (
    Array,
    Node,
    adjoint,
    equal,
    gradient,
    jacobian,
    less,
    logical_and,
    tangent,
    where,
    zeros,
)
from linkwright.model.joints import Revolute
from linkwright.model.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class Embedding:
    """The tree's coordinates as functions of the independent ones.

    Attributes:
        y: all coordinates of the tree.
        status: 0; 2 k + 1 where stage k cannot be closed, 2 k + 2 where it came out
            assembled the other way round.
        iterates: whether some coordinates are found by iteration: what passes through
            the loops then is added up first.
    """

    mechanism: Mechanism
    q: Array
    y: Array
    status: Any
    iterates: bool = False

    @cached_property
    def _rates(self) -> Array:
        """N of dq/dt = N v, of the independent coordinates."""
        return configuration.rate_matrix(self.mechanism.coordinates, self.q)

    @cached_property
    def _G_q(self) -> Array | None:  # noqa: N802
        dependent = self.y[self.mechanism.nq :]
        if not len(dependent) or not any(isinstance(s, Node) for s in dependent):
            return None
        return jacobian(dependent, self.q)

    @cached_property
    def G(self) -> Array:  # noqa: N802
        """The tree's velocities per independent velocity (tree.nv, nv)."""
        nv = self.mechanism.nv
        upper = [[float(i == j) for j in range(nv)] for i in range(nv)]
        if self._G_q is None:
            lower = [[0.0] * nv for _ in range(self.mechanism.dependents)]
        else:
            lower = (self._G_q @ self._rates).rows
        return Array.matrix([*upper, *lower])

    def velocity(self, v: Array) -> Array:
        """Return the tree's velocities (v, ds/dt)."""
        return Array((*v, *self._dependent_rates(v)))

    def acceleration(self, v: Array, a: Array) -> Array:
        """Return the tree's accelerations (a, d2s/dt2)."""
        return Array((*a, *(self._bends(v) + self._dependent_rates(a))))

    def rate_of(self, value: Any, v: Array) -> Any:
        """Return the rate of a quantity of the configuration, at velocity v."""
        if not isinstance(value, Node):
            return 0.0
        return self._along(value, self._ways(v))

    def second_rate_of(self, value: Any, v: Array, a: Array) -> Any:
        """Return the second rate of a quantity of the configuration."""
        rate = self.rate_of(value, v)
        if not isinstance(rate, Node):
            return 0.0
        ways = self._ways(v) | self._ways_of(self._dependent_rates(v), self._bends(v))
        return self._along(rate, ways) + self.rate_of(value, a)

    def slope(self, value: Any) -> Array:
        """Return how a quantity of the configuration grows per velocity (nv,)."""
        return self.slope_of_sum([value], [1.0])

    def slope_of_sum(
        self, values: Sequence[Any], weights: Sequence[Any], tau: Array | None = None
    ) -> Array:
        """Return sum w d value/dv + G' tau  (nv,), once through the loops for all.

        ``tau`` are forces along the tree's velocities.
        """
        parts = [
            (x, w) for x, w in zip(values, weights, strict=True) if isinstance(x, Node)
        ]
        ends = self._ends
        found = adjoint([x for x, _ in parts], [*self.q, *ends], [w for _, w in parts])
        by_q, on = found[: len(self.q)], list(found[len(self.q) :])
        if tau is not None and self.iterates:
            by_q = by_q + self._taken_along(on, tau[self.mechanism.nv :])
        if ends:
            by_q = by_q + adjoint(ends, self.q, on)
        if self.mechanism.nq != self.mechanism.nv:
            by_q = self._rates.T @ by_q
        if tau is None:
            return by_q
        own = tau[: self.mechanism.nv] if self.iterates else self.G.T @ tau
        return by_q + own

    def _taken_along(self, on: list[Any], forces: Array) -> Array:
        """Add forces on the dependent coordinates to those on their ends.

        Returns what acts on q by dependent coordinates that are no ends.
        """
        places = {node: place for place, node in enumerate(self._ends)}
        by_q = zeros(len(self.q))
        for s, force in zip(self.y[self.mechanism.nq :], forces, strict=True):
            if s in places:
                on[places[s]] = on[places[s]] + force
            elif isinstance(s, Node):
                by_q = by_q + gradient(s, self.q) * force
        return by_q

    @cached_property
    def _ends(self) -> list[Node]:
        """The dependent coordinates, each once: where derivatives stop on their way.

        What they depend on is differentiated once for all that depends on them.
        """
        own = set(self.q)
        found: dict[Node, None] = {}
        for s in self.y[self.mechanism.nq :]:
            if isinstance(s, Node) and s not in own:
                found[s] = None
        return list(found)

    def _along(self, value: Node, ways: dict[Node, Any]) -> Any:
        return tangent((value,), list(ways), list(ways.values()))[0]

    def _ways(self, v: Array) -> dict[Node, Any]:
        """Return the rates of all coordinates of the tree that are no constants."""
        ways = self._ways_of(self.y[self.mechanism.nq :], self._dependent_rates(v))
        return ways | dict(zip(self.q, self._coordinate_rates(v), strict=True))

    def _ways_of(self, values: Array, rates: Array) -> dict[Node, Any]:
        pairs = zip(values, rates, strict=True)
        return {x: rate for x, rate in pairs if isinstance(x, Node)}

    @cached_property
    def _found(self) -> dict[tuple[str, tuple[Any, ...]], Array]:
        return {}

    def _dependent_rates(self, v: Array) -> Array:
        """Return s_q N v."""
        key = ("rates", tuple(v))
        if key not in self._found:
            s = self.y[self.mechanism.nq :]
            self._found[key] = self._turned(s, v)
        return self._found[key]

    def _bends(self, v: Array) -> Array:
        """Return (s_q N v)_q N v, what d2s/dt2 is besides s_q N a."""
        key = ("bends", tuple(v))
        if key not in self._found:
            self._found[key] = self._turned(self._dependent_rates(v), v)
        return self._found[key]

    def _turned(self, values: Array, v: Array) -> Array:
        if not any(isinstance(x, Node) for x in values):
            return zeros(len(values))
        return tangent(values, self.q, self._coordinate_rates(v))

    def _coordinate_rates(self, v: Array) -> Array:
        coordinates = self.mechanism.coordinates
        return configuration.coordinate_rates(coordinates, self.q, v)


def embed(mechanism: Mechanism, plan: Plan, q: Array) -> Embedding:
    """Return the tree's coordinates at independent coordinates q (nq,)."""
    y: list[Any] = [*q, *([0.0] * mechanism.dependents)]
    status: Any = 0.0
    for number, stage in enumerate(plan.stages):
        found, open_, turned = _found(mechanism, plan, stage, Array(y))
        for index, value in zip(stage.unknowns, found, strict=True):
            y[index] = value
        status = where(_and_fine(status, open_), 2.0 * number + 1.0, status)
        status = where(_and_fine(status, turned), 2.0 * number + 2.0, status)
    for number, open_ in opened(mechanism, plan, Array(y)).items():
        status = where(_and_fine(status, open_), 2.0 * number + 1.0, status)
    iterates = any(stage.method == "newton" for stage in plan.stages)
    return Embedding(mechanism, q, Array(y), status, iterates)


def _and_fine(status: Any, failed: Any) -> Any:
    """Return where a stage is the first to fail."""
    return logical_and(equal(status, 0.0), failed)


CLOSED_FORMS = {
    "crank": crank,
    "dyad": dyad,
    "series_dyad": series_dyad,
    "telescope": telescope,
}


def _found(
    mechanism: Mechanism, plan: Plan, stage: Stage, y: Array
) -> tuple[list[Any], Any, Any]:
    """Return a stage's coordinates, whether it is open, and whether it is turned."""
    if stage.method == "newton":
        return _by_newton(mechanism, plan, stage, y)
    found, radicand = CLOSED_FORMS[stage.method](mechanism, stage, y)
    return found, less(radicand, 0.0), False


def _by_newton(
    mechanism: Mechanism, plan: Plan, stage: Stage, y: Array
) -> tuple[list[Any], Any, Any]:
    places = _known_places(mechanism, stage)

    def residual(unknowns: Array, known: Array) -> list[Any]:
        full = list(y)
        for index, value in zip(places, known, strict=True):
            full[index] = value
        for index, value in zip(stage.unknowns, unknowns, strict=True):
            full[index] = value
        cache: dict[int, list[Any]] = {}
        values = []
        for closure, row in stage.rows:
            if closure not in cache:
                joint = mechanism.closures[closure]
                cache[closure] = residuals(mechanism.tree, Array(full), joint)
            values.append(cache[closure][row])
        return values

    problem = Problem(
        residual,
        stage.guess,
        tuple(_turns(mechanism, index) for index in stage.unknowns),
        tuple(y[index] for index in places),
        tuple(plan.reference[index] for index in places),
        tuple(_quaternions(mechanism, places)),
        stage.branch,
    )
    trace = next((x.trace for x in y if isinstance(x, Node)), None)
    found = newton(problem, trace)
    return found.values, found.missed, found.turned


def _known_places(mechanism: Mechanism, stage: Stage) -> list[int]:
    """Return the coordinates that a stage's loops depend on besides its unknowns."""
    tree = mechanism.tree
    found: dict[int, None] = {}
    for closure in dict.fromkeys(number for number, _ in stage.rows):
        ends = mechanism.closures[closure]
        for way in path_to_meeting(tree, ends.first.link, ends.second.link):
            for link in (tree.links[k] for k in way):
                found |= dict.fromkeys(range(link.q_index, link.q_index + link.nq))
    return [index for index in sorted(found) if index not in stage.unknowns]


def _turns(mechanism: Mechanism, index: int) -> bool:
    """Return whether a coordinate is an angle that a whole turn leaves as it is."""
    links = [link for link in mechanism.tree.links if link.q_index == index]
    return any(isinstance(link.joint, Revolute) for link in links) and not any(
        link.coupled for link in links
    )


def _quaternions(mechanism: Mechanism, places: list[int]) -> Iterator[int]:
    """Yield where among coordinates quaternions begin."""
    for link in mechanism.tree.links:
        if link.nq > link.nv and link.q_index in places:
            yield places.index(link.q_index + link.nq - 4)
