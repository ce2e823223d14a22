"""Robots among walls: a bouncing ball, a pendulum in a box, a chain in a sphere, a dog.

Each is held to a law that its walls leave alone: the ball to its parabolas and to
Zeno's time, when infinitely many bounces are over; the double pendulum in an elastic
box to its energy; the chain dropped into a sphere to its spin about the vertical, which
neither weight nor the sphere changes; the quadruped, its legs held by springs, to its
weight, which the floor carries once it stands.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.description import body, describe, joint, wall
from linkwright.view.time_plot import Panel, save_time_plot

G = 9.81
HOW = {"method": "dormand_prince", "tolerance": 1e-10, "samples": 600}


def main(out: Path) -> None:
    """Simulate the four, print what happens, hold them to their laws, draw."""
    runs = {
        "bouncing ball": ball(),
        "double pendulum in a box": pendulum(),
        "chain in a sphere": chain(),
        "quadruped": quadruped(),
    }
    for name, run in runs.items():
        kinds = [event.kind for event in run.events]
        told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        print(f"{name}: {told}; {run.counts.steps} steps")
    print(runs["double pendulum in a box"].events[0])
    print(runs["quadruped"].events[0])
    out.mkdir(parents=True, exist_ok=True)
    for name, run in runs.items():
        gaps = run.robot.gaps(run.q)
        heights = {
            contact.name: gaps[:, k] for k, contact in enumerate(run.robot.contacts)
        }
        nearest = dict(list(heights.items())[:10])
        panels = [Panel(f"Gaps of the {name}", "m", nearest)]
        panels.append(Panel("Total energy", "J", {"energy": run.energy}))
        path = out / f"walls_{name.replace(' ', '_')}.png"
        print(save_time_plot(path, run.t, panels))


def ball() -> lw.Run:
    """Drop 2 kg from 1 m; each bounce keeps half of the speed."""
    ball = body("ball", mass=2.0, inertia=[0.1] * 3, points={"P": [0, 0, 0]})
    floor = wall("floor", "plane", restitution=0.5, contacts=["P"])
    height = joint("z", "prismatic", "world", "ball", axis="z")
    robot = lw.Robot(describe("ball", [ball], [height], walls=[floor]))
    run = lw.simulate(robot, start=[1.0], duration=2.0, **HOW)
    falls = np.sqrt(2.0 / G)
    flights = 2.0 * falls * 0.5 ** np.arange(1, 10)
    times = falls + np.concatenate([[0.0], np.cumsum(flights)])
    found = np.array([event.time for event in run.events[:10]])
    print(
        f"ball: largest difference from its parabolas {abs(found - times).max():.1e} s"
    )
    zeno = 3.0 * falls
    print(
        f"ball: at rest {zeno - run.events[-1].time:.1e} s before Zeno's {zeno:.4f} s"
    )
    assert np.abs(found - times).max() < 1e-12
    assert run.events[-1].kind == "rest" and 0.0 < zeno - run.events[-1].time < 1e-5
    return run


def pendulum() -> lw.Run:
    """Let a double pendulum go in an elastic box."""
    rods = [
        body(
            f"rod_{k}",
            mass=1.0,
            inertia=[1e-4, 1 / 12, 1 / 12],
            center_of_mass=[0.5, 0, 0],
            points={f"P{k}": [1, 0, 0]},
        )
        for k in (1, 2)
    ]
    hinges = [
        joint("a", "revolute", "world", "rod_1", axis="z"),
        joint("b", "revolute", "rod_1", "rod_2", axis="z", at=[1, 0, 0]),
    ]
    box = wall(
        "box",
        "box",
        size=[3.0, 3.4, 2.0],
        robot="inside",
        restitution=1,
        contacts=["P1", "P2"],
    )
    robot = lw.Robot(
        describe("pendulum", rods, hinges, gravity=[0, -G, 0], walls=[box])
    )
    run = lw.simulate(robot, start=[-0.5, 2.9], duration=3.0, **HOW)
    drift = np.abs(run.energy - run.energy[0]).max()
    print(f"pendulum: energy drifts by {drift:.1e} J over {len(run.events)} impacts")
    assert drift < 1e-8 and len(run.events) > 3
    return run


def chain() -> lw.Run:
    """Drop a turning chain of three rods on ball joints into a sphere."""
    rods, joints = [], []
    for k in (1, 2, 3):
        points = {f"P{k}": [0, 0, -0.5]} | ({"P0": [0, 0, 0]} if k == 1 else {})
        slender = 0.5 * 0.5**2 / 12
        rods.append(
            body(
                f"rod_{k}",
                mass=0.5,
                inertia=[slender, slender, 1e-4],
                center_of_mass=[0, 0, -0.25],
                points=points,
            )
        )
        above = f"rod_{k - 1}"
        at = [0, 0, -0.5]
        joints.append(
            joint("float", "free", "world", "rod_1")
            if k == 1
            else joint(f"ball_{k}", "spherical", above, f"rod_{k}", at=at)
        )
    bowl = wall(
        "bowl",
        "sphere",
        radius=2.0,
        robot="inside",
        restitution=0.8,
        contacts=["P0", "P1", "P2", "P3"],
    )
    robot = lw.Robot(describe("chain", rods, joints, walls=[bowl]))
    q, v = robot.neutral.copy(), np.zeros(robot.nv)
    q[:3] = [0.3, 0.2, 1.0]
    v[3:9] = [1.0, 2.0, 0.5, 0.4, -0.3, 0.2]
    run = lw.simulate(robot, start=(q, v), duration=1.2, **HOW)
    momentum, center = robot.momentum(run.q, run.v), robot.center_of_mass(run.q)
    spin = momentum[:, 5] + np.cross(center, momentum[:, :3])[:, 2]
    drift = np.abs(spin - spin[0]).max()
    print(f"chain: spin about the vertical drifts by {drift:.1e} N m s")
    assert drift < 1e-8 and run.energy[-1] < run.energy[0]
    return run


def quadruped() -> lw.Run:
    """Drop the quadruped from 0.1 m, its legs held by springs."""
    bundled = lw.load("quadruped")
    feet = [point.name for point in bundled.points if point.name.endswith("foot")]
    floor = wall("floor", "plane", restitution=0.2, contacts=feet)
    robot = lw.Robot(replace(bundled.description, walls=(floor,)))
    q = robot.reference.copy()
    q[7:] = np.tile([0.0, 0.6, -1.2], 4)
    q[2] += 0.1 - robot.gaps(q).min()
    aim = q[7:].copy()

    def springs(t: Any, q: Any, v: Any) -> Any:
        hold = [400.0 * (aim[k] - q[7 + k]) - 20.0 * v[6 + k] for k in range(12)]
        return [0.0] * 6 + hold

    still = np.zeros(robot.nv)
    run = lw.simulate(robot, springs, start=(q, still), duration=2.0, **HOW)
    assert run.contact_forces is not None
    carried, weight = run.contact_forces[-1].sum(), robot.total_mass * G
    late = run.events[0].time - np.sqrt(0.2 / G)
    print(f"quadruped: all feet land {late:.1e} s late; the floor carries")
    print(f"  {carried:.3f} N of {weight:.3f} N after 2 s")
    assert len(run.events[0].contacts) == 4 and abs(late) < 1e-9
    assert abs(carried / weight - 1.0) < 0.02
    return run


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("out"))
