"""What is integrated: the robot with its controller, actuators, stops and loads.

State: y, w, then the actuators' own states z. Its rates

    y' = N(y) w,   M(y) w' + c(y, w) = tau(t, q, v, z) - friction + stops + loads,   z'

are one program; their exact Jacobian is another. y and w are the independent q and v,
or, where loops are constraints on the spanning tree, those of all its joints, q and v
first (decision 22).
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
from linkwright.robot.loop_rows import solved_outside
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
        on_tree: whether y and w are those of the spanning tree.
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
    on_tree: bool = False

    @cached_property
    def actuator_states(self) -> tuple[str, ...]:
        """Names of z."""
        return state_names(self.robot, self.actuators)

    @cached_property
    def places(self) -> Places:
        """Where the parts of the state are."""
        robot = self.robot
        nq, nv = robot.nq, robot.nv
        if self.on_tree:
            tree = robot._mechanism.tree
            return Places(nq, nv, tree.nq, tree.nv)
        return Places(nq, nv, nq, nv)

    @property
    def size(self) -> int:
        """The number of states."""
        return self.places.z.start + len(self.actuator_states)

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
        results = {"tau": now.actuated.tau, "command": now.command}
        if not self.is_outside:
            told = ("a", "forces") if self.on_tree else ("a",)
            results |= {name: now.motion[name] for name in told}
        return _program("outputs", trace, results)

    @cached_property
    def is_outside(self) -> bool:
        """Whether the loops have so many rows that LAPACK does better than a kernel."""
        if not self.on_tree:
            return False
        return solved_outside(self.robot._kernels.mechanism.loop_rows[0])

    def traced_equations(self) -> Program:
        """Return the program of the equations of motion on the tree, not solved."""
        trace = Trace()
        now = self.at(self.symbols(trace))
        told = ("M", "forces", "residual", "J", "gamma")
        results = {"y_rates": now.coordinate_rates}
        results |= {name: now.equations[name] for name in told}
        if len(now.z):
            results["z_rates"] = now.actuated.rates
        return _program("equations", trace, results)

    def held(self, now: At) -> Array:
        """Return the nearest state that the loops allow."""
        return Array((*now.y, *now.w, *now.z))


@dataclass(frozen=True)
class Places:
    """Where the parts of a state are: of nq and nv in y and w of so many entries."""

    nq: int
    nv: int
    ny: int
    nw: int

    @property
    def q(self) -> slice:
        """The independent coordinates."""
        return slice(0, self.nq)

    @property
    def v(self) -> slice:
        """The independent velocities."""
        return slice(self.ny, self.ny + self.nv)

    @property
    def y(self) -> slice:
        """All coordinates."""
        return slice(0, self.ny)

    @property
    def w(self) -> slice:
        """All velocities."""
        return slice(self.ny, self.ny + self.nw)

    @property
    def z(self) -> slice:
        """The actuators' states."""
        return slice(self.ny + self.nw, None)


