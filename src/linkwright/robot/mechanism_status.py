"""What can go wrong in a row of a mechanism, as numbers and in words."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.algorithms.loops.plan import Plan
from linkwright.model.mechanism import Mechanism
from linkwright.robot.failed_rows import NEGATIVE_REASON


def singular_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of loops whose forces are undefined."""
    return 2.0 * len(plan.stages) + 2.0 * mechanism.nv + 1.0


def massless_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of a mass matrix that is not positive definite."""
    return singular_status(mechanism, plan) + 1.0


def negative_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of a varied number that may not be negative."""
    return massless_status(mechanism, plan) + 1.0


def no_length_status(mechanism: Mechanism, plan: Plan, strut: int) -> float:
    """Return the status of an element without length."""
    return negative_status(mechanism, plan) + 1.0 + strut


def out_of_reach_status(plan: Plan, drive: int) -> float:
    """Return the status of a drive's coordinate that no configuration has."""
    return 2.0 * len(plan.stages) + 2.0 * drive + 1.0


def reasons_of(mechanism: Mechanism, plan: Plan) -> dict[int, str]:
    """Return what each status means."""
    found: dict[int, str] = {}
    for k, stage in enumerate(plan.stages):
        names = sorted({mechanism.closures[c].name for c, _ in stage.rows})
        loops = " and ".join(f"'{name}'" for name in names)
        found[2 * k + 1] = f"loop {loops} cannot be closed here"
        found[2 * k + 2] = f"loop {loops} closes on its other branch here"
    together = _listed(drive.name for drive in mechanism.drives if not drive.alone)
    for k, drive in enumerate(mechanism.drives):
        base = int(out_of_reach_status(plan, k))
        if drive.actuators and drive.alone:
            found[base] = f"actuator '{drive.name}' is out of reach"
            found[base + 1] = f"actuator '{drive.name}' is at a dead point"
        elif drive.actuators:
            found[base] = f"no position was found for the lengths of {together}"
            found[base + 1] = f"{together} are at a dead point, all together"
    found[int(singular_status(mechanism, plan))] = (
        "the loops' forces are undefined: a singular position"
    )
    found[int(massless_status(mechanism, plan))] = (
        "some joint moves no mass: M is not positive definite"
    )
    found[int(negative_status(mechanism, plan))] = NEGATIVE_REASON
    for k, strut in enumerate(mechanism.struts):
        found[int(no_length_status(mechanism, plan, k))] = (
            f"element '{strut.name}' has no length here, so no direction"
        )
    return found


def _listed(names: Iterable[str]) -> str:
    *others, last = [f"'{name}'" for name in names] or [""]
    return f"{', '.join(others)} and {last}" if others else last
