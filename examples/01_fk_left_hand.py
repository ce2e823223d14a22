"""Where CHARMIE's left hand goes: the validation of the FK paper, Sec. 4.4, Fig. 12.

All drives turn or slide at constant velocity for 20 s; two of them are linear
actuators. The paper compares the hand's path with a commercial simulator's. Here the
second route is the paper's own equations, written out below in NumPy: the joints behind
the actuators by Eqs. 7-23, and the arm as a product of 4 x 4 matrices from Table 2, as
corrected in the errata. The paper prints no numbers for this path, only its picture.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import linkwright as lw
from linkwright.motions import read_motion
from linkwright.view.point_plot import save_point_plot

MM = 1e-3


def main(out: Path) -> None:
    """Compute the path by both routes, print, draw and compare."""
    robot = lw.load("charmie-fk")
    motion = read_motion("charmie-fk", robot)
    q, _, _ = robot.from_actuators(*motion.states)
    hand = robot.forward_kinematics(q)["EEa"].position
    expected = paper_path(motion.t)
    print("   t in s   x in m     y in m     z in m")
    for row in range(0, len(motion.t), 200):
        print(f"{motion.t[row]:8.1f}", "".join(f"{x:11.6f}" for x in hand[row]))
    difference = np.abs(hand - expected).max()
    print(f"largest difference from the paper's equations: {difference:.1e} m")
    out.mkdir(parents=True, exist_ok=True)
    picture = out / "fk_left_hand.png"
    title = "CHARMIE's left hand: FK paper Fig. 12"
    save_point_plot(picture, motion.t, {"Middle of the claw": hand}, title)
    print(picture)
    assert difference < 1e-12


def paper_path(t: np.ndarray) -> np.ndarray:
    """Return the hand's positions (n, 3) by the paper's equations."""
    c3, c4 = (400 + 5 * t) * MM, (350 + 2.5 * t) * MM
    d, turned = 5 * MM * t, np.pi / 36 * t
    chain = (
        move(0, 0, 36.8 * MM),
        move(d, 0, 0),
        move(0, d, 0),
        turn("z", turned),
        move(0, 0, 290 * MM - lowered(c3)),
        move(0, 0, 434 * MM),
        turn("x", leaned(c4)),
        move(-200 * MM, 3 * MM, 460 * MM),
        turn("z", np.pi / 2) @ turn("x", -np.pi / 2),  # Eq. 2
        move(0, 0, 30 * MM),
        turn("z", turned),
        move(0, 0, 61.5 * MM),
        turn("x", turned),
        move(0, 0, 145 * MM),
        turn("z", turned),
        move(0, 0, 145 * MM),
        turn("x", turned),
        move(0, 0, 140 * MM),
        turn("z", turned),
        move(0, 0, 140 * MM),
        turn("x", turned),
        move(0, 0, 140 * MM),  # the claw's middle
    )
    pose = np.eye(4)
    for step in chain:
        pose = pose @ step
    return pose[:, :3, 3]


def lowered(c3: np.ndarray) -> np.ndarray:
    """Return d4 of the lower actuator's length c3 [Eqs. 7-14]."""
    points = (0, 0, 290), (0, 257.5, 99.5), (0, 162.5, 383)
    D3, E3, F4 = (np.array(p) * MM for p in points)
    return F4[2] - E3[2] + D3[2] - np.sqrt(c3**2 - (F4[1] - E3[1]) ** 2)


def leaned(c4: np.ndarray) -> np.ndarray:
    """Return theta5 of the upper actuator's length c4 [Eqs. 15-23; errata F3, F4, F6].

    H4 is where the upper pin stands, the crossing of two circles about G4 and B4.
    """
    B4, G4, E5 = (np.array(p) * MM for p in ((0, 434), (87.5, 383), (122.5, 380)))
    e4 = np.hypot(*(B4 - G4))
    l4 = (c4**2 - E5 @ E5 + e4**2) / (2 * e4)
    h4 = np.sqrt(c4**2 - l4**2)
    along, across = (B4 - G4) / e4, np.array([B4[1] - G4[1], G4[0] - B4[0]]) / e4
    H4 = G4 + np.outer(l4, along) + np.outer(h4, across)
    alpha5 = np.arctan2(H4[:, 1] - B4[1], H4[:, 0] - B4[0])
    beta5 = np.arctan2(E5[0], E5[1])
    return alpha5 + beta5 - np.pi / 2


def move(x: object, y: object, z: object) -> np.ndarray:
    """Return the 4 x 4 matrix of a translation, over time where one is given so."""
    x, y, z = np.broadcast_arrays(x, y, z)
    pose = np.zeros((*x.shape, 4, 4))
    pose[..., :, :] = np.eye(4)
    pose[..., 0, 3], pose[..., 1, 3], pose[..., 2, 3] = x, y, z
    return pose


def turn(axis: str, angle: np.ndarray | float) -> np.ndarray:
    """Return the 4 x 4 matrix of a rotation about x or z."""
    one, other = {"x": (1, 2), "z": (0, 1)}[axis]
    pose = np.zeros((*np.shape(angle), 4, 4))
    pose[..., :, :] = np.eye(4)
    pose[..., one, one] = pose[..., other, other] = np.cos(angle)
    pose[..., other, one] = np.sin(angle)
    pose[..., one, other] = -np.sin(angle)
    return pose


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
