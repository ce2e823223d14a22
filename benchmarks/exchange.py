"""The two files every compiled peer reads: a robot's numbers, and the states."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.references.plain_tree import Array, PlainTree

# The peers' programs build these; the robots of the benchmarks have no others.
JOINTS = ("revolute", "prismatic", "free")


def write_robot(path: Path, tree: PlainTree) -> Path:
    """Write the robot as peers/protocol.hpp reads it: a body a line, parents first."""
    lines = [str(len(tree.joints)), _text(tree.gravity)]
    for index, joint in enumerate(tree.joints):
        if joint.type not in JOINTS or joint.parent >= index or joint.armature:
            raise ValueError(f"the exchange file has no words for '{joint.name}'")
        numbers = (
            *joint.axis,
            *joint.rotation.ravel(),
            *joint.position,
            joint.mass,
            *joint.center_of_mass,
            *joint.inertia.ravel(),
        )
        lines.append(f"{joint.parent} {joint.type} {_text(numbers)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_states(path: Path, q: Array, v: Array, a: Array, tau: Array) -> Path:
    """Write the states: their number, nq, nv, then all of q, of v, of a, of tau."""
    with path.open("wb") as file:
        np.array([len(q), q.shape[1], v.shape[1]], np.int64).tofile(file)
        for rows in (q, v, a, tau):
            np.ascontiguousarray(rows, np.float64).tofile(file)
    return path


def _text(numbers: object) -> str:
    return " ".join(repr(float(number)) for number in numbers)  # type: ignore[attr-defined]
