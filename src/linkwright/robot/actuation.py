"""What a robot with drives, elements and loops computes besides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from linkwright.algorithms.drive_places import drive_places
from linkwright.robot.calls import Calls, given_option, own_keywords
from linkwright.robot.loop_dynamics import LoopDynamics, loop_dynamics
from linkwright.robot.results import ACTUATION, ELEMENT, LOOP, Motion, Rows
from linkwright.robot.several import Computed, Plan, plan_for

if TYPE_CHECKING:
    from linkwright.robot.assembly import Assembly
    from linkwright.robot.determinacy import Determinacy
    from linkwright.robot.explanation import Explanation
    from linkwright.robot.kernels import Kernels
    from linkwright.robot.robot import Robot

Array = np.ndarray


class Actuation:
    """Actuator space, elements, loops: the functions of a robot that concern them.

    The drives are one vector with an entry for each velocity: a linear actuator's
    length where one drives the joint, else the joint's own coordinate.
    """

    _kernels: Kernels
    coordinate_names: tuple[str, ...]
    _calls: Calls

    @cached_property
    def drive_names(self) -> tuple[str, ...]:
        """The drives, in the order of the velocities: actuators and driven joints."""
        return tuple(drive.name for drive in self._mechanism.drives)

    @cached_property
    def drive_position_names(self) -> tuple[str, ...]:
        """The entries of the drives' positions, joint by joint.

        As `drive_names`, but for joints of several coordinates that no actuator
        drives: these have all of their own.
        """
        names = []
        for place in drive_places(self._mechanism):
            if place.drive is not None:
                names.append(self.drive_names[place.drive])
            elif place.coordinate is not None:
                names.append(self.coordinate_names[place.coordinate])
        return tuple(names)

    @cached_property
    def actuator_names(self) -> tuple[str, ...]:
        """The entries of `actuator_forces`: as the drives, each actuator by itself."""
        return tuple(
            name
            for drive in self._mechanism.drives
            for name in (drive.actuators or (drive.name,))
        )

    @cached_property
    def element_names(self) -> tuple[str, ...]:
        """The elements between points, in the order of the file."""
        return tuple(each.name for each in self._mechanism.struts)

    @property
    def assembly(self) -> Assembly:
        """How the loops close: plan, redundant components, mobility, conditioning."""
        return self._kernels.mechanism.assembly

    def determinacy(self) -> Determinacy:
        """Return which reactions the mechanism determines, and which rules share."""
        return self._kernels.mechanism.determinacy

    def explain(self) -> Explanation:
        """Return how this robot is computed, in seven steps; ``print`` it."""
        from linkwright.robot.explain import explain

        return explain(self)  # type: ignore[arg-type]

    @property
    def _mechanism(self) -> Any:
        return self._kernels.mechanism.mechanism

    def from_actuators(
        self, position: Any, rate: Any, acceleration: Any, **keywords: Any
    ) -> Motion:
        """Return q, v, a from positions, rates and accelerations of the drives.

        Raises where an actuator is out of reach or at a dead point;
        ``on_failure="nan"`` returns NaN in those rows.
        """
        found = self._calls.call(
            "from_actuators", (position, rate, acceleration), **own_keywords(keywords)
        )
        return Motion(*found)

    def to_actuators(self, q: Any, v: Any, a: Any, **keywords: Any) -> Motion:
        """Return the drives' positions, rates and accelerations.

        As `drive_position_names`, the other two (..., nv) as `drive_names`.
        """
        found = self._calls.call("to_actuators", (q, v, a), **own_keywords(keywords))
        return Motion(*found)

    def actuator_forces(self, q: Any, v: Any, a: Any, **keywords: Any) -> Array:
        """Return the forces of all drives, as `actuator_names` (..., actuators).

        [N] or [N m], positive where they push along growing coordinates.
        """
        return self._with_given("actuator_forces", (q, v, a), keywords)

    def actuator_jacobian(self, q: Any, **keywords: Any) -> Array:
        """Return J (..., nv, nv): rates of the drives = J v."""
        return self._with_given("actuator_jacobian", (q,), keywords)

    def elements(self, q: Any, v: Any, a: Any, **keywords: Any) -> Rows:
        """Return length, rate, angle, tension, ... of every element between points.

        ``E["spring"].tension``: positive where it pulls, NaN of actuators, whose
        forces `actuator_forces` tells; ``beyond`` is 1 above the longest length, -1
        below the shortest, else 0. ``first`` and ``second`` are its ends in the world,
        ``rotation`` the axes of both its bodies: z along it, x along its pins.
        """
        found = self._with_given("elements", (q, v, a), keywords)
        return Rows("element", self.element_names, found, ELEMENT)

    def element_forces(self, q: Any, v: Any, **keywords: Any) -> Array:
        """Return the joint forces that springs, dampers, ... give (..., nv)."""
        return self._with_given("element_forces", (q, v), keywords)

    def dependent_coordinates(self, q: Any, **keywords: Any) -> Rows:
        """Return the coordinates of the joints that the loops determine, by name."""
        found = self._with_given("dependent_coordinates", (q,), keywords)
        names = self._mechanism.velocity_names[self._mechanism.nv :]
        return Rows("joint", names, found[..., None], ACTUATION)

    def loop_state(self, q: Any, **keywords: Any) -> Rows:
        """Return how far each loop is from a singular position, and its branch.

        ``L["pin"].distance`` is 1 / sqrt(1 + g^2), g how much faster the loop's
        dependent joints move than the independent ones: 1 where they stand still, 0
        in a singular position. ``branch`` is the sign of the root, or of the loop's
        determinant, that was taken where the mechanism was assembled.
        """
        found = self._with_given("loop_state", (q,), keywords)
        return Rows("loop", self.loop_names, found, LOOP)

    @property
    def tree_velocity_names(self) -> tuple[str, ...]:
        """The velocities of all joints of the spanning tree, the independent first."""
        return self._mechanism.velocity_names

    def tree_state(self, q: Any, v: Any, **keywords: Any) -> tuple[Array, Array]:
        """Return q and v of all joints of the tree, from those of the independent."""
        own = own_keywords(keywords)
        return self._calls.call("tree_state", (q, v), **own)

    def loop_dynamics(
        self, q: Any, v: Any, tau: Any, **parameters: Any
    ) -> LoopDynamics:
        """Return accelerations of all joints, and what the loops pass on.

        q and v are those of all joints of the spanning tree, ``tau`` of the
        independent ones or of all. Singular positions have an answer too: what loops
        do not hold there moves as it is pushed. See `LoopDynamics`.
        """
        return loop_dynamics(cast("Robot", self), q, v, tau, parameters)

    @cached_property
    def loop_names(self) -> tuple[str, ...]:
        """The loops in the order in which they are closed; joined where together."""
        from linkwright.algorithms.loops.state import stage_names

        return tuple(stage_names(self._mechanism, self.assembly.plan))

    def compute(
        self,
        quantities: Sequence[str],
        q: Any,
        v: Any,
        a: Any,
        *,
        given: str = "joints",
        out: Computed | None = None,
        **keywords: Any,
    ) -> Computed:
        """Return several quantities of one motion, by name, from one kernel.

        What they share is computed once. Each is what the function of its name
        returns; ``"body_motions.bodies"`` asks for one part of it.

        Args:
            quantities: their names.
            q: coordinates (..., nq).
            v: velocities (..., nv).
            a: accelerations (..., nv).
            given: ``"joints"``, or ``"actuators"`` where positions, rates and
                accelerations of the drives stand for q, v, a.
            out: what an earlier call returned, to fill it again.
            **keywords: ``threads``, ``on_failure``, values of design parameters.
        """
        robot = cast("Robot", self)
        if not keywords and not self._kernels.varied:
            try:  # a controller's call: no more than the kernel's own
                plan = self._plans[quantities, given, q.dtype, v.dtype, a.dtype]
                kernel = plan.kernel
                if out is None:
                    found = kernel(q, v, a)
                else:
                    found = kernel.refill(q, v, a, out=out.arrays)
                    if out.plan is plan:
                        return out.again()
                arrays = found if isinstance(found, tuple) else (found,)
                return Computed(robot, plan, arrays)
            except (AttributeError, KeyError, TypeError):
                pass  # not asked before, or not arrays: explained below
        options = {"several": tuple(quantities)} | given_option(given)
        kernel, arguments = self._calls.prepared(
            "several", (q, v, a), options, keywords
        )
        plan = plan_for(kernel, quantities)
        own = {k: x for k, x in keywords.items() if k in ("threads", "on_failure")}
        filled = None if out is None else out.arrays
        found = kernel(*arguments, out=filled, **own)
        if all(isinstance(x, np.ndarray) for x in (q, v, a)):
            kinds = (array.dtype for array in (q, v, a))
            self._plans[tuple(quantities), given, *kinds] = plan
        return Computed(robot, plan, found if isinstance(found, tuple) else (found,))

    @cached_property
    def _plans(self) -> dict[Any, Plan]:
        return {}

    def _with_given(
        self,
        quantity: str,
        arrays: tuple[Any, ...],
        keywords: dict[str, Any],
        formulation: str | None = None,
    ) -> Any:
        options = given_option(keywords.pop("given", "joints"))
        if formulation is not None:
            options["formulation"] = formulation
        return self._calls.call(quantity, arrays, options, **own_keywords(keywords))
