"""Joint types, one file each with all its mathematics.

A joint is a frozen dataclass with

- ``nq``, ``nv`` and the names its coordinates add to the joint's own name,
- ``motion(q)``: rotation and translation of the body in the joint's frame,
- ``subspace``: for each velocity the angular and linear velocity it gives the body, in
  the body's frame, where all of them are constant,
- ``neutral``, ``integrate``, ``difference`` and ``rate_matrix`` (dq/dt = N v).

Universal, cylindrical, planar and Euler-spherical joints are sequences of these over
virtual massless bodies (``sequences``).
"""

from linkwright.model.joints.contract import Joint, Subspace
from linkwright.model.joints.fixed import Fixed
from linkwright.model.joints.free import Free
from linkwright.model.joints.helical import Helical
from linkwright.model.joints.prismatic import Prismatic
from linkwright.model.joints.revolute import Revolute
from linkwright.model.joints.spherical import Spherical

__all__ = [
    "Fixed",
    "Free",
    "Helical",
    "Joint",
    "Prismatic",
    "Revolute",
    "Spherical",
    "Subspace",
]
