"""A robot among walls: from flight to impact to flight, at rest on walls in between."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwright.simulation.events import Legs, first_crossing
from linkwright.simulation.impacts.collision import Collision, Outcome
from linkwright.simulation.impacts.event import Event, Kind
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.impacts.settling import (
    TOUCH,
    Coefficients,
    impact,
    nearest,
    pressed,
    recorded,
    taking_part,
)
from linkwright.simulation.impacts.touching import Terms, Touching
from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    StepFailed,
)
from linkwright.simulation.kernels import Kernels

_CARRIED = 1e-10  # how far a contact that others hold closed may go astray [m]
_FORCE = 1e-9  # of the largest contact force: what counts as a pull


class Bouncing:
    """An integration under way among walls.

    Attributes:
        events: what happened so far.
    """

    def __init__(
        self,
        method: str,
        problem: Callable[[Kernels], Problem],
        kernels: Kernels,
        touching: Touching,
        numbers: Coefficients,
        options: Impacts,
    ) -> None:
        self._method, self._problem = method, problem
        self._touching, self._numbers, self._options = touching, numbers, options
        self._free = problem(kernels)
        self._flying = Legs(method, self._free, kernels)
        self._sliding: Legs | None = None
        self._legs = self._flying
        k = len(numbers.contacts)
        self._held = np.zeros(k, bool)
        self._carried = np.zeros(k, bool)
        self._leaving = np.zeros(k, bool)
        self._recent: list[float] = []
        robot = kernels.system.robot
        self._robot, self._nq, self._nv = robot, robot.nq, robot.nv
        self.events: list[Event] = []

    @property
    def t(self) -> float:
        """The time reached [s]."""
        return self._legs.t

    @property
    def x(self) -> np.ndarray:
        """The state reached."""
        return self._legs.x

    @property
    def counts(self) -> Counts:
        """What the integration took."""
        if self._sliding is None:
            return self._flying.counts
        return self._flying.counts + self._sliding.counts

    def begin(self) -> None:
        """Do what happens at the start: contacts may rest or be hit already."""
        self._settle(self.t, self.x.copy())

    def step(self) -> Step:
        """Advance by one step, or to an event inside it and over that."""
        step = self._legs.step()
        crossing = first_crossing(self._guards, step, self._level())
        if crossing is None:
            self._go_on(step.end)
            return step
        watched = np.flatnonzero(~self._held)
        if crossing.which < len(watched):
            which = int(watched[crossing.which])
            t, x, own = self._reached(which, crossing.time, step)
        else:
            which, t = None, crossing.time
            x, own = self._legs.retaken(t)
        self._settle(t, np.array(x), which)
        return own or Step(step.begin, t, step.interpolate)

    # Guards: gaps of open contacts, forces of held ones.

    def _guards(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gaps, rates = self._touching.watch(t, x)
        if not self._held.any():
            return gaps, rates
        forces = self._forces(t, x)[:, self._held]
        unknown = np.full_like(forces, np.nan)
        open_ = ~self._held
        return (
            np.hstack([gaps[:, open_], forces]),
            np.hstack([rates[:, open_], unknown]),
        )

    def _level(self) -> np.ndarray:
        """Return below which value each guard is an event.

        A contact that leaves its wall counts again once its gap was positive: until
        then it stands lower than any rounding, afterwards as high.
        """
        level = np.where(self._leaving, -TOUCH, TOUCH)
        level[self._carried] = -_CARRIED
        if not self._held.any():
            return level
        pull = -_FORCE * max(1.0, self._strongest)
        return np.concatenate([level[~self._held], np.full(self._held.sum(), pull)])

    def _forces(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        touching = self._touching
        return touching.held.over(touching.forces, t, x)

    def _reached(
        self, which: int, t: float, step: Step
    ) -> tuple[float, np.ndarray, Step | None]:
        """Return when a gap closes, and the state then, by steps that end there.

        Newton's method on the time; where the gap opens again before it closes, the
        time at which it is least.
        """
        end = self._free.end
        before: tuple[float, float] | None = None
        for _ in range(8):
            x, own = self._legs.retaken(t)
            gaps, rates = self._touching.watch(np.array([t]), x[None])
            gap, rate = float(gaps[0, which]), float(rates[0, which])
            if rate >= -self._options.rest_speed or t <= step.begin:
                if before is None or rate <= self._options.rest_speed:
                    break
                # it grazes: where the rate vanishes
                t += (t - before[0]) * rate / (before[1] - rate)
                continue
            onward = min(t - gap / rate, end)
            if abs(onward - t) <= np.spacing(abs(t)):
                break
            before, t = (t, rate), max(onward, step.begin)
        return t, x, own

    # What happens at an instant.

    def _settle(self, t: float, x: np.ndarray, which: int | None = None) -> None:
        """Let impacts happen, contacts come to rest and part; then go on from there."""
        options = self._options
        q, v = x[: self._nq], x[self._nq : self._nq + self._nv]
        hit = False
        while True:
            terms = self._touching.terms(t, x)
            closed = self._closed(terms)
            if which is not None and not hit:
                closed[which] = True
            group = taking_part(terms, closed, options)
            if not group.any():
                break
            hit = True
            v[:], event = impact(t, q, v, terms, group, self._numbers, options)
            self._note(event)
        resting = closed & (np.abs(terms.rates) <= options.rest_speed)
        was = self._held | self._carried
        held = along = np.zeros_like(closed)
        if resting.any():
            free = self._free.rates(t, x)[self._nq : self._nq + self._nv]
            held, along = pressed(
                terms, free, resting, self._numbers.contacts
            )
        self._record_changes(t, x, terms, held, was, resting, which, hit)
        self._held, self._carried = held, along
        self._leaving = ~(held | along) & (terms.gaps <= TOUCH)
        self._strongest = 1.0
        self._restart(t, x)

    def _closed(self, terms: Terms) -> np.ndarray:
        limit = np.where(self._held | self._carried, 2.0 * _CARRIED, TOUCH)
        return terms.gaps <= limit

    def _record_changes(
        self,
        t: float,
        x: np.ndarray,
        terms: Terms,
        held: np.ndarray,
        was: np.ndarray,
        resting: np.ndarray,
        which: int | None,
        hit: bool,
    ) -> None:
        """Record contacts that come to rest, part, or graze; close those at rest."""
        q, v = x[: self._nq], x[self._nq : self._nq + self._nv]
        come = held & ~was
        if come.any() and self._options.accumulation == "stop":
            names = ", ".join(str(self._numbers.contacts[i]) for i in np.flatnonzero(come))
            raise StepFailed(
                f"{names}: bounces have died out at t = {t:.9g} s (parting slower than"
                f" rest_speed = {self._options.rest_speed:.3g} m/s), and the contact"
                " would stay closed",
                "Let it rest with accumulation='rest', or end the run before.",
            )
        before = v.copy()
        if come.any():
            v += nearest(terms, held, terms.rates)
            self._note(self._plain("rest", t, q, before, v, terms, come))
        let_go = was & ~held & ~resting
        if let_go.any():
            self._note(self._plain("release", t, q, v, v, terms, let_go))
        if which is not None and not hit and resting[which]:
            grazed = np.zeros_like(held)
            grazed[which] = not (held | was)[which]
            if grazed.any():
                self._note(self._plain("grazing", t, q, v, v, terms, grazed))

    def _plain(
        self,
        kind: Kind,
        t: float,
        q: np.ndarray,
        before: np.ndarray,
        after: np.ndarray,
        terms: Terms,
        who: np.ndarray,
    ) -> Event:
        """Return the record of what happens without an impact."""
        at = np.flatnonzero(who)
        none = np.zeros((len(at), 2))
        collision = Collision(
            terms.mass,
            terms.rows[at, 0],
            terms.rows[at, 1:],
            np.zeros((0, len(before))),
            before,
            np.zeros(len(at)),
            np.zeros(len(at)),
        )
        outcome = Outcome(after.copy(), np.zeros(len(at)), none)
        return recorded(t, kind, q, terms, at, self._numbers, collision, outcome)

    def _note(self, event: Event) -> None:
        """Keep an event; refuse to go on where they pile up."""
        self.events.append(event)
        options = self._options
        self._recent = [
            t for t in self._recent if t >= event.time - options.crowded
        ] + [event.time]
        if len(self._recent) > options.most_events:
            who = sorted({str(c) for e in self.events[-20:] for c in e.contacts})
            raise StepFailed(
                f"{len(self._recent)} events within {options.crowded:.3g} s before"
                f" t = {event.time:.9g} s: {', '.join(who)}",
                f"Raise rest_speed (now {options.rest_speed:.3g} m/s) so that small"
                " bounces come to rest, or window, so that contacts act together:"
                " lw.simulate(..., impacts=lw.Impacts(...)).",
            )

    def _restart(self, t: float, x: np.ndarray) -> None:
        """Fly on, or slide on with contacts held."""
        if not self._held.any():
            self._legs = self._flying
        else:
            self._touching.holding.held[:] = self._held
            if self._sliding is None:
                held = self._touching.held
                self._sliding = Legs(self._method, self._problem(held), held)
            self._legs = self._sliding
            forces = self._forces(np.array([t]), x[None])
            self._strongest = float(np.abs(forces).max())
        self._legs.restart(t, x)

    def _go_on(self, t: float) -> None:
        """Look after contacts once a step is done."""
        if not (self._leaving.any() or self._held.any()):
            return
        x = self.x.copy()
        if self._held.any():
            x = self._kept(t, x)
            self._legs.restart(t, x)
        gaps, _ = self._touching.watch(np.array([t]), x[None])
        self._leaving &= gaps[0] <= TOUCH

    def _kept(self, t: float, x: np.ndarray) -> np.ndarray:
        """Return the state moved back to where the contacts at rest are closed."""
        closed = self._held | self._carried
        terms = self._touching.terms(t, x)
        shift = nearest(terms, closed, terms.gaps)
        q = x[: self._nq]
        x[: self._nq] = self._robot.integrate(q, shift)
        terms = self._touching.terms(t, x)
        x[self._nq : self._nq + self._nv] += nearest(terms, closed, terms.rates)
        return x
