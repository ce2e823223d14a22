"""The random robots of the laws: a seeded tenth, or all three hundred."""

from __future__ import annotations

import pytest

import linkwright as lw
from tests.laws.random_trees import random_tree

COUNT = 300
TENTH = 30


def _cases() -> list[object]:
    cases: list[object] = []
    for seed in range(COUNT):
        # Most are small, every tenth large; the last reach 60 freedoms.
        size = 3 + seed % 5 if seed % 10 else 12 + seed // 9
        long_run = seed >= TENTH or (size > 12 and seed > 0)
        marks = [pytest.mark.full] if long_run else []
        cases.append(pytest.param((seed, size), id=f"{seed}-{size}", marks=marks))
    return cases


@pytest.fixture(params=_cases(), scope="module")
def robot(request: pytest.FixtureRequest) -> lw.Robot:
    """A random robot, and its kernels, for the laws of one module."""
    return random_tree(*request.param)
