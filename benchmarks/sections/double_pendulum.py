"""The ROMANSY paper's double pendulum, with MuJoCo in place of its simulator.

The paper, Sec. 5: its algorithm and CoppeliaSim "presented identical computational
speed" on it, neither drawing. It gives no numbers.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks import ours
from benchmarks.case import Case, case_of
from benchmarks.contest import contest
from benchmarks.peers import MUJOCO
from benchmarks.plan import Plan
from benchmarks.quantities import FORWARD_DYNAMICS, INVERSE_DYNAMICS
from benchmarks.table import Table, times

_ROBOT = "double-pendulum"
_INERTIA = (1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0)  # kg m^2; MuJoCo takes no point masses
_QUANTITIES = (INVERSE_DYNAMICS, FORWARD_DYNAMICS)


def measure(plan: Plan) -> Table:
    """Return nanoseconds of a state: ours in a batch and in single calls, MuJoCo's."""
    case = _pendulum()
    peers = plan.peer(MUJOCO.name)
    ways = {
        "a batch": ours.batch(case, _QUANTITIES),
        "one call a state": ours.one_by_one(case, _QUANTITIES),
    }
    rows, records = [], []
    for way, mine in ways.items():
        for outcome in contest(plan, case, mine, peers, _QUANTITIES):
            rows.append(
                (
                    f"{outcome.quantity.title}, {way}",
                    outcome.nanoseconds(ours.NAME),
                    outcome.nanoseconds(MUJOCO.name),
                    times(outcome.ratio(MUJOCO.name)),
                )
            )
            records.append(outcome.record() | {"way": way})
    return Table(
        name="double-pendulum",
        title="ns per evaluation of the double pendulum, one core",
        columns=("", "linkwright", MUJOCO.name, "ratio"),
        rows=rows,
        records=records,
        notes=(
            "Ours is called from Python, MuJoCo from a loop in C++.",
            "The ROMANSY paper found itself as fast as its simulator, without figures.",
        ),
    )


def _pendulum() -> Case:
    import linkwright

    description = linkwright.load(_ROBOT).description
    bodies = []
    for body in description.bodies:
        assert body.inertial is not None
        inertial = replace(body.inertial, inertia=_INERTIA)
        bodies.append(replace(body, inertial=inertial))
    return case_of(linkwright.Robot(replace(description, bodies=tuple(bodies))))
