"""Laws of impact: what they promise, for random masses and contacts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from linkwright.simulation.impacts.collision import Collision
from linkwright.simulation.impacts.laws import COMPLEMENTARITY, struck

NV = 6


def random_collision(seed: int, k: int, **given) -> Collision:
    """Return a collision of k contacts that all approach."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(NV, NV))
    rows = rng.normal(size=(k, 3, NV))
    v = rng.normal(size=NV) * 2.0
    normal = rows[:, 0]
    normal = normal * -np.sign(normal @ v)[:, None]
    parts = {
        "mass": A @ A.T + 0.3 * np.eye(NV),
        "normal": normal,
        "tangent": rows[:, 1:],
        "loops": np.zeros((0, NV)),
        "v": v,
        "restitution": np.full(k, 0.7),
        "friction": np.zeros(k),
    }
    return Collision(**(parts | given))


def impulses(c: Collision, outcome) -> np.ndarray:
    """Return the generalised impulse of all contacts."""
    tangential = np.einsum("kin,ki->n", c.tangent, outcome.tangent)
    return c.normal.T @ outcome.normal + tangential


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize("e", [0.0, 0.4, 1.0])
def test_one_contact_parts_at_e_times_its_approach(law: str, e: float) -> None:
    for seed in range(20):
        c = random_collision(seed, 1, restitution=np.array([e]))
        outcome = struck(c, law)
        after = c.normal @ outcome.v
        np.testing.assert_allclose(after, -e * c.approach, atol=1e-12)
        lost = c.energy(c.v) - c.energy(outcome.v)
        W = c.G @ c.G.T
        expected = 0.5 * (1 - e * e) * c.approach @ np.linalg.solve(W, c.approach)
        assert lost == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_impulses_and_velocities_obey_momentum_and_complementarity(
    law: str, k: int
) -> None:
    rng = np.random.default_rng(k)
    for seed in range(40):
        e = rng.uniform(0.0, 1.0, k)
        c = random_collision(seed, k, restitution=e)
        outcome = struck(c, law)
        gained = c.mass @ (outcome.v - c.v)
        np.testing.assert_allclose(gained, impulses(c, outcome), atol=1e-9)
        assert (outcome.normal >= 0.0).all()
        after = c.normal @ outcome.v
        assert (after >= -1e-9).all()
        if law == "newton":
            beyond = after + e * c.approach
            assert (beyond >= -1e-9).all()
            assert np.abs(beyond * outcome.normal).max() < 1e-8
            pulled = np.linalg.solve(c.G @ c.G.T, -(1 + e) * c.approach).min() < 0
            assert pulled == (COMPLEMENTARITY in outcome.notes)


def test_equal_restitution_never_gains_energy() -> None:
    for seed in range(60):
        for law in ("newton", "poisson"):
            c = random_collision(seed, 4, restitution=np.full(4, 0.9))
            outcome = struck(c, law)
            assert c.energy(outcome.v) <= c.energy(c.v) + 1e-10
            assert not any("gains" in note for note in outcome.notes)


def test_a_gain_of_energy_is_reported() -> None:
    """Newton's law with friction can gain energy (Kane's example)."""
    gains = 0
    for seed in range(100):
        c = random_collision(seed, 2, restitution=np.ones(2), friction=np.full(2, 0.7))
        outcome = struck(c, "newton")
        gained = c.energy(outcome.v) - c.energy(c.v)
        assert (gained > 1e-9) == any("gains" in note for note in outcome.notes)
        gains += gained > 1e-9
    assert gains > 0


def test_redundant_contacts_share_by_least_norm() -> None:
    """Three equal contacts that act alike take a third each."""
    c = random_collision(3, 1)
    row = c.normal[0]
    three = random_collision(
        3,
        3,
        mass=c.mass,
        normal=np.array([row, row, row]),
        v=c.v,
        restitution=np.full(3, 0.7),
    )
    alone, together = struck(c, "newton"), struck(three, "newton")
    np.testing.assert_allclose(together.v, alone.v, atol=1e-12)
    np.testing.assert_allclose(together.normal, alone.normal[0] / 3, atol=1e-12)
    assert not together.notes


