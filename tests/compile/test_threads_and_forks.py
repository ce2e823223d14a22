"""Kernels are called from many threads, through forks, and under Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.pipeline import lower
from linkwright.compile.runtime import chain, threads
from linkwright.compile.runtime.batch import Cursor
from linkwright.compile.runtime.pace import Pace
from tests.compile.hand_written import expected, kernel_of, rows, single


def test_many_threads_that_call_first_compile_once():
    lowered = []
    kernel = kernel_of(single((7,), ((7,),)), "a key of this test", lowered=lowered)
    start = threading.Barrier(8)
    x = rows(1, 7)
    (wanted,) = expected((x,), ((7,),))

    def call(_):
        start.wait()
        return kernel(x)

    with ThreadPoolExecutor(8) as pool:
        for result in pool.map(call, range(8)):
            np.testing.assert_array_equal(result, wanted)
    assert len(lowered) == 1


@pytest.mark.parametrize("scratch", [0, 4096])
def test_many_threads_may_call_at_once(scratch):
    kernel = kernel_of(single((7, 3), ((7,),), scratch=scratch))

    def call(seed):
        generator = np.random.default_rng(seed)
        for _ in range(30):
            count = int(generator.choice([1, 5, 700, 3000]))
            inputs = generator.random((count, 7)), generator.random((1, 3))
            found = kernel(*inputs, threads=generator.choice([None, None, 1, 2]))
            np.testing.assert_array_equal(found, expected(inputs, ((7,),))[0])
        return True

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(call, range(6)))


def test_the_interpreter_lock_is_released_during_a_call():
    kernel = kernel_of(single((7,), ((7,),)))
    x = rows(2, 400_000, 7)
    kernel(x[:1000], threads=1)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0)

    ticker = threading.Thread(target=tick)
    old = sys.getswitchinterval()
    sys.setswitchinterval(100.0)  # nobody is forced to hand over the lock
    try:
        ticker.start()
        begin = time.perf_counter()
        kernel.fast(x)
        kernel(x, threads=1)
        end = time.perf_counter()
        done.set()
        ticker.join()
    finally:
        sys.setswitchinterval(old)
    during = [tick for tick in ticks if begin < tick < end]
    assert len(during) > 10


def test_a_batch_is_shared_among_as_many_threads_as_asked_for(monkeypatch):
    kernel = kernel_of(single((7,), ((7,),)))
    seen = set()
    run_block = chain.Caller.run_block
    together = threading.Barrier(3, timeout=30)

    def watched(self, count):
        if threading.get_ident() not in seen:
            seen.add(threading.get_ident())
            together.wait()
        return run_block(self, count)

    monkeypatch.setattr(chain.Caller, "run_block", watched)
    x = rows(3, 5000, 7)
    np.testing.assert_array_equal(kernel(x, threads=3), expected((x,), ((7,),))[0])
    assert len(seen) == 3


def test_small_work_stays_on_one_thread_and_large_work_does_not(monkeypatch):
    monkeypatch.setattr(threads, "cores", lambda: 8)
    assert threads.worthwhile_threads(0.1e-3) == 1
    assert threads.worthwhile_threads(0.39e-3) == 1
    assert threads.worthwhile_threads(0.9e-3) == 4
    assert threads.worthwhile_threads(1.0) == 8


def test_blocks_cover_a_batch_once_in_rows_that_lie_together():
    for shape, axis in (
        ((1000,), 0),
        ((3, 700), 1),
        ((5, 4, 3), 0),
        ((2, 3, 50, 7), 2),
    ):
        cursor = Cursor(shape, axis)
        seen = np.zeros(shape, int)
        for rows_wanted in (64, 1, 1000) * 500:
            block = cursor.take(rows_wanted)
            if block is None:
                break
            seen[(*block.outer, slice(block.start, block.stop))] += 1
        assert np.all(seen == 1)
        assert cursor.take(1) is None
        assert cursor.rows_left == 0


def test_no_call_of_a_loop_is_long():
    pace = Pace(1e-8)
    pace.measured(pace.next_rows(10**9, 1), 64 * 1e-3)  # a slow loop: 1 ms a row
    assert pace.next_rows(10**9, 1) == 30
    pace = Pace(1e-8)
    for _ in range(20):  # a quick one: 10 ns a row
        count = pace.next_rows(10**9, 1)
        pace.measured(count, count * 10e-9)
    assert 2e6 < pace.next_rows(10**9, 1) < 1e7
    assert pace.next_rows(10_000, 4) == 10_000  # at least 0.1 ms each
    assert pace.next_rows(800_000, 4) == 100_000  # and some left over for balance


def test_the_first_block_of_a_loop_that_looks_slow_is_small():
    assert Pace(1e-8).next_rows(10**9, 1) == 64
    assert Pace(1e-3).next_rows(10**9, 1) == 3
    assert Pace(1.0).next_rows(10**9, 1) == 1


def test_the_guess_for_a_region_holds_all_its_rounds():
    trace = expr.Trace()
    x = expr.argument(trace, "x", 2)

    def step(y, _, __):
        return [y[0] + 0.001 * expr.sin(y[1]), y[1]], ()

    scanned = expr.scan(step, steps=5000, carry=x)
    found = expr.iterate(
        lambda y, _: ([y[0] * y[0] * 0.5], y[0] < 1e-9), carry=[x[0]], bound=3000
    )
    program = expr.Program.build(
        "loops", trace, expr.Result.of("y", [*scanned.carry, *found.carry])
    )
    work = lower(program).counts["work"]
    assert 5000 * 18 + 3000 * 3 <= work <= 5000 * 20 + 3000 * 4


def test_a_quick_call_that_was_long_corrects_the_pace():
    module = replace(single((7,), ((7,),)), counts={"instructions": 0, "work": 0})
    kernel = kernel_of(module)
    kernel(rows(1, 1_000_000, 7))  # guessed to be short
    loaded = kernel._loaded
    assert loaded is not None
    assert loaded._loops[-1].pace.measured_rows
    assert loaded.few_batch() < 1_000_000


def test_an_error_on_another_thread_reaches_the_caller(monkeypatch):
    kernel = kernel_of(single((7,), ((7,),)))
    kernel(np.zeros(7))
    main = threading.get_ident()
    run_block = chain.Caller.run_block

    def failing(self, count):
        if threading.get_ident() != main:
            raise MemoryError("no room for a buffer")
        time.sleep(0.001)
        return run_block(self, count)

    monkeypatch.setattr(chain.Caller, "run_block", failing)
    with pytest.raises(MemoryError, match="no room"):
        kernel(rows(4, 100_000, 7), threads=2)


def test_other_threads_have_stopped_when_a_call_is_interrupted(monkeypatch):
    kernel = kernel_of(single((7,), ((7,),)))
    kernel(np.zeros(7))
    main = threading.get_ident()
    run_block = chain.Caller.run_block
    running = []

    def interrupted(self, count):
        if threading.get_ident() == main:
            raise KeyboardInterrupt
        running.append(1)
        try:
            time.sleep(0.05)
            return run_block(self, count)
        finally:
            running.pop()

    monkeypatch.setattr(chain.Caller, "run_block", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kernel(rows(5, 2_000_000, 7), threads=3)
    assert not running


SCAN = textwrap.dedent("""
    import numpy as np
    from linkwright import expr
    from linkwright.compile import kernel_for

    def turn(y, _, __):
        return [y[0] + 0.001 * expr.sin(y[1]), y[1] - 0.001 * expr.sin(y[0])], ()

    trace = expr.Trace()
    y = expr.scan(turn, steps=20_000, carry=expr.argument(trace, "x", 2)).carry
    program = expr.Program.build("turn", trace, expr.Result.of("y", y))
    kernel = kernel_for(lambda: program, key=None)
    kernel(np.ones(2))
    print("started", flush=True)
    kernel(np.ones((200_000, 2)))  # a minute or more
