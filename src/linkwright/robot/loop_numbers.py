"""A mechanism's loops in numbers: how far open they are, how they move, closed."""

from __future__ import annotations

import numpy as np

from linkwright.algorithms import configuration
from linkwright.algorithms.loops.carried import loop_jacobian
from linkwright.algorithms.loops.closure import residuals, unit_wrenches
from linkwright.algorithms.loops.relative import relative_place
from linkwright.expr import Array
from linkwright.model.mechanism import Closure, Mechanism

# A residual [m or rad] this small, of the size of the mechanism, is closed.
CLOSED = 1e-9
# Singular values this small, of the largest, are zero.
RANK = 1e-7
_STEPS = 60
_LEAST_DAMPING = 1e-18  # of 1: keeps the equations regular where loops determine less
_STIR = 0.05  # rad or m, about the reference: where structure is looked at


def closed(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    """Return coordinates with the dependent ones changed until the loops close best."""
    y, nq, nv = y.copy(), mechanism.nq, mechanism.nv
    if not mechanism.dependents:
        return y
    damping = 1e-6
    error = residual_values(mechanism, y)
    for _ in range(_STEPS):
        J = constraint_jacobian(mechanism, y)[:, nv:]
        normal = J.T @ J + damping * np.eye(J.shape[1])
        trial = y.copy()
        try:
            trial[nq:] -= np.linalg.solve(normal, J.T @ error)
        except np.linalg.LinAlgError:  # rounded away: loops determine less
            damping = max(damping, 1e-9) * 10.0
            continue
        found = residual_values(mechanism, trial)
        if found @ found <= error @ error:
            moved = np.abs(trial - y).max(initial=0.0)
            y, error, damping = trial, found, max(damping * 1e-3, _LEAST_DAMPING)
            if moved < 1e-13:
                break
        else:
            damping = max(damping, 1e-9) * 10.0
    return y


def stirred(mechanism: Mechanism, y: np.ndarray, seed: int) -> np.ndarray:
    """Return coordinates with the independent ones moved a little."""
    step = np.random.default_rng(seed).uniform(-_STIR, _STIR, mechanism.tree.nv)
    step[mechanism.nv :] = 0.0
    moved = configuration.integrate(mechanism.tree, Array(y.tolist()), Array(step))
    return np.array(moved.entries, float)


def residual_values(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    """Return how far every component of every closing joint is open [m or rad]."""
    full = Array(y.tolist())
    return np.array(
        [
            value
            for closure in mechanism.closures
            for value in residuals(mechanism.tree, full, closure)
        ],
        float,
    )


def constraint_jacobian(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    """Return the rate of every component per velocity (components, tree.nv)."""
    found = loop_jacobian(mechanism.tree, Array(y.tolist()), mechanism.closures)
    rows = [row for closure in found for row in closure]
    matrix = np.zeros((len(rows), mechanism.tree.nv))
    for k, row in enumerate(rows):
        for index, value in row.items():
            matrix[k, index] = value
    return matrix


def places(mechanism: Mechanism) -> list[tuple[int, int]]:
    """Return (closing joint, component) of every residual, in order."""
    y = Array(mechanism.reference)
    return [
        (number, row)
        for number, closure in enumerate(mechanism.closures)
        for row in range(len(residuals(mechanism.tree, y, closure)))
    ]


def component_names(mechanism: Mechanism) -> list[str]:
    """Return the names "joint, component" of every residual, in order."""
    y = Array(mechanism.reference)
    return [
        f"{closure.name}, {unit.name}"
        for closure in mechanism.closures
        for unit in unit_wrenches(mechanism.tree, y, closure)
    ]


def is_turned_over(mechanism: Mechanism, y: np.ndarray, closure: Closure) -> bool:
    """Return whether a joint that holds the orientation holds it half a turn off."""
    if closure.type not in ("fixed", "prismatic"):
        return False
    ends = closure.first.link, closure.second.link
    R, _ = relative_place(mechanism.tree, Array(y.tolist()), *ends)
    first = np.array(closure.first_axes.entries, float).reshape(3, 3)
    second = np.array(closure.second_axes.entries, float).reshape(3, 3)
    seen = np.array([list(R.apply(Array(x))) for x in second.T.tolist()], float).T
    return bool((np.sum(first * seen, axis=0) < 0.0).any())


def open_most(mechanism: Mechanism, y: np.ndarray) -> tuple[Closure, float] | None:
    """Return the joint that is most open and by how much, None if all are closed."""
    worst, most = None, CLOSED
    for closure in mechanism.closures:
        values = residuals(mechanism.tree, Array(y.tolist()), closure)
        size = float(np.linalg.norm(np.array(values, float)))
        if size <= CLOSED and is_turned_over(mechanism, y, closure):
            size = np.pi  # its residuals vanish after half a turn too
        if not size <= most:
            worst, most = closure, size
    return None if worst is None else (worst, most)
