"""What is integrated: the robot with its controller, actuators, stops and loads.

State: q, v, then the actuators' own states z. Its rates

    q' = N(q) v,   M(q) v' + c(q, v) = tau(t, q, v, z) - friction + stops + loads,   z'

are one program; their exact Jacobian is another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.algorithms import configuration
from linkwright.expr import (
    CASE,
    Array,
    Program,
    Result,
    Trace,
    argument,
    identity,
    jacobian,
    zeros,
)
from linkwright.simulation.actuators import (
    Actuated,
    Actuator,
    actuated,
    passed_on,
    state_names,
)
from linkwright.simulation.controllers.contract import Controller
from linkwright.simulation.impacts.holding import Holding
from linkwright.simulation.joint_limits import SoftStop, stop_forces
from linkwright.simulation.loads import Loads
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import ByLaws, Reference, Target

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True, eq=False)
class System:
    """A robot and all that acts on it.

    Attributes:
        robot: whose motion is computed.
        controller: what commands the joint forces, None for no forces.
        reference: what the controller follows.
        actuators: one for each velocity.
        stops: soft joint limits.
        loads: external wrenches.
        friction: whether joints have their friction.
        smooth: speed at which Coulomb friction has 71 % [rad/s or m/s].
        holding: contacts that may be held closed; None: nothing holds the robot.
    """

    robot: Robot
    controller: Controller | None
    reference: Reference
    actuators: tuple[Actuator, ...]
    stops: tuple[SoftStop, ...] = ()
    loads: Loads = Loads()
    friction: bool = True
    smooth: float = 1e-3
    holding: Holding | None = None

    @cached_property
    def actuator_states(self) -> tuple[str, ...]:
        """Names of z."""
        return state_names(self.robot, self.actuators)

    @property
    def size(self) -> int:
        """The number of states."""
        return self.robot.nq + self.robot.nv + len(self.actuator_states)

    @cached_property
    def has_friction(self) -> bool:
        """Whether some joint has friction that counts."""
        joints = self.robot.joints
        return self.friction and any(_is_set(j.damping, j.friction) for j in joints)

    def symbols(self, trace: Trace) -> Symbols:
        """Return the arguments of a program of this system."""
        (t,) = argument(trace, "time", 1)
        x = argument(trace, "state", self.size)
        given = varied = Array(())
        if self.reference.inputs:
            given = argument(trace, "target", self.reference.inputs)
        if self.robot.varied:
            varied = argument(trace, "parameters", len(self.robot.varied), CASE)
        return Symbols(t, x, given, varied)

    def at(self, s: Symbols) -> At:
        """Return the system at a time and a state."""
        return At(self, s)

    def traced_rates(self) -> Program:
        """Return the program of dx/dt."""
        trace = Trace()
        now = self.at(self.symbols(trace))
        return Program.build("rates", trace, Result.of("rates", now.rates))

    def traced_jacobian(self) -> Program:
        """Return the program of d(dx/dt)/dx (n, n)."""
        trace = Trace()
        now = self.at(self.symbols(trace))
        return Program.build("jacobian", trace, Result.of("jacobian", now.jacobian))

    def traced_outputs(self) -> Program:
        """Return the program of what is recorded beside the state."""
        trace = Trace()
        now = self.at(self.symbols(trace))
        results = {"a": now.a, "tau": now.actuated.tau, "command": now.command}
        return Program.build(
            "outputs", trace, *(Result.of(k, x) for k, x in results.items())
        )


@dataclass(frozen=True, eq=False)
class Symbols:
    """The arguments of a system's programs: t, x, numbers of the target, parameters."""

    t: Any
    x: Array
    given: Array
    varied: Array


