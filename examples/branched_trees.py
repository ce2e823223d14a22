"""Trees of n_b branches with n_m links each, and what the IMPACT paper counts for them.

The paper does not say which trees its Table 1 counts. ASSUMED: every branch holds n_m
links, real and virtual ones, of its sort: a rod along x, turning about z. All branches
share the first link, which floats with X1 and X2. Links are turned by general angles
against one another: nothing is planar, no product falls away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import linkwright as lw
from linkwright.description import Body, Description, Inertial, Joint, Rotation

# IMPACT paper, Sec. 5: Figs. 12 and 13.
MORE_LINKS = ((4, 4), (6, 4), (8, 4), (10, 4))
MORE_BRANCHES = ((4, 2), (4, 4), (4, 6), (4, 8), (4, 10))

LENGTH = 1.0  # m
MASS = 1.0  # kg
INERTIA = (0.05, 0.1, 0.12, 0.001, 0.002, 0.003)  # kg m^2, about the centre


@dataclass(frozen=True)
class Polynomial:
    """Operations of one branch: square n_m^2 + linear n_m + constant."""

    square: float
    linear: float
    constant: float

    def __call__(self, links: int, branches: int) -> float:
        """Return the operations of a tree."""
        one = self.square * links**2 + self.linear * links + self.constant
        return one * branches

    def __str__(self) -> str:
        terms = ((self.square, " n_m^2"), (self.linear, " n_m"), (self.constant, ""))
        return "".join(f"{value:+9g}{power}" for value, power in terms)


# IMPACT paper, Table 1: multiplications, additions.
TABLE_1 = {
    "lagrange": (Polynomial(340, 1296, 504), Polynomial(463 / 2, 2111 / 2, 350)),
    "gibbs_appell_rotations": (Polynomial(186, 57, -162), Polynomial(148, 145, -215)),
    "gibbs_appell_branches": (
        Polynomial(507 / 2, 1631 / 2, 297),
        Polynomial(146, 643, 165),
    ),
}


def branched_tree(links: int, branches: int) -> lw.Robot:
    """Return the tree of so many branches with so many links each."""
    bodies = [Body("slider"), Body("start")]
    joints = [
        Joint("X1", "prismatic", "world", "slider", axis=(1.0, 0.0, 0.0)),
        Joint("X2", "prismatic", "slider", "start", axis=(0.0, 1.0, 0.0)),
        _hinge("1", "start", (0.0, 0.0, 0.0), 0),
    ]
    bodies.append(_rod("1"))
    for branch in range(1, branches + 1):
        parent = "1"
        for place in range(2, links + 1):
            name = f"{branch}.{place}"
            joints.append(_hinge(name, f"link {parent}", (LENGTH, 0.0, 0.0), place))
            bodies.append(_rod(name))
            parent = name
    return lw.Robot(
        Description(
            f"{branches} branches of {links} links",
            gravity=(0.0, -9.81, 0.0),
            bodies=tuple(bodies),
            joints=tuple(joints),
        )
    )


def _hinge(name: str, parent: str, at: tuple[float, float, float], place: int) -> Joint:
    turned = Rotation("zyx", (0.3, 0.5 + 0.1 * place, 0.7))
    axis = (0.0, 0.0, 1.0)
    return Joint(f"q{name}", "revolute", parent, f"link {name}", at, turned, axis)


def _rod(name: str) -> Body:
    return Body(f"link {name}", Inertial(MASS, (LENGTH / 2, 0.0, 0.0), INERTIA))


def polynomial_of(count: Callable[[int], float]) -> Polynomial:
    """Return the polynomial through a branch's operations at 4, 6 and 8 links."""
    at_4, at_6, at_8 = count(4), count(6), count(8)
    square = (at_8 - 2 * at_6 + at_4) / 8
    linear = (at_6 - at_4) / 2 - 10 * square
    return Polynomial(square, linear, at_4 - 16 * square - 4 * linear)
