"""The robots that these tests share, so that each kernel is compiled once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import linkwright as lw
from tests.robot.crane import crane as build


@dataclass(frozen=True)
class Motion:
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray

    def __iter__(self):
        return iter((self.q, self.v, self.a))


@pytest.fixture(scope="session")
def crane() -> lw.Robot:
    return build()


@pytest.fixture(scope="session")
def varied() -> lw.Robot:
    return build().vary("boom", "load")


@pytest.fixture(scope="session")
def motion() -> Motion:
    """Five states of a robot with three coordinates."""
    return Motion(*np.random.default_rng(1).normal(size=(3, 5, 3)))
