"""Operation counts of what a robot computes, in every formulation.

Before simplification: a formulation as it is written, for any robot of this topology
and these joint types. Every number of the model is a symbol, products with 0 and 1
stay, what is written twice counts twice; only what depends on the model's numbers
alone, which a program would compute once, does not count.

After: the program of this robot, whose numbers have folded away what they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, LinkwrightError
from linkwright.expr import argument
from linkwright.expr.counts import Counts, count, count_nodes
from linkwright.expr.node import LiteralTrace, Node
from linkwright.expr.program import live_nodes
from linkwright.model.opened import opened
from linkwright.model.tree import Model
from linkwright.robot.formulations import FORMULATIONS, providing
from linkwright.robot.quantities import QUANTITIES, results_of, size_of
from linkwright.robot.results import unknown_name
from linkwright.robot.text_table import text_table

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

# What is counted by default: the modules of a robot without options of their own.
MODULES = (
    "forward_kinematics",
    "body_motions",
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "mass_matrix_inverse",
    "coriolis_matrix",
    "gravity_forces",
    "bias_forces",
    "reactions",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "regressor",
    "center_of_mass",
    "centroidal_momentum_matrix",
    "kinetic_energy",
    "potential_energy",
)
QUICKEST = "(default)"
_BATCH, _ROUNDS = 1024, 15


@dataclass(frozen=True)
class Count:
    """The operations of one quantity in one formulation, for one state.

    Attributes:
        formulation: its name, `QUICKEST` for what is called without naming one.
        written: before simplification; None for robots with loops or elements.
        simplified: of this robot's program.
        nanoseconds: measured on one thread over a batch, if asked for.
    """

    quantity: str
    formulation: str
    written: Counts | None
    simplified: Counts
    nanoseconds: float | None = None


@dataclass(frozen=True)
class OperationCounts:
    """Counts by quantity and formulation; ``print`` shows them as a table.

    ``counts["inverse_dynamics", "spatial_operator"].simplified.multiplications``

    Attributes:
        robot: its name.
        rows: the counts.
        left_out: quantity and formulation without an answer for this robot, and why.
    """

    robot: str
    rows: tuple[Count, ...]
    left_out: dict[tuple[str, str], str]

    def __getitem__(self, key: str | tuple[str, str]) -> Count:
        quantity, name = (key, QUICKEST) if isinstance(key, str) else key
        for row in self.rows:
            if (row.quantity, row.formulation) == (quantity, name):
                return row
        known = tuple(f"{row.quantity}, {row.formulation}" for row in self.rows)
        raise unknown_name("count", f"{quantity}, {name}", known)

    def __iter__(self) -> Iterator[Count]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        measured = any(row.nanoseconds is not None for row in self.rows)
        header = ["quantity", "formulation", "mul before", "add before", "trig"]
        header += ["mul after", "add after", "trig", "ns"][: 3 + measured]
        lines = []
        for row in self.rows:
            cells: list[object] = [row.quantity, row.formulation]
            for counts in (row.written, row.simplified):
                cells += (
                    ["-"] * 3
                    if counts is None
                    else [counts.multiplications, counts.additions]
                    + [counts.trigonometric]
                )
            if measured:
                ns = row.nanoseconds
                cells.append("-" if ns is None else f"{ns:.1f}")
            lines.append(cells)
        left_out = (
            f"{quantity}, {name}: {why}"
            for (quantity, name), why in self.left_out.items()
        )
        about = f"{self.robot}: operations for one state, before and after simplifying"
        return "\n".join([about, "", text_table(header, lines), *left_out])


def count_operations(
    robot: Robot, quantities: Sequence[str] = (), *, measure: bool = False
) -> OperationCounts:
    """Return the counts of quantities, by default of all `MODULES`."""
    for name in quantities:
        if name not in MODULES:
            raise unknown_name("countable quantity", name, MODULES)
    rows: list[Count] = []
    left_out: dict[tuple[str, str], str] = {}
    mechanism = robot._kernels.is_mechanism
    for quantity in quantities or MODULES:
        for name in (QUICKEST, *providing(quantity, mechanism)):
            try:
                rows.append(_counted(robot, quantity, name, measure))
            except LinkwrightError as error:
                left_out[quantity, name] = error.finding
    return OperationCounts(robot.name, tuple(rows), left_out)


def _counted(robot: Robot, quantity: str, name: str, measure: bool) -> Count:
    options = {} if name == QUICKEST else {"formulation": name}
    simplified = count(robot.program(quantity, **options))
    written = None
    if not robot._kernels.is_mechanism:
        written = count_written(robot._kernels.model("bodies"), quantity, options)
    nanoseconds = _measured(robot, quantity, options) if measure else None
    return Count(quantity, name, written, simplified, nanoseconds)


def count_written(model: Model, quantity: str, options: dict[str, Any]) -> Counts:
    """Return the counts of a quantity as it is written, for any such robot."""
    trace = LiteralTrace()
    what = QUANTITIES[quantity]
    inputs = {
        name: argument(trace, name, size_of(name, model, options))
        for name in what.inputs
    }
    state = {x.number for x in trace.inputs}
    told = dict(options)
    stand_in = None
    if "formulation" in options:
        stand_in = FORMULATIONS[options["formulation"]].written.get(quantity)
    if stand_in is not None:
        told["function"] = stand_in
    else:
        model = opened(model, trace)
    outputs = what.trace(model, inputs, told)
    if stand_in is not None:  # all of a 4 x 4 product, its constant row too
        return count_nodes(_moving(trace.nodes, state))
    entries = [x for result in results_of(outputs) for x in result.entries]
    return count_nodes(_moving(live_nodes(trace, entries), state))


def _moving(nodes: list[Node], state: set[int]) -> list[Node]:
    """Return the nodes that depend on the state's inputs."""
    found = set(state)
    moving = []
    for node in nodes:
        if any(x.__class__ is Node and x.number in found for x in node.args):
            found.add(node.number)
            moving.append(node)
    return moving


def _measured(robot: Robot, quantity: str, options: dict[str, Any]) -> float:
    """Return nanoseconds per state on one thread: of some rounds the quickest.

    What else runs on the machine only ever takes time away.
    """
    if robot.varied:
        raise InputError(
            "operations of a robot with varied parameters are not timed",
            remedy="Count without measure=True.",
        )
    kernel = robot.kernel(quantity, **options)
    rng = np.random.default_rng(0)
    near = robot.neutral if robot._kernels.is_mechanism else None
    arrays = []
    for name in QUANTITIES[quantity].inputs:
        if name == "q":
            q = robot.random(rng, _BATCH)
            arrays.append(q if near is None else np.tile(near, (_BATCH, 1)))
        else:
            arrays.append(rng.normal(size=(_BATCH, robot.nv)))
    out = kernel(*arrays, threads=1, on_failure="nan")
    times = []
    for _ in range(_ROUNDS):
        start, passes = perf_counter(), 0
        while perf_counter() - start < 1e-3:
            kernel(*arrays, out=out, threads=1, on_failure="nan")
            passes += 1
        times.append((perf_counter() - start) / passes / _BATCH)
    return min(times) * 1e9