def test_least_norm_among_impulses_that_do_not_pull() -> None:
    """More contacts than freedoms, against a general optimiser."""
    checked = 0
    for seed in range(30):
        c = random_collision(seed, 9, restitution=np.full(9, 0.5))
        outcome = struck(c, "newton")
        assert (outcome.normal >= 0.0).all()
        needed = c.mass @ (outcome.v - c.v)
        np.testing.assert_allclose(c.normal.T @ outcome.normal, needed, atol=1e-8)
        reference = minimize(
            lambda u: u @ u,
            outcome.normal,
            jac=lambda u: 2 * u,
            bounds=[(0, None)] * 9,
            constraints={
                "type": "eq",
                "fun": lambda u, c=c, needed=needed: c.normal.T @ u - needed,
                "jac": lambda u, c=c: c.normal.T,
            },
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        if reference.success:
            checked += 1
            shortest = np.linalg.norm(reference.x)
            assert np.linalg.norm(outcome.normal) <= shortest * (1 + 1e-6)
    assert checked > 10


@pytest.mark.parametrize("law", ["newton", "poisson"])
def test_a_contact_redundant_with_two_others_leaves_the_rest_alone(law: str) -> None:
    """One row is the sum of two, and some others are independent of all three."""
    for seed in range(60):
        k = 3 + seed % 4
        c = random_collision(seed, k)
        normal = np.vstack([c.normal[:-1], c.normal[0] + c.normal[1]])
        c = random_collision(seed, k, normal=normal)
        outcome = struck(c, law)
        gained = c.mass @ (outcome.v - c.v)
        np.testing.assert_allclose(gained, impulses(c, outcome), atol=1e-8)
        assert c.energy(outcome.v) <= c.energy(c.v) * (1 + 1e-10)


def test_velocities_after_minimise_kinetic_energy_of_the_jump() -> None:
    """Gauss's principle, by an optimiser that knows nothing of impulses."""
    for seed in range(5):
        c = random_collision(seed, 4, restitution=np.full(4, 0.3))
        outcome = struck(c, "newton")
        reference = minimize(
            lambda d, c=c: 0.5 * d @ c.mass @ d,
            outcome.v - c.v,
            jac=lambda d, c=c: c.mass @ d,
            constraints={
                "type": "ineq",
                "fun": lambda d, c=c: c.normal @ d + 1.3 * c.approach,
                "jac": lambda d, c=c: c.normal,
            },
            method="SLSQP",
            options={"ftol": 1e-14},
        )
        jump = outcome.v - c.v
        assert 0.5 * jump @ c.mass @ jump <= reference.fun * (1 + 1e-7) + 1e-12


def test_loops_stay_closed_and_take_part() -> None:
    rng = np.random.default_rng(8)
    loops = rng.normal(size=(2, NV))
    loops = np.vstack([loops, loops[0] - loops[1]])  # one row redundant
    v = np.linalg.svd(loops)[2][2:].T @ rng.normal(size=NV - 2)
    c = random_collision(4, 2, loops=loops, v=v)
    signs = -np.sign(c.normal @ v)[:, None]
    c = random_collision(4, 2, loops=loops, v=v, normal=c.normal * signs)
    outcome = struck(c, "newton")
    assert np.abs(loops @ outcome.v).max() < 1e-10
    gained = c.mass @ (outcome.v - v) - c.normal.T @ outcome.normal
    free = np.linalg.svd(loops)[2][2:]
    assert np.abs(free @ gained).max() < 1e-10  # what is left, the loops give


@pytest.mark.parametrize("law", ["newton", "poisson"])
def test_a_ball_slides_or_sticks_as_coulomb_says(law: str) -> None:
    """A point mass: sticks where mu (1 + e) |u_n| would stop it, else slides on."""
    for mu in (0.05, 0.2, 0.6):
        c = Collision(
            2.0 * np.eye(3),
            np.array([[0.0, 0.0, 1.0]]),
            np.array([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]),
            np.zeros((0, 3)),
            np.array([0.3, -0.4, -1.0]),
            np.array([0.5]),
            np.array([mu]),
        )
        outcome = struck(c, law)
        left = max(0.0, 0.5 - mu * 1.5)
        np.testing.assert_allclose(outcome.v[:2], [0.6 * left, -0.8 * left], atol=1e-12)
        assert outcome.v[2] == pytest.approx(0.5, abs=1e-12)
        assert outcome.normal[0] == pytest.approx(3.0, abs=1e-12)


def test_friction_keeps_its_cone_and_opposes_sliding() -> None:
    for seed in range(20):
        c = random_collision(seed, 3, friction=np.full(3, 0.3))
        outcome = struck(c, "newton")
        size = np.hypot(*outcome.tangent.T)
        most = 0.3 * outcome.normal
        assert (size <= most + 1e-10).all()
        after = c.tangent @ outcome.v
        for i in range(3):
            if size[i] < most[i] - 1e-8:  # sticks
                assert np.abs(after[i]).max() < 1e-8
            elif most[i] > 0:  # slides against it
                speed = np.hypot(*after[i])
                assert after[i] @ outcome.tangent[i] == pytest.approx(
                    -speed * most[i], abs=1e-7
                )
        momentum = c.mass @ (outcome.v - c.v)
        np.testing.assert_allclose(momentum, impulses(c, outcome), atol=1e-10)
