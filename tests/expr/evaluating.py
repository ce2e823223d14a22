"""Traces small functions of one vector and evaluates them with the interpreter."""

import numpy as np

from linkwright.expr import Program, Result, Trace, argument
from linkwright.expr.interpret import evaluate


def traced(function, size):
    """Return the program  y = function(x)  of a vector x."""
    trace = Trace()
    x = argument(trace, "x", size)
    return Program.build("traced", trace, Result.of("y", function(x)))


def value(function, x):
    """Return function(x), traced and evaluated; x has the vector on its last axis."""
    x = np.asarray(x, float)
    return evaluate(traced(function, x.shape[-1]), x)[0]


def slope_by_differences(function, x, h=1e-5):
    """Return dy/dx by central differences, one step of Richardson's extrapolation."""
    program = traced(function, len(x))

    def difference(step):
        shifts = np.concatenate([np.eye(len(x)), -np.eye(len(x))]) * step
        y = evaluate(program, x + shifts)[0].reshape(2 * len(x), -1)
        return (y[: len(x)] - y[len(x) :]).T / (2 * step)

    return (4 * difference(h / 2) - difference(h)) / 3
