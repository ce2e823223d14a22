"""What no mechanism can be, or do, is told by name: where, why, and how to mend it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text
from tests.mechanisms.test_bearings import shaft

STATE = np.zeros((3, 1, 2))


def told(error: pytest.ExceptionInfo[lw.LinkwrightError]) -> str:
    return " ".join(str(error.value).split())


@pytest.mark.parametrize(
    ("rules", "parts"),
    [
        (
            """
  first: {on: shaft, of: [a, b], components: [force x, force y], rule: equal}
  second: {on: frame, of: [a, b], components: [force x, force y], all_to: a}
  third: {on: shaft, of: [b], components: [torque x, torque y], rule: none}
""",
            (
                "<text>:19 sharing 'second'",
                "'force x' of b contradicts the balance of forces with rule 'first'",
            ),
        ),
        (
            """
  first: {on: shaft, of: [a, b], components: [force x, force y], rule: equal}
  third: {on: shaft, of: [b], components: [torque x, torque y], rule: none}
  guide: {on: shaft, of: [a], components: [force z], rule: none}
""",
            (
                "<text>:20 sharing 'guide'",
                "'force z' of a contradicts the balance of forces",
                "Take the component out of one of the rules",
            ),
        ),
        (
            """
  first: {on: shaft, of: [a, b], components: [force x, force y], rule: equal}
  third: {on: shaft, of: [b], components: [torque x], rule: none}
""",
            (
                "1 reaction component is left undetermined, among: b, torque y; a,",
                "Say how under 'sharing'",
            ),
        ),
    ],
)
def test_rules_that_contradict_or_leave_gaps_are_named(rules, parts) -> None:
    robot = shaft(f"\nsharing:{rules}")
    with pytest.raises(lw.LinkwrightError) as error:
        robot.reactions(*STATE)
    for part in parts:
        assert part in told(error)


ARM = """
linkwright: 1
name: arm
bodies:
  post: {points: {F: [%s]}}
  arm: {mass: 1, inertia: [1, 1, 1], points: {P: [%s]}}
joints:
  stand: {type: fixed, parent: world, body: post}
  turn: {type: revolute, parent: post, body: arm, axis: z}
elements:
  e: {type: %s, between: [F, P], %s}
"""


@pytest.mark.parametrize(
    ("first", "second", "kind", "numbers", "parts"),
    [
        (
            *("0, 0, 1", "0.3, 0, 0", "linear_actuator", "drives: turn"),
            (
                "<text>:11 actuator 'e' cannot move joint 'turn'",
                "'F' and 'P'",
                "away from its axis",
            ),
        ),
        (
            *("0.3, 0, 0", "0.3, 0, 0", "spring", "stiffness: 10, free_length: 0.1"),
            (
                "<text>:11 element 'e' has no length in the reference configuration",
                "coincide",
            ),
        ),
    ],
)
def test_elements_in_hopeless_places_are_refused(
    first, second, kind, numbers, parts
) -> None:
    robot = lw.Robot(read_text(ARM % (first, second, kind, numbers)))
    with pytest.raises(lw.LinkwrightError) as error:
        robot.actuator_forces(*np.zeros((3, 1, 1)))
    for part in parts:
        assert part in told(error)


CHAIN = """
linkwright: 1
name: chain
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
  b: {mass: 1, inertia: [1, 1, 1], points: {Q: [1, 0, 0]}}
  c: {mass: 1, inertia: [1, 1, 1], points: {P: [0, 0, 0]}}
joints:
  i: {type: revolute, parent: world, body: a, axis: y, reference: 0.5}
  j: {type: revolute, parent: a, body: b, axis: y, at: [1, 0, 0], reference: -1%s}
  k: {type: prismatic, parent: world, body: c, axis: x, reference: 1.75%s}
loops:
  pin: {type: %s, between: [P, Q]%s}
"""
DEPENDENT = ", dependent: true"


def test_a_dependent_joint_that_no_loop_decides_is_named() -> None:
    """A ball that slides in a plane: two freedoms less, three dependent joints."""
    text = CHAIN % (DEPENDENT, DEPENDENT, "planar", ", axis: y")
    with pytest.raises(lw.LinkwrightError) as error:
        _ = lw.Robot(read_text(text)).assembly
    assert "<text>:10 the loops do not determine dependent joint 'j', 'k'" in told(
        error
    )
    assert "close a loop with it" in told(error)


def test_a_loop_that_holds_an_independent_joint_is_named() -> None:
    text = CHAIN % (DEPENDENT, "", "revolute", ", axis: y")
    with pytest.raises(lw.LinkwrightError) as error:
        _ = lw.Robot(read_text(text)).assembly
    found = told(error)
    assert "<text>:13 loop 'pin' cannot close in the reference" in found
    assert "open by 0.00453, most along its 'force x', 0.00453 m" in found
    assert "give the joints a 'reference'" in found
