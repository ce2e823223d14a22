"""Mechanisms with loops, elements and drives, each opened once."""

from __future__ import annotations

import pytest

import linkwright as lw
from tests.mechanisms.robots import CHARMIES, EXAMPLE_NAMES, mechanism


@pytest.fixture(params=[*EXAMPLE_NAMES, *CHARMIES[:2]], scope="session")
def robot(request: pytest.FixtureRequest) -> lw.Robot:
    """Every mechanism that has masses."""
    return mechanism(request.param)


@pytest.fixture(params=[*EXAMPLE_NAMES, *CHARMIES], scope="session")
def any_robot(request: pytest.FixtureRequest) -> lw.Robot:
    """Every mechanism."""
    return mechanism(request.param)


@pytest.fixture(params=[1000, pytest.param(10_000, marks=pytest.mark.full)])
def count(request: pytest.FixtureRequest) -> int:
    """How many random states."""
    return request.param
