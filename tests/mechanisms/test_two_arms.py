"""Two arms with motors at all joints hold one body: the cut joint, both ways."""

from __future__ import annotations

import numpy as np
import pytest

from examples.two_arms import GRIPS, two_arms
from linkwright.errors import DescriptionError

RULES = ({"rule": "equal"}, {"ratios": [1, 3]})


@pytest.mark.parametrize("rule", RULES)
def test_motors_by_a_rule_move_the_arms_and_pass_on_what_it_says(rule) -> None:
    arms = two_arms(**rule)
    rng = np.random.default_rng(1)
    q = arms.reference + rng.uniform(-0.1, 0.1, (20, arms.nq))
    v, a = rng.normal(size=(2, 20, arms.nv))
    R = arms.reactions(q, v, a)
    names = arms.tree_velocity_names
    tau = np.stack([R[name].torque[..., 2] for name in names], axis=-1)
    assert tau.shape == (20, 14)
    # virtual work: the tree's velocities G of each independent one
    G = np.stack([arms.tree_state(q, unit)[1] for unit in np.eye(arms.nv)], axis=-1)
    work = np.einsum("nij,ni->nj", G, tau)
    scale = np.abs(tau).max()
    assert np.abs(work - arms.inverse_dynamics(q, v, a)).max() < 1e-11 * scale
    forward = arms.loop_dynamics(*arms.tree_state(q, v), tau)
    assert np.abs(forward.a[:, : arms.nv] - a).max() < 1e-9
    assert (forward.rank == 6).all()
    size = np.linalg.norm(forward.forces[:, :3], axis=-1)
    left, right = (np.linalg.norm(R[name].force, axis=-1) for name in GRIPS)
    np.testing.assert_allclose(size, right, rtol=1e-9)
    share = np.divide(*rule.get("ratios", (1, 1)))
    np.testing.assert_allclose(left, share * right, rtol=1e-9)


def test_fourteen_motors_without_a_rule_are_told_apart_by_nothing() -> None:
    arms = two_arms()
    at_rest = np.zeros(arms.nv)
    with pytest.raises(DescriptionError, match="Say how under 'sharing'"):
        arms.reactions(arms.reference, at_rest, at_rest)
