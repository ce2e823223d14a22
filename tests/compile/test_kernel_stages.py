"""Programs of several rates give the same numbers, however their stages are run."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile import CompileOptions, kernel_for
from linkwright.compile.runtime import launch
from linkwright.expr import CASE, CONSTANT, SAMPLE, STATE


def program(width: int = 6):
    """Return a program with all four rates."""
    trace = expr.Trace()
    g = expr.argument(trace, "gravity", 1, CONSTANT)
    p = expr.argument(trace, "parameters", 3, CASE)
    t = expr.argument(trace, "time", 1, SAMPLE)
    q = expr.argument(trace, "q", 2, STATE)
    constant = expr.sqrt(g[0] * g[0] + 1.0) * expr.exp(expr.sin(g[0]))
    case = [expr.sin(p[i % 3] * (i + 1.0)) * constant for i in range(width)]
    sample = [expr.cos(t[0] * (i + 1.0)) for i in range(width)]
    entries = [case[i] * sample[i] + q[i % 2] * case[-1 - i] for i in range(width)]
    energy = expr.exp(case[0]) * q[0] * q[1]
    return expr.Program.build(
        "rates",
        trace,
        expr.Result.of("energy", energy),
        expr.Result("table", (2, width // 2), tuple(entries)),
    )


def wanted(g, p, t, q, width=6):
    constant = np.sqrt(g[..., 0] ** 2 + 1.0) * np.exp(np.sin(g[..., 0]))
    case = [np.sin(p[..., i % 3] * (i + 1.0)) * constant for i in range(width)]
    sample = [np.cos(t[..., 0] * (i + 1.0)) for i in range(width)]
    entries = [case[i] * sample[i] + q[..., i % 2] * case[-1 - i] for i in range(width)]
    energy = np.exp(case[0]) * q[..., 0] * q[..., 1]
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in (g, p, t, q)))
    entries = [np.broadcast_to(entry, batch) for entry in entries]
    table = np.stack(entries, -1).reshape((*batch, 2, width // 2))
    return np.broadcast_to(energy, batch), table


def operands(seed, *leads):
    generator = np.random.default_rng(seed)
    sizes = (1, 3, 1, 2)
    return [
        generator.standard_normal((*lead, size))
        for lead, size in zip(leads, sizes, strict=True)
    ]


LEADS = {
    "one": ((), (), (), ()),
    "states": ((), (), (), (40,)),
    "cases": ((), (40,), (), (40,)),
    "all rows differ": ((700,), (700,), (700,), (700,)),
    "grid": ((), (30, 1), (50,), (30, 50)),
    "long grid": ((), (4, 1), (900,), (4, 900)),
    "only cases": ((), (900,), (), ()),
    "only the gravity": ((900,), (), (), ()),
    "outer states": ((), (1, 20), (), (70, 1)),
    "empty": ((), (0,), (), ()),
}


@pytest.mark.parametrize("threads", [None, 1, 3])
@pytest.mark.parametrize("rates", [True, False])
@pytest.mark.parametrize("leads", LEADS.values(), ids=LEADS)
def test_stages_give_what_numpy_gives(leads, rates, threads):
    options = CompileOptions(rates=rates)
    kernel = kernel_for(program, key="rates", options=options)
    given = operands(1, *leads)
    for found, right in zip(
        kernel(*given, threads=threads), wanted(*given), strict=True
    ):
        assert found.shape == right.shape
        # sin, cos and exp differ from NumPy's by 2 ulp, sums of two by as much again
        np.testing.assert_allclose(found, right, rtol=1e-14, atol=1e-14)


def test_all_ways_through_the_stages_agree_to_the_last_bit(monkeypatch):
    kernel = kernel_for(program, key="rates")
    given = operands(2, (), (40, 1), (30,), (40, 30))
    reference = kernel(*given, threads=1)
    full = [np.broadcast_to(x, (40, 30, x.shape[-1])) for x in given]
    ways = [kernel(*full, threads=2), kernel(*full), kernel(*given)]
    rows = [kernel(*(x[i, j] for x in full)) for i in range(0, 40, 9) for j in (0, 29)]
    for energy, table in ways:
        np.testing.assert_array_equal(energy, reference[0])
        np.testing.assert_array_equal(table, reference[1])
    for k, (energy, table) in enumerate(rows):
        i, j = range(0, 40, 9)[k // 2], (0, 29)[k % 2]
        assert energy == reference[0][i, j]
        np.testing.assert_array_equal(table, reference[1][i, j])
    # nothing is kept: every prologue runs block by block
    monkeypatch.setattr(launch, "_worth_keeping", lambda *_: False)
    for found, right in zip(kernel(*given, threads=2), reference, strict=True):
        np.testing.assert_array_equal(found, right)


def test_a_prologue_runs_once_for_what_does_not_vary(monkeypatch):
    kernel = kernel_for(program, key="rates")
    ran = {}
    run = launch._run

    def watched(chain, threads):
        for part in chain.parts:
            ran[part.loop.stage.axes] = chain.cursor.rows_left
        run(chain, threads)

    monkeypatch.setattr(launch, "_run", watched)
    kernel(*operands(3, (), (30, 1), (50,), (30, 50)), threads=2)
    assert ran == {CONSTANT: 1, CASE: 30, SAMPLE: 50, STATE: 1500}
    ran.clear()
    kernel(*operands(4, (), (), (), (1500,)), threads=2)
    assert ran == {CONSTANT: 1, CASE: 1, SAMPLE: 1, STATE: 1500}
    ran.clear()  # every row its own case: its values are made just before their use
    kernel(*operands(5, (), (1500,), (), (1500,)), threads=2)
    assert ran == {CONSTANT: 1, CASE: 1500, SAMPLE: 1, STATE: 1500}


def test_what_was_kept_on_disk_runs_like_what_was_traced():
    from linkwright.compile.build import forget_loaded_code

    given = operands(6, (), (30, 1), (50,), (30, 50))
    first = kernel_for(program, key="rates on disk")(*given)
    forget_loaded_code()

    def never():
        raise AssertionError("traced")

    kernel = kernel_for(never, key="rates on disk")
    for found, right in zip(kernel(*given), first, strict=True):
        np.testing.assert_array_equal(found, right)
    assert kernel.name == "rates"
    assert kernel.results == (("energy", ()), ("table", (2, 3)))
    assert [axes for _, _, axes in kernel.arguments] == [CONSTANT, CASE, SAMPLE, STATE]


def test_a_kernel_shows_its_program_though_it_came_from_the_cache():
    kernel = kernel_for(program, key="rates")
    kernel(*operands(7, (), (), (), ()))
    assert "rates" in kernel.show("expr")
    assert "parameters" in kernel.show("expr")
    assert "define void" in kernel.show("llvm")


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_programs_larger_than_the_stack_get_scratch(dtype):
    kernel = kernel_for(lambda: program(280), key=None, dtype=dtype)
    assert any(stage.scratch_bytes for stage in kernel._executable().module.stages)
    for leads in ((), (), (), ()), ((), (3, 1), (5,), ()), ((), (), (), (900,)):
        given = [x.astype(dtype) for x in operands(8, *leads)]
        tolerance = 1e-13 if dtype == "float64" else 2e-4  # sin of up to 280 x
        for threads in (None, 2):
            found = kernel(*given, threads=threads)
            for result, right in zip(found, wanted(*given, width=280), strict=True):
                np.testing.assert_allclose(result, right, rtol=0, atol=tolerance * 10)


def test_flags_raised_on_the_way_are_no_warnings():
    def guarded():
        trace = expr.Trace()
        x = expr.argument(trace, "x", 1)
        safe = expr.where(expr.less(0.0, x[0]), expr.sqrt(x[0]) / x[0], 0.0)
        return expr.Program.build("guarded", trace, expr.Result.of("y", [safe]))

    kernel = kernel_for(guarded, key=None)
    with np.errstate(all="raise"):
        np.testing.assert_array_equal(kernel([0.0]), [0.0])
        np.testing.assert_array_equal(kernel([-1.0]), [0.0])
        np.testing.assert_array_equal(kernel([4.0]), [0.5])
