"""The KUKA paper's equations, literally: dense 6n x 6n matrices from its appendix.

Eqs. 2-7, 11, 17, 24-27, 36-50, mended as the errata say (K1-K6). Nothing recursive,
nothing of linkwright's, not even its robot file.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
N = 7
GRAVITY = np.array([0.0, -9.81, 0.0])  # value assumed (K10)


def _about(axis: str, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    R = np.eye(3)
    R[i, i] = R[j, j] = c
    R[i, j], R[j, i] = -s, s
    return R


_SAME = np.eye(3)
_SIDEWAYS = _about("z", np.pi / 2) @ _about("y", -np.pi / 2)
_UPRIGHT = _about("x", -np.pi / 2) @ _about("z", -np.pi / 2)
C_IJ = (_UPRIGHT, _SIDEWAYS, _SAME, _SIDEWAYS, _SAME, _SIDEWAYS, _SAME)
C_JI = (_SAME, _SIDEWAYS, _SAME, _SIDEWAYS, _SAME, _SIDEWAYS, _SAME)
S_IJ = (0.0, 0.1, 0.1, 0.1, 0.0975, 0.0975, 0.0)  # along z
S_JI = (-0.2105, -0.1, -0.1, -0.0975, -0.0975, 0.0, -0.0309)
MASS = (3.0, 3.0, 3.0, 2.5, 2.5, 1.0, 0.5)
J_PRINCIPAL = (
    *((1.27e-2, 1.27e-2, 5.4e-3),) * 3,
    *((1.017e-3, 4.5e-3, 4.5e-3),) * 2,
    (1.44e-3, 1.44e-3, 1.44e-3),
    (3.66e-4, 3.66e-4, 2.25e-4),
)


@dataclass(frozen=True)
class Matrices:
    """The paper's matrices at q, q'."""

    H: Array
    H_rate: Array
    Phi: Array
    B_rate: Array
    M: Array
    Omega: Array
    F_G: Array
    A: list[Array]

    @property
    def D(self) -> Array:  # noqa: N802
        """Eq. 24."""
        return self.H.T @ self.Phi.T @ self.M @ self.Phi @ self.H

    @property
    def C(self) -> Array:  # noqa: N802
        """Eq. 25."""
        moved = self.Phi @ self.H
        turned = self.Phi @ (self.B_rate @ moved + self.H_rate)
        return self.H.T @ self.Phi.T @ (self.M @ turned - self.Omega @ moved)

    @property
    def G(self) -> Array:  # noqa: N802
        """Eq. 26."""
        return self.H.T @ self.Phi.T @ -self.F_G

    def Q(self, F_Q: Array) -> Array:  # noqa: N802, N803
        """Eq. 27, of forces and torques at the centres (6 n,)."""
        return self.H.T @ self.Phi.T @ -F_Q

    def F(self, v: Array, a: Array, F_Q: Array) -> Array:  # noqa: N802, N803
        """Eq. 17, with V and V' of Eqs. 11 and 13 (6 n,)."""
        V = self.Phi @ self.H @ v
        rate = self.B_rate @ self.Phi @ self.H + self.H_rate
        V_rate = self.Phi @ (rate @ v + self.H @ a)
        return self.Phi.T @ (self.M @ V_rate - self.Omega @ V - self.F_G - F_Q)


def matrices(q: Array, v: Array) -> Matrices:
    """Return the matrices by the algorithm of Sec. 3."""
    H, H_rate = np.zeros((6 * N, N)), np.zeros((6 * N, N))
    Phi, M = np.eye(6 * N), np.zeros((6 * N, 6 * N))
    B_rate, Omega = np.zeros((6 * N, 6 * N)), np.zeros((6 * N, 6 * N))
    F_G = np.zeros(6 * N)
    A_i, w_i = np.eye(3), np.zeros(3)
    A = []
    for j in range(N):
        A_j = A_i @ C_IJ[j] @ _about("z", q[j]) @ C_JI[j].T  # Eq. 6
        h = A_i @ C_IJ[j] @ np.array([0.0, 0.0, 1.0])  # Eq. 7
        s_ij, s_ji = A_i[:, 2] * S_IJ[j], A_j[:, 2] * S_JI[j]  # Eqs. 4, 5
        r_ij = s_ij - s_ji  # Eq. 3
        here, above = slice(6 * j, 6 * j + 6), slice(6 * j - 6, 6 * j)
        H[here, j] = [*(-_skew(h) @ s_ji), *h]  # Eq. 37
        turned = _skew(w_i) @ s_ji + _skew(h) @ s_ji * v[j]
        wh = _skew(w_i) @ h
        H_rate[here, j] = [*(-_skew(wh) @ s_ji - _skew(h) @ turned), *wh]  # Eq. 39, K3
        J = A_j @ np.diag(J_PRINCIPAL[j]) @ A_j.T  # Eq. 46
        w_j = w_i + h * v[j]  # Eq. 48
        M[here, here] = _blocks(MASS[j] * np.eye(3), np.zeros((3, 3)), J)  # Eq. 45
        Omega[here, here] = _blocks(  # Eq. 47
            np.zeros((3, 3)), np.zeros((3, 3)), -_skew(w_j) @ J
        )
        F_G[here] = [*(MASS[j] * GRAVITY), 0.0, 0.0, 0.0]  # Eq. 49
        if j:
            B = _blocks(np.eye(3), -_skew(r_ij), np.eye(3))  # Eq. 36
            drift = _skew(w_i) @ r_ij - _skew(h) @ s_ji * v[j]  # Eq. 38, K2
            B_rate[here, above] = _blocks(
                np.zeros((3, 3)), -_skew(drift), np.zeros((3, 3))
            )
            Phi[here, : 6 * j] = B @ Phi[above, : 6 * j]  # K5
        A.append(A_j)
        A_i, w_i = A_j, w_j
    return Matrices(H, H_rate, Phi, B_rate, M, Omega, F_G, A)


def _blocks(linear: Array, coupling: Array, angular: Array) -> Array:
    return np.block([[linear, coupling], [np.zeros((3, 3)), angular]])


def _skew(x: Array) -> Array:
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
