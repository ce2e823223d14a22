"""Robots among walls whose motion can be written down, and others that cannot."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import linkwright as lw
from linkwright.description import body, describe, joint, touch, wall


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


@cache
def double_pendulum_in_a_box() -> lw.Robot:
    """Return two rods of 1 m, hung in the middle of an elastic box 3 m wide."""
    bodies = [
        body(
            f"rod_{k}",
            mass=1.0,
            inertia=[1e-4, 1 / 12, 1 / 12],
            center_of_mass=[0.5, 0, 0],
            points={f"P{k}": [1, 0, 0]},
        )
        for k in (1, 2)
    ]
    joints = [
        joint("a", "revolute", "world", "rod_1", axis="z"),
        joint("b", "revolute", "rod_1", "rod_2", axis="z", at=[1, 0, 0]),
    ]
    sides = wall(
        "box",
        "box",
        size=[3.0, 3.4, 2.0],
        robot="inside",
        restitution=1,
        contacts=["P1", "P2"],
    )
    return lw.Robot(
        describe("pendulum", bodies, joints, gravity=[0, -9.81, 0], walls=[sides])
    )


@cache
def chain_in_a_sphere(restitution: float, links: int = 3) -> lw.Robot:
    """Return a free chain of rods of 0.5 m on ball joints, in a sphere of 2 m."""
    bodies, joints = [], []
    for k in range(1, links + 1):
        points = {f"P{k}": [0, 0, -0.5]} | ({"P0": [0, 0, 0]} if k == 1 else {})
        bodies.append(
            body(
                f"rod_{k}",
                mass=0.5,
                inertia=[0.5 * 0.25 / 12, 0.5 * 0.25 / 12, 1e-4],
                center_of_mass=[0, 0, -0.25],
                points=points,
            )
        )
        joints.append(
            joint("float", "free", "world", "rod_1")
            if k == 1
            else joint(
                f"ball_{k}", "spherical", f"rod_{k - 1}", f"rod_{k}", at=[0, 0, -0.5]
            )
        )
    bowl = wall(
        "bowl",
        "sphere",
        radius=2.0,
        robot="inside",
        restitution=restitution,
        contacts=[f"P{k}" for k in range(links + 1)],
    )
    return lw.Robot(describe("chain", bodies, joints, walls=[bowl]))


@cache
def quadruped_on_a_floor(friction: float = 0.0) -> lw.Robot:
    """Return the bundled quadruped, its four feet above a floor."""
    robot = lw.load("quadruped")
    feet = [point.name for point in robot.points if point.name.endswith("foot")]
    floor = wall("floor", "plane", restitution=0.2, friction=friction, contacts=feet)
    return lw.Robot(replace(robot.description, walls=(floor,)))


@cache
def sliding_rod(half: float, contacts: tuple = ("A", "B")) -> lw.Robot:
    """Return a rod that moves along and across itself, in a circle of 1 m."""
    ends = {"A": [-half, 0, 0], "B": [half, 0, 0]}
    bodies = [
        body("slider", mass=0, inertia=[0] * 3),
        body("rod", mass=1.0, inertia=[0.1] * 3, points=ends),
    ]
    joints = [
        joint("x", "prismatic", "world", "slider", axis="x"),
        joint("y", "prismatic", "slider", "rod", axis="y"),
    ]
    ring = wall("ring", "circle", radius=1.0, robot="inside", restitution=1.0)
    ring = replace(ring, contacts=tuple(touch(name) for name in contacts))
    return lw.Robot(describe("rod", bodies, joints, gravity=[0, 0, 0], walls=[ring]))


@cache
def rod_above_a_post(restitution: float = 0.5) -> lw.Robot:
    """Return a rod of 2 m that falls flat on a round post under its middle."""
    ends = {"A": [-1, 0, 0], "B": [1, 0, 0]}
    bodies = [
        body("slider", mass=0, inertia=[0] * 3),
        body("plate", mass=0, inertia=[0] * 3),
        body("rod", mass=3.0, inertia=[1.0, 1.0, 1.0], points=ends),
    ]
    joints = [
        joint("x", "prismatic", "world", "slider", axis="x"),
        joint("y", "prismatic", "slider", "plate", axis="y"),
        joint("turn", "revolute", "plate", "rod", axis="z"),
    ]
    post = wall(
        "post",
        "circle",
        radius=0.3,
        robot="outside",
        restitution=restitution,
        contacts=[touch("A", "B")],
    )
    return lw.Robot(
        describe("rod", bodies, joints, gravity=[0, -9.81, 0], walls=[post])
    )
