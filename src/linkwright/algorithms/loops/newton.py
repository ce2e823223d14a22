"""Dependent coordinates by Newton's iteration inside the kernel.

First straight: s <- s - F_s^-1 F from the reference, at most 12 times (decision 21).
Where that finds nothing, or the other branch, the solution is followed: what is known
is led from the reference to where it is, step by step, each step corrected before the
next; steps that fail are halved. So a loop that closes all the way is found closed, on
the branch it has at the reference.

The derivative of the answer is that of the implicit function, never of the iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import (
    Array,
    Lifted,
    Trace,
    absolute,
    atan2,
    cos,
    dot,
    iterate,
    jacobian,
    less,
    less_equal,
    lifted,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    sin,
    solve,
    sqrt,
    where,
)

BOUND = 12
# A step this small is the last: the error left is about its square. Where rounding
# keeps steps larger, as in float32, they end when they no longer halve.
LAST_STEP = 1e-9
NEAR = 1e-3
_LAST_STRAIGHT, _LAST_FOLLOWED = 1e-4, 1e-6  # one more step comes after each

_FOLLOWED = 80  # evaluations at most while following
_FIRST_SHARE = 0.25  # of the way
_LEAST_SHARE = 1e-3
_CORRECTED = 1e-3  # on the way a step this small is good enough, rad or m
_MOST_CORRECTION = 0.5  # a larger one may have left the branch


@dataclass(frozen=True, eq=False)
class Problem:
    """As many residuals as unknowns, and how to come to their root.

    Attributes:
        residual: from unknowns and known coordinates to what must be zero.
        guess: the unknowns at the reference.
        turning: which unknowns are angles.
        known: the coordinates it depends on.
        start: these at the reference.
        quaternions: first places of quaternions among the known.
        branch: sign of F_s's determinant at the reference.
    """

    residual: Callable[[Array, Array], Sequence[Any]]
    guess: tuple[float, ...]
    turning: tuple[bool, ...]
    known: tuple[Any, ...]
    start: tuple[float, ...]
    quaternions: tuple[int, ...]
    branch: float


@dataclass(frozen=True, eq=False)
class Found:
    """A solution; NaN, and ``missed`` true, where there is none.

    ``turned``: where one was found, but on the other branch.
    """

    values: list[Any]
    missed: Any
    turned: Any


def newton(problem: Problem, trace: Trace | None) -> Found:
    """Return the root of as many residuals as there are unknowns."""
    n, m = len(problem.guess), len(problem.known)

    def with_jacobian(x: Array) -> list[Any]:
        unknowns, known = x[:n], x[n:]
        F = list(problem.residual(unknowns, known))
        return [*F, *jacobian(F, unknowns).entries]

    function = lifted(with_jacobian, n + m, trace or Trace())
    straight, fine = _straight(problem, function)
    followed = _followed(problem, function, straight, fine)
    values = list(_polished(problem, function, followed.carry[:n]))
    missed = logical_or(
        less(followed.converged, 0.5), less(followed.carry[2 * n], 0.999)
    )
    sign = _sign(problem, function, Array(values))
    turned = logical_and(logical_not(missed), less(sign * problem.branch, 0.0))
    no_answer = sqrt(where(logical_or(missed, turned), -1.0, 1.0))  # NaN, or 1
    return Found([x * no_answer for x in values], missed, turned)


def _straight(problem: Problem, function: Lifted) -> tuple[Array, Any]:
    """Return where plain iteration arrives, and whether that is the root sought."""
    n, m = len(problem.guess), len(problem.known)

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        values = function((*carry[:n], *constants[:m]), constants[m:])
        change = _solved(Array(values[n:], n), values[:n])
        size = _largest(change)
        # The whole step shorter where an angle would turn far.
        change = change * (1.0 / maximum(size, 1.0))
        last = _is_last(size, carry[n], _LAST_STRAIGHT)
        return (*(carry[:n] - change), size), last

    found = iterate(
        step,
        carry=(*problem.guess, 1e9),
        constants=(*problem.known, *function.constants),
        bound=BOUND,
    )
    at = found.carry[:n]
    sign = _sign(problem, function, at)
    fine = logical_and(less(0.5, found.converged), less(0.0, sign * problem.branch))
    near = [
        guess + atan2(sin(x - guess), cos(x - guess)) if turns else x
        for x, guess, turns in zip(at, problem.guess, problem.turning, strict=True)
    ]
    return Array(near), fine


def _followed(problem: Problem, function: Lifted, near: Array, fine: Any) -> Any:
    """Return the iteration that follows the root from the reference.

    Carry: the unknowns, where they were last corrected, the share of the way behind
    them, the share they try to take, the last change, and how often they have been
    corrected since. What was found straight is at its goal.
    """
    n, m = len(problem.guess), len(problem.known)
    goal = _goal(problem)

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        x, base = carry[:n], carry[n : 2 * n]
        behind, share, last, tries = carry[2 * n :]
        there = minimum(behind + share, 1.0)
        start, way = constants[:m], constants[m : 2 * m]
        known = [a + b * there for a, b in zip(start, way, strict=True)]
        values = function((*x, *known), constants[2 * m :])
        change = _solved(Array(values[n:], n), values[:n])
        size = _largest(change)
        moved = x - change
        at_goal = less_equal(1.0, there)
        good = where(
            at_goal,
            _as_number(_is_last(size, last, _LAST_FOLLOWED)),
            _as_number(less(size, _CORRECTED)),
        )
        good = less(0.5, good)
        # a comparison with NaN is false: what is not small is bad
        lost = logical_or(logical_not(less(size, _MOST_CORRECTION)), less(5.5, tries))
        lost = logical_and(lost, logical_not(good))
        finished = logical_and(good, at_goal)
        share = where(lost, share * 0.5, where(good, share * 2.0, share))
        hopeless = less(share, _LEAST_SHARE)
        here = Array(
            where(lost, old, new) for old, new in zip(base, moved, strict=True)
        )
        kept = Array(
            where(good, new, old) for old, new in zip(base, moved, strict=True)
        )
        behind = where(good, there, behind)
        fresh = logical_or(good, lost)
        return (
            *here,
            *kept,
            behind,
            share,
            where(fresh, 1e9, size),
            where(fresh, 0.0, tries + 1.0),
        ), logical_or(finished, hopeless)

    first = [where(fine, a, b) for a, b in zip(near, problem.guess, strict=True)]
    behind = where(fine, 1.0, 0.0)
    share = where(fine, 1.0, _FIRST_SHARE)
    return iterate(
        step,
        carry=(*first, *first, behind, share, 1e9, 0.0),
        constants=(*problem.start, *goal, *function.constants),
        bound=_FOLLOWED,
    )


def _polished(problem: Problem, function: Lifted, start: Array) -> Array:
    """Return the root one step further: what derivatives are taken of."""
    n, m = len(problem.guess), len(problem.known)

    def values_at(carry: Array, constants: Array) -> Array:
        return function((*carry, *constants[:m]), constants[m:])

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        values = values_at(carry, constants)
        change = _solved(Array(values[n:], n), values[:n])
        return carry - change, less(-1.0, _largest(change))  # at once

    return iterate(
        step,
        carry=tuple(start),
        constants=(*problem.known, *function.constants),
        bound=1,
        residual=lambda carry, constants: values_at(carry, constants)[:n],
    ).carry


def _goal(problem: Problem) -> list[Any]:
    """Return the way of each known coordinate from the reference.

    A quaternion's sign is that nearer to the reference.
    """
    known = list(problem.known)
    for place in problem.quaternions:
        four = Array(known[place : place + 4])
        there = Array(problem.start[place : place + 4])
        sign = where(less(dot(four, there), 0.0), -1.0, 1.0)
        known[place : place + 4] = list(four * sign)
    return [a - b for a, b in zip(known, problem.start, strict=True)]


def _sign(problem: Problem, function: Lifted, x: Array) -> Any:
    """Return the sign of F_s's determinant at unknowns."""
    n = len(x)
    values = function((*x, *problem.known), function.constants)
    matrix = Array(values[n:], n)
    if n == 1:
        return matrix[0, 0]
    if n == 2:
        return matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]
    return solve(matrix, Array((0.0,) * n)).sign


def _is_last(size: Any, before: Any, small: float) -> Any:
    stalled = logical_and(less(size, NEAR), less(before, size * 2.0))
    return logical_or(less(size, small), stalled)


def _as_number(condition: Any) -> Any:
    return where(condition, 1.0, 0.0)


def _largest(change: Array) -> Any:
    size: Any = 0.0
    for part in change:
        size = maximum(size, absolute(part))
    return size


def _solved(matrix: Array, right: Array) -> Array:
    if len(right) == 1:
        return Array((right[0] / matrix[0, 0],))
    return solve(matrix, right).solution
