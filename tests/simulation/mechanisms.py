"""Mechanisms with loops from the literature, as published."""

from __future__ import annotations

import linkwright as lw
from linkwright.description import body, describe, joint, loop

ALONG_Y = [1 / 12, 0.0, 1 / 12]
ALONG_X = [0.0, 1 / 12, 1 / 12]


def four_bars(loops: int) -> lw.Robot:
    """Return N four-bars side by side: N + 1 upright rods, N horizontal ones.

    The benchmark of multibody.org: uniform rods of 1 m and 1 kg in the plane z = 0.
    Angles from upright, counter-clockwise; those of the horizontal rods relative to
    the upright one that carries them.
    """
    bodies, joints, pins = [], [], []
    for k in range(loops + 1):
        middle, top = [0, 0.5, 0], {f"B{k}": [0, 1, 0]}
        rod = {"mass": 1, "center_of_mass": middle, "inertia": ALONG_Y, "points": top}
        bodies.append(body(f"upright{k}", **rod))
        place = {"at": [k, 0, 0], "axis": "z", "dependent": k > 0}
        joints.append(joint(f"A{k}", "revolute", "world", f"upright{k}", **place))
    for k in range(loops):
        middle, end = [0.5, 0, 0], {f"end{k}": [1, 0, 0]}
        rod = {"mass": 1, "center_of_mass": middle, "inertia": ALONG_X, "points": end}
        bodies.append(body(f"level{k}", **rod))
        place = {"at": [0, 1, 0], "axis": "z", "dependent": True}
        joints.append(joint(f"C{k}", "revolute", f"upright{k}", f"level{k}", **place))
        pins.append(loop(f"pin{k}", "revolute", (f"end{k}", f"B{k + 1}"), axis="z"))
    name, gravity = f"four-bars-{loops}", [0, -9.81, 0]
    return lw.Robot(describe(name, bodies, joints, loops=pins, gravity=gravity))


def slider_crank(slider: str = "dependent") -> lw.Robot:
    """Return Haug's spatial slider-crank: a crank, a rod between a ball and a cross.

    The crank turns about x, off the slider's rail, which is along x too. The cross
    between rod and slider is a massless body. Either of them is independent.
    """
    bodies = [
        body(
            "crank", mass=0.12, inertia=[1e-4, 1e-5, 1e-4], points={"pin": [0, 0, 0.08]}
        ),
        body("slider", mass=2.0, inertia=[1e-4, 1e-4, 1e-4]),
        body("cross"),
        body(
            "rod",
            mass=0.5,
            center_of_mass=[-0.15, 0, 0],
            inertia=[4e-5, 4e-3, 4e-3],
            points={"ball": [-0.3, 0, 0]},
        ),
    ]
    follows = {"dependent": True}
    first, second = ({}, follows) if slider == "dependent" else (follows, {})
    joints = [
        joint(
            "turn", "revolute", "world", "crank", axis="x", at=[0, 0.1, 0.12], **first
        ),
        joint(
            "slide", "prismatic", "world", "slider", axis="x", reference=0.2, **second
        ),
        joint(
            "yaw", "revolute", "slider", "cross", axis="z", reference=-0.3, **follows
        ),
        joint("pitch", "revolute", "cross", "rod", axis="y", reference=0.7, **follows),
    ]
    ball = loop("knuckle", "spherical", ("pin", "ball"))
    return lw.Robot(describe("slider-crank", bodies, joints, loops=[ball]))
