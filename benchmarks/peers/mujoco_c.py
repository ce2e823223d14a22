"""MuJoCo through the library and the C headers in its wheel.

MuJoCo has finite-difference derivatives only, so it takes no part in those rows. Its
stages do some work beyond the quantity asked (its kinematics also places centres of
mass); they are the least its interface lets one call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.build import SOURCES, build
from benchmarks.case import Case
from benchmarks.exchange import write_states
from benchmarks.peers.contract import lacks
from benchmarks.program import Program
from benchmarks.quantities import Quantity
from tests.references.mujoco_peer import MujocoPeer, mujoco_peer
from tests.references.plain_tree import Array


@dataclass(frozen=True, eq=False)
class MujocoProgram:
    """The running program, and the way back from MuJoCo's coordinates."""

    program: Program
    peer: MujocoPeer
    case: Case

    def tasks(self) -> list[str]:
        return self.program.tasks()

    def time(self, task: str, passes: int) -> float:
        return self.program.time(task, passes)

    def result(self, task: str) -> Array:
        q, v = self.case.q, self.case.v
        numbers = self.program.result(task).reshape(len(q), -1)
        if task == "inverse_dynamics":
            return self.peer.velocities_back(q, numbers)
        if task == "forward_dynamics":
            return self.peer.accelerations_back(q, v, numbers)
        if task == "mass_matrix":
            square = numbers.reshape(len(q), v.shape[1], v.shape[1])
            return self.peer.matrix_back(q, square).reshape(len(q), -1)
        poses = numbers.reshape(len(q), len(self.peer.order), 12)
        return poses[:, np.argsort(self.peer.order)].reshape(len(q), -1)

    def close(self) -> None:
        self.program.close()


def missing() -> str:
    """Return why it cannot be measured here, or an empty text."""
    return lacks(modules=("mujoco",), language="c++")


def prepare(
    case: Case, quantities: Sequence[Quantity], folder: Path, patience: float
) -> MujocoProgram:
    """Return the robot in the compiled program."""
    peer = mujoco_peer(case.robot.description)
    robot = folder / "robot.xml"
    robot.write_text(peer.text, encoding="utf-8")
    states = write_states(
        folder / "states.bin",
        peer.coordinates(case.q),
        peer.velocities(case.q, case.v),
        peer.accelerations(case.q, case.v, case.a),
        peer.velocities(case.q, case.tau),
    )
    return MujocoProgram(Program(compiled(), robot, states), peer, case)


def compiled() -> Path:
    """Return the program."""
    spec = find_spec("mujoco")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent
    library = next(folder.glob("libmujoco*"))
    return build(
        SOURCES / "mujoco.cpp",
        ["-std=c++17", f"-I{folder / 'include'}", str(library), f"-Wl,-rpath,{folder}"],
        depends=metadata.version("mujoco"),
    )
