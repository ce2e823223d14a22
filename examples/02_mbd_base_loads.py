"""What CHARMIE's base bears: the validation of the MBD paper, Sec. 6, Figs. 12 and 13.

Every drive accelerates one way for 2.5 s and the other way for as long. Compared are
the path of the left hand, D12a, and the force and torque of body 2 on body 3. The paper
does not say in which axes it draws them, and body 3 turns: both are drawn. The second
route is the momentum of the whole robot, from poses alone (whole_robot.py). The paper
prints no numbers of these figures, only its pictures.
"""

from __future__ import annotations

import sys
from pathlib import Path

from whole_robot import worst_difference

import linkwright as lw
from linkwright.motions import read_motion
from linkwright.view.point_plot import save_point_plot
from linkwright.view.wrench_plot import save_wrench_plot

STEP = 0.005  # s
SWITCH = 500  # the sample at 2.5 s


def main(out: Path) -> None:
    """Compute loads by both routes, print, draw and compare."""
    robot = lw.load("charmie-mbd")
    motion = read_motion("charmie-mbd", robot)
    q, v, a = robot.from_actuators(*motion.states)
    pose = robot.forward_kinematics(q)
    own = robot.reactions(q, v, a)["th3"]
    world = robot.reactions(q, v, a, expressed_in="world")["th3"]
    print("  t in s   D12a in m                    force in N, world's axes")
    for row in range(0, len(motion.t), 100):
        hand = "".join(f"{x:9.5f}" for x in pose["D12a"].position[row])
        force = "".join(f"{x:10.4f}" for x in world.force[row])
        print(f"{motion.t[row]:8.1f} {hand} {force}")
    origin = pose["3"].position
    difference = worst_difference(robot, q, world.array, origin, STEP, SWITCH)
    print(
        f"largest difference from the rate of momentum: {difference:.1e} of the loads"
    )
    out.mkdir(parents=True, exist_ok=True)
    hand = {"Left hand, D12a": pose["D12a"].position}
    loads = {"body 3's axes": own.array, "world's axes": world.array}
    for picture in (
        save_point_plot(
            out / "mbd_left_hand.png",
            motion.t,
            hand,
            "CHARMIE's left hand: MBD paper Fig. 12",
        ),
        save_wrench_plot(
            out / "mbd_base_loads.png",
            motion.t,
            loads,
            "Body 2 on body 3: MBD paper Fig. 13",
        ),
    ):
        print(picture)
    assert difference < 1e-9


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
