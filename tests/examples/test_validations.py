"""The papers' validations: examples run, and a stranger agrees with their numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import Description
from linkwright.motions import read_motion

EXAMPLES = Path(__file__).parents[2] / "examples"
PICTURES = {
    "01_fk_left_hand.py": ("fk_left_hand.png",),
    "02_mbd_base_loads.py": ("mbd_left_hand.png", "mbd_base_loads.png"),
    "03_romansy_base_loads.py": ("romansy_base_loads.png",),
    "04_kuka_simulation.py": (
        "kuka_torques.png",
        "kuka_motion.png",
        "kuka_wall_clock.png",
        "kuka_work_precision.png",
    ),
    "05_two_arms.py": ("two_arms.png",),
    "07_operation_counts.py": ("operation_counts.png",),
    "08_impact_tree.py": (
        "impact_points.png",
        "impact_configurations.png",
        "impact_energy.png",
    ),
    "09_among_walls.py": (
        "walls_bouncing_ball.png",
        "walls_double_pendulum_in_a_box.png",
        "walls_chain_in_a_sphere.png",
        "walls_quadruped.png",
    ),
    "10_walking_quadruped.py": ("walking_quadruped.png",),
    "11_claw_holds_ball.py": ("claw_holds_ball.png",),
}


def test_every_numbered_example_is_run_here() -> None:
    assert [path.name for path in sorted(EXAMPLES.glob("[0-9]*.py"))] == list(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_examples_run_draw_and_find_both_routes_equal(name: str, tmp_path) -> None:
    pytest.importorskip("matplotlib", reason="the examples' plots need matplotlib")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), str(tmp_path)],
        capture_output=True,
        text=True,
        # Small matrices: more threads would only wait for each other.
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "largest difference" in done.stdout
    for picture in PICTURES[name]:
        assert (tmp_path / picture).read_bytes()[:4] == b"\x89PNG"
        assert str(tmp_path / picture) in done.stdout


def main_tree(description: Description) -> Description:
    """Return the robot without its loops: what the joints move, and has mass."""
    joints = tuple(joint for joint in description.joints if not joint.dependent)
    carried = {joint.body for joint in joints}
    return replace(
        description,
        joints=joints,
        bodies=tuple(body for body in description.bodies if body.name in carried),
        elements=(),
        loops=(),
        sharing=(),
    )


@pytest.mark.peers
@pytest.mark.parametrize(
    "name, point",
    [("charmie-fk", "EEa"), ("charmie-mbd", "D12a"), ("charmie-romansy", "P12a")],
)
def test_pinocchio_moves_the_hand_and_bears_the_base_alike(name, point) -> None:
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.references.peers import pinocchio_peer

    robot = lw.load(name)
    tree = main_tree(robot.description)
    peer = pinocchio_peer(tree)
    motion = read_motion(name, robot)
    rows = slice(0, None, 50)
    q, v, a = (x[rows] for x in robot.from_actuators(*motion.states))
    hands = robot.forward_kinematics(q)[point].position
    (body,) = (b for b in tree.bodies if any(p.name == point for p in b.points))
    (place,) = (p.position for p in body.points if p.name == point)
    loads = None
    if robot.total_mass:
        loads = robot.reactions(q, v, a)["th3"]
    base = peer.model.getJointId("th3.0")
    for k, state in enumerate(zip(q, v, a, strict=True)):
        Q, V, A = (
            carry(x)
            for carry, x in zip(
                (peer.coordinates, peer.velocities, peer.velocities), state, strict=True
            )
        )
        pin.rnea(peer.model, peer.data, Q, V, A)
        pin.framesForwardKinematics(peer.model, peer.data, Q)
        R, p = peer.pose(body.name)
        assert np.abs(p + R @ np.array(place, float) - hands[k]).max() < 1e-13
        if loads is not None:
            wrench = peer.data.f[base].vector
            found = np.concatenate([loads.force[k], loads.torque[k]])
            assert np.abs(found - wrench).max() < 1e-11 * np.abs(wrench).max()
