"""Actuator space of a mechanism: from drives to joints, back, and forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from linkwright.algorithms.actuators import (
    drive_forces,
    drive_length,
    drive_positions,
)
from linkwright.algorithms.drive_positions import from_drives
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.plan import Plan
from linkwright.expr import (
    Array,
    Node,
)
from linkwright.model.mechanism import Mechanism, Sharing
from linkwright.robot.failed_rows import STATUS
from linkwright.robot.mechanism_embedded import Embedded, joint_forces, reach_status
from linkwright.robot.quantities import (
    Inputs,
    Outputs,
)


def forces_of_drives(m: Embedded) -> Outputs:
    """Return the drives' forces, with a status at dead points."""
    tau = joint_forces(m, m.v, m.a)
    forces, dead = drive_forces(m.motion, tau, dict(_drive_shares(m.mechanism)))
    return {"forces": forces, STATUS: reach_status(m, [False] * len(dead), dead)}


def _drive_shares(mechanism: Mechanism) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield for each drive of several actuators the ratio of their forces."""
    for drive in mechanism.drives:
        if len(drive.actuators) < 2:
            continue
        parts = [(f"{name}.slide", name) for name in drive.actuators]
        for share in mechanism.sharing:
            if "drive" in share.components and set(share.of) & {
                name for pair in parts for name in pair
            }:
                ratios = _ratios(share)
                yield (
                    drive.name,
                    tuple(ratios.get(a, ratios.get(b, 0.0)) for a, b in parts),
                )


def _ratios(share: Sharing) -> dict[str, Any]:
    """Return what each connection takes of a drive's force, relative to the others."""
    if share.rule == "all_to":
        return {name: float(name == share.to) for name in share.of}
    if share.rule == "compliance":  # the stiffer takes more
        inverse = (1.0 / weight for weight in share.weights)
        return dict(zip(share.of, inverse, strict=True))
    if share.rule == "ratios":
        return dict(zip(share.of, share.weights, strict=True))
    return dict.fromkeys(share.of, 1.0)


def to_actuators(m: Embedded) -> Outputs:
    """Return positions, rates and accelerations of the drives."""
    v, a = m.v, m.a
    rates, accelerations = [], []
    for drive in m.mechanism.drives:
        if drive.actuators:
            length = drive_length(m.motion, drive)
            rates.append(m.motion.rate_of(length, v))
            accelerations.append(m.motion.second_rate_of(length, v, a))
        else:
            rates.append(v[drive.index])
            accelerations.append(a[drive.index])
    return {
        "position": drive_positions(m.motion),
        "rate": Array(rates),
        "acceleration": Array(accelerations),
    }


def from_actuators(mechanism: Mechanism, plan: Plan, inputs: Inputs) -> Outputs:
    """Return q, v, a from positions, rates and accelerations of the drives."""
    x, xd, xdd = (inputs[k] for k in ("position", "rate", "acceleration"))
    found = from_drives(mechanism, plan, x, xd, xdd)
    motion = Embedding(mechanism, found.q, found.q, 0.0)
    m = Embedded(mechanism, plan, motion, inputs, {})
    status = reach_status(m, found.out_of_reach, found.dead)
    outputs: Mapping[str, Any] = {"q": found.q, "v": found.v, "a": found.a}
    return {**outputs, STATUS: status} if isinstance(status, Node) else outputs
