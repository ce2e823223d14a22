"""External wrenches, friction, and reactions at any point in any frame."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import Coupling, body, describe, joint
from linkwright.errors import InputError
from tests.robot.crane import INERTIA

CLOSE = 1e-12  # of forces up to 100 N


def wrenches(seed: int, *batch: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(*batch, 6)) * 10


@pytest.mark.parametrize(("frame", "axes"), [("world", "world_aligned"), ("body",) * 2])
def test_external_wrenches_act_by_the_transposed_jacobian(
    crane, motion, frame: str, axes: str
) -> None:
    given = {"tip": wrenches(2, 5), "eye": wrenches(3, 5), "arm": wrenches(4)}
    work = sum(
        np.einsum(
            "bij,bi->bj",
            crane.jacobian(name, motion.q, frame=axes),
            np.broadcast_to(wrench, (5, 6)),
        )
        for name, wrench in given.items()
    )
    tau = crane.inverse_dynamics(*motion)
    found = crane.inverse_dynamics(*motion, external=given, frame=frame)
    assert np.abs(found - (tau - work)).max() < CLOSE
    a = crane.forward_dynamics(motion.q, motion.v, tau, external=given, frame=frame)
    expected = crane.forward_dynamics(motion.q, motion.v, tau + work)
    assert np.abs(a - expected).max() / np.abs(expected).max() < CLOSE


def test_external_wrenches_broadcast_with_the_states(crane, motion) -> None:
    many = wrenches(5, 4, 1)
    q, v, a = (x[0] for x in motion)
    found = crane.inverse_dynamics(*motion, external={"tip": many})
    assert found.shape == (4, 5, 3)
    alone = crane.inverse_dynamics(q, v, a, external={"tip": many[2, 0]})
    assert np.abs(found[2, 0] - alone).max() < CLOSE
    # No wrench at all is as good as none.
    same = crane.inverse_dynamics(q, v, a, external={})
    assert np.array_equal(same, crane.inverse_dynamics(q, v, a))


def test_wrenches_set_the_precision_as_states_do(crane, motion) -> None:
    single = [x.astype(np.float32) for x in motion]
    wrench = wrenches(6)
    low = crane.inverse_dynamics(*single, external={"tip": wrench.astype(np.float32)})
    assert low.dtype == np.float32
    high = crane.inverse_dynamics(*single, external={"tip": wrench})
    assert high.dtype == np.float64
    assert np.abs(low - high).max() < 1e-4


def test_reactions_take_what_external_wrenches_give(crane, motion) -> None:
    wrench = wrenches(7, 5)
    free = crane.reactions(*motion, expressed_in="world")
    loaded = crane.reactions(*motion, expressed_in="world", external={"tip": wrench})
    pose = crane.forward_kinematics(motion.q)
    for name, carried in (("slew", "mast"), ("lift", "arm"), ("hoist", "hook")):
        less = free[name].force - loaded[name].force
        assert np.abs(less - wrench[:, :3]).max() < CLOSE
        arm = pose["tip"].position - pose[carried].position
        torque = wrench[:, 3:] + np.cross(arm, wrench[:, :3])
        less = free[name].torque - loaded[name].torque
        assert np.abs(less - torque).max() < CLOSE
    turned = np.concatenate(
        [
            np.einsum("bji,bj->bi", pose["hook"].rotation, part)
            for part in (wrench[:, :3], wrench[:, 3:])
        ],
        axis=-1,
    )
    asked = {"external": {"tip": turned}, "frame": "body"}
    same = crane.reactions(*motion, expressed_in="world", **asked)
    assert np.abs(same.array - loaded.array).max() < CLOSE


def test_friction_is_viscous_and_coulomb(crane, motion) -> None:
    q, v, a = motion
    v = v.copy()
    v[0] = 0.0  # at rest Coulomb friction is taken as none
    expected = np.array([1.5, 0, 0]) * v + np.array([0.7, 0.3, 0]) * np.sign(v)
    tau = crane.inverse_dynamics(q, v, a)
    found = crane.inverse_dynamics(q, v, a, friction=True)
    assert np.abs(found - tau - expected).max() < CLOSE
    back = crane.forward_dynamics(q, v, found, friction=True)
    assert np.abs(back - a).max() < 1e-11
    # Neither M nor the bias knows of it.
    bias = crane.inverse_dynamics(q, v, 0 * a)
    assert np.abs(crane.bias_forces(q, v) - bias).max() < CLOSE


def test_friction_of_a_coupled_joint_acts_through_its_ratio() -> None:
    robot = lw.Robot(
        describe(
            "pair",
            [body(name, mass=1, inertia=INERTIA) for name in "ab"],
            [
                joint("drive", "revolute", "world", "a", damping=0.5, friction=0.1),
                joint(
                    "echo",
                    "revolute",
                    "world",
                    "b",
                    damping=0.2,
                    friction=0.3,
                    coupled_to=Coupling("drive", -2.0),
                ),
            ],
        )
    )
    for v in ([1.5], [-1.5], [0.0]):
        q, zero, v = np.zeros(1), np.zeros(1), np.array(v)
        rough = robot.inverse_dynamics(q, v, zero, friction=True)
        smooth = robot.inverse_dynamics(q, v, zero)
        # Power lost: d v^2 + f |v| of each joint.
        s = np.sign(v)
        expected = 0.5 * v + 0.1 * s + 4 * 0.2 * v + 2 * 0.3 * s
        assert rough - smooth == pytest.approx(expected)


# Reactions by hand: Newton's law for the bodies beyond a joint, in the world.


def reactions_by_hand(crane: lw.Robot, motion) -> dict[str, np.ndarray]:
    """Return force and torque about each body's origin, world's axes, on the body."""
    pose = crane.forward_kinematics(motion.q)
    moving = crane.body_motions(*motion)
    bodies = ["mast", "arm", "hook"]
    g = np.array([0, 0, -9.81])
    found = {}
    for first, name in enumerate(("slew", "lift", "hoist")):
        force = torque = np.zeros((5, 3))
        for each, link in zip(bodies, crane.model.links, strict=True):
            if bodies.index(each) < first:
                continue
            m = link.inertia.mass
            c = np.array(list(link.inertia.first_moment)) / m
            R, w = pose[each].rotation, moving[each].angular_velocity
            wd = moving[each].angular_acceleration
            r = R @ c
            acceleration = moving[each].acceleration + np.cross(wd, r)
            acceleration = acceleration + np.cross(w, np.cross(w, r))
            pull = m * (acceleration - g)
            J = np.array(link.inertia.matrix().rows)
            J = J - m * (c @ c * np.eye(3) - np.outer(c, c))  # about the centre
            Jw = R @ J @ np.swapaxes(R, -1, -2)
            spin = np.einsum("bij,bj->bi", Jw, wd)
            spin = spin + np.cross(w, np.einsum("bij,bj->bi", Jw, w))
            arm = pose[each].position + r - pose[bodies[first]].position
            force = force + pull
            torque = torque + spin + np.cross(arm, pull)
        found[name] = np.concatenate([force, torque], axis=-1)
    return found


def turned(R: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    parts = (wrench[..., :3], wrench[..., 3:])
    return np.concatenate([np.einsum("bij,bj->bi", R, x) for x in parts], axis=-1)


@pytest.mark.parametrize("frame", ["world", "body", "predecessor", "hook", "mast"])
@pytest.mark.parametrize("at", ["joint", "center_of_mass", "tip"])
@pytest.mark.parametrize("on", ["body", "predecessor"])
def test_reactions_are_newtons_law(crane, motion, on: str, at: str, frame: str) -> None:
    found = crane.reactions(*motion, on=on, at=at, expressed_in=frame)
    pose = crane.forward_kinematics(motion.q)
    carried = {"slew": "mast", "lift": "arm", "hoist": "hook"}
    before = {"slew": None, "lift": "mast", "hoist": "arm"}
    for k, (name, wrench) in enumerate(reactions_by_hand(crane, motion).items()):
        own = pose[carried[name]]
        if at != "joint":
            inertia = crane.model.links[k].inertia
            c = np.array(list(inertia.first_moment)) / inertia.mass
            there = (
                pose["tip"].position if at == "tip" else own.position + own.rotation @ c
            )
            shift = np.cross(there - own.position, wrench[:, :3])
            wrench = np.concatenate([wrench[:, :3], wrench[:, 3:] - shift], axis=-1)
        sign = 1 if on == "body" else -1
        if frame == "body":
            into = own.rotation
        elif frame == "world" or (frame == "predecessor" and before[name] is None):
            into = np.broadcast_to(np.eye(3), (5, 3, 3))
        else:
            into = pose[before[name] if frame == "predecessor" else frame].rotation
        expected = sign * turned(np.swapaxes(into, -1, -2), wrench)
        assert np.abs(found[name].array - expected).max() < 1e-11


def test_joint_forces_are_reactions_along_the_axes(crane, motion) -> None:
    R = crane.reactions(*motion)
    along = np.stack(
        [R["slew"].torque[:, 2], R["lift"].torque[:, 1], R["hoist"].force[:, 2]],
        axis=-1,
    )
    armature = np.array([0.05, 0, 0]) * motion.a
    assert np.abs(along + armature - crane.inverse_dynamics(*motion)).max() < CLOSE


@pytest.mark.parametrize("kind", ["universal", "cylindrical", "planar"])
def test_reactions_step_over_the_virtual_bodies_of_a_joint(kind: str) -> None:
    more = {"second_axis": "x"} if kind == "universal" else {}
    robot = lw.Robot(
        describe(
            "composite",
            [
                body(name, mass=1, inertia=INERTIA, center_of_mass=[0.1, 0.2, 0.3])
                for name in ("base", "b")
            ],
            [
                joint("root", "revolute", "world", "base", axis="x"),
                joint("j", kind, "base", "b", at=[0.1, 0, 0], axis="y", **more),
            ],
        )
    )
    q, v, a = np.random.default_rng(8).normal(size=(3, 5, robot.nv))
    pose = robot.forward_kinematics(q)
    world = robot.reactions(q, v, a, expressed_in="world")["j"].array
    found = robot.reactions(q, v, a, expressed_in="predecessor")["j"].array
    back = np.swapaxes(pose["base"].rotation, -1, -2)
    assert np.abs(found - turned(back, world)).max() < CLOSE
    own = robot.reactions(q, v, a, at="center_of_mass")["j"].array
    back = np.swapaxes(pose["b"].rotation, -1, -2)
    force = turned(back, world)[:, :3]
    torque = turned(back, world)[:, 3:] - np.cross([0.1, 0.2, 0.3], force)
    assert np.abs(own - np.concatenate([force, torque], axis=-1)).max() < CLOSE


def test_every_wrench_must_be_of_a_point_that_exists(crane) -> None:
    q = np.zeros(3)
    with pytest.raises(InputError, match="no point or body 'nose'"):
        crane.reactions(q, q, q, external={"nose": np.zeros(6)})


def turned_by(R: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    """Return wrenches turned by rotations (batch, 3, 3)."""
    parts = (wrench[..., :3], wrench[..., 3:])
    return np.concatenate([np.einsum("bij,bj->bi", R, x) for x in parts], axis=-1)


def test_external_wrenches_come_in_the_axes_of_any_body_each_in_its_own(
    crane, motion
) -> None:
    given = {"tip": wrenches(8, 5), "eye": wrenches(9, 5), "mast": wrenches(10, 5)}
    R = {body.name: body.rotation for body in crane.forward_kinematics(motion.q).bodies}
    in_world = {name: turned_by(R["arm"], wrench) for name, wrench in given.items()}
    expected = crane.inverse_dynamics(*motion, external=in_world)
    found = crane.inverse_dynamics(*motion, external=given, frame="arm")
    assert np.abs(found - expected).max() < CLOSE
    mixed = {"tip": "body", "eye": "mast"}  # and mast in the world's
    in_world = {
        "tip": turned_by(R["hook"], given["tip"]),
        "eye": turned_by(R["mast"], given["eye"]),
        "mast": given["mast"],
    }
    expected = crane.inverse_dynamics(*motion, external=in_world)
    found = crane.inverse_dynamics(*motion, external=given, frame=mixed)
    assert np.abs(found - expected).max() < CLOSE
    with pytest.raises(InputError, match="there is no external wrench 'hook'"):
        crane.inverse_dynamics(*motion, external=given, frame={"hook": "body"})


@pytest.mark.parametrize("frame", ["world", "body", {"tip": "arm", "eye": "body"}])
def test_derivatives_of_dynamics_include_external_wrenches(
    crane, motion, frame
) -> None:
    loads = {
        "external": {"tip": wrenches(11, 5), "eye": wrenches(12, 5)},
        "frame": frame,
    }
    q, v, a = motion
    tau = crane.inverse_dynamics(q, v, a, **loads)
    for analytic, quantity, last in (
        (crane.inverse_dynamics_derivatives(q, v, a, **loads), "inverse_dynamics", a),
        (
            crane.forward_dynamics_derivatives(q, v, tau, **loads),
            "forward_dynamics",
            tau,
        ),
    ):
        wanted = ("q", "v", "a" if quantity == "inverse_dynamics" else "tau")
        automatic = crane.derivative(
            quantity, q, v, last, with_respect_to=wanted, **loads
        )
        for found, expected in zip(analytic, automatic, strict=True):
            scale = np.abs(expected).max()
            assert np.abs(found - expected).max() / scale < 1e-11
    some = crane.inverse_dynamics_derivatives(q, v, a, by=("q",), **loads)
    full = crane.inverse_dynamics_derivatives(q, v, a, **loads)
    assert np.abs(some.by_q - full.by_q).max() < 1e-10


def test_the_centre_of_mass_jacobian_comes_in_the_axes_of_any_body(
    crane, motion
) -> None:
    q, v, _ = motion
    J = crane.center_of_mass_jacobian(q)
    R = crane.forward_kinematics(q)["arm"].rotation
    found = crane.center_of_mass_jacobian(q, frame="arm")
    assert np.abs(found - np.swapaxes(R, -1, -2) @ J).max() < CLOSE
    for frame in ("world", "arm"):
        step = 1e-6
        ahead = crane.center_of_mass_jacobian(q + step * v, frame=frame)
        behind = crane.center_of_mass_jacobian(q - step * v, frame=frame)
        rate = crane.center_of_mass_jacobian_rate(q, v, frame=frame)
        assert np.abs(rate - (ahead - behind) / (2 * step)).max() < 1e-8
    with pytest.raises(InputError, match="frame is 'body'"):
        crane.center_of_mass_jacobian(q, frame="body")
