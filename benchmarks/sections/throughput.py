"""Batch throughput: six quantities, three robots, every peer, one thread."""

from __future__ import annotations

from benchmarks import ours
from benchmarks.case import STATES, bundled
from benchmarks.contest import Outcome, contest
from benchmarks.peers import CASADI, MUJOCO, PINOCCHIO_CPP
from benchmarks.plan import Plan
from benchmarks.quantities import QUANTITIES
from benchmarks.table import Table, times, verdict
from benchmarks.targets import batch_ratio

_PEERS = (PINOCCHIO_CPP, MUJOCO, CASADI)
_SMALLER = (256, 64, 32, 16)  # states: what large results let the cache hold


def measure(plan: Plan) -> Table:
    """Return nanoseconds per evaluation, and ratios to ours."""
    peers = [peer for peer in plan.peers if peer in _PEERS]
    outcomes: list[Outcome] = []
    for name in plan.robots:
        case = bundled(name)
        mine = ours.batch(case, QUANTITIES, smaller=_SMALLER)
        outcomes += contest(plan, case, mine, peers, QUANTITIES)
    return Table(
        name="throughput",
        title="ns per evaluation, one thread, float64",
        columns=(
            "",
            "states",
            "linkwright",
            *(column for peer in _PEERS for column in (peer.name, "ratio")),
            "to reach",
        ),
        rows=[_row(outcome) for outcome in outcomes],
        records=[outcome.record() for outcome in outcomes],
        notes=(
            f"states: in one call of ours, the fastest of {(STATES, *_SMALLER)}.",
            "ratio: how many times as long as linkwright; to reach: against Pinocchio.",
            "CasADi: the textbook's algorithms on its symbols, its derivatives, its C.",
        ),
        missed=[_label(o) for o in outcomes if "NO" in (_verdict(o) or "")],
    )


def _row(outcome: Outcome) -> tuple[str | float | None, ...]:
    cells: list[str | float | None] = [
        _label(outcome),
        outcome.standings[ours.NAME].variant or str(STATES),
        outcome.nanoseconds(ours.NAME),
    ]
    for peer in _PEERS:
        cells += [outcome.nanoseconds(peer.name), times(outcome.ratio(peer.name))]
    return (*cells, _verdict(outcome))


def _label(outcome: Outcome) -> str:
    return f"{outcome.robot} {outcome.quantity.title}"


def _verdict(outcome: Outcome) -> str | None:
    ratio = outcome.ratio(PINOCCHIO_CPP.name)
    if ratio is None:
        return None
    return verdict(ratio, batch_ratio(outcome.robot, outcome.quantity), unit="x")
