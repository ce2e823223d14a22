"""The demo's motion: accelerations, their integrals, rest at both ends."""

from types import SimpleNamespace

import numpy as np

from linkwright.cli.charmie_motion import charmie_motion

NAMES = ("d1", "d4", "th5", "th7a")
MOTION = charmie_motion(SimpleNamespace(coordinate_names=NAMES))  # type: ignore


def test_accelerations_are_the_papers_and_switch_at_half_time():
    late = MOTION.t >= 2.5
    assert late.sum() == 501  # the switch itself belongs to the second half
    np.testing.assert_array_equal(MOTION.a[:, 0], np.where(late, 0.030, -0.030))
    np.testing.assert_array_equal(MOTION.a[:, 3], np.where(late, np.pi / 9, -np.pi / 9))


def test_velocities_and_positions_are_the_integrals_of_the_accelerations():
    h = MOTION.t[1] - MOTION.t[0]
    t = np.concatenate([[0.0], MOTION.t])
    a = np.where(t[:-1, None] < 2.5, MOTION.a[0], -MOTION.a[0])  # over each step
    v = np.cumsum(a * h, axis=0)
    before = np.vstack([0 * v[:1], v[:-1]])
    q = np.cumsum((before + v) * h / 2, axis=0)
    scale = 1e-12  # a thousand roundings of numbers below one
    np.testing.assert_allclose(MOTION.v, v, rtol=0, atol=scale)
    np.testing.assert_allclose(MOTION.q - [0, 0.18494, 0, 0], q, rtol=0, atol=scale)


def test_the_motion_ends_at_rest_on_the_other_side():
    np.testing.assert_allclose(MOTION.v[-1], 0.0, rtol=0, atol=1e-15)
    np.testing.assert_allclose(MOTION.q[-1, 0], -0.030 * 2.5**2, rtol=1e-14)