def _program(name: str, trace: Trace, results: dict[str, Array]) -> Program:
    return Program.build(name, trace, *(Result.of(k, x) for k, x in results.items()))


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

    @cached_property
    def held(self) -> tuple[Array, Array]:
        """Coordinates and velocities that are integrated; next to them as loops allow.

        An integrator's stages are near the states that loops allow; near a singular
        position the way back counts, as what is missed is divided by the distance.
        """
        places, x = self.system.places, self.symbols.x
        given = x[places.y], x[places.w]
        if not self.system.on_tree or self.system.is_outside:
            return given
        return self.mover.held(*given)

    @property
    def y(self) -> Array:
        """All coordinates that are integrated."""
        return self.held[0]

    @property
    def w(self) -> Array:
        """All velocities that are integrated."""
        return self.held[1]

    @property
    def q(self) -> Array:
        """The independent coordinates."""
        return self.y[: self.system.places.nq]

    @property
    def v(self) -> Array:
        """The independent velocities."""
        return self.w[: self.system.places.nv]

    @property
    def z(self) -> Array:
        """The actuators' states."""
        return self.symbols.x[self.system.places.z]

    @cached_property
    def plant(self) -> Plant:
        """The robot's equations in its independent coordinates: for controllers."""
        return Plant(self.system.robot, self.symbols.varied)

    @cached_property
    def mover(self) -> Plant:
        """The robot's equations in what is integrated."""
        s, varied = self.system, self.symbols.varied
        return Plant(s.robot, varied, s.loads.points, s.on_tree)

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
        return self._padded(self.actuated.tau) - self._passive

    @cached_property
    def _passive(self) -> Array:
        """What friction and stops take at all joints."""
        system = self.system
        found = zeros(len(self.w))
        if system.has_friction:
            found = self.mover.friction_forces(self.y, self.w, system.smooth)
        if system.stops:
            found = found - self._padded(stop_forces(system.stops, self.q, self.v))
        return found

    def _padded(self, given: Any) -> Array:
        """Return what independent joints have, with zeros for the others."""
        return Array((*given, *zeros(len(self.w) - len(self.v))))

    @cached_property
    def damping(self) -> tuple[Any, ...]:
        """What of -d tau_i / d v_i fixed steps take at the end of a step."""
        system = self.system
        commanded = zeros(len(self.v))
        if system.controller is not None:
            commanded = system.controller.implicit_damping(self.t, self.q, self.v)
        slopes = jacobian(self._passive, self.w)
        drives = passed_on(system.actuators, self.command, commanded)
        active = self._padded(arrives + own for arrives, own in drives)
        return tuple(x + slopes[i, i] for i, x in enumerate(active))

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
        free = self.motion["a"]
        holding = self.system.holding
        return (free, Array(())) if holding is None else holding.motion(self, free)

    @cached_property
    def motion(self) -> dict[str, Array]:
        """The accelerations ``a``; on the tree also the loops' ``forces`` and rank."""
        return self.mover.motion(*self._state, **_added(self.inertia))

    def accelerations_under(self, more: Array) -> Array:
        """Return the free accelerations with more forces at the joints."""
        y, w, forces, wrench = self._state
        added = _added(self.inertia)
        return self.mover.motion(y, w, forces + more, wrench, **added)["a"]

    @cached_property
    def equations(self) -> dict[str, Array]:
        """M, forces, J and gamma on the tree."""
        return self.mover.equations(*self._state, **_added(self.inertia))

    def accelerations(self, inertia: Any, step: Any = None) -> Array:
        """Return the accelerations with so much more inertia at each joint.

        Contacts press as they do now, or a ``step`` later; on a spanning tree, now.
        """
        added = _added(inertia)
        system = self.system
        if step is not None and system.robot.presses and not system.on_tree:
            added["contact_step"] = Array((step,))
        return self.mover.forward_dynamics(*self._state, **added)

    @property
    def inertia(self) -> tuple[Any, ...]:
        """What actuators add to the joints' own."""
        return tuple(self._padded(self.actuated.inertia))

    @property
    def _state(self) -> tuple[Array, Array, Array, Array]:
        return self.y, self.w, self.joint_forces, self.wrench

    @cached_property
    def coordinate_rates(self) -> Array:
        """dy/dt."""
        return self.mover.coordinate_rates(self.y, self.w)

    @cached_property
    def rates(self) -> Array:
        """dx/dt."""
        return Array((*self.coordinate_rates, *self.a, *self.actuated.rates))

    @cached_property
    def jacobian(self) -> Array:
        """d(dx/dt)/dx: accelerations by the robot's analytic derivatives."""
        unlike = self.system.holding is not None or self.system.on_tree
        if any(self.actuated.inertia) or unlike:
            return jacobian(self.rates, self.symbols.x)
        x = self.symbols.x
        robot = self.system.robot
        by = self.mover.forward_derivatives(*self._state)
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


def _added(inertia: tuple[Any, ...]) -> dict[str, Array]:
    """Return the input of inertia at joints, unless there is none."""
    nothing = all(isinstance(x, float) and x == 0.0 for x in inertia)
    return {} if nothing else {"added_inertia": Array(inertia)}


def _is_set(*numbers: Any) -> bool:
    return any(number is not None and number != 0.0 for number in numbers)


def without_reference() -> ByLaws:
    """Return the reference of a controller that follows nothing."""
    return ByLaws(())
