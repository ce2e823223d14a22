"""Every reaction of a mechanism: tree joints, closing joints, springs, actuators.

What the open tree's joints would give, less what the closed loops carry; loops by
balance and sharing rules (`sharing`), springs by their laws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.pressing import pressed
from linkwright.algorithms.elements import TENSIONS, TORQUES
from linkwright.algorithms.elements.forces import (
    add_wrenches,
    joint_angle,
    loaded,
)
from linkwright.algorithms.kinematics import forward_kinematics
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.newton_euler import (
    Wrench,
    body_motion,
    body_wrench,
    joint_wrench,
)
from linkwright.algorithms.reactions import (
    Reaction,
    ReactionChoice,
    of_tree_joints,
    presented,
)
from linkwright.algorithms.sharing import LoopSystem, connections_of, loop_system
from linkwright.expr import Array, Node, cross, sqrt, zeros
from linkwright.model.mechanism import Mechanism, Strut


@dataclass(frozen=True, eq=False)
class Forces:
    """All forces of a mechanism at a state.

    Attributes:
        joints: wrench of each tree link's joint on the link, at its origin, its axes.
        connections: wrench of each connection on its second body, in its axes, about
            the closing point.
        singular: whether the position leaves forces undefined.
    """

    motion: Embedding
    velocity: Array
    system: LoopSystem
    joints: list[Wrench]
    connections: list[Wrench]
    singular: Any


def reaction_names(mechanism: Mechanism) -> list[str]:
    """Return the names of the reactions: tree joints, connections, elements."""
    tree = [link.whole_joint for link in mechanism.tree.links if not link.hidden]
    connections = [each.name for each in connections_of(mechanism)]
    elements = [each.name for each in (*_sprung(mechanism), *mechanism.pads)]
    return [*tree, *connections, *elements]


def loop_equations(
    motion: Embedding, v: Array, a: Array, external: list[Wrench] | None = None
) -> tuple[LoopSystem, list[Wrench]]:
    """Return the equations of the loops' forces, and the open tree's joint wrenches."""
    mechanism = motion.mechanism
    tree, y = mechanism.tree, motion.y
    nothing = Wrench(zeros(3), zeros(3))
    on = list(external) if external else [nothing for _ in tree.links]
    add_wrenches(motion, v, on)
    bodies = list(body_motion(tree, y, motion.velocity(v), motion.acceleration(v, a)))
    needed = [body_wrench(tree, k, body, on) for k, body in enumerate(bodies)]
    given = joint_wrench(tree, bodies, needed)
    known: dict[int, Any] = {}
    for each in mechanism.joint_elements:
        link = tree.links[each.link]
        torque = TORQUES[each.type](each.numbers, joint_angle(motion, each))
        before = known.get(link.v_index, 0.0)
        known[link.v_index] = before + torque * link.ratio
    return loop_system(mechanism, y, given, known), given


def mechanism_forces(
    motion: Embedding,
    v: Array,
    a: Array,
    external: list[Wrench] | None = None,
    plan: Plan | None = None,
) -> Forces:
    """Return the forces at a state; the plan says which sharing equations count."""
    plan = plan or Plan()
    system, given = loop_equations(motion, v, a, external)
    values, singular = system.solved(plan.kept, plan.pinned)
    down = system.carried_down(values)
    joints = [f - down[k] if k in down else f for k, f in enumerate(given)]
    if plan.untold:
        nothing = _no_number(motion.y)
        told = [0.0 if name not in plan.untold else nothing for name in system.names]
        values = [x + gap for x, gap in zip(values, told, strict=True)]
        links = motion.mechanism.tree.links
        joints = [
            _without(wrench, link.whole_joint, plan.untold, nothing)
            for link, wrench in zip(links, joints, strict=True)
        ]
    connections = system.wrenches(values)
    return Forces(motion, v, system, joints, connections, singular)


AXES = ("force x", "force y", "force z", "torque x", "torque y", "torque z")


def _without(wrench: Wrench, name: str, untold: frozenset[str], nothing: Any) -> Wrench:
    """Return a joint's wrench with NaN for the components that nothing tells."""
    found = [
        x + nothing if f"{name}, {axis}" in untold else x
        for x, axis in zip((*wrench.force, *wrench.torque), AXES, strict=True)
    ]
    return Wrench(Array(found[:3]), Array(found[3:]))


def _no_number(y: Array) -> Any:
    """Return an expression that is always NaN."""
    x = next(x for x in y if isinstance(x, Node))
    return sqrt(-1.0 - x * x)


def mechanism_reactions(forces: Forces, choice: ReactionChoice) -> list[Wrench]:
    """Return force [N] and torque [N m] of every connection, as `reaction_names`."""
    mechanism = forces.motion.mechanism
    tree, y = mechanism.tree, forces.motion.y
    found = of_tree_joints(tree, forces.joints)
    for closure, wrench in zip(
        forces.system.connections, forces.connections, strict=True
    ):
        first, second = closure.first, closure.second
        found.append(Reaction(second.link, first.link, second.position, wrench))
    for each in loaded(forces.motion, forces.velocity):
        strut = each.line.strut
        pull = each.line.direction * -each.tension
        wrench = Wrench(each.line.R_FS.apply_inverse(pull), zeros(3))
        ends = strut.second.link, strut.first.link
        found.append(Reaction(*ends, strut.second.position, wrench))
    found.extend(_pressed(forces))
    return presented(tree, y, found, choice)


def _pressed(forces: Forces) -> Iterator[Reaction]:
    """Yield what each pad gives its first body, about its point; faces together."""
    motion = forces.motion
    poses = forward_kinematics(motion.mechanism.tree, motion.y)
    y = motion.velocity(forces.velocity)
    total: dict[str, Wrench] = {}
    places = pressed(motion)
    for each in places:
        first = each.pad.first
        pose = poses[first.link]
        force = pose.R.T @ each.force_in_world(y)
        arm = pose.R.T @ (each.spot.place_in_world - pose.O) - first.position
        wrench = Wrench(force, cross(arm, force))
        before = total.get(each.pad.name)
        total[each.pad.name] = wrench if before is None else before + wrench
    ends = {each.pad.name: each for each in places}
    for name, wrench in total.items():
        each = ends[name]
        yield Reaction(*each.links, each.pad.first.position, wrench)


def _sprung(mechanism: Mechanism) -> list[Strut]:
    return [each for each in mechanism.struts if each.type in TENSIONS]
