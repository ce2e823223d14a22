"""Robots among walls whose motion can be written down, and others that cannot."""

from __future__ import annotations

from functools import cache

import linkwright as lw
from linkwright.description import body, describe, joint, wall


@cache
def ball(restitution: float = 0.5) -> lw.Robot:
    """Return 2 kg that move up and down above a floor."""
    bodies = [body("ball", mass=2.0, inertia=[0.1] * 3, points={"P": [0, 0, 0]})]
    joints = [joint("z", "prismatic", "world", "ball", axis="z")]
    floor = wall("floor", "plane", restitution=restitution, contacts=["P"])
    return lw.Robot(describe("ball", bodies, joints, walls=[floor]))


@cache
def bead(shape: str, robot: str, gravity: float = -9.81, **words: float) -> lw.Robot:
    """Return 1 kg in the x-y plane, inside or outside of a circle of 1 m."""
    bodies = [
        body("slider", mass=0, inertia=[0] * 3),
        body("bead", mass=1.0, inertia=[0.1] * 3, points={"P": [0, 0, 0]}),
    ]
    joints = [
        joint("x", "prismatic", "world", "slider", axis="x"),
        joint("y", "prismatic", "slider", "bead", axis="y"),
    ]
    ring = wall("ring", shape, radius=1.0, robot=robot, contacts=["P"], **words)
    return lw.Robot(
        describe("bead", bodies, joints, gravity=[0, gravity, 0], walls=[ring])
    )


@cache
def box(restitution: float, friction: float = 0.0) -> lw.Robot:
    """Return a free box with eight corners above a floor."""
    half = (0.2, 0.15, 0.1)
    corners = {
        f"c{k}": [half[i] * (1 - 2 * (k >> i & 1)) for i in range(3)] for k in range(8)
    }
    bodies = [body("box", mass=3.0, inertia=[0.04, 0.06, 0.08], points=corners)]
    floor = wall(
        "floor",
        "plane",
        restitution=restitution,
        friction=friction,
        contacts=list(corners),
    )
    joints = [joint("float", "free", "world", "box")]
    return lw.Robot(describe("box", bodies, joints, walls=[floor]))


@cache
def door(restitution: float = 1.0) -> lw.Robot:
    """Return a rod that turns without weight between stops at -1 and 1 rad."""
    bodies = [body("leaf", mass=1.0, inertia=[0.1] * 3, center_of_mass=[0.5, 0, 0])]
    hinge = joint(
        "hinge", "revolute", "world", "leaf", axis="z", limits={"lower": -1, "upper": 1}
    )
    stops = [
        wall(side, "stop", joint="hinge", limit=side, restitution=restitution)
        for side in ("lower", "upper")
    ]
    return lw.Robot(describe("door", bodies, [hinge], gravity=[0, 0, 0], walls=stops))
