"""Arrays in and out: shapes, dtypes, and numbers that are none."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw

QUANTITIES = {
    "inverse_dynamics": lambda r, q, v, a: r.inverse_dynamics(q, v, a),
    "forward_dynamics": lambda r, q, v, a: r.forward_dynamics(q, v, a),
    "mass_matrix": lambda r, q, v, a: r.mass_matrix(q),
    "mass_matrix_inverse": lambda r, q, v, a: r.mass_matrix_inverse(q),
    "solve_mass_matrix": lambda r, q, v, a: r.solve_mass_matrix(q, a),
    "gravity_forces": lambda r, q, v, a: r.gravity_forces(q),
    "coriolis_matrix": lambda r, q, v, a: r.coriolis_matrix(q, v),
    "derivatives": lambda r, q, v, a: r.inverse_dynamics_derivatives(q, v, a).by_q,
    "bodies": lambda r, q, v, a: r.forward_kinematics(q).bodies.array,
    "points": lambda r, q, v, a: r.forward_kinematics(q).points.array,
    "motions": lambda r, q, v, a: r.body_motions(q, v, a).bodies.array,
    "jacobian": lambda r, q, v, a: r.jacobian("tip", q),
    "reactions": lambda r, q, v, a: r.reactions(q, v, a).array,
    "center_of_mass": lambda r, q, v, a: r.center_of_mass(q),
    "momentum": lambda r, q, v, a: r.momentum(q, v),
    "kinetic_energy": lambda r, q, v, a: r.kinetic_energy(q, v),
    "potential_energy": lambda r, q, v, a: r.potential_energy(q),
    "regressor": lambda r, q, v, a: r.regressor(q, v, a),
    "integrate": lambda r, q, v, a: r.integrate(q, v),
    "difference": lambda r, q, v, a: r.difference(q, v),
    "rate_matrix": lambda r, q, v, a: r.rate_matrix(q),
}


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_nan_poisons_its_own_row_alone(crane, motion, name: str) -> None:
    call = QUANTITIES[name]
    clean = call(crane, *motion)
    for entry in range(3):
        q = motion.q.copy()
        q[2, entry] = np.nan
        found = call(crane, q, motion.v, motion.a)
        # The row as a whole: what does not depend on q (a 1 in a matrix) as well.
        assert np.isnan(found[2]).all()
        others = [0, 1, 3, 4]
        assert np.array_equal(found[others], clean[others])


@pytest.mark.parametrize("which", ["v", "a"])
def test_a_nan_in_any_input_reaches_the_result(crane, motion, which: str) -> None:
    given = {"q": motion.q, "v": motion.v.copy(), "a": motion.a.copy()}
    given[which][1, 2] = np.nan
    clean = crane.inverse_dynamics(*motion)
    found = crane.inverse_dynamics(given["q"], given["v"], given["a"])
    assert np.isnan(found[1]).all()
    assert np.array_equal(np.delete(found, 1, 0), np.delete(clean, 1, 0))
    alone = crane.inverse_dynamics(given["q"][1], given["v"][1], given["a"][1])
    assert np.isnan(alone).all()


@pytest.mark.parametrize("bad", [np.inf, -np.inf])
def test_infinity_gives_nothing_finite(crane, motion, bad: float) -> None:
    for which in range(3):
        given = [x.copy() for x in motion]
        given[which][3, 0] = bad
        found = crane.inverse_dynamics(*given)
        assert not np.isfinite(found[3]).any()
        assert np.isfinite(np.delete(found, 3, 0)).all()


def test_angles_beyond_a_thousand_million_are_nan(crane, motion) -> None:
    q = motion.q.copy()
    q[0, 0], q[1, 1], q[2, 0] = 2e9, -3e12, 0.9e9
    found = crane.forward_kinematics(q)["tip"].position
    # How high the tip stands does not depend on the slew.
    assert np.isnan(found[0, :2]).all() and np.isnan(found[1]).all()
    reduced = q[2].copy()
    reduced[0] = np.remainder(0.9e9, 2 * np.pi)
    exact = crane.forward_kinematics(reduced)["tip"].position
    # The remainder subtracts a rounded 2 pi 1.4e8 times.
    assert np.abs(found[2] - exact).max() < 1e-6
    assert np.isfinite(found[2:]).all()
    # The same, one state at a time.
    assert np.isnan(crane.inverse_dynamics(q[1], motion.v[1], motion.a[1])).any()


def test_a_shift_may_be_as_long_as_it_likes(crane) -> None:
    q = np.array([0.1, 0.2, 5e9])
    assert np.isfinite(crane.forward_kinematics(q)["tip"].position).all()


def test_leading_shapes_broadcast(crane, motion) -> None:
    q, v, a = motion
    found = crane.inverse_dynamics(q[:, None, None], v[:3, None], a[:2])
    assert found.shape == (5, 3, 2, 3)
    one = crane.inverse_dynamics(q[4], v[1], a[0])
    assert np.array_equal(found[4, 1, 0], one)
    assert crane.mass_matrix(q.reshape(5, 1, 1, 3)).shape == (5, 1, 1, 3, 3)
    assert crane.kinetic_energy(q, v[0]).shape == (5,)
    assert crane.inverse_dynamics(q[:0], v[:0], a[:0]).shape == (0, 3)


def test_layouts_do_not_matter(crane, motion) -> None:
    q, v, a = motion
    tau = crane.inverse_dynamics(q, v, a)
    strided = np.zeros((5, 6))[:, ::2]
    strided[...] = q
    assert np.array_equal(crane.inverse_dynamics(strided, v[:], a), tau)
    turned = np.asfortranarray(q)
    assert np.array_equal(crane.inverse_dynamics(turned, v, a), tau)
    backwards = crane.inverse_dynamics(q[::-1], v[::-1], a[::-1])
    assert np.array_equal(backwards[::-1], tau)
    swapped = q.astype(">f8")
    assert np.array_equal(crane.inverse_dynamics(swapped, v, a), tau)


def test_lists_and_whole_numbers_are_taken(crane) -> None:
    q, v, a = [1, 0, 2], (0, 1, 0), [0.5, 0, 0]
    tau = crane.inverse_dynamics(q, v, a)
    assert tau.dtype == np.float64
    expected = crane.inverse_dynamics(*(np.array(x, float) for x in (q, v, a)))
    assert np.array_equal(tau, expected)
    assert np.array_equal(crane.mass_matrix(np.array([1, 0, 2])), crane.mass_matrix(q))


def test_float32_in_gives_float32_out_and_a_mixture_float64(crane, motion) -> None:
    exact = crane.inverse_dynamics(*motion)
    single = [x.astype(np.float32) for x in motion]
    tau = crane.inverse_dynamics(*single)
    assert tau.dtype == np.float32
    # Of its scale: a hundred float32 roundings.
    assert np.abs(tau - exact).max() / np.abs(exact).max() < 1e-5
    mixed = crane.inverse_dynamics(single[0], motion.v, single[2])
    assert mixed.dtype == np.float64
    R = crane.reactions(*single)
    assert R.array.dtype == R["lift"].force.dtype == np.float32


def test_masked_entries_are_refused(crane, motion) -> None:
    q, v, a = motion
    masked = np.ma.masked_array(q, np.arange(q.size).reshape(q.shape) == 0)
    for given in ((masked, v, a), (q, masked, a)):
        crane.inverse_dynamics(q, v, a)  # the quick way is there
        with pytest.raises(lw.LinkwrightError, match="has masked entries"):
            crane.inverse_dynamics(*given)


def test_one_state_and_a_batch_of_it_agree_to_the_last_bit(crane, motion) -> None:
    for call in (crane.inverse_dynamics, crane.forward_dynamics):
        batch = call(*motion)
        for _ in range(2):  # before and after the quick path is ready
            for row in range(5):
                assert np.array_equal(call(*(x[row] for x in motion)), batch[row])


def test_the_quick_path_is_taken_and_gives_the_same() -> None:
    robot = lw.load("arm7")
    q, v, a = np.random.default_rng(1).normal(size=(3, 7))
    assert not robot._quick
    first = robot.inverse_dynamics(q, v, a)
    assert "inverse_dynamics" in robot._quick
    assert np.array_equal(robot.inverse_dynamics(q, v, a), first)
    out = np.empty(7)
    assert robot.inverse_dynamics(q, v, a, out=out) is out
    assert np.array_equal(out, first)
    lists = robot.inverse_dynamics(q, list(v), tuple(a))
    assert np.array_equal(lists, first)
