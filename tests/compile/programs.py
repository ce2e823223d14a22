"""Programs for tests: random ones that use every operation, and some with a shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright import expr


def random_program(seed: int, operations: int, sizes: tuple[int, ...] = (3, 4, 2)):
    """Return a program of many operations whose values stay of order one."""
    rng = np.random.default_rng(seed)
    trace = expr.Trace()
    names = [f"x{i}" for i in range(len(sizes))]
    values: list[Any] = []
    for name, size in zip(names, sizes, strict=True):
        values += list(expr.argument(trace, name, size))
    for _ in range(operations):
        # Recent values mostly, so that the program is deep; old ones now and then.
        recent = values[-12:] if rng.random() < 0.8 else values
        picked = (recent[i] for i in rng.integers(len(recent), size=3))
        values.append(_combined(rng, *picked))
    matrix = expr.Array(values[-6:], 3)
    results = [
        expr.Result.of("vector", values[-5:]),
        expr.Result.of("matrix", matrix),
        expr.Result.of("number", values[operations // 2]),
    ]
    return expr.Program.build(f"random{seed}", trace, *results)


def _combined(rng: np.random.Generator, x: Any, y: Any, z: Any) -> Any:
    whole = float(rng.integers(9))  # as large as the positions of early values
    kinds = (
        lambda: 0.5 * x * y + z * 0.25,
        lambda: 0.5 * x - y * z * 0.3,
        lambda: 0.1 * (whole - x * y) * (whole + 1.0),
        lambda: (whole - y * z) / (whole + 2.0) + x / 3.0,
        lambda: x * 0.7 - 0.2,
        lambda: expr.sin(x) * expr.cos(x),
        lambda: expr.cos(y + z),
        lambda: expr.tan(0.3 * expr.sin(x)),
        lambda: -x,
        lambda: x / (1.5 + y * y),
        lambda: expr.sqrt(0.1 + x * x),
        lambda: expr.exp(expr.sin(z)) * 0.4,
        lambda: expr.log(1.1 + y * y),
        lambda: expr.asin(0.9 * expr.sin(x)),
        lambda: expr.acos(0.9 * expr.cos(y)) - 1.0,
        lambda: expr.atan(x + y),
        lambda: expr.atan2(x, 2.0 + y),
        lambda: expr.minimum(x, y) + expr.maximum(y, 0.1),
        lambda: expr.absolute(x) * 0.5 + expr.convert(expr.less(x, y)),
        lambda: expr.where(expr.less_equal(x, y), z, x * 0.5),
        lambda: expr.where(
            expr.logical_or(
                expr.logical_and(expr.less(x, 0.3), expr.less(y, z)),
                expr.logical_not(expr.less(z, 0.2)),
            ),
            x,
            y,
        ),
        lambda: expr.sign(x - 0.1) * y,
    )
    return kinds[rng.integers(len(kinds))]()


def inputs(program: expr.Program, *batch: int, seed: int = 0) -> list[np.ndarray]:
    """Return random arrays for the arguments of a program."""
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1.5, 1.5, (*batch, a.size)) for a in program.arguments]
