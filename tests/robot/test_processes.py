"""Importing, pickling, spawning and threads."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
from multiprocessing import get_context
from operator import methodcaller

import numpy as np

import linkwright as lw
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


def test_two_robots_of_one_description_share_nothing_but_the_cache(motion) -> None:
    first, second = build(), build()
    assert first._kernels is not second._kernels
    tau = first.inverse_dynamics(*motion)
    assert np.array_equal(second.inverse_dynamics(*motion), tau)
    heavy = build(load="5 kg")
    assert not np.array_equal(heavy.inverse_dynamics(*motion), tau)
    assert isinstance(heavy, lw.Robot)
