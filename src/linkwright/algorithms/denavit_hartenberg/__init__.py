"""Forward kinematics of serial chains by Denavit and Hartenberg's 4 x 4 transforms.

[DenavitHartenberg1955] A kinematic notation for lower-pair mechanisms based on
matrices; [Siciliano2009, Sec. 2.8.2]. The FK paper's counterpart.
"""

from linkwright.algorithms.denavit_hartenberg.chain import (
    Chain,
    Row,
    denavit_hartenberg,
)
from linkwright.algorithms.denavit_hartenberg.products import (
    forward_kinematics,
    written_kinematics,
)

__all__ = [
    "Chain",
    "Row",
    "denavit_hartenberg",
    "forward_kinematics",
    "written_kinematics",
]
