"""Motion along walls: contacts that stay closed as rows of constraints."""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array, solve


def held_accelerations(
    W: Array, free: Array, rows: Array, bias: Array, held: Array
) -> tuple[Array, Array]:
    """Return accelerations and contact forces f while contacts stay closed.

        a = a_free + W f,    held_i = 1:  J_i a + bias_i = 0,    else f_i = 0.

    The forces solve  (J W) f = -(J a_free + bias)  on the held rows, which must be
    independent  [PfeifferGlocker1996, Ch. 4].

    Args:
        W: accelerations by contact forces, M^-1 J' (n, k).
        free: accelerations without contact forces (n,).
        rows: gap rate by velocity, J (k, n).
        bias: gap accelerations at a = 0 (k,).
        held: 1 for each contact that stays closed, else 0 (k,).
    """
    S = rows @ W
    k = len(bias)
    matrix = [
        [S[i, j] * held[i] * held[j] + _loose(held, i, j) for j in range(k)]
        for i in range(k)
    ]
    lacking = rows @ free + bias
    right = Array(-lacking[i] * held[i] for i in range(k))
    forces = solve(Array.matrix(matrix), right, "semidefinite").solution
    return free + W @ forces, forces


def _loose(held: Array, i: int, j: int) -> Any:
    return 1.0 - held[i] if i == j else 0.0
