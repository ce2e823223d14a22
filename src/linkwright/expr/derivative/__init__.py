"""Exact derivatives of traced expressions, forward and reverse.

``local`` holds the formula of every operation; ``forward`` and ``reverse`` sweep over
the nodes; each region has its rule in its own file, entered below.
"""

from linkwright.expr.derivative import call, iterate, scan_adjoint, scan_tangent, solve
from linkwright.expr.derivative.jacobian import (
    adjoint,
    gradient,
    jacobian,
    sparse_jacobian,
    tangent,
)
from linkwright.expr.derivative.region_rule import RULES, RegionRule
from linkwright.expr.regions import Call, Iterate, Scan, Solve

RULES[Call] = RegionRule(call.tangent, call.adjoint)
RULES[Iterate] = RegionRule(iterate.tangent, iterate.adjoint)
RULES[Scan] = RegionRule(scan_tangent.tangent, scan_adjoint.adjoint)
RULES[Solve] = RegionRule(solve.tangent, solve.adjoint)

__all__ = ["adjoint", "gradient", "jacobian", "sparse_jacobian", "tangent"]
