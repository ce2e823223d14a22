"""Random mechanisms: trees with loops of every kind, springs, dampers, actuators.

A loop hangs a chain of dependent joints on one body and closes it on another. The chain
has as many freedoms as its closing joint holds, so that bodies are held neither less
nor more firmly than need be. Where it closes is computed from the open tree's poses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.formats import read_text

# For each closing joint: the dependent joints that give what it holds.
LOOPS = {
    "bar": ("revolute",),
    "planar": ("universal", "prismatic"),
    "spherical": ("universal", "prismatic"),
    "cylindrical": ("universal", "prismatic", "revolute"),
    "universal": ("universal", "prismatic", "revolute"),
    "revolute": ("universal", "prismatic", "universal"),
    "prismatic": ("universal", "universal", "revolute"),
    "fixed": ("universal", "prismatic", "universal", "revolute"),
}


@dataclass
class Draft:
    """A robot file in the making, and where its coordinates stand at the reference."""

    rng: np.random.Generator
    bodies: dict[str, Any] = field(default_factory=dict)
    joints: dict[str, Any] = field(default_factory=dict)
    loops: dict[str, Any] = field(default_factory=dict)
    elements: dict[str, Any] = field(default_factory=dict)
    stands: dict[str, list[float]] = field(default_factory=dict)

    def vector(self, size: float = 0.5) -> list[float]:
        """Return a random vector."""
        return self.rng.uniform(-size, size, 3).tolist()

    def body(self, name: str) -> None:
        """Add a body of random mass, centre and inertia."""
        A = self.rng.normal(size=(3, 3)) * 0.2
        inertia = A @ A.T + 0.02 * np.eye(3)
        # the triangle inequality holds for I = tr(S) 1 - S, S a matrix of moments
        inertia = np.trace(inertia) * np.eye(3) - inertia
        self.bodies[name] = {
            "mass": float(self.rng.uniform(0.5, 2.0)),
            "center_of_mass": self.vector(0.2),
            "inertia": [*np.diag(inertia).tolist(), *inertia[[0, 0, 1], [1, 2, 2]]],
            "points": {},
        }

    def joint(self, kind: str, parent: str, body: str, dependent: bool) -> None:
        """Hang a new body on another one by a joint of a kind."""
        self.body(body)
        stands = self.rng.uniform(-0.8, 0.8, 1).tolist()
        axis = self.vector(1.0)
        joint: dict[str, Any] = {
            "type": kind,
            "parent": parent,
            "body": body,
            "at": self.vector(),
            "rotation": {"zxz": self.rng.uniform(-3, 3, 3).tolist()},
            "axis": {"direction": axis},
            "reference": stands[0],
        }
        if kind == "universal":  # stands at zero: several freedoms have no reference
            stands = [0.0, 0.0]
            del joint["reference"]
            other = np.cross(axis, self.vector(1.0))
            joint["second_axis"] = {"direction": other.tolist()}
        if kind == "helical":
            joint["pitch"] = float(self.rng.uniform(0.05, 0.2))
        if dependent:
            joint["dependent"] = True
        self.joints[f"j_{body}"] = joint
        self.stands[f"j_{body}"] = stands

    def point(self, body: str, name: str, where: list[float] | None = None) -> str:
        """Add a point to a body."""
        place = self.vector() if where is None else where
        self.bodies[body]["points"][name] = place
        return name

    def open_tree(self) -> lw.Robot:
        """Return the robot without loops and elements, every joint its own."""
        joints = {
            name: {k: x for k, x in joint.items() if k != "dependent"}
            for name, joint in self.joints.items()
        }
        return lw.Robot(read_text(self.text(joints=joints, loops={}, elements={})))

    def text(self, **instead: Any) -> str:
        """Return the file's text: JSON is YAML too."""
        parts = {
            "linkwright": 1,
            "name": "random",
            "bodies": self.bodies,
            "joints": self.joints,
            "elements": self.elements,
            "loops": self.loops,
        }
        parts |= instead
        return json.dumps({k: x for k, x in parts.items() if x})

    def poses(self) -> Any:
        """Return the open tree's poses at the reference."""
        q = np.concatenate([self.stands[name] for name in self.joints])
        return self.open_tree().forward_kinematics(q)


