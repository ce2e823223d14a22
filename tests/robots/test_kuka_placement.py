"""The KUKA's frames were moved from centres of mass to joints; nothing else moved.

The paper's recursion (appendix, after Eq. 46) and ours, both in plain NumPy: link j's
centroidal axes and centre of mass follow from link i's by

    A_j = A_i C_ij Rz(q_j) C_ji',    r_j = r_i + A_i s_ij - A_j s_ji.
"""

from importlib.resources import files

import numpy as np
import pytest

from linkwright.formats.yaml import read_yaml

# C_ij and C_ji as rotations about moving axes, s_ij and s_ji in metres, J in kg m^2.
SAME, SIDEWAYS = [], [("z", np.pi / 2), ("y", -np.pi / 2)]
UPRIGHT = [("x", -np.pi / 2), ("z", -np.pi / 2)]
PAPER_JOINTS = (
    (UPRIGHT, SAME, (0, 0, 0), (0, 0, -0.2105)),
    (SIDEWAYS, SIDEWAYS, (0, 0, 0.1), (0, 0, -0.1)),
    (SAME, SAME, (0, 0, 0.1), (0, 0, -0.1)),
    (SIDEWAYS, SIDEWAYS, (0, 0, 0.1), (0, 0, -0.0975)),
    (SAME, SAME, (0, 0, 0.0975), (0, 0, -0.0975)),
    (SIDEWAYS, SIDEWAYS, (0, 0, 0.0975), (0, 0, 0)),
    (SAME, SAME, (0, 0, 0), (0, 0, -0.0309)),
)
PAPER_INERTIAS = (
    (3.0, (1.27e-2, 1.27e-2, 5.4e-3)),
    (3.0, (1.27e-2, 1.27e-2, 5.4e-3)),
    (3.0, (1.27e-2, 1.27e-2, 5.4e-3)),
    (2.5, (1.017e-3, 4.5e-3, 4.5e-3)),
    (2.5, (1.017e-3, 4.5e-3, 4.5e-3)),
    (1.0, (1.44e-3, 1.44e-3, 1.44e-3)),
    (0.5, (3.66e-4, 3.66e-4, 2.25e-4)),
)
LENGTH_ERROR = 1e-15  # metres; a chain of 1.2 m, seven products of rounded rotations
ANGLE_ERROR = 4e-15  # seven rotations of 3 ulp each


@pytest.fixture(scope="module")
def kuka():
    source = files("linkwright") / "robots" / "kuka-lwr4" / "robot.yaml"
    return read_yaml(source.read_text(encoding="utf-8"))


def turn(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    matrix = np.eye(3)
    matrix[[first, first, second, second], [first, second, first, second]] = c, -s, s, c
    return matrix


def product_of(turns):
    matrix = np.eye(3)
    for axis, angle in turns:
        matrix = matrix @ turn(axis, angle)
    return matrix


def centroids_of_paper(q):
    """Centre of mass and world inertia of every link, by the paper's recursion."""
    A, r = np.eye(3), np.zeros(3)
    for joint, (_, J), angle in zip(PAPER_JOINTS, PAPER_INERTIAS, q, strict=True):
        Cij, Cji = product_of(joint[0]), product_of(joint[1])
        sij, sji = np.array(joint[2]), np.array(joint[3])
        A_next = A @ Cij @ turn("z", angle) @ Cji.T
        r = r + A @ sij - A_next @ sji
        A = A_next
        yield r, A @ np.diag(J) @ A.T


def centroids_of_file(kuka, q):
    """The same from the file: joint frames, and where the mass lies in them."""
    bodies = {body.name: body for body in kuka.bodies}
    R, p = np.eye(3), np.zeros(3)
    for joint, angle in zip(kuka.joints, q, strict=True):
        assert joint.axis == (0.0, 0.0, 1.0)
        constant = product_of(
            zip(joint.rotation.axes, joint.rotation.values, strict=True)
        )
        p = p + R @ np.array(joint.at)
        R = R @ constant @ turn("z", angle)
        inertial = bodies[joint.body].inertial
        xx, yy, zz, xy, xz, yz = inertial.inertia
        J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        yield p + R @ np.array(inertial.center_of_mass), R @ J @ R.T


@pytest.mark.parametrize("seed", range(10))
def test_centroids_lie_and_turn_as_in_the_papers_recursion(kuka, seed):
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, 7)
    pairs = zip(centroids_of_paper(q), centroids_of_file(kuka, q), strict=True)
    for (r, J), (r_ours, J_ours) in pairs:
        np.testing.assert_allclose(r_ours, r, rtol=0, atol=LENGTH_ERROR)
        np.testing.assert_allclose(J_ours, J, rtol=0, atol=ANGLE_ERROR * J.max())


def test_masses_are_the_papers(kuka):
    masses = [body.inertial.mass for body in kuka.bodies]
    assert masses == [mass for mass, _ in PAPER_INERTIAS]


def test_gravity_pulls_along_minus_y_and_the_first_axis_is_upright(kuka):
    assert kuka.gravity == (0.0, -9.81, 0.0)
    first = kuka.joints[0].rotation
    axis = product_of(zip(first.axes, first.values, strict=True))[:, 2]
    np.testing.assert_allclose(axis, [0, 1, 0], rtol=0, atol=ANGLE_ERROR)


def test_arm_is_straight_and_upright_at_zero(kuka):
    for r, _ in centroids_of_file(kuka, np.zeros(7)):
        np.testing.assert_allclose(r[[0, 2]], 0.0, rtol=0, atol=LENGTH_ERROR)
