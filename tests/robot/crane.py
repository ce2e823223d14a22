"""A crane with three joints, two points and two design parameters."""

from __future__ import annotations

import linkwright as lw
from linkwright.description import body, describe, joint

INERTIA = [0.1, 0.2, 0.15, 0.01, -0.02, 0.03]


def crane(**values: str) -> lw.Robot:
    """Return the crane; values replace those of its design parameters."""
    parameters = {"boom": "1.2 m", "half": "boom / 2", "load": "3 kg"} | values
    return lw.Robot(
        describe(
            "crane",
            [
                body("mast", mass=4, inertia=INERTIA, center_of_mass=[0, 0, 0.4]),
                body(
                    "arm",
                    mass=2,
                    inertia=INERTIA,
                    center_of_mass=["half", 0.1, 0],
                    points={"eye": ["boom", 0, 0]},
                ),
                body(
                    "hook",
                    mass="load",
                    inertia=INERTIA,
                    center_of_mass=[0.1, 0.05, -0.3],
                    points={"tip": [0.05, -0.1, -0.5]},
                ),
            ],
            [
                joint(
                    "slew",
                    "revolute",
                    "world",
                    "mast",
                    at=[0, 0, 0.2],
                    damping=1.5,
                    friction=0.7,
                    armature=0.05,
                    limits={"lower": -2, "upper": 2, "velocity": 1, "effort": 90},
                ),
                joint(
                    "lift",
                    "revolute",
                    "mast",
                    "arm",
                    at=[0.1, 0, 0.8],
                    axis="y",
                    rotation={"zxz": [0.1, 0.2, 0.3]},
                    friction=0.3,
                ),
                joint("hoist", "prismatic", "arm", "hook", at=["boom", 0, 0]),
            ],
            parameters=parameters,
        )
    )
