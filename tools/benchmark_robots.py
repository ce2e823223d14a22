"""Write the benchmark robots arm7, dual27 and human37 into the bundled robots.

Their geometry is that of a seven-axis arm, a two-armed torso with hands, and a walking
humanoid; their masses are random but physical, drawn from one seeded stream a robot, in
the order of the joints. Figures of different days and peers rest on these very numbers,
so they are written in full precision and the files are committed.

    python tools/benchmark_robots.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROBOTS = Path(__file__).resolve().parents[1] / "src" / "linkwright" / "robots"
QUARTER_TURN = np.pi / 2
WORLD = "world"


@dataclass(frozen=True)
class Link:
    """A body and the joint that carries it; numbers as they go into the file."""

    body: str
    joint: str
    type: str
    axis: str
    parent: str
    at: tuple[float, ...]
    rotation: np.ndarray
    mass: float
    center_of_mass: np.ndarray
    inertia: np.ndarray


@dataclass
class Builder:
    """Links in the order in which they draw from the random stream."""

    name: str
    seed: int
    links: list[Link] = field(default_factory=list)

    def __post_init__(self):
        self.stream = np.random.default_rng(self.seed)

    def add(self, parent, name, type_, axis, at=(0, 0, 0), rpy=(0, 0, 0), mass=None):
        """Append a body with drawn inertia; returns its name, to carry the next."""
        if mass is None:
            mass = float(self.stream.uniform(0.5, 4))
        center_of_mass = self.stream.uniform(-0.1, 0.1, 3)
        # Any positive definite second moment of mass P gives an inertia that some solid
        # really has: J = m (tr(P) 1 - P).
        root = self.stream.normal(size=(3, 3)) * 0.1
        second_moment = root @ root.T + np.eye(3) * 0.005
        inertia = mass * (np.trace(second_moment) * np.eye(3) - second_moment)
        self.links.append(
            Link(
                body=f"{name}_link",
                joint=name,
                type=type_,
                axis=axis,
                parent=parent,
                at=tuple(float(value) for value in at),
                rotation=rotation(*rpy),
                mass=mass,
                center_of_mass=center_of_mass,
                inertia=inertia,
            )
        )
        return self.links[-1].body


def rotation(roll, pitch, yaw):
    """Rz(yaw) Ry(pitch) Rx(roll), its entries next to 0 and ±1 made exact."""
    cr, sr = np.cos(roll), np.sin(roll)
    cp, sp = np.cos(pitch), np.sin(pitch)
    cy, sy = np.cos(yaw), np.sin(yaw)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    product = about_z @ about_y @ about_x
    for exact in (0.0, 1.0, -1.0):
        product[abs(product - exact) < 1e-12] = exact
    return product


SEVEN_AXES = (  # a Panda-like arm: where each joint sits, and how it is turned
    ((0, 0, 0.333), (0, 0, 0)),
    ((0, 0, 0), (-QUARTER_TURN, 0, 0)),
    ((0, -0.316, 0), (QUARTER_TURN, 0, 0)),
    ((0.0825, 0, 0), (QUARTER_TURN, 0, 0)),
    ((-0.0825, 0.384, 0), (-QUARTER_TURN, 0, 0)),
    ((0, 0, 0), (QUARTER_TURN, 0, 0)),
    ((0.088, 0, 0), (QUARTER_TURN, 0, 0)),
)


def arm7():
    """A seven-axis arm on a fixed base."""
    robot = Builder("arm7", seed=1)
    tip = WORLD
    for number, (at, rpy) in enumerate(SEVEN_AXES, start=1):
        tip = robot.add(tip, f"arm_{number}", "revolute", "z", at, rpy)
    return robot


def dual27():
    """A torso of three joints, a head of two, two arms of seven, two hands of four."""
    robot = Builder("dual27", seed=2)
    lift = robot.add(WORLD, "lift", "prismatic", "z", (0, 0, 0.4))
    yaw = robot.add(lift, "torso_yaw", "revolute", "z", (0, 0, 0.2))
    torso = robot.add(yaw, "torso_pitch", "revolute", "y", (0, 0, 0.15))
    neck = robot.add(torso, "neck_yaw", "revolute", "z", (0, 0, 0.4))
    robot.add(neck, "neck_pitch", "revolute", "y", (0.02, 0, 0.1))
    for side, sign in (("left", 1), ("right", -1)):
        shoulder = (
            ((0.02, 0.15 * sign, 0.25), (0.4 * sign, 0.3, 0.1 * sign)),
            ((0, 0.03 * sign, 0), (-QUARTER_TURN, 0, 0)),
        )
        tip = torso
        for number, (at, rpy) in enumerate(shoulder + SEVEN_AXES[2:], start=1):
            tip = robot.add(tip, f"{side}_arm_{number}", "revolute", "z", at, rpy)
        hand = f"{side}_finger"
        robot.add(tip, f"{hand}_1", "prismatic", "y", (0, 0.01, 0.1))
        robot.add(tip, f"{hand}_2", "prismatic", "y", (0, -0.01, 0.1), (0, 0, np.pi))
        base = robot.add(tip, f"{side}_thumb_1", "revolute", "x", (0.03, 0, 0.1))
        robot.add(base, f"{side}_thumb_2", "revolute", "x", (0, 0, 0.05))
    return robot


def human37():
    """A humanoid on a free base: legs 12, waist 3, arms 14, head 2 joints."""
    robot = Builder("human37", seed=3)
    pelvis = robot.add(WORLD, "base", "free", "", mass=8.0)
    for side, sign in (("left", 1), ("right", -1)):
        tip = pelvis
        for name, axis, at in (
            ("hip_pitch", "y", (0, 0.064 * sign, -0.1)),
            ("hip_roll", "x", (0, 0.052 * sign, -0.03)),
            ("hip_yaw", "z", (0.025, 0, -0.124)),
            ("knee", "y", (-0.078, 0.002 * sign, -0.177)),
            ("ankle_pitch", "y", (0, 0, -0.3)),
            ("ankle_roll", "x", (0, 0, -0.017)),
        ):
            tip = robot.add(tip, f"{side}_{name}", "revolute", axis, at)
    yaw = robot.add(pelvis, "waist_yaw", "revolute", "z")
    roll = robot.add(yaw, "waist_roll", "revolute", "x", (-0.004, 0, 0.044))
    chest = robot.add(roll, "waist_pitch", "revolute", "y", (0, 0, 0.01))
    for side, sign in (("left", 1), ("right", -1)):
        shoulder_turn = (0.28 * sign, 0, 0)
        tip = chest
        for name, axis, at, rpy in (
            ("shoulder_pitch", "y", (0.004, 0.1 * sign, 0.238), shoulder_turn),
            ("shoulder_roll", "x", (0, 0.038 * sign, -0.014), (0, 0, 0)),
            ("shoulder_yaw", "z", (0, 0.006 * sign, -0.103), (0, 0, 0)),
            ("elbow", "y", (0.016, 0, -0.08), (0, 0, 0)),
            ("wrist_roll", "x", (0.1, 0.002 * sign, -0.01), (0, 0, 0)),
            ("wrist_pitch", "y", (0.038, 0, 0), (0, 0, 0)),
            ("wrist_yaw", "z", (0.046, 0, 0), (0, 0, 0)),
        ):
            tip = robot.add(tip, f"{side}_{name}", "revolute", axis, at, rpy)
    neck = robot.add(chest, "neck_yaw", "revolute", "z", (0, 0, 0.4))
    robot.add(neck, "neck_pitch", "revolute", "y", (0, 0, 0.05))
    return robot


def file_text(robot, summary):
    """The robot as a file of ours; every number by ``repr``, so that none changes."""
    lines = [
        f"# {summary}",
        "# Written by tools/benchmark_robots.py: masses are random but physical; every",
        "# figure of the benchmarks rests on these very numbers.",
        "linkwright: 1",
        f"name: {robot.name}",
        "gravity: [0, 0, -9.81]",
        "",
        "bodies:",
    ]
    for link in robot.links:
        lines += [
            f"  {link.body}:",
            f"    mass: {link.mass!r}",
            f"    center_of_mass: {flow(link.center_of_mass)}",
            f"    inertia: {flow(tensor_entries(link.inertia))}",
        ]
    lines += ["", "joints:"]
    for link in robot.links:
        lines.append(f"  {link.joint}:")
        lines.append(f"    type: {link.type}")
        lines.append(f"    parent: {link.parent}")
        lines.append(f"    body: {link.body}")
        if link.axis:
            lines.append(f"    axis: {link.axis}")
        lines.append(f"    at: {flow(link.at)}")
        if not np.array_equal(link.rotation, np.eye(3)):
            rows = ", ".join(flow(row) for row in link.rotation)
            lines.append(f"    rotation: {{matrix: [{rows}]}}")
    return "\n".join(lines) + "\n"


def tensor_entries(inertia):
    """The six entries xx yy zz xy xz yz of a matrix that is symmetric to the bit."""
    assert np.array_equal(inertia, inertia.T)
    return inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]


def flow(values):
    """The numbers as a YAML list; a zero is written without its sign."""
    return "[" + ", ".join(repr(float(value) + 0.0) for value in values) + "]"


def files():
    """Path and text of every benchmark robot."""
    return {
        ROBOTS / robot.name / "robot.yaml": file_text(robot, build.__doc__)
        for build in (arm7, dual27, human37)
        for robot in (build(),)
    }


def main():
    """Write the files."""
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROBOTS.parents[2]))


if __name__ == "__main__":
    main()
