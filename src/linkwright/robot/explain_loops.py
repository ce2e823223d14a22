"""The steps that concern what is not a tree: actuators, additional bodies, loops."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

import numpy as np

from linkwright.algorithms.drive_positions import only_joint
from linkwright.algorithms.loops.plan import Stage
from linkwright.description import Share
from linkwright.model.mechanism import Mechanism
from linkwright.robot.explanation import Step, Table

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

_METHODS = {
    "telescope": "closed form, pin-slide-pin",
    "crank": "closed form, a joint and a bar",
    "dyad": "closed form, two joints and a pin",
    "series_dyad": "closed form, two turns in a row and a pin",
    "newton": "Newton's iteration",
}


def driven_joints(robot: Robot) -> Step:
    """Step 3: joints that linear actuators move from the side."""
    title = "Joints driven by actuators"
    mechanism = robot._mechanism
    driven = [drive for drive in mechanism.drives if drive.actuators]
    alone = [drive for drive in driven if drive.alone and only_joint(mechanism, drive)]
    if not driven:
        return Step(3, title, ("Every joint that moves is driven itself.",))
    rest = np.zeros(robot.nv)
    lengths = robot.to_actuators(robot.reference, rest, rest).position
    arms = robot.actuator_jacobian(robot.reference)
    rows = []
    for k, drive in enumerate(mechanism.drives):
        if not drive.actuators:
            continue
        arm = float(arms[k, drive.index])
        rows.append(
            (
                robot.velocity_names[drive.index],
                " + ".join(drive.actuators),
                "closed form" if drive in alone else "Newton's iteration",
                "longer" if robot.assembly.plan.levers[k] > 0.0 else "shorter",
                float(lengths[k]),
                arm,
            )
        )
    says = [
        "An actuator's length decides its joint: of the two positions with that length"
        " the one on the branch below is taken. The lever arm is the length's change"
        " per the joint's; where it vanishes the actuator is at a dead point, which"
        " is reported."
    ]
    others = [drive.name for drive in driven if drive not in alone]
    if others:
        says.append(
            f"The length of {', '.join(others)} depends on more joints than the driven"
            " one: there Newton's iteration finds them from the reference, on its side."
        )
    columns = (
        "joint",
        "actuator",
        "found by",
        "as the joint grows it gets",
        "length at reference [m]",
        "lever arm [m/rad or 1]",
    )
    return Step(3, title, tuple(says), (Table("Actuators", columns, tuple(rows)),))


def additional_bodies(robot: Robot) -> Step:
    """Step 5: elements between points, and bodies that loops move."""
    title = "Kinematics of additional bodies"
    elements = tuple(
        (
            each.name,
            each.type,
            f"{each.first} - {each.second}" if each.first else each.joint,
        )
        for each in robot.description.elements
    )
    mechanism = robot._mechanism
    stages = robot.assembly.plan.stages if mechanism.closures else ()
    placed = tuple(_stage_row(mechanism, stage) for stage in stages)
    says = []
    if elements:
        says.append(
            f"{_several(len(elements), 'element')}: length, rate, direction and angle"
            " follow from two points [MBD Eqs. 20-21]; robot.elements gives them."
        )
    if placed:
        says.append(
            f"{_several(sum(len(stage.unknowns) for stage in stages), 'coordinate')}"
            " of joints follow from loops, solved one after another;"
            " robot.dependent_coordinates gives them."
        )
    tables = (
        Table("Elements", ("element", "type", "between"), elements),
        Table("Dependent joints", ("joints", "by loop", "found by", "branch"), placed),
    )
    nothing = "There are none: every body is one of the main chains."
    return Step(5, title, tuple(says) or (nothing,), tables)


def _stage_row(mechanism: Mechanism, stage: Stage) -> tuple[str, str, str, str]:
    offset = mechanism.nq - mechanism.nv
    joints = [mechanism.velocity_names[k - offset] for k in stage.unknowns]
    names = {mechanism.closures[closure].name: None for closure, _ in stage.rows}
    branch = "+" if stage.branch > 0.0 else "-"
    return " ".join(joints), " ".join(names), _METHODS[stage.method], branch


def loops(robot: Robot) -> Step:
    """Step 7: which reactions the mechanism determines, and who shares the rest."""
    title = "Closed and overconstrained loops"
    count = robot.inventory.loops
    if not robot._mechanism.closures:
        open_chain = "There are none: balance determines every reaction."
        if count:
            open_chain = (
                "Springs or actuators, which push or pull along their lines alone,"
                f" close {_several(count, 'loop')}: balance determines every reaction."
            )
        return Step(7, title, (open_chain,))
    assembly = robot.assembly
    says = [
        f"{_several(count, 'independent loop')}. The closed mechanism has"
        f" {_several(assembly.mobility, 'freedom')}, for {_several(robot.nv, 'drive')}."
        " At the reference its dependent joints are"
        f" {assembly.conditioning:.3g} away from a singular position (1 at best,"
        " 0 there).",
    ]
    redundant = _by_joint(assembly.redundant)
    if assembly.redundant:
        says.append(
            f"Redundant, for others hold them already:"
            f" {_several(len(assembly.redundant), 'component')} of closing joints."
        )
    tables = [Table("Redundant components", ("joint", "components"), redundant)]
    found = robot.determinacy()
    says.append(
        f"{len(found.determined)} reaction components in the loops follow from balance"
        f" alone{_by_rules(len(found.shared))}. Components of closing joints are along"
        " their own axes, z along a pin; those of other joints along the axes of the"
        " body they carry."
    )
    if found.left:
        says.append(
            f"{len(found.left)} components are left open: {found.degrees} more numbers"
            " would tell them, by rules under 'sharing'."
        )
    says += [f"Contradiction: {each}." for each in found.contradictions]
    rules = tuple(
        (
            share.name,
            share.on,
            " ".join(share.of),
            _short(share.components),
            _how(share),
        )
        for share in robot.description.sharing
    )
    tables += [
        Table("Determined", ("joint", "components"), _by_joint(found.determined)),
        Table("Shared", ("joint", "components"), _by_joint(found.shared)),
        Table("Left open", ("joint", "components"), _by_joint(found.left)),
        Table("Rules", ("rule", "on body", "among", "components", "how"), rules),
    ]
    return Step(7, title, tuple(says), tuple(tables))


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _by_rules(shared: int) -> str:
    """Return what the sharing rules add, in words."""
    if not shared:
        return ""
    return f", {shared} are shared by the rules below; all are solved together"


def _by_joint(components: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return components "joint, force x" as one row for each joint."""
    rows: dict[str, list[str]] = {}
    for each in components:
        joint, _, component = each.rpartition(", ")
        rows.setdefault(joint, []).append(component)
    return tuple((joint, _short(tuple(those))) for joint, those in rows.items())


def _short(components: tuple[str, ...]) -> str:
    """Return "force x y, torque z" for several components."""
    axes: dict[str, list[str]] = {}
    for each in components:
        kind, _, axis = each.partition(" ")
        axes.setdefault(kind, []).append(axis)
    return ", ".join(
        f"{kind} {' '.join(those)}".strip() for kind, those in axes.items()
    )


def _how(share: Share) -> str:
    """Return a rule in words."""
    if share.rule == "all_to":
        return f"all to {share.to}"
    if share.rule in ("ratios", "compliance"):
        weights = shorten(" : ".join(str(each) for each in share.weights), 40)
        return f"as {weights}" if share.rule == "ratios" else f"compliances {weights}"
    if share.rule == "minimum_norm":
        return f"least squares, torques by {share.weights[0]} m"
    return {"equal": "equal parts", "none": "zero"}[share.rule]
