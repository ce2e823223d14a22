"""One impact as numbers: what moves, what touches, and how the walls answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np


def energy_basis(mass: np.ndarray, loops: np.ndarray) -> np.ndarray:
    """Return T (nv, f): dv = T y are the jumps that loops allow, |y|^2 = dv' M dv.

    With N spanning the null space of the loops' rows and L L' = N' M N,  T = N L^-T.
    """
    basis = np.eye(len(mass))
    if len(loops):
        _, values, turned = np.linalg.svd(loops)
        rank = int((values > 1e-10 * values.max(initial=0.0)).sum())
        basis = turned[rank:].T
    lower = np.linalg.cholesky(basis.T @ mass @ basis)
    return np.linalg.solve(lower, basis.T).T


@dataclass(frozen=True, eq=False)
class Collision:
    """A robot at the instant of an impact, and the k contacts that take part.

    Attributes:
        mass: M (nv, nv).
        normal: rows n' J, gap rate by velocity (k, nv).
        tangent: two rows for each contact, sliding by velocity (k, 2, nv).
        loops: rows that stay zero during the impact (l, nv).
        v: velocities before (nv,).
        restitution: e (k,).
        friction: Coulomb's coefficient (k,).
    """

    mass: np.ndarray
    normal: np.ndarray
    tangent: np.ndarray
    loops: np.ndarray
    v: np.ndarray
    restitution: np.ndarray
    friction: np.ndarray

    @cached_property
    def normalised(self) -> np.ndarray:
        """T: what `energy_basis` says."""
        return energy_basis(self.mass, self.loops)

    @cached_property
    def G(self) -> np.ndarray:
        """Normal rows in y (k, f): gap rates jump by G y, impulses give y = G' u."""
        return self.normal @ self.normalised

    @cached_property
    def H(self) -> np.ndarray:
        """Tangent rows in y (k, 2, f)."""
        return self.tangent @ self.normalised

    @cached_property
    def approach(self) -> np.ndarray:
        """Gap rates before (k,) [m/s]."""
        return self.normal @ self.v

    def velocities(self, y: np.ndarray) -> np.ndarray:
        """Return the velocities after a jump y."""
        return self.v + self.normalised @ y

    def energy(self, v: np.ndarray) -> float:
        """Return the kinetic energy at a velocity."""
        return 0.5 * float(v @ self.mass @ v)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What an impact does.

    Attributes:
        v: velocities after (nv,).
        normal: impulses of the walls along their normals (k,) [N s].
        tangent: impulses of friction (k, 2) [N s].
        notes: what is worth saying.
    """

    v: np.ndarray
    normal: np.ndarray
    tangent: np.ndarray
    notes: tuple[str, ...] = ()
