"""Many steps of a fixed-step integrator as one program: a scan over the steps.

A row whose state is no longer finite keeps its last good state, and the number of
steps it took to there.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr import (
    CASE,
    CONSTANT,
    Array,
    Program,
    Result,
    Trace,
    absolute,
    argument,
    equal,
    less,
    logical_and,
    maximum,
    scan,
    where,
)
from linkwright.simulation.integrators.fixed import FixedStep
from linkwright.simulation.system import Symbols, System

_HUGE = 1e100  # no robot's coordinate or velocity; its square is still finite


def traced_advance(system: System, method: FixedStep, steps: int) -> Program:
    """Return the program of so many steps.

    Arguments: time and state at the start, the step, the target's numbers (for each
    step, at each of the method's shares), parameters. Results: state, good steps.
    """
    trace = Trace()
    size, width = system.size, system.reference.inputs
    (begin,) = argument(trace, "time", 1)
    state = argument(trace, "state", size)
    (h,) = argument(trace, "step", 1, CASE)
    targets = varied = Array(())
    if width:
        numbers = steps * len(method.shares) * width
        targets = argument(trace, "target", numbers, CONSTANT)
    if system.robot.varied:
        varied = argument(trace, "parameters", len(system.robot.varied), CASE)

    def step(carry: Array, given: Array, constants: Array) -> Any:
        begin, h, varied = constants[0], constants[1], constants[2:]
        x, number, good = carry[:size], carry[size], carry[size + 1]
        here = {
            share: given[k * width : (k + 1) * width]
            for k, share in enumerate(method.shares)
        }
        symbols = Symbols(begin + number * h, x, here[0.0], varied)
        found = method.one_step(system, symbols, h, here)
        if system.on_tree:
            there = Symbols(symbols.t + h, found, here[0.0], varied)
            found = system.held(system.at(there))
        largest: Any = 0.0
        for entry in found:
            largest = maximum(largest, absolute(entry))  # NaN where an entry is
        fine = logical_and(less(largest, _HUGE), equal(number, good))
        kept = Array(where(fine, a, b) for a, b in zip(found, x, strict=True))
        return (*kept, number + 1.0, where(fine, good + 1.0, good)), ()

    found = scan(
        step,
        steps=steps,
        carry=(*state, 0.0, 0.0),
        inputs=targets,
        constants=(begin, h, *varied),
    )
    return Program.build(
        "advance",
        trace,
        Result.of("state", found.carry[:size]),
        Result.of("good", found.carry[size + 1]),
    )
