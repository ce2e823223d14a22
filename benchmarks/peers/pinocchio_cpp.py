"""Pinocchio in C++, compiled here against the headers its wheel ships.

The algorithms are templates, so -O3 -march=native applies to all of them. The wheel's
own machine code, made for any x86-64, would be used only if the macro
PINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION were defined; it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from benchmarks.build import SOURCES, build
from benchmarks.case import Case
from benchmarks.exchange import write_robot, write_states
from benchmarks.peers.contract import lacks
from benchmarks.program import Program
from benchmarks.quantities import Quantity
from tests.references.plain_tree import Array

# As the wheel's own CMake target defines them.
DEFINITIONS = (
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)


@dataclass(frozen=True)
class PinocchioProgram:
    """The running program; its joints, velocities and frames are ours as they stand."""

    program: Program
    states: int

    def tasks(self) -> list[str]:
        return self.program.tasks()

    def time(self, task: str, passes: int) -> float:
        return self.program.time(task, passes)

    def result(self, task: str) -> Array:
        return self.program.result(task).reshape(self.states, -1)

    def close(self) -> None:
        self.program.close()


def missing() -> str:
    """Return why it cannot be measured here, or an empty text."""
    absent = lacks(modules=("pinocchio",), language="c++")
    if absent or eigen():
        return absent
    return "there are no Eigen headers (cmeel-eigen, CasADi's wheel or the system's)"


def prepare(
    case: Case, quantities: Sequence[Quantity], folder: Path, patience: float
) -> PinocchioProgram:
    """Return the robot in the compiled program."""
    robot = write_robot(folder / "robot.txt", case.tree)
    states = write_states(folder / "states.bin", *case.states)
    return PinocchioProgram(Program(compiled(), robot, states), len(case.q))


def compiled() -> Path:
    """Return the program; making it takes minutes, once."""
    include = prefix() / "include"
    return build(
        SOURCES / "pinocchio.cpp",
        [
            "-std=c++17",
            *DEFINITIONS,
            f"-I{include}",
            f"-I{eigen()}",
            f"-L{prefix() / 'lib'}",
            f"-Wl,-rpath,{prefix() / 'lib'}",
            f"-Wl,-rpath-link,{prefix() / 'lib'}",
            "-lpinocchio_default",
            "-lboost_serialization",
        ],
        depends=metadata.version("pin"),
    )


def prefix() -> Path:
    """Return the folder into which the wheel puts headers and libraries."""
    spec = find_spec("pinocchio")
    assert spec is not None and spec.origin is not None
    return next(p for p in Path(spec.origin).parents if p.name == "cmeel.prefix")


def eigen() -> Path | None:
    """Return a folder with the Eigen 3 headers Pinocchio is written on."""
    places = [prefix() / "include", Path("/usr/include"), Path("/usr/local/include")]
    casadi = find_spec("casadi")
    if casadi is not None and casadi.origin is not None:
        places.insert(1, Path(casadi.origin).parent / "include")
    folders = (place / "eigen3" for place in places)
    return next((f for f in folders if (f / "Eigen" / "Core").exists()), None)
