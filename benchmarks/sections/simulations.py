"""Thousands of KUKA arms at fixed steps, against MuJoCo's rollout of the same arm."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter_ns
from typing import Any

import numpy as np

import linkwright as lw
from benchmarks.plan import Plan
from benchmarks.table import Table, times, verdict
from benchmarks.targets import BATCH_ERROR, ROLLOUT_RATIO
from benchmarks.timing import Timer, take_turns
from examples.kuka_problem import DURATION, START, controller
from linkwright.simulation import ComputedTorque, Cosine
from tests.references.mujoco_peer import mujoco_peer

ROBOT = "kuka-lwr4"
STEP = 1e-3  # s
ARMS, TIMED_ARMS, PEER_ARMS = 10_000, 1024, 64
TIMED_STEPS = 200
CHECKED = 8  # of the arms, against a tight reference
POLES = 10.0  # rad/s
SPREAD = 0.1  # rad about the paper's start
SAMPLES = 28
TIGHT = 1e-9
AGREEMENT = 1e-9  # rad, of two programs that take the same steps


def measure(plan: Plan) -> Table:
    """Return ns per arm and step, ratios to ours, and errors over the whole 14 s."""
    robot = lw.load(ROBOT)
    law = Cosine(0.0, np.pi / 2, DURATION)
    controllers: dict[str, Any] = {
        "computed torque": ComputedTorque(POLES, law),
        "the paper's PD": controller(),
    }
    peer = None if find_spec("mujoco") is None else Rollout(robot)
    timers = {name: _timer(robot, each) for name, each in controllers.items()}
    if peer is not None:
        peer.check(robot)
        timers["MuJoCo"] = peer.timer()
    found = take_turns(timers, TIMED_ARMS * TIMED_STEPS, plan.effort)
    arms = ARMS // 100 if plan.quick else ARMS
    rows, records, missed = [], [], []
    for name, each in controllers.items():
        error, finite = _error(robot, each, arms)
        ratio = None if peer is None else found["MuJoCo"].ratio_to(found[name])
        fine = finite and error <= BATCH_ERROR
        told = None if ratio is None else verdict(ratio, ROLLOUT_RATIO, unit="x")
        if not fine:
            missed.append(f"{name}: {arms} arms over {DURATION:g} s")
        if ratio is not None and ratio < ROLLOUT_RATIO:
            missed.append(f"{name}: time per arm and step against MuJoCo")
        rows.append(
            (
                name,
                found[name].median,
                None if peer is None else found["MuJoCo"].median,
                times(ratio),
                told,
                f"{error:.2g} rad" if finite else "not finite",
                verdict(error, BATCH_ERROR, at_most=True, unit=" rad"),
            )
        )
        records.append(
            {
                "robot": ROBOT,
                "controller": name,
                "step": STEP,
                "nanoseconds": found[name].median,
                "quartiles": found[name].spread,
                "mujoco_nanoseconds": rows[-1][2],
                "ratio": ratio,
                "arms": arms,
                "duration": DURATION,
                "finite": finite,
                "largest_error": error,
                "arms_checked": CHECKED,
            }
        )
    return Table(
        name="simulations",
        title="KUKA arms, semi-implicit Euler at 1 ms, one thread: ns per arm and step",
        columns=("", "linkwright", "MuJoCo", "ratio", "to reach", "error", "to reach"),
        rows=rows,
        records=records,
        notes=(
            f"times: {TIMED_ARMS} arms, {TIMED_STEPS} steps a call; MuJoCo's rollout of"
            f" {PEER_ARMS}, contacts and constraints off, no controller, every step"
            " kept.",
            f"error: all {arms} arms run the whole {DURATION:g} s and stay finite;"
            f" {CHECKED} of them against tolerance {TIGHT:g}.",
        ),
        missed=missed,
    )


def starts(arms: int) -> np.ndarray:
    """Return positions about the paper's start; the first is the paper's own."""
    q = START + np.random.default_rng(3).uniform(-SPREAD, SPREAD, (arms, 7))
    q[0] = START
    return q


def _timer(robot: lw.Robot, controller: Any) -> Timer:
    q = starts(TIMED_ARMS)

    def timer(passes: int) -> float:
        total = 0.0
        for _ in range(passes):
            run = lw.simulate(
                robot,
                controller,
                start=q,
                duration=TIMED_STEPS * STEP,
                method="semi_implicit_euler",
                step=STEP,
                samples=1,
                limits=False,
                threads=1,
            )
            total += run.wall_time
        return total * 1e9 / (passes * TIMED_ARMS * TIMED_STEPS)

    return timer


def _error(robot: lw.Robot, controller: Any, arms: int) -> tuple[float, bool]:
    """Return the largest error of the arms checked, and whether all stay finite."""
    words = {"duration": DURATION, "samples": SAMPLES, "limits": False}
    q = starts(arms)
    method = {"method": "semi_implicit_euler", "step": STEP, "threads": 1}
    run = lw.simulate(robot, controller, start=q, **method, **words)
    worst = 0.0
    for k in range(CHECKED):
        exact = lw.simulate(
            robot, controller, start=q[k], method="rosenbrock", tolerance=TIGHT, **words
        )
        worst = max(worst, float(np.abs(run.q[:, k] - exact.q).max()))
    finite = run.completed and bool(
        np.isfinite(run.q).all() and np.isfinite(run.v).all()
    )
    return worst, finite


class Rollout:
    """MuJoCo's rollout of the arm without control: v+ = v + h a, q+ = q + h v+."""

    def __init__(self, robot: lw.Robot) -> None:
        import mujoco
        from mujoco import rollout

        self._rollout = rollout
        self._model = mujoco.MjModel.from_xml_string(
            mujoco_peer(robot.description).text
        )
        self._model.opt.timestep = STEP
        self._data = mujoco.MjData(self._model)
        self._size = mujoco.mj_stateSize(
            self._model, mujoco.mjtState.mjSTATE_FULLPHYSICS
        )

    def run(self, q: np.ndarray, steps: int) -> np.ndarray:
        """Return q after so many steps from rest."""
        state = np.zeros((len(q), self._size))
        state[:, 1:8] = q  # time, then positions and velocities
        found, _ = self._rollout.rollout(self._model, self._data, state, nstep=steps)
        return found[:, -1, 1:8]

    def check(self, robot: lw.Robot) -> None:
        """Raise where the same steps do not give the same numbers."""
        q = starts(PEER_ARMS)
        run = lw.simulate(
            robot,
            start=q,
            duration=TIMED_STEPS * STEP,
            method="semi_implicit_euler",
            step=STEP,
            samples=1,
            limits=False,
        )
        apart = float(np.abs(self.run(q, TIMED_STEPS) - run.q[-1]).max())
        if not apart <= AGREEMENT:
            raise ArithmeticError(f"MuJoCo's rollout is {apart:.3g} rad from ours")

    def timer(self) -> Timer:
        """Return what times passes of a rollout."""
        q = starts(PEER_ARMS)

        def timer(passes: int) -> float:
            begin = perf_counter_ns()
            for _ in range(passes):
                self.run(q, TIMED_STEPS)
            took = perf_counter_ns() - begin
            return took / (passes * PEER_ARMS * TIMED_STEPS)

        return timer
