"""CHARMIE's left claw holds a ball while the wrist shakes it, then lets it go.

The hand is that of the bundled charmie-mbd, its wrist's axis held still. ASSUMED: where
the fingertips are, the ball, and how hard the claw closes. While it is held, friction
must carry the ball's weight and inertia; once the claw opens, it must fall freely.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.description import Description, body, element, joint
from linkwright.view.time_plot import Panel, save_time_plot

RADIUS, PAD = 0.03, 0.008  # m, of the ball and of a fingertip
MASS = 0.2  # kg
TIPS = {"13a1": -0.030, "13a2": 0.030}  # m, fingertips beside the claw's middle
ASIDE, AHEAD = 0.012, 0.055  # m, from there along y, and along the hand
CLOSING, OPENING = 0.8, -0.2  # N m
SHAKE, RATE = np.radians(30.0), 2.0 * np.pi  # rad, rad/s
HOLD, FALL = 3.0, 0.2  # s
STEP = 2e-4  # s


def hand_and_ball() -> lw.Robot:
    """Return hand, claw and ball; the ball is pressed by two pads of each finger."""
    charmie = lw.load("charmie-mbd").description
    own = {each.name: each for each in charmie.bodies}
    joints = {each.name: each for each in charmie.joints}
    claw = []
    for name, x in TIPS.items():
        tips = {f"{name}{side}": (x, y, AHEAD) for side, y in _sides()}
        claw.append(replace(own[name], points=body(name, points=tips).points))
    sphere = {"solid": "sphere", "radius": RADIUS}
    ball = body("ball", mass=MASS, inertia=sphere, points={"middle": (0, 0, 0)})
    wrist = replace(joints["th12a"], parent="world", at=(0.0, 0.0, 0.0))
    wrist = replace(wrist, rotation=lw.description.Rotation("xyz", (np.pi, 0.0, 0.0)))
    pads = [
        element(
            f"pad_{name}{side}",
            "hunt_crossley",
            (f"{name}{side}", "middle"),
            radius=PAD,
            second_radius=RADIUS,
            stiffness="2 kN/m",
            exponent=1.5,
            dissipation="2 s/m",
            friction=0.8,
            slip_speed="1 mm/s",
        )
        for name in TIPS
        for side, _ in _sides()
    ]
    return lw.Robot(
        Description(
            "hand",
            bodies=(own["12a"], *claw, ball),
            joints=(
                wrist,
                joints["th13a"],
                joints["th13a2"],
                joint("fly", "free", "world", "ball"),
            ),
            elements=tuple(pads),
        )
    )


def _sides() -> tuple[tuple[str, float], ...]:
    return ("_left", -ASIDE), ("_right", ASIDE)


def shaken(t: Any, q: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    """Return the drives' forces: the wrist follows a sine, the claw closes, opens."""
    target, rate = SHAKE * np.sin(RATE * t), SHAKE * RATE * np.cos(RATE * t)
    wrist = 60.0 * (target - q[0]) + 2.0 * (rate - v[0])
    claw = lw.where(t < HOLD, CLOSING, OPENING) - 0.02 * v[1]
    return [wrist, claw, *[0.0] * 6]


def main(out: Path) -> None:
    """Hold, shake, let go; print, draw and check."""
    robot = hand_and_ball()
    start = robot.neutral.copy()
    start[1] = -0.12  # open enough to hold nothing yet
    middle = robot.forward_kinematics(start)["12a"]
    reach = 0.0523 + 0.050  # m, from the wrist to the ball
    start[2:5] = middle.position + middle.rotation @ [0.0, 0.0, reach]
    v = np.zeros(robot.nv)
    run = lw.simulate(
        robot,
        shaken,
        duration=HOLD + FALL,
        start=(start, v),
        method="semi_implicit_euler",
        step=STEP,
        samples=320,
    )
    assert run.completed
    pose = robot.forward_kinematics(run.q)
    hand, ball = pose["12a"], pose["ball"]
    apart = ball.position - hand.position
    seen = np.einsum("tji,tj->ti", hand.rotation, apart)
    pads = robot.contact_forces(run.q, run.v)
    held = (run.t > 0.3) & (run.t < HOLD)
    slip = np.abs(seen[held] - seen[held][0]).max()
    print(
        "  t in s   ball in the hand's axes in mm      normal forces of the pads in N"
    )
    for k in range(0, len(run.t), 20):
        place = "".join(f"{x * 1e3:9.3f}" for x in seen[k])
        normal = "".join(f"{x:9.3f}" for x in pads.normal_force[k])
        print(f"{run.t[k]:8.2f} {place}   {normal}")
    # What the pads give the ball is its mass times its acceleration less gravity.
    given = -pads.force[held].sum(axis=1)
    motion = robot.body_motions(run.q, run.v, run.a)["ball"]
    needed = MASS * (motion.acceleration[held] - robot.gravity)
    balance = np.abs(given - needed).max()
    after = run.t > HOLD + 0.1
    fall = motion.acceleration[after] - robot.gravity
    print(f"held: the ball creeps by {slip * 1e3:.3f} mm in the hand")
    print(f"largest difference of pads' forces and the ball's need: {balance:.1e} N")
    print(f"let go: it falls with g to {np.abs(fall).max():.1e} m/s2")
    out.mkdir(parents=True, exist_ok=True)
    panels = [
        Panel(
            "Ball in the hand's axes", "mm", dict(zip("xyz", seen.T * 1e3, strict=True))
        ),
        Panel(
            "Normal forces of the pads",
            "N",
            dict(zip(robot.pressing_names, pads.normal_force.T, strict=True)),
        ),
        Panel("Wrist and claw", "rad", {"th12a": run.q[:, 0], "th13a": run.q[:, 1]}),
    ]
    title = "CHARMIE's claw holds a ball, shakes it, lets it go"
    print(f"wrote {save_time_plot(out / 'claw_holds_ball.png', run.t, panels, title)}")
    assert slip < 2e-3
    assert balance < 1e-9
    assert (pads.normal_force[held].min(axis=0) > 0.5).all()
    assert np.abs(fall).max() < 1e-9


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
