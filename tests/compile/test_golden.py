"""The text of one small kernel, kept whole so that changes to it are seen in review.

python -m tests.compile.test_golden --update     writes it anew
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.module import Module
from linkwright.compile.pipeline import lower
from linkwright.compile.target import Target, host_target
from linkwright.expr.interpret import evaluate
from tests.compile.run import Compiled

GOLDEN = Path(__file__).parents[1] / "golden" / "pendulum.ll"
TARGET = Target("x86_64-unknown-linux-gnu", "x86-64-v3", "", 4, has_fma=True)


def pendulum() -> expr.Program:
    """The torque of a damped pendulum, whose length is a design parameter."""
    trace = expr.Trace()
    q = expr.argument(trace, "q", 1)[0]
    v = expr.argument(trace, "v", 1)[0]
    a = expr.argument(trace, "a", 1)[0]
    length = expr.argument(trace, "length", 1, expr.CASE)[0]
    torque = length * length * a + 9.81 * length * expr.sin(q) + 0.1 * v
    height = length - length * expr.cos(q)
    results = expr.Result.of("torque", [torque]), expr.Result.of("height", [height])
    return expr.Program.build("pendulum", trace, *results)


def lowered() -> Module:
    return lower(pendulum(), target=TARGET)


def test_text_is_the_golden_text() -> None:
    assert lowered().text == GOLDEN.read_text(), (
        "The text of kernels changed. If it should: "
        "python -m tests.compile.test_golden --update"
    )


def test_golden_text_runs_and_agrees_with_the_interpreter() -> None:
    host = host_target()
    if host.architecture != "x86_64" or host.lanes64 < 4 or not host.has_fma:
        pytest.skip("the golden text is for x86-64 with AVX2 and FMA")
    made = Compiled(replace(lowered(), text=GOLDEN.read_text()))
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(11, 1)) for _ in range(3)] + [np.array([0.7])]
    expected = evaluate(pendulum(), *arrays)
    for ours, theirs in zip(made(*arrays), expected, strict=True):
        # A few roundings of sums that may cancel.
        np.testing.assert_allclose(ours, theirs, rtol=1e-14, atol=1e-14)


if __name__ == "__main__" and "--update" in sys.argv:
    GOLDEN.write_text(lowered().text)
