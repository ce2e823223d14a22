"""The elastic force of two bodies that overlap: what contact laws have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.expr import exp, less, log, maximum, sqrt, where

DEPTH = 1e-3  # m
_LEAST = 1e-12  # m


def elastic_force(numbers: Mapping[str, Any], depth: Any) -> Any:
    """F = k x (x/d)^(n-1)  [N] where they overlap by x > 0, else zero.

    k: stiffness [N/m], that of the secant at the depth d [m], 1 mm unless given;
    n: exponent, 1 unless given (1.5 is Hertz's law for balls).
    """
    x = where(less(0.0, depth), depth, 0.0)
    return numbers["stiffness"] * x * _progress(numbers, x)


def elastic_slope(numbers: Mapping[str, Any], depth: Any) -> Any:
    """Return dF/dx = n k (x/d)^(n-1)  [N/m] where they overlap, else zero."""
    n = numbers.get("exponent", 1.0)
    x = where(less(0.0, depth), depth, 0.0)
    slope = numbers["stiffness"] * n * _progress(numbers, x)
    return where(less(0.0, depth), slope, 0.0)


def elastic_energy(numbers: Mapping[str, Any], depth: Any) -> Any:
    """V = F x / (n + 1)  [J]."""
    n = numbers.get("exponent", 1.0)
    return elastic_force(numbers, depth) * depth / (n + 1.0)


def _progress(numbers: Mapping[str, Any], x: Any) -> Any:
    """Return (x/d)^(n-1)."""
    n = numbers.get("exponent", 1.0)
    ratio = x / numbers.get("depth", DEPTH)
    if n.__class__ is float and n == 1.0:
        return 1.0
    if n.__class__ is float and n == 2.0:
        return ratio
    if n.__class__ is float and n == 1.5:
        return where(less(_LEAST, x), sqrt(maximum(ratio, 1e-12)), 0.0)
    return exp((n - 1.0) * log(maximum(ratio, 1e-12)))
