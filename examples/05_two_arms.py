"""Two KUKA arms move one body: motors, grips, and who squeezes it how much.

Inverse: the motion tells what the body needs; rules say how the two grips share it, and
with it what all 14 motors do. Forward: those motors move the arms as asked, and the cut
joint passes on what the rule said, whatever the rule: squeezing moves nothing. Last,
the arms follow the motion under computed torque, their loop held as a constraint.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from two_arms import GRIPS, MASS, two_arms

import linkwright as lw
from linkwright.robot.results import Rows
from linkwright.simulation import ComputedTorque, Cosine, Run
from linkwright.view.time_plot import Panel, save_time_plot

DURATION, SWING = 1.5, 0.15  # s, rad
RULES = {
    "each takes half": {"rule": "equal"},
    "left takes all": {"all_to": "left_grip"},
    "left 1, right 3": {"ratios": [1, 3]},
}


def motion(t: np.ndarray, arms: lw.Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return q, v, a (n, 8): all joints swing about the pose, back to it."""
    w = 2.0 * np.pi / DURATION
    s, c = np.sin(w * t)[:, None], np.cos(w * t)[:, None]
    each = SWING * np.cos(np.arange(arms.nv))  # some one way, some the other
    return arms.reference + each * (1 - c), each * w * s, each * w**2 * c


def motors(reactions: Rows, arms: lw.Robot) -> np.ndarray:
    """Return the torques of all 14 motors (n, 14): about each joint's axis, z."""
    names = arms.tree_velocity_names
    return np.stack([reactions[name].torque[..., 2] for name in names], axis=-1)


def main(out: Path) -> None:
    """Compute, compare, draw."""
    t = np.linspace(0.0, DURATION, 161)
    largest, bears, shoulder, apart = {}, {}, {}, []
    for title, rule in RULES.items():
        arms = two_arms(**rule)
        q, v, a = motion(t, arms)
        R = arms.reactions(q, v, a)
        tau = motors(R, arms)
        forward = arms.loop_dynamics(*arms.tree_state(q, v), tau)
        apart.append(np.abs(forward.a[:, : arms.nv] - a).max())
        cut = forward.forces[:, :3], forward.forces[:, 3:]
        wrench = R["right_grip"].force, R["right_grip"].torque
        for given, passed in zip(cut, wrench, strict=True):  # in axes of two bodies
            sizes = (np.linalg.norm(each, axis=-1) for each in (given, passed))
            apart.append(np.abs(np.subtract(*sizes)).max())
        bears[title] = np.linalg.norm(wrench[0], axis=-1)
        shoulder[title] = tau[:, arms.tree_velocity_names.index("right_q2")]
        largest[title] = np.abs(tau).max(axis=0)
        apart.append(unbalanced(arms, R, q, v, a))
    print(f"{'largest torque in N m':22}", *(f"{k:>16}" for k in largest))
    for k, name in enumerate(arms.tree_velocity_names):
        print(f"{name:22}", *(f"{each[k]:16.3f}" for each in largest.values()))
    print(f"largest difference of inverse and forward dynamics: {max(apart):.1e}")
    assert max(apart) < 1e-8
    run = followed(arms)
    astray = np.abs(run.q - motion(run.t, arms)[0]).max()
    print(
        f"under computed torque: {astray:.1e} rad from the motion, loop open by"
        f" {run.loops.distance.max():.1e} m or rad; {run.counts}"
    )
    assert astray < 1e-6 and run.loops.distance.max() < 1e-12
    out.mkdir(parents=True, exist_ok=True)
    panels = [
        Panel("Force at the right grip", "N", bears),
        Panel("Motor of the right shoulder, right_q2", "N m", shoulder),
    ]
    title = "Two KUKA arms, one body: what the right one bears"
    print(save_time_plot(out / "two_arms.png", t, panels, title))


def forces(
    reactions: Rows, arms: lw.Robot, q: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the forces of the left and the right grip on the body, world's axes."""
    poses = arms.forward_kinematics(q)
    left, right = (reactions[name].force[..., None] for name in GRIPS)
    on_left = poses["object"].rotation @ left
    on_hand = poses["right_link_7"].rotation @ right  # by the body on the hand
    return on_left[..., 0], -on_hand[..., 0]


def unbalanced(
    arms: lw.Robot, reactions: Rows, q: np.ndarray, v: np.ndarray, a: np.ndarray
) -> float:
    """Return by how much both grips together miss what Newton asks for [N]."""
    moved = arms.body_motions(q, v, a)
    first, second = moved["object"].acceleration, moved["handle"].acceleration
    needed = MASS * ((first + second) / 2 - arms.gravity)  # its centre is half-way
    left, right = forces(reactions, arms, q)
    return float(np.abs(left + right - needed).max())


def followed(arms: lw.Robot) -> Run:
    """Return the arms under computed torque, their loop a constraint."""
    laws = {
        name: Cosine(
            float(arms.reference[k]) + SWING * np.cos(k), -SWING * np.cos(k), DURATION
        )
        for k, name in enumerate(arms.coordinate_names)
    }
    return lw.simulate(
        arms,
        ComputedTorque(10.0, laws),
        duration=DURATION,
        loops="spanning_tree",
        tolerance=1e-7,
        samples=160,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
