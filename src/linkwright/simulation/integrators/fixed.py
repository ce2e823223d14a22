"""Integrators with fixed steps, as formulas of one step on expressions.

Each takes a system at a time and a state, and gives the state one step later. What
surrounds the step (repetition, freezing of failed rows) is in `advance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, identity, jacobian, maximum, solve
from linkwright.simulation.system import At, Symbols, System

Targets = Mapping[float, Array]
"""The target's numbers at shares of the step."""


@dataclass(frozen=True)
class FixedStep:
    """An integrator with a fixed step.

    Attributes:
        one_step: from system, symbols, step and targets to the state a step later.
        order: of the error over a given time.
        shares: of the step, at which it asks for the target.
        evaluations: of the right-hand side in a step.
    """

    one_step: Callable[[System, Symbols, Any, Targets], Array]
    order: int
    shares: tuple[float, ...]
    evaluations: int


def semi_implicit_euler(system: System, s: Symbols, h: Any, given: Targets) -> Array:
    """v+ = v + h a,  q+ = q moved by h v+;  order 1.

    Forces against the velocity are taken at v+: with d >= 0 the damping of controllers
    (their ``damping``), friction and stops, (M + h d) a = tau(q, v) - c  (decision 27).
    Compliant contacts press with the gap and the slip of the step's end.
    The actuators' states go first, (1 - h dz'/dz) (z+ - z) = h z', and act at z+.
    """
    now = system.at(s)
    if len(now.z):
        x = Array((*now.y, *now.w, *_stepped_states(now, h)))
        now = system.at(Symbols(s.t, x, s.given, s.varied))
    inertia = tuple(
        own + maximum(damping, 0.0) * h
        for own, damping in zip(now.inertia, now.damping, strict=True)
    )
    w = now.w + now.accelerations(inertia, h) * h
    y = now.mover.integrate(now.y, w * h)
    return Array((*y, *w, *now.z))


def _stepped_states(now: At, h: Any) -> Array:
    rates = now.actuated.rates
    matrix = identity(len(rates)) - jacobian(rates, now.z) * h
    return now.z + solve(matrix, rates * h).solution


def runge_kutta_4(system: System, s: Symbols, h: Any, given: Targets) -> Array:
    """The classical method on coordinates, quaternions normalised after; order 4."""

    def rates(t: Any, x: Array, share: float) -> Array:
        return system.at(Symbols(t, x, given[share], s.varied)).rates

    t, x = s.t, s.x
    k1 = rates(t, x, 0.0)
    k2 = rates(t + h / 2, x + k1 * (h / 2), 0.5)
    k3 = rates(t + h / 2, x + k2 * (h / 2), 0.5)
    k4 = rates(t + h, x + k3 * h, 1.0)
    moved = x + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6)
    places = system.places
    if places.ny != places.nw:  # moving by nothing normalises
        still = Array((0.0,) * places.nw)
        y = system.at(s).mover.integrate(moved[places.y], still)
        moved = Array((*y, *moved[places.ny :]))
    return moved


def lie_group(system: System, s: Symbols, h: Any, given: Targets) -> Array:
    """Runge-Kutta 4 in the step u from where the step began (Munthe-Kaas); order 4.

    q = q0 moved by u, u = difference(q0, q), so u' = (d difference / d q) v on the
    tangent space. Orientations stay orientations, without normalising.
    """
    now = system.at(s)
    ny, nw = system.places.ny, system.places.nw

    def rates(t: Any, u: Array, rest: Array, share: float) -> Array:
        y = now.mover.integrate(now.y, u)
        there = system.at(Symbols(t, Array((*y, *rest)), given[share], s.varied))
        ends = {"q": now.y, "q_end": y}
        by_end = now.mover.quantity("difference_derivatives", ends)["by_end"]
        u_rate = by_end @ there.w
        return Array((*u_rate, *there.rates[ny:]))

    t, rest = s.t, s.x[ny:]
    y = Array((*(0.0,) * nw, *rest))

    def stage(t: Any, y: Array, share: float) -> Array:
        return rates(t, y[:nw], y[nw:], share)

    k1 = stage(t, y, 0.0)
    k2 = stage(t + h / 2, y + k1 * (h / 2), 0.5)
    k3 = stage(t + h / 2, y + k2 * (h / 2), 0.5)
    k4 = stage(t + h, y + k3 * h, 1.0)
    moved = y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6)
    return Array((*now.mover.integrate(now.y, moved[:nw]), *moved[nw:]))


FIXED = {
    "semi_implicit_euler": FixedStep(semi_implicit_euler, 1, (0.0,), 1),
    "RK4": FixedStep(runge_kutta_4, 4, (0.0, 0.5, 1.0), 4),
    "lie_group": FixedStep(lie_group, 4, (0.0, 0.5, 1.0), 4),
}