def tree_with_loops(seed: int, kinds: tuple[str, ...]) -> Draft:
    """Return a draft of a random tree with a loop closed by each of the kinds."""
    draft = Draft(np.random.default_rng(seed))
    rng = draft.rng
    names = ["world"]
    for k in range(4):
        kind = str(rng.choice(["revolute", "revolute", "prismatic", "helical"]))
        draft.joint(kind, names[int(rng.integers(len(names)))], f"b{k}", False)
        names.append(f"b{k}")
    for number, kind in enumerate(kinds):
        start, end = rng.choice(names[1:], 2, replace=False).tolist()
        parent = start
        for k, joint in enumerate(LOOPS[kind]):
            draft.joint(joint, parent, f"loop{number}_{k}", True)
            parent = f"loop{number}_{k}"
        _close(draft, number, kind, end, parent)
    return draft


def _close(draft: Draft, number: int, kind: str, first: str, second: str) -> None:
    pose = draft.poses()
    Q = draft.point(second, f"Q{number}")
    R_2, p_2 = pose[second].rotation, pose[second].position
    R_1, p_1 = pose[first].rotation, pose[first].position
    at = p_2 + R_2 @ np.array(draft.bodies[second]["points"][Q])
    if kind == "bar":
        P = draft.point(first, f"P{number}")
        apart = at - p_1 - R_1 @ np.array(draft.bodies[first]["points"][P])
        length = float(np.linalg.norm(apart))
        draft.elements[f"loop{number}"] = {
            "type": "bar",
            "between": [P, Q],
            "length": length,
        }
        return
    P = draft.point(first, f"P{number}", (R_1.T @ (at - p_1)).tolist())
    loop: dict[str, Any] = {"type": kind, "between": [P, Q]}
    axis = np.array(draft.vector(1.0))
    axis /= np.linalg.norm(axis)
    seen = R_2.T @ R_1 @ axis
    if kind in ("fixed", "prismatic"):
        loop["rotation"] = {"matrix": (R_1.T @ R_2).tolist()}
    if kind == "universal":
        across = np.cross(seen, draft.vector(1.0))
        loop["second_axis"] = {"direction": across.tolist()}
    elif kind not in ("fixed", "prismatic", "spherical"):
        loop["second_axis"] = {"direction": seen.tolist()}
    if kind not in ("fixed", "spherical"):
        loop["axis"] = {"direction": axis.tolist()}
    draft.loops[f"loop{number}"] = loop


def add_elements(draft: Draft) -> None:
    """Put springs, dampers, force laws of all kinds between random bodies."""
    rng = draft.rng
    names = list(draft.bodies)
    for number, element in enumerate(
        (
            {"type": "spring", "stiffness": 300.0, "free_length": 0.2, "count": 2},
            {"type": "spring", "stiffness": 200.0, "free_length": 1.0, "acts": "push"},
            {"type": "damper", "damping": 20.0, "acts": "pull"},
            {"type": "constant_force", "force": -12.0},
            {"type": "force_law", "law": "60 N/m * length + 5 N*s/m * rate"},
        )
    ):
        first, second = rng.choice(names, 2, replace=False).tolist()
        between = [draft.point(first, f"E{number}"), draft.point(second, f"F{number}")]
        draft.elements[f"element{number}"] = element | {"between": between}
    turning = [
        name for name, joint in draft.joints.items() if joint["type"] == "revolute"
    ]
    for name in turning[:1]:
        draft.elements["wound"] = {
            "type": "torsion_spring",
            "joint": name,
            "stiffness": 8.0,
            "free_angle": 0.3,
        }


def add_actuators(draft: Draft) -> None:
    """Drive joints by actuators: one across each alone, one across two in a row."""
    for body in list(draft.bodies):
        joint = draft.joints[f"j_{body}"]
        parent = joint["parent"]
        if joint.get("dependent") or joint["type"] == "helical" or parent == "world":
            continue
        below = draft.joints[f"j_{parent}"]["parent"]
        first = parent if below == "world" else below
        draft.elements[f"act_{body}"] = {
            "type": "linear_actuator",
            "between": [
                draft.point(first, f"A_{body}"),
                draft.point(body, f"B_{body}"),
            ],
            "drives": f"j_{body}",
        }


def states_near(
    robot: lw.Robot, rng: np.random.Generator, count: int
) -> tuple[np.ndarray, ...]:
    """Return q near the reference, where loops surely close, v and a."""
    q = robot.reference + rng.uniform(-0.05, 0.05, (count, robot.nq))
    v, a = rng.normal(size=(2, count, robot.nv))
    return q, v, a
