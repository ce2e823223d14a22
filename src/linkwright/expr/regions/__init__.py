"""Regions: computations that are one node of a program.

Loops (``scan``, ``iterate``), small linear systems (``solve``), other programs
(``call``). A new region is one file here, its derivative rule, and its spelling in each
back end.
"""

from linkwright.expr.regions.call import Call, call
from linkwright.expr.regions.iterate import Iterate, Iterated, iterate
from linkwright.expr.regions.region import Region, flat, outputs_of, place
from linkwright.expr.regions.scan import Reduction, Scan, Scanned, scan
from linkwright.expr.regions.solve import Solve, Solved, SolveKind, solve

__all__ = [
    "Call",
    "Iterate",
    "Iterated",
    "Reduction",
    "Region",
    "Scan",
    "Scanned",
    "Solve",
    "SolveKind",
    "Solved",
    "call",
    "flat",
    "iterate",
    "outputs_of",
    "place",
    "scan",
    "solve",
]
