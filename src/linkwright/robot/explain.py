"""A robot explained in the seven steps of the MBD paper, each with its data.

1 main chains, 2 inputs, 3 joints driven by actuators, 4 forward kinematics,
5 additional bodies, 6 inverse dynamics, 7 closed and overconstrained loops
[MBD Fig. 2].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from linkwright.description import parameter_values, value_of
from linkwright.description.inventory import Inventory
from linkwright.expr import count
from linkwright.robot.explain_loops import additional_bodies, driven_joints, loops
from linkwright.robot.explanation import Explanation, Step, Table
from linkwright.robot.text_table import number_text
from linkwright.robot.velocity_units import velocity_units

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot


def explain(robot: Robot) -> Explanation:
    """Return the seven steps for a robot."""
    steps = (
        main_chains,
        inputs,
        driven_joints,
        forward_kinematics,
        additional_bodies,
        inverse_dynamics,
        loops,
    )
    return Explanation(robot.name, tuple(step(robot) for step in steps))


def main_chains(robot: Robot) -> Step:
    """Step 1: which bodies follow which, from the world to the ends."""
    main = [joint for joint in robot.joints if not joint.dependent]
    carried_by = {joint.body: joint for joint in main}
    children: dict[str, list[str]] = {}
    for joint in main:
        children.setdefault(joint.parent, []).append(joint.body)
    rows = []
    waiting = [("world", body) for body in children.get("world", ())]
    while waiting:
        parent, body = waiting.pop(0)
        chain = [body]
        while len(children.get(chain[-1], ())) == 1:
            chain += children[chain[-1]]
        moving = sum(carried_by[each].type != "fixed" for each in chain)
        rows.append((parent, " ".join(chain), moving))
        waiting += [(chain[-1], child) for child in children.get(chain[-1], ())]
    has = robot.inventory
    others = has.bodies - len(main)
    says = [
        f"{robot.name} has {has.bodies} bodies and {sum(has.joints.values())} joints:"
        f" {_counted(has)}.",
    ]
    if len(rows) > 1:
        says.append(
            f"{len(main)} bodies form the main chains, which branch where several"
            " follow one."
        )
    if others:
        says.append(f"{others} more close loops or stand for elements (step 5).")
    columns = ("hangs on", "bodies", "moving joints")
    table = Table("Chains", columns, tuple(rows))
    return Step(1, "Main chains of bodies and joints", tuple(says), (table,))


def _counted(has: Inventory) -> str:
    return ", ".join(f"{number} {name}" for name, number in has.joints.items())


def inputs(robot: Robot) -> Step:
    """Step 2: what is put in: motions of the drives, numbers of the file."""
    units = velocity_units(robot.description)
    rows = []
    for name, moved, actuators in _drives(robot):
        kind = f"{len(actuators)} actuators" if len(actuators) > 1 else "actuator"
        unit = "m" if actuators else units[moved]
        rows.append((name, moved, kind if actuators else "joint", unit))
    values = parameter_values(robot.description)
    massive = sum(
        each.inertial is not None and value_of(each.inertial.mass, values) != 0.0
        for each in robot.bodies
    )
    gravity = " ".join(number_text(x) for x in robot.gravity)
    says = [
        f"{robot.nv} drive{'s' * (robot.nv > 1)}: their positions, rates and"
        f" accelerations over time are the motion. {massive} bodies have mass,"
        f" {number_text(robot.total_mass)} kg in all; gravity is {gravity} m/s^2.",
    ]
    if robot.parameters:
        says.append("Design parameters may be varied: robot.vary(name, ...).")
    parameters = tuple(
        (each.name, float(values[each.name]), each.formula.text if each.formula else "")
        for each in robot.parameters
    )
    coupled = tuple(
        (
            joint.name,
            joint.coupling.joint,
            float(value_of(joint.coupling.ratio, values)),
            float(value_of(joint.coupling.offset, values)),
        )
        for joint in robot.joints
        if joint.coupling
    )
    tables = (
        Table("Drives", ("drive", "moves", "by", "unit"), tuple(rows)),
        Table("Coupled joints", ("joint", "follows", "ratio", "offset"), coupled),
        Table("Parameters", ("parameter", "in SI", "defined as"), parameters),
    )
    return Step(2, "Properties and motions put in", tuple(says), tables)


def _drives(robot: Robot) -> Iterable[tuple[str, str, tuple[str, ...]]]:
    """Yield each drive's name, the velocity it moves, and its actuators."""
    for drive in robot._mechanism.drives:
        yield drive.name, robot.velocity_names[drive.index], drive.actuators


def forward_kinematics(robot: Robot) -> Step:
    """Step 4: the recursion outwards, body by body."""
    types = {joint.name: joint.type for joint in robot.joints}
    links = robot.model.links
    rows = []
    for link in links:
        if link.hidden or link.whole_joint not in types or link.dependent:
            continue
        parent = link.parent
        while parent >= 0 and links[parent].hidden:
            parent = links[parent].parent
        on = links[parent].name if parent >= 0 else "world"
        rows.append(
            (len(rows) + 1, link.name, on, link.whole_joint, types[link.whole_joint])
        )
    says = (
        "From the world outwards each body is turned, R = R_parent R_joint, and placed,"
        " p = p_parent + R_parent p_joint; its named points follow."
        f" {len(robot.points)} points are placed so."
        " It needs no dynamics: robot.forward_kinematics and robot.body_motions are"
        " compiled by themselves.",
    )
    columns = ("", "body", "on", "joint", "type")
    return Step(
        4,
        "Forward kinematics of the main bodies",
        says,
        (Table("Order", columns, tuple(rows)),),
    )


def inverse_dynamics(robot: Robot) -> Step:
    """Step 6: the recursion inwards, and what it costs."""
    if robot.total_mass == 0.0:
        says = "No body has a mass: the robot has kinematics only."
        return Step(6, "Inverse dynamics of the main bodies", (says,))
    counts = count(robot.program("inverse_dynamics"))
    iterates = any(s.method == "newton" for s in robot.assembly.plan.stages)
    at_most = ", iterations counted to their ends, at most" if iterates else ""
    says = [
        "Outwards: angular velocity and acceleration of each body, acceleration of its"
        " centre of mass, the world accelerating against gravity. Inwards, from the"
        " ends to the world: the force and torque that each body needs from its joint,"
        " f = m p'' + what its successors need [MBD Eqs. 29-34].",
        f"The joint forces take{at_most}"
        f" {counts.multiplications} multiplications, {counts.additions} additions and"
        f" {counts.trigonometric} sines, cosines and the like for one state.",
    ]
    forces = [e.name for e in robot.description.elements if e.type in _WITH_LAWS]
    if forces:
        says.append(f"{', '.join(forces)} give forces by their laws; these are part.")
    quantities = (
        ("inverse_dynamics", "joint forces"),
        ("reactions", "force and torque of every joint, pin and spring"),
        ("actuator_forces", "forces of the drives"),
        ("forward_dynamics", "accelerations that joint forces make"),
    )
    table = Table("Quantities", ("robot.", "gives"), quantities)
    return Step(6, "Inverse dynamics of the main bodies", tuple(says), (table,))


_WITH_LAWS = ("spring", "damper", "constant_force", "force_law", "torsion_spring")
