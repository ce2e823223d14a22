"""One robot, everybody: results compared, then times taken in turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import ours
from benchmarks.agreement import TOLERANCE, difference
from benchmarks.build import Failure
from benchmarks.case import Case
from benchmarks.peers.contract import Contender, Peer, variants
from benchmarks.plan import Plan
from benchmarks.quantities import Quantity
from benchmarks.timing import Effort, Timer, Times, take_turns


class Disagreement(Exception):
    """A peer and linkwright compute different numbers: nothing may be timed."""


@dataclass(frozen=True, eq=False)
class Standing:
    """One contender's outcome; the fastest of its variants counts."""

    times: Times
    task: str
    difference: float

    @property
    def variant(self) -> str:
        """How the fastest way is called, empty where there is one way only."""
        return self.task.partition("/")[2]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One quantity of one robot, measured; contenders by name, ours among them."""

    robot: str
    quantity: Quantity
    standings: dict[str, Standing]

    def ratio(self, peer: str) -> float | None:
        """Return how many times as long as ours a peer takes, if it took part."""
        if peer not in self.standings:
            return None
        mine = self.standings[ours.NAME].times
        return self.standings[peer].times.ratio_to(mine)

    def nanoseconds(self, name: str) -> float | None:
        """Return the median of a contender, if it took part."""
        return self.standings[name].times.median if name in self.standings else None

    def record(self) -> dict[str, Any]:
        """Return everything worth keeping, for the JSON file."""
        return {
            "robot": self.robot,
            "quantity": self.quantity.name,
            "contenders": {
                name: {
                    "nanoseconds": round(standing.times.median, 3),
                    "quartiles": [round(x, 3) for x in standing.times.spread],
                    "ratio": round(self.ratio(name) or 1.0, 4),
                    "variant": standing.variant,
                    "difference": standing.difference,
                }
                for name, standing in self.standings.items()
            },
        }


def contest(
    plan: Plan,
    case: Case,
    mine: Contender,
    peers: Sequence[Peer],
    quantities: Sequence[Quantity],
    *,
    tolerance: float = TOLERANCE,
) -> list[Outcome]:
    """Return the outcome of every quantity.

    Raises:
        Disagreement: if results differ by more than the tolerance.
    """
    contenders: dict[str, Contender] = {ours.NAME: mine}
    for peer in peers:
        place = plan.folder / f"{case.name}-{peer.name}".replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        try:
            contenders[peer.name] = peer.prepare(case, quantities, place, plan.patience)
        except Failure as failure:
            print(f"left out: {peer.name} with {case.name}: {failure}", flush=True)
    try:
        return [
            _outcome(case, contenders, quantity, plan.effort, tolerance)
            for quantity in quantities
        ]
    finally:
        for contender in contenders.values():
            contender.close()


def _outcome(
    case: Case,
    contenders: Mapping[str, Contender],
    quantity: Quantity,
    effort: Effort,
    tolerance: float,
) -> Outcome:
    entries = {
        (name, task): contender
        for name, contender in contenders.items()
        for task in variants(contender, quantity)
    }
    reference = contenders[ours.NAME].result(quantity.name)
    found = {}
    for (name, task), contender in entries.items():
        theirs = contender.result(task)
        found[name, task] = difference(reference[: len(theirs)], theirs)
    for (name, task), worst in found.items():
        if worst > tolerance:
            raise Disagreement(
                f"{name}, {task} of {case.name}: differs from ours by {worst:.1e} of "
                f"the largest entry; allowed are {tolerance:.0e}"
            )
    timers = {key: _timer(entries[key], key[1]) for key in entries}
    times = take_turns(timers, len(case.q), effort)
    standings: dict[str, Standing] = {}
    for (name, task), measured in times.items():
        best = standings.get(name)
        if best is None or measured.median < best.times.median:
            standings[name] = Standing(measured, task, found[name, task])
    return Outcome(case.name, quantity, standings)


def _timer(contender: Contender, task: str) -> Timer:
    return lambda passes: contender.time(task, passes)
