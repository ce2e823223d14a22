"""What CHARMIE's base bears: the validation of the ROMANSY paper, Sec. 4, Fig. 6.

As in the MBD paper every drive accelerates one way for 2.5 s and the other way for as
long; the robot is an earlier one, with 19 drives. The paper's simulator could not be
given body 3's inertia, and agreed once the paper had set it to zero: both are drawn.
The difference is that body's own angular momentum alone, and shows in the torque about
the vertical. The second route is the momentum of the whole robot (whole_robot.py). The
paper prints no numbers of this figure, only its pictures.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from whole_robot import numbers, worst_difference

import linkwright as lw
from linkwright.motions import read_motion
from linkwright.view.wrench_plot import save_wrench_plot

STEP = 0.005  # s
SWITCH = 500  # the sample at 2.5 s


def main(out: Path) -> None:
    """Compute loads by both routes, print, draw and compare."""
    robot = lw.load("charmie-romansy")
    print(counted(robot))
    motion = read_motion("charmie-romansy", robot)
    q, v, a = robot.from_actuators(*motion.states)
    pose = robot.forward_kinematics(q)
    variants = {"as given": robot, "zero": without_inertia(robot, "3")}
    loads, differences = {}, []
    for name, variant in variants.items():
        R = variant.reactions(q, v, a)["th3"]
        world = variant.reactions(q, v, a, expressed_in="world")["th3"]
        loads[f"inertia {name}"] = R.array
        origin = pose["3"].position
        differences.append(
            worst_difference(variant, q, world.array, origin, STEP, SWITCH)
        )
    print("\n  t in s   force in N, body 3's axes        torque in N m")
    print(f"{'':42s}as given                      inertia zero")
    given, zero = loads.values()
    for row in range(0, len(motion.t), 100):
        force = "".join(f"{x:10.4f}" for x in given[row, :3])
        torques = "".join(f"{x:9.4f}" for x in (*given[row, 3:], *zero[row, 3:]))
        print(f"{motion.t[row]:8.1f}{force}  {torques}")
    own = angular_momentum_rate(robot, "3", q, v, a)
    spin = np.abs((given - zero)[:, 3:] - own).max() / np.abs(own).max()
    print(f"largest difference from the rate of momentum: {max(differences):.1e}")
    print(f"inertia's part from body 3's own angular momentum: {spin:.1e}")
    out.mkdir(parents=True, exist_ok=True)
    title = "Body 2 on body 3, in its axes: ROMANSY paper Fig. 6"
    print(save_wrench_plot(out / "romansy_base_loads.png", motion.t, loads, title))
    assert max(differences) < 1e-9
    assert spin < 1e-11
    assert np.abs((given - zero)[:, :3]).max() < 1e-11 * np.abs(given).max()


def counted(robot: lw.Robot) -> str:
    """Return the robot's bodies and joints beside the paper's."""
    has = robot.inventory
    main = sum(not joint.dependent for joint in robot.joints)
    levers = [j for j in robot.joints if j.dependent and j.type == "revolute"]
    return (
        f"bodies: {main} of the main tree and {len(levers)} levers are the paper's"
        " 24;\n"
        f"  {has.bodies} with the bars and the halves of actuators and springs\n"
        f"drives: {robot.nv}, of them {robot.nv - 15} linear\n"
        f"joints: {', '.join(f'{n} {kind}' for kind, n in has.joints.items())}:"
        f" {sum(has.joints.values())} in all; the paper's 35 (4 sliding, 31 turning)\n"
        "  cannot be allotted: its main tree alone has 3 sliding and 3 fixed ones"
    )


def without_inertia(robot: lw.Robot, name: str) -> lw.Robot:
    """Return the robot with one body's mass in a point."""
    description = robot.description
    bodies = tuple(
        replace(body, inertial=replace(body.inertial, inertia=(0.0,) * 6))
        if body.name == name
        else body
        for body in description.bodies
    )
    return lw.Robot(replace(description, bodies=bodies))


def angular_momentum_rate(
    robot: lw.Robot, name: str, q: np.ndarray, v: np.ndarray, a: np.ndarray
) -> np.ndarray:
    """Return I w' + w x I w of a body about its centre, in its axes."""
    (body,) = (body for body in robot.bodies if body.name == name)
    _, _, inertia = numbers(robot, body)
    R = robot.forward_kinematics(q)[name].rotation
    motion = robot.body_motions(q, v, a)[name]
    w, wd = (
        np.einsum("nji,nj->ni", R, x)
        for x in (motion.angular_velocity, motion.angular_acceleration)
    )
    return wd @ inertia.T + np.cross(w, w @ inertia.T)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
