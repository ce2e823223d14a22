"""One Python call for one state, beside Pinocchio's Python binding."""

from __future__ import annotations

from benchmarks import ours
from benchmarks.case import bundled
from benchmarks.contest import Outcome, contest
from benchmarks.peers import PINOCCHIO_PYTHON
from benchmarks.plan import Plan
from benchmarks.quantities import FORWARD_DYNAMICS, INVERSE_DYNAMICS
from benchmarks.table import Table, times, verdict
from benchmarks.targets import CALL_RATIO

_QUANTITIES = (INVERSE_DYNAMICS, FORWARD_DYNAMICS)


def measure(plan: Plan) -> Table:
    """Return nanoseconds per call."""
    outcomes: list[Outcome] = []
    for name in plan.robots:
        case = bundled(name)
        mine = ours.one_by_one(case, _QUANTITIES)
        peers = plan.peer(PINOCCHIO_PYTHON.name)
        outcomes += contest(plan, case, mine, peers, _QUANTITIES)
    return Table(
        name="latency",
        title="ns per Python call, one state",
        columns=("", "linkwright", PINOCCHIO_PYTHON.name, "ratio", "to reach"),
        rows=[
            (
                f"{o.robot} {o.quantity.title}",
                o.nanoseconds(ours.NAME),
                o.nanoseconds(PINOCCHIO_PYTHON.name),
                times(o.ratio(PINOCCHIO_PYTHON.name)),
                _verdict(o),
            )
            for o in outcomes
        ],
        records=[o.record() for o in outcomes],
        notes=("Ours gives a new array at every call, Pinocchio its data's own.",),
        missed=[f"{o.robot} call" for o in outcomes if "NO" in (_verdict(o) or "")],
    )


def _verdict(outcome: Outcome) -> str | None:
    ratio = outcome.ratio(PINOCCHIO_PYTHON.name)
    if ratio is None or outcome.quantity is not INVERSE_DYNAMICS:
        return None
    return verdict(ratio, CALL_RATIO.get(outcome.robot), unit="x")
