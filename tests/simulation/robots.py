"""Small robots whose motion can be written down."""

from __future__ import annotations

import linkwright as lw
from linkwright.description import body, describe, joint

BALL = [0.02, 0.02, 0.02]


def slider(**words: object) -> lw.Robot:
    """Return 2 kg on a horizontal rail; words go to the joint."""
    bodies = [body("cart", mass=2.0, inertia=BALL, points={"hook": [0, 0, 0.1]})]
    joints = [joint("x", "prismatic", "world", "cart", axis="x", **words)]
    return lw.Robot(describe("slider", bodies, joints))


def pendulum(**words: object) -> lw.Robot:
    """Return a rod of 1 m with 1 kg at its end, turning about y from straight down."""
    point = body("bob", mass=1.0, inertia=[0, 0, 0], center_of_mass=[0, 0, -1])
    joints = [joint("swing", "revolute", "world", "bob", axis="y", **words)]
    return lw.Robot(describe("pendulum", [point], joints))


def satellite() -> lw.Robot:
    """Return a free body that carries a ball joint with another."""
    bodies = [
        body("hull", mass=3.0, inertia=[0.3, 0.5, 0.6]),
        body("dish", mass=1.0, inertia=[0.1, 0.2, 0.15], center_of_mass=[0.2, 0, 0.1]),
    ]
    joints = [
        joint("float", "free", "world", "hull"),
        joint("neck", "spherical", "hull", "dish", at=[0.3, 0.1, 0]),
    ]
    return lw.Robot(describe("satellite", bodies, joints))
