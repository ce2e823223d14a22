"""A robot with the states at which everyone evaluates it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.chains import chain_text
from tests.references.plain_tree import Array, PlainTree, plain_tree

STATES = 1024  # q, v, a and tau of 37 joints and their results stay in L2
ROBOTS = ("arm7", "dual27", "human37")


@dataclass(frozen=True, eq=False)
class Case:
    """Our robot, its numbers for the peers, and states row by row."""

    name: str
    robot: Any
    tree: PlainTree
    q: Array
    v: Array
    a: Array
    tau: Array

    @property
    def states(self) -> tuple[Array, Array, Array, Array]:
        """The states in the order of the exchange file."""
        return self.q, self.v, self.a, self.tau

    @property
    def arguments(self) -> dict[str, Array]:
        """The states by name."""
        return {"q": self.q, "v": self.v, "a": self.a, "tau": self.tau}


def bundled(name: str, states: int = STATES) -> Case:
    """Return one of our robots with its states."""
    import linkwright

    return case_of(linkwright.load(name), states)


def chain(length: int, folder: Path, states: int = STATES) -> Case:
    """Return the chain of so many joints, read from a file like any robot."""
    import linkwright

    path = folder / f"chain{length}.yaml"
    path.write_text(chain_text(length), encoding="utf-8")
    return case_of(linkwright.load(path), states)


def case_of(robot: Any, states: int = STATES) -> Case:
    """Return a robot with its states."""
    tree = plain_tree(robot.description)
    generator = np.random.default_rng(0)
    q = generator.uniform(-3.0, 3.0, (states, tree.nq))
    v = generator.normal(size=(states, tree.nv))
    a = generator.normal(size=(states, tree.nv))
    tau = generator.normal(size=(states, tree.nv))
    for joint, part in zip(tree.joints, tree.coordinate_slices(), strict=True):
        if joint.type == "free":
            quaternion = q[:, part][:, 3:]
            quaternion /= np.linalg.norm(quaternion, axis=1, keepdims=True)
    return Case(tree.name, robot, tree, q, v, a, tau)