""")


def test_ctrl_c_ends_a_long_scan_at_once():
    child = subprocess.Popen(
        [sys.executable, "-c", SCAN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "started\n"
    time.sleep(0.3)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    begin = time.perf_counter()
    _, errors = child.communicate(timeout=200)
    assert "KeyboardInterrupt" in errors
    assert time.perf_counter() - begin < 2  # 0.1 s, and the end of the process


@pytest.mark.parametrize("count", [1, 2])
def test_ctrl_c_ends_a_long_call(count):
    program = textwrap.dedent(f"""
        import numpy as np
        from tests.compile.hand_written import kernel_of, single
        kernel = kernel_of(single((7,), ((7,),)))
        one_row_for_ever = np.lib.stride_tricks.as_strided
        x = one_row_for_ever(np.ones(7), (10**11, 7), (0, 8))
        out = one_row_for_ever(np.ones(7), (10**11, 7), (0, 8))
        kernel(x[:1000])
        print("started", flush=True)
        kernel(x, out=out, threads={count})
    """)
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "started\n"
    time.sleep(0.1)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=10)
    assert "KeyboardInterrupt" in errors


def in_child(work) -> int:
    """Run work in a forked child; return its exit status, or fail when it hangs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # fork with threads
        child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(1)
    for _ in range(1000):
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_uses_old_kernels_and_threads_and_compiles_new_ones():
    kernel = kernel_of(single((7,), ((7,),), scratch=512))
    x = rows(6, 5000, 7)
    wanted = kernel(x, threads=3)  # the pool has threads now

    def work():
        np.testing.assert_array_equal(kernel(x, threads=3), wanted)
        np.testing.assert_array_equal(kernel(x[0]), wanted[0])
        new = kernel_of(single((7,), ((7,),)), "compiled in the child")
        np.testing.assert_array_equal(new(x, threads=2), wanted)

    assert in_child(work) == 0


FORKS = textwrap.dedent("""
    import faulthandler, os, sys, threading, time
    import numpy as np
    from tests.compile.hand_written import kernel_of, single

    def compile_on():
        for count in range(1, 1000):
            size = count % 50 + 1
            kernel_of(single((size,), ((30,),)), f"busy {count}")(np.zeros(size))

    threading.Thread(target=compile_on, daemon=True).start()
    for turn in range(15):
        time.sleep(0.002 * turn)
        child = os.fork()
        if child == 0:
            faulthandler.dump_traceback_later(20, exit=True)
            kernel = kernel_of(single((2,), ((2,),)), f"child {turn}")
            kernel(np.zeros((2000, 2)), threads=2)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            os._exit(1)
    os._exit(0)
""")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_fork_amid_another_threads_first_compilation_does_not_hang():
    # In a new process, where that thread is also importing what it needs.
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKS],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert found.returncode == 0, found.stderr
