"""Every way to write a rotation gives SciPy's matrix."""

from __future__ import annotations

import numpy as np
import pytest
from plain_kinematics import matrix_of

from linkwright.description import Rotation
from linkwright.description.rotation import EULER_ORDERS
from linkwright.description.rotation_matrix import rotation_matrix

HALF = 0.5**0.5
ROTATIONS = [
    Rotation(),
    *(Rotation(order, (0.3, -1.2, 2.5)) for order in EULER_ORDERS),
    Rotation("sequence", (0.3, 0.4, -2.0, 1.0), "xzxy"),
    Rotation("axis_angle", (0.6, 0.0, -0.8, 2.2)),
    Rotation("quaternion", (0.0, HALF, 0.0, -HALF)),
    Rotation("matrix", (0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)),
]


@pytest.mark.parametrize("rotation", ROTATIONS, ids=lambda each: each.kind)
def test_matrix_is_that_of_scipy(rotation):
    # a product of four rotations rounds a few times at size one
    assert np.allclose(rotation_matrix(rotation), matrix_of(rotation), atol=2e-15)
