"""Two KUKA arms that hold one body: 8 freedoms, 14 motors, one cut joint.

The body hangs on the left hand; the right hand's grip closes the loop (KUKA Sec. 2). Of
the right arm's joints six follow from it, driven all the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.description import (
    Body,
    Joint,
    Placement,
    Point,
    Rotation,
    attach,
    body,
    describe,
    joint,
    loop,
    share,
)

POSE = np.array([0.0, 0.7, 0.0, 1.3, 0.0, -0.5, 0.0])  # rad, of both arms
LENGTH, MASS = 0.4, 2.0  # of the body [m, kg]
INERTIA = (0.01, 0.03, 0.03)  # kg m^2
HAND = (0.0, 0.0, 0.08)  # from wrist to grip [m]
COMPONENTS = tuple(f"{kind} {axis}" for kind in ("force", "torque") for axis in "xyz")
GRIPS = ("left_grip", "right_grip")
FREE = "right_q1"  # the one joint of the right arm that does not follow
HALF_TURN = np.diag([-1.0, 1.0, -1.0])  # about the upright axis, y


def two_arms(**sharing: Any) -> lw.Robot:
    """Return the arms, opposite each other, holding the body in ``POSE``.

    ``sharing`` says how the grips, left then right, share what the body needs, as
    ``share`` takes it: ``rule="equal"``, ``ratios=[1, 2]``, ``all_to="left_grip"``.
    """
    arm = lw.load("kuka-lwr4")
    wrist = arm.forward_kinematics(POSE)["link_7"]
    left = wrist.position + wrist.rotation @ HAND
    apart = np.array([2.0 * left[0] + np.copysign(LENGTH, left[0]), 0.0, 0.0])
    # In the axes of the left hand, which are the body's: where the right one grips.
    grip = wrist.rotation.T @ (HALF_TURN @ left + apart - left)
    turned = wrist.rotation.T @ HALF_TURN @ wrist.rotation
    host = describe("two-arms", [], [], gravity=arm.gravity.tolist())
    host = attach(host, arm.description, Placement("left", "world", names="left_{}"))
    opposite = Rotation("axis_angle", (0.0, 1.0, 0.0, np.pi))
    placed = Placement("right", "world", tuple(apart), opposite, names="right_{}")
    host = attach(host, arm.description, placed)
    held = body(
        "object",
        mass=MASS,
        center_of_mass=(grip / 2).tolist(),
        inertia=INERTIA,
        points={"handle": grip.tolist()},
    )
    rotation = Rotation("matrix", tuple(turned.ravel().tolist()))
    rules = [share("grips", "object", GRIPS, COMPONENTS, **sharing)] if sharing else []
    return lw.Robot(
        replace(
            host,
            bodies=(*(_handed(each) for each in host.bodies), held),
            joints=(
                *(_jointed(each) for each in host.joints),
                joint("left_grip", "fixed", "left_link_7", "object", at=HAND),
            ),
            loops=(loop("right_grip", "fixed", ("handle", "hand"), rotation=rotation),),
            sharing=tuple(rules),
        )
    )


def _handed(each: Body) -> Body:
    """Return a body with its hand, if it is the right wrist."""
    if each.name != "right_link_7":
        return each
    return replace(each, points=(*each.points, Point("hand", HAND)))


def _jointed(each: Joint) -> Joint:
    """Return an arm's joint at its reference, dependent where it follows."""
    if each.type == "fixed":
        return each
    side, _, name = each.name.partition("_")
    follows = side == "right" and each.name != FREE
    reference = float(POSE[int(name[1:]) - 1])
    return replace(each, reference=reference, dependent=follows, driven=follows)