@dataclass(frozen=True, eq=False)
class At:
    """A system at a time and a state; what is not asked for is not traced."""

    system: System
    symbols: Symbols

    @property
    def t(self) -> Any:
        """The time."""
        return self.symbols.t

    @property
    def q(self) -> Array:
        """The coordinates."""
        return self.symbols.x[: self.system.robot.nq]

    @property
    def v(self) -> Array:
        """The velocities."""
        robot = self.system.robot
        return self.symbols.x[robot.nq : robot.nq + robot.nv]

    @property
    def z(self) -> Array:
        """The actuators' states."""
        robot = self.system.robot
        return self.symbols.x[robot.nq + robot.nv :]

    @cached_property
    def plant(self) -> Plant:
        """The robot's equations here."""
        system = self.system
        return Plant(system.robot, self.symbols.varied, system.loads.points)

    @cached_property
    def target(self) -> Target:
        """What the controller follows now."""
        return self.system.reference.target(self.t, self.symbols.given)

    @cached_property
    def command(self) -> Array:
        """The controller's joint forces."""
        controller = self.system.controller
        if controller is None:
            return zeros(self.system.robot.nv)
        return controller.command(self.plant, self.t, self.q, self.v, self.target)

    @cached_property
    def actuated(self) -> Actuated:
        """The forces that arrive at the joints."""
        robot = self.system.robot
        at = [
            self.q[robot.coordinate_names.index(name)]
            if name in robot.coordinate_names
            else 0.0
            for name in robot.velocity_names
        ]
        return actuated(self.system.actuators, self.command, Array(at), self.v, self.z)

    @cached_property
    def joint_forces(self) -> Array:
        """All forces at joints: of actuators, friction and stops."""
        system = self.system
        tau = self.actuated.tau
        if system.has_friction:
            tau = tau - self.plant.friction_forces(self.q, self.v, system.smooth)
        if system.stops:
            tau = tau + stop_forces(system.stops, self.q, self.v)
        return tau

    @cached_property
    def damping(self) -> tuple[Any, ...]:
        """What of -d tau_i / d v_i fixed steps take at the end of a step."""
        system = self.system
        commanded = zeros(len(self.v))
        if system.controller is not None:
            commanded = system.controller.implicit_damping(self.t, self.q, self.v)
        passive = zeros(len(self.v))
        if system.has_friction:
            passive = self.plant.friction_forces(self.q, self.v, system.smooth)
        if system.stops:
            passive = passive - stop_forces(system.stops, self.q, self.v)
        slopes = jacobian(passive, self.v)
        drives = passed_on(system.actuators, self.command, commanded)
        return tuple(
            arrives + own + slopes[i, i] for i, (arrives, own) in enumerate(drives)
        )

    @cached_property
    def wrench(self) -> Array:
        """The external wrenches."""
        return self.system.loads.wrench(self.t)

    @cached_property
    def a(self) -> Array:
        """The accelerations."""
        return self._held[0]

    @property
    def contact_forces(self) -> Array:
        """The forces of contacts that are held closed."""
        return self._held[1]

    @cached_property
    def _held(self) -> tuple[Array, Array]:
        free = self.accelerations(self.actuated.inertia)
        holding = self.system.holding
        return (free, Array(())) if holding is None else holding.motion(self, free)

    def accelerations(self, inertia: Any, step: Any = None) -> Array:
        """Return the accelerations with so much more inertia at each joint.

        Contacts press as they do now, or a ``step`` later.
        """
        added = {}
        if not all(isinstance(x, float) and x == 0.0 for x in inertia):
            added["added_inertia"] = Array(inertia)
        if step is not None and self.system.robot.presses:
            added["contact_step"] = Array((step,))
        return self.plant.forward_dynamics(
            self.q, self.v, self.joint_forces, self.wrench, **added
        )

    @cached_property
    def coordinate_rates(self) -> Array:
        """dq/dt."""
        return self.plant.coordinate_rates(self.q, self.v)

    @cached_property
    def rates(self) -> Array:
        """dx/dt."""
        return Array((*self.coordinate_rates, *self.a, *self.actuated.rates))

    @cached_property
    def jacobian(self) -> Array:
        """d(dx/dt)/dx: accelerations by the robot's analytic derivatives."""
        if any(self.actuated.inertia) or self.system.holding is not None:
            return jacobian(self.rates, self.symbols.x)
        x = self.symbols.x
        robot = self.system.robot
        by = self.plant.forward_derivatives(
            self.q, self.v, self.joint_forces, self.wrench
        )
        by_tau = by["by_tau"] @ jacobian(self.joint_forces, x)
        by_q = by["by_q"]
        if robot.nq != robot.nv:
            layout = robot._kernels.coordinates
            by_q = by_q @ configuration.left_inverse_of_rates(layout, self.q)
        own = [
            (*q_row, *v_row, *zeros(len(self.z)))
            for q_row, v_row in zip(by_q.rows, by["by_v"].rows, strict=True)
        ]
        upper = jacobian(self.coordinate_rates, x)
        if robot.nq == robot.nv:
            upper = _shifted_identity(robot.nv, len(x))
        lower = jacobian(self.actuated.rates, x).rows if len(self.z) else []
        middle = (Array.matrix(own) + by_tau).rows
        return Array.matrix([*upper.rows, *middle, *lower])


def _shifted_identity(nv: int, n: int) -> Array:
    rows = identity(nv).rows
    return Array.matrix([(*zeros(nv), *row, *zeros(n - 2 * nv)) for row in rows])


def _is_set(*numbers: Any) -> bool:
    return any(number is not None and number != 0.0 for number in numbers)


def without_reference() -> ByLaws:
    """Return the reference of a controller that follows nothing."""
    return ByLaws(())
