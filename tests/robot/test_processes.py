"""Importing, pickling, spawning and threads."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from multiprocessing import get_context
from operator import methodcaller

import numpy as np
import pytest

import linkwright as lw
from linkwright.robot.kernels import Kernels
from tests.robot.crane import crane as build

HEAVY = ("scipy", "xarray", "matplotlib", "llvmlite", "yaml", "multiprocessing")


def loaded_after(lines: str) -> set[str]:
    """Return the modules that a fresh Python has loaded after some lines."""
    script = f"{lines}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_importing_the_package_is_light() -> None:
    loaded = loaded_after("import linkwright")
    assert not loaded & set(HEAVY)


def test_importing_the_robot_is_light() -> None:
    loaded = loaded_after("from linkwright import Robot, load, rotations")
    assert not loaded & {"scipy", "xarray", "matplotlib"}


def test_computing_needs_no_scipy() -> None:
    loaded = loaded_after(
        "import linkwright as lw\n"
        "r = lw.load('double-pendulum')\n"
        "r.reactions(*[[0.1, 0.2]] * 3)"
    )
    assert not loaded & {"scipy", "xarray", "matplotlib"}


def test_a_robot_pickles_as_its_description_and_what_is_varied(motion) -> None:
    robot = build().vary("load")
    tau = robot.inverse_dynamics(*motion, load=2.0)
    for again in (pickle.loads(pickle.dumps(robot)), copy.deepcopy(robot)):
        assert again.description == robot.description
        assert again.varied == ("load",)
        assert not again._kernels._made  # machine code stays where it was made
        assert np.array_equal(again.inverse_dynamics(*motion, load=2.0), tau)
    assert len(pickle.dumps(robot)) < 20_000


def test_a_spawned_process_computes_the_same(crane, motion) -> None:
    with get_context("spawn").Pool(1) as pool:
        call = methodcaller("inverse_dynamics", *motion)
        found = pool.apply(call, (crane,))
    assert np.array_equal(found, crane.inverse_dynamics(*motion))


def test_eight_threads_may_ask_first_at_once(tmp_path, monkeypatch, motion) -> None:
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(tmp_path))  # nothing compiled yet
    robot = build()
    start = threading.Barrier(8)
    found: list[object] = [None] * 8

    def ask(k: int) -> None:
        start.wait()
        try:
            pose = robot.forward_kinematics(motion.q)
            found[k] = robot.inverse_dynamics(*motion), pose["tip"].position
        except BaseException as error:
            found[k] = error
            raise

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = robot.inverse_dynamics(*motion)
    position = robot.forward_kinematics(motion.q)["tip"].position
    for answer in found:
        assert isinstance(answer, tuple), answer
        assert np.array_equal(answer[0], expected)
        assert np.array_equal(answer[1], position)
    assert len(robot._kernels._made) == 2  # one kernel for each quantity


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_fork_amid_another_threads_first_request_does_not_hang(
    monkeypatch, motion
) -> None:
    robot, make = build(), Kernels._make
    inside = threading.Event()

    def slow(self, *taken):
        inside.set()
        time.sleep(0.2)  # the fork comes now
        return make(self, *taken)

    monkeypatch.setattr(Kernels, "_make", slow)
    asking = threading.Thread(target=robot.bias_forces, args=(motion.q, motion.v))
    asking.start()
    inside.wait()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # fork with threads
        child = os.fork()
    if not child:
        try:
            robot.gravity_forces(motion.q)
            os._exit(0)
        finally:
            os._exit(1)
    asking.join()
    assert exit_status(child) == 0


def exit_status(child: int) -> int | None:
    """Return a child's exit status; None, and end it, where it hangs."""
    for _ in range(400):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def test_two_robots_of_one_description_share_nothing_but_the_cache(motion) -> None:
    first, second = build(), build()
    assert first._kernels is not second._kernels
    tau = first.inverse_dynamics(*motion)
    assert np.array_equal(second.inverse_dynamics(*motion), tau)
    heavy = build(load="5 kg")
    assert not np.array_equal(heavy.inverse_dynamics(*motion), tau)
    assert isinstance(heavy, lw.Robot)
