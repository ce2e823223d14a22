"""How the motion's cost grows with joints, and what leaving out dynamics saves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

from benchmarks.motion import JOINTS, KINDS, PAPER, ROBOTS
from benchmarks.motion_times import cells
from benchmarks.plan import Plan
from benchmarks.table import Table

Seconds = Mapping[str, Mapping[str, float]]
"""By kind and robot."""


def measure(plan: Plan) -> Table:
    """Return lines through 2, 4 and 6 joints, and the shares saved, ours and theirs."""
    found = cells(plan)
    measured: dict[str, Seconds] = {
        "paper": PAPER,
        "1000 calls": {k: {n: found[n, k].calls for n in ROBOTS} for k in KINDS},
        "one batch": {k: {n: found[n, k].batch for n in ROBOTS} for k in KINDS},
    }
    rows, records = [], []
    for who, seconds in measured.items():
        saved = {
            n: 1.0 - seconds["kinematic"][n] / seconds["dynamic"][n] for n in ROBOTS
        }
        for kind in KINDS:
            line = _line(seconds[kind])
            shares = [
                f"{saved[n]:.0%}" if kind == "kinematic" else None for n in ROBOTS
            ]
            rows.append(
                (
                    f"{who}, {kind}",
                    f"{line.fixed * 1e3:.4g} ms",
                    f"{line.per_joint * 1e3:.4g} ms",
                    f"{line.residual:.1%}",
                    *shares,
                )
            )
            records.append({"who": who, "kind": kind, "saved": saved} | asdict(line))
    return Table(
        name="motion-growth",
        title="the same motion: fixed + per joint x joints, and saved without dynamics",
        columns=("", "fixed", "per joint", "residual", *ROBOTS),
        rows=rows,
        records=records,
        notes=(
            "Lines through the arms' 2, 4 and 6 joints by least squares; residual: the"
            " largest distance from the line, of the time there.",
            "Under a robot's name: the share of the dynamic time that kinematics alone"
            " saves. The paper's text says 60 to 70 %.",
        ),
    )


@dataclass(frozen=True)
class _Line:
    """Seconds of 1000 steps: fixed + per joint x joints."""

    fixed: float
    per_joint: float
    residual: float


def _line(seconds: Mapping[str, float]) -> _Line:
    joints = np.array(list(JOINTS.values()), float)
    measured = np.array([seconds[name] for name in JOINTS])
    per_joint, fixed = np.polyfit(joints, measured, 1)
    off = np.abs((fixed + per_joint * joints) / measured - 1.0)
    return _Line(float(fixed), float(per_joint), float(off.max()))
