"""Pinocchio's Python binding: one call a state, the way most people use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np

from benchmarks.case import Case
from benchmarks.peers.contract import lacks
from benchmarks.quantities import Quantity
from tests.references.pinocchio_peer import PinocchioPeer, pinocchio_peer
from tests.references.plain_tree import Array

Call = Callable[[Array, Array, Array, Array], Any]


@dataclass(frozen=True, eq=False)
class PinocchioBinding:
    """The robot, the calls into the binding, and what they leave behind."""

    calls: dict[str, Call]
    read: dict[str, Callable[[], Array]]
    case: Case

    def tasks(self) -> list[str]:
        return list(self.calls)

    def time(self, task: str, passes: int) -> float:
        call = self.calls[task]
        states = list(zip(*self.case.states, strict=True))
        start = perf_counter_ns()
        for _ in range(passes):
            for state in states:
                call(*state)
        return (perf_counter_ns() - start) / (passes * len(states))

    def result(self, task: str) -> Array:
        rows = []
        for state in zip(*self.case.states, strict=True):
            self.calls[task](*state)
            rows.append(np.array(self.read[task]()).ravel())
        return np.array(rows)

    def close(self) -> None:
        """Nothing to let go of."""


def missing() -> str:
    """Return why it cannot be measured here, or an empty text."""
    return lacks(modules=("pinocchio",))


def prepare(
    case: Case, quantities: Sequence[Quantity], folder: Path, patience: float
) -> PinocchioBinding:
    """Return the robot in Pinocchio, its joints in our order."""
    peer = pinocchio_peer(case.robot.description)
    assert np.array_equal(peer.v_index, np.arange(case.tree.nv)), "the orders differ"
    calls, read = _calls(peer)
    wanted = {quantity.name for quantity in quantities}
    return PinocchioBinding(
        {task: call for task, call in calls.items() if task in wanted}, read, case
    )


def _calls(
    peer: PinocchioPeer,
) -> tuple[dict[str, Call], dict[str, Callable[[], Array]]]:
    import pinocchio as pin  # type: ignore[import-not-found]

    model, data = peer.model, peer.data
    calls: dict[str, Call] = {
        "inverse_dynamics": lambda q, v, a, tau: pin.rnea(model, data, q, v, a),
        "forward_dynamics": lambda q, v, a, tau: pin.aba(model, data, q, v, tau),
        "forward_kinematics": lambda q, v, a, tau: pin.forwardKinematics(
            model, data, q
        ),
        "mass_matrix": lambda q, v, a, tau: pin.crba(model, data, q),
        "inverse_dynamics_derivatives": (
            lambda q, v, a, tau: pin.computeRNEADerivatives(model, data, q, v, a)
        ),
        "forward_dynamics_derivatives": (
            lambda q, v, a, tau: pin.computeABADerivatives(model, data, q, v, tau)
        ),
    }
    read: dict[str, Callable[[], Array]] = {
        "inverse_dynamics": lambda: data.tau,
        "forward_dynamics": lambda: data.ddq,
        "forward_kinematics": lambda: np.concatenate(
            [
                np.concatenate([pose.rotation.ravel(), pose.translation])
                for pose in list(data.oMi)[1:]
            ]
        ),
        "mass_matrix": lambda: _full(data.M),
        "inverse_dynamics_derivatives": lambda: np.stack([data.dtau_dq, data.dtau_dv]),
        "forward_dynamics_derivatives": lambda: np.stack(
            [data.ddq_dq, data.ddq_dv, _full(data.Minv)]
        ),
    }
    return calls, read


def _full(upper: Array) -> Array:
    """Return a symmetric matrix of which Pinocchio fills the upper triangle."""
    return np.triu(upper) + np.triu(upper, 1).T
