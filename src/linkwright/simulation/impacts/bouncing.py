"""A robot among walls: from flight to impact to flight, at rest on walls in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from linkwright.simulation.events import Legs, first_crossing
from linkwright.simulation.impacts.event import Event
from linkwright.simulation.impacts.keeping import TOUCH, kept, stilled
from linkwright.simulation.impacts.settling import (
    Instant,
    Setting,
    impact,
    pressed,
    taking_part,
)
from linkwright.simulation.impacts.touching import Touching
from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    StepFailed,
)
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.run import Run

_ASTRAY = 1e-10  # how far a contact that others keep closed may go [m]
_TURNS = 20  # impacts one after the other at the same instant
_NONE = -1  # in place of a contact that has just closed
_PULL = 1e-9  # of the largest contact force: what counts as a pull


class Bouncing:
    """An integration under way among walls.

    Attributes:
        t, x: the time and state reached.
        events: what happened so far.
    """

    def __init__(
        self,
        method: str,
        problem: Callable[[Kernels], Problem],
        touching: Touching,
        setting: Setting,
    ) -> None:
        self._method, self._problem = method, problem
        self._touching, self._setting = touching, setting
        self._free = problem(touching.kernels)
        self._flying = Legs(method, self._free, touching.kernels)
        self._sliding: Legs | None = None
        self._legs = self._flying
        k = len(setting.contacts)
        self._held = np.zeros(k, bool)
        self._along = np.zeros(k, bool)
        self._leaving = np.zeros(k, bool)
        self._gaps = np.zeros(k)
        self._strongest = 1.0
        self._places = touching.kernels.system.places
        self._unsettled: int | None = _NONE
        self.t, self.x = self._free.begin, np.array(self._free.state)
        self.events: list[Event] = []

    @property
    def counts(self) -> Counts:
        """What the integration took."""
        if self._sliding is None:
            return self._flying.counts
        return self._flying.counts + self._sliding.counts

    def step(self) -> Step:
        """Advance by one step, or to an event inside it.

        What happens at an event happens as the next step begins; so the first does
        what happens at the start, where contacts may be closed already.
        """
        if self._unsettled is not None:
            which, self._unsettled = self._unsettled, None
            self._settle(None if which < 0 else which)
        step = self._legs.step()
        crossing = first_crossing(self._guards, step, self._level())
        if crossing is None:
            self.t, self.x = step.end, np.array(self._legs.x)
            self._go_on()
            return step
        open_ = np.flatnonzero(~self._held)
        if crossing.which < len(open_):
            self._unsettled = int(open_[crossing.which])
            t, x, own = self._reached(self._unsettled, crossing.time, step)
        else:
            self._unsettled = _NONE
            t = crossing.time
            x, own = self._legs.retaken(t)
        self.t, self.x = t, np.array(x)
        return own or Step(step.begin, t, step.interpolate)

    @property
    def held(self) -> np.ndarray:
        """Which contacts the last step held closed (k,)."""
        return self._held.copy()

    def recorded(self, run: Run, x: np.ndarray, held: np.ndarray) -> Run:
        """Return a run with its events, and what contacts at rest do to it.

        ``x`` are its states; ``held`` (n, k): which contacts were held at its times.
        """
        a, forces = run.a, np.zeros(held.shape)
        rows = held.any(axis=1)
        if rows.any():
            a = a.copy()
            at_rest = self._touching.held_motion(run.t[rows], x[rows], held[rows])
            a[rows], forces[rows] = at_rest[0][:, : run.robot.nv], at_rest[1]
        return replace(run, a=a, contact_forces=forces, events=tuple(self.events))

    # Guards: gaps of open contacts, forces of held ones.

    def _guards(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gaps, rates = self._touching.watch(t, x)
        if not self._held.any():
            return gaps, rates
        _, forces = self._touching.held_motion(t, x, self._held)
        forces = forces[:, self._held]
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
        level[self._along] = -_ASTRAY
        low = self._leaving | self._along  # rounding may have left them lower
        level[low] = np.minimum(level[low], self._gaps[low] - TOUCH)
        if not self._held.any():
            return level
        pull = np.full(self._held.sum(), -_PULL * max(1.0, self._strongest))
        return np.concatenate([level[~self._held], pull])

    def _reached(
        self, which: int, t: float, step: Step
    ) -> tuple[float, np.ndarray, Step | None]:
        """Return when a gap closes, and the state then, by steps that end there.

        Newton's method on the time; where the gap opens again before it closes, the
        time at which it is least.
        """
        end = self._free.end
        before: tuple[float, float] | None = None
        x, own = self._legs.retaken(t)
        for _ in range(8):
            gaps, rates = self._touching.watch(np.array([t]), x[None])
            gap, rate = float(gaps[0, which]), float(rates[0, which])
            if rate >= -self._setting.options.rest_speed or t <= step.begin:
                if before is None or rate <= self._setting.options.rest_speed:
                    break
                # it grazes: where the rate vanishes
                t += (t - before[0]) * rate / (before[1] - rate)
            else:
                onward = min(t - gap / rate, end)
                if abs(onward - t) <= np.spacing(abs(t)):
                    break
                before, t = (t, rate), max(onward, step.begin)
            x, own = self._legs.retaken(t)
        return t, x, own

    # What happens at an instant.

    def _settle(self, which: int | None) -> None:
        """Let impacts happen, contacts come to rest and part; then go on from there.

        ``which`` contact has just closed, whatever rounding says.
        """
        options, setting = self._setting.options, self._setting
        t = self.t
        self._part()
        self.x = x = kept(self._touching, t, self.x, self._held | self._along)
        took_part = np.zeros(len(self._held), bool)
        turn = 0
        while True:
            terms = self._touching.terms(t, x)
            q, w = x[self._places.q].copy(), x[self._places.w].copy()
            now = Instant(t, q, w, terms)
            limit = np.where(self._held | self._along, 2.0 * _ASTRAY, TOUCH)
            closed = terms.gaps <= limit
            if which is not None:
                closed[which] = True
            group = taking_part(terms, closed, options)
            if not group.any():
                break
            if turn >= _TURNS:  # back and forth between them: all at once
                group |= took_part & closed
            took_part |= group
            turn += 1
            x[self._places.w], event = impact(now, group, setting)
            self._note(event)
            which = None
        resting = closed & (np.abs(terms.rates) <= options.rest_speed)
        held = along = np.zeros_like(closed)
        if resting.any():
            free = self._free.rates(t, x)[self._places.w]
            held, along, opening = pressed(terms, free, resting, setting)
            x[self._places.w] += stilled(terms, held | along, resting, opening)
        self._tell(now, x, held, along, resting, which)
        self._held, self._along = held, along
        self._leaving = ~(held | along) & (terms.gaps <= TOUCH)
        self._gaps = terms.gaps
        self._restart(t, x)

    def _tell(
        self,
        now: Instant,
        x: np.ndarray,
        held: np.ndarray,
        along: np.ndarray,
        resting: np.ndarray,
        which: int | None,
    ) -> None:
        """Record contacts that come to rest, part, or graze; close those at rest."""
        setting, was = self._setting, self._held | self._along
        come = (held | along) & ~was
        if come.any() and setting.options.accumulation == "stop":
            names = ", ".join(setting.contacts[i].name for i in np.flatnonzero(come))
            raise StepFailed(
                f"{names}: bounces have died out at t = {now.time:.9g} s (parting no"
                f" faster than rest_speed = {setting.options.rest_speed:.3g} m/s), and"
                " the contact would stay closed",
                "Let it rest with lw.Impacts(accumulation='rest'), or end the run"
                " before.",
            )
        if come.any():
            self._note(now.event("rest", come, setting, v=x[self._places.w]))
        parts = was & ~held & ~along
        if parts.any():
            self._note(now.event("release", parts, setting))
        if which is not None and resting[which] and not (held | along | was)[which]:
            grazes = np.arange(len(held)) == which
            self._note(now.event("grazing", grazes, setting))

    def _part(self) -> None:
        """Let contacts go that others kept closed, and do no longer."""
        if not self._along.any():
            return
        terms = self._touching.terms(self.t, self.x)
        faster = terms.rates > self._setting.options.rest_speed
        opened = self._along & ((terms.gaps > _ASTRAY) | faster)
        if opened.any():
            self._along = self._along & ~opened
            places = self._places
            now = Instant(self.t, self.x[places.q], self.x[places.w], terms)
            self._note(now.event("release", opened, self._setting))

    def _note(self, event: Event) -> None:
        """Keep an event; refuse to go on where they pile up."""
        self.events.append(event)
        options = self._setting.options
        crowd = self.events[-int(options.most_events) - 1 :]
        if len(crowd) <= options.most_events:
            return
        if event.time - crowd[0].time <= options.crowded:
            who = sorted({c.name for each in crowd for c in each.contacts})
            raise StepFailed(
                f"{len(crowd)} events within {options.crowded:.3g} s before"
                f" t = {event.time:.9g} s: {', '.join(who)}",
                f"Raise rest_speed (now {options.rest_speed:.3g} m/s) so that small"
                f" bounces come to rest, or window (now {options.window:.3g} s) so that"
                " contacts act together: lw.simulate(..., impacts=lw.Impacts(...)).",
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
            _, forces = self._touching.held_motion(np.array([t]), x[None], self._held)
            self._strongest = float(np.abs(forces).max())
        self._legs.restart(t, x)

    def _go_on(self) -> None:
        """Look after contacts once a step is done."""
        touching, before = self._touching, self.x
        if touching.loops is not None:
            self.x = touching.loops.held(self.x)
        if self._held.any():
            self._part()
            self.x = kept(touching, self.t, self.x, self._held | self._along)
        if self.x is not before:
            self._legs.move(self.x)
        if self._leaving.any() or self._held.any():
            gaps, _ = touching.watch(np.array([self.t]), self.x[None])
            self._gaps, low = gaps[0], gaps[0] <= TOUCH
            if (low & ~(self._held | self._along | self._leaving)).any():
                self._unsettled = _NONE  # moved onto its wall with the others
            self._leaving &= low
