"""CasADi: its expressions turned into C by its own generator, compiled -O3.

CasADi brings no rigid-body algorithms; casadi_algorithms.py writes the textbook's. Long
programs take gcc minutes, once; the table says where it was done in time at -O1 only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks.build import SOURCES, TooLong, build
from benchmarks.case import Case
from benchmarks.exchange import write_states
from benchmarks.peers.contract import lacks
from benchmarks.program import Program
from benchmarks.quantities import Quantity
from tests.references.plain_tree import Array, PlainTree

# gcc needs minutes at -O3 for tens of thousands of lines; where patience ends, -O1.
LEVELS = ("-O3", "-O1")


@dataclass(frozen=True)
class GeneratedProgram:
    """The running program."""

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
    return lacks(modules=("casadi",), language="c") or lacks(language="c++")


def prepare(
    case: Case, quantities: Sequence[Quantity], folder: Path, patience: float
) -> GeneratedProgram:
    """Return the robot's generated programs, loaded."""
    lines = []
    for quantity in quantities:
        function = generate(case.tree, quantity)
        try:
            library, level = _compiled_in_time(function, folder, patience)
        except TooLong as reason:
            print(f"left out: CasADi's {reason}", flush=True)
            continue
        task = quantity.name if level == LEVELS[0] else f"{quantity.name}/{level}"
        lines.append(f"{task} {library} {function.name()} {function.nnz_out()}")
    listed = folder / "functions.txt"
    listed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    states = write_states(folder / "states.bin", *case.states)
    runner = build(SOURCES / "casadi.cpp", ["-std=c++17", "-ldl"])
    return GeneratedProgram(Program(runner, listed, states), len(case.q))


def generate(tree: PlainTree, quantity: Quantity) -> Any:
    """Return the CasADi function of q, v, a, tau with one dense column of numbers."""
    import casadi as ca

    q = ca.SX.sym("q", tree.nq)
    v, a, tau = (ca.SX.sym(name, tree.nv) for name in ("v", "a", "tau"))
    column = ca.densify(_EXPRESSIONS[quantity.name](tree, q, v, a, tau))
    return ca.Function(f"{tree.name}_{quantity.name}", [q, v, a, tau], [column])


def compiled(
    function: Any,
    folder: Path,
    *,
    level: str = LEVELS[0],
    patience: float = 600.0,
    reuse: bool = True,
) -> Path:
    """Return the shared library of a function."""
    import casadi as ca

    generator = ca.CodeGenerator(f"{function.name()}.c")
    generator.add(function)
    generator.generate(f"{folder}/")
    return build(
        folder / f"{function.name()}.c",
        [level, "-lm"],
        language="c",
        depends=metadata.version("casadi"),
        shared=True,
        patience=patience,
        reuse=reuse,
    )


def _compiled_in_time(function: Any, folder: Path, patience: float) -> tuple[Path, str]:
    """Return the library and the level at which gcc was done in time."""
    for level in LEVELS[:-1]:
        try:
            return compiled(function, folder, level=level, patience=patience), level
        except TooLong:
            continue
    last = LEVELS[-1]
    return compiled(function, folder, level=last, patience=patience), last


def _inverse_dynamics(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    from benchmarks.peers.casadi_algorithms import inverse_dynamics

    return inverse_dynamics(tree, q, v, a)


def _forward_dynamics(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    from benchmarks.peers.casadi_articulated import forward_dynamics

    return forward_dynamics(tree, q, v, tau)


def _forward_kinematics(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    from benchmarks.peers.casadi_algorithms import forward_kinematics

    return forward_kinematics(tree, q)


def _mass_matrix(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    from benchmarks.peers.casadi_algorithms import mass_matrix

    return _row_by_row(mass_matrix(tree, q))


def _inverse_derivatives(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    import casadi as ca

    from benchmarks.peers.casadi_derivatives import inverse_dynamics_derivatives

    return ca.vertcat(*map(_row_by_row, inverse_dynamics_derivatives(tree, q, v, a)))


def _forward_derivatives(tree: PlainTree, q: Any, v: Any, a: Any, tau: Any) -> Any:
    import casadi as ca

    from benchmarks.peers.casadi_derivatives import forward_dynamics_derivatives

    return ca.vertcat(*map(_row_by_row, forward_dynamics_derivatives(tree, q, v, tau)))


def _row_by_row(matrix: Any) -> Any:
    import casadi as ca

    return ca.vec(ca.densify(matrix).T)


_EXPRESSIONS: dict[str, Callable[..., Any]] = {
    "inverse_dynamics": _inverse_dynamics,
    "forward_dynamics": _forward_dynamics,
    "forward_kinematics": _forward_kinematics,
    "mass_matrix": _mass_matrix,
    "inverse_dynamics_derivatives": _inverse_derivatives,
    "forward_dynamics_derivatives": _forward_derivatives,
}
