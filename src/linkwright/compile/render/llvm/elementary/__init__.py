"""The elementary functions as inlined vector code: no library, no external symbol.

Coefficients are minimax polynomials (Remez exchange at 45 digits, rounded). The errors
stated are the largest met in tests against 40-digit arithmetic, in units in the last
place; ``tests/compile/test_elementary.py`` holds them to it.
"""

from linkwright.compile.render.llvm.elementary.exponential import exp, log
from linkwright.compile.render.llvm.elementary.inverse import acos, asin, atan, atan2
from linkwright.compile.render.llvm.elementary.trigonometric import (
    Turn,
    cosine_of,
    sine_of,
    tangent_of,
    turn,
)

__all__ = [
    "Turn",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cosine_of",
    "exp",
    "log",
    "sine_of",
    "tangent_of",
    "turn",
]
