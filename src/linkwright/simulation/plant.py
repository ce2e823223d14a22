"""A robot's equations as functions on expressions, for any trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwright.expr import Array, inline

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True, eq=False)
class Plant:
    """The robot within one trace.

    Attributes:
        robot: whose equations.
        parameters: symbols of its varied design parameters, in order.
        points: names of the points on which external wrenches act, in the world's axes.
        on_tree: whether q and v are those of the whole spanning tree, whose loops are
            constraints (`algorithms.loops.spanning_tree`).
    """

    robot: Robot
    parameters: Array = field(default_factory=lambda: Array(()))
    points: tuple[str, ...] = ()
    on_tree: bool = False

    def forward_dynamics(
        self, q: Array, v: Array, tau: Array, wrench: Array, **added: Array
    ) -> Array:
        """Return the accelerations.

        ``added_inertia=`` stands on M's diagonal; ``contact_step=``: contacts press as
        they will so much later.
        """
        return self.motion(q, v, tau, wrench, **added)["a"]

    def motion(
        self, q: Array, v: Array, tau: Array, wrench: Array, **added: Array
    ) -> dict[str, Array]:
        """Return the accelerations ``a``; of a tree the ``forces`` of its loops too."""
        name = "loop_motion" if self.on_tree else "forward_dynamics"
        inputs = {"q": q, "v": v, "tau": tau, "wrench": wrench, **added}
        return self.quantity(name, inputs, self._moved(wrench, added))

    def equations(
        self, q: Array, v: Array, tau: Array, wrench: Array, **added: Array
    ) -> dict[str, Array]:
        """Return M, forces, J and gamma of the tree and its loops, not solved."""
        inputs = {"q": q, "v": v, "tau": tau, "wrench": wrench, **added}
        options = self._moved(wrench, added)
        tree = self.quantity("tree_equations", inputs, options)
        return tree | self.quantity("loop_rows", inputs)

    def held(self, q: Array, v: Array) -> tuple[Array, Array]:
        """Return the position and velocity of the tree that its loops allow."""
        found = self.quantity("loop_projection", {"q": q, "v": v})
        return found["q"], found["v"]

    def forward_derivatives(
        self, q: Array, v: Array, tau: Array, wrench: Array
    ) -> dict[str, Array]:
        """Return by_q on the tangent space, by_v and by_tau of the accelerations."""
        inputs = {"q": q, "v": v, "tau": tau, "wrench": wrench}
        name = "forward_dynamics_derivatives"
        return self.quantity(name, inputs, self._loaded(wrench))

    def inverse_dynamics(self, q: Array, v: Array, a: Array) -> Array:
        """Return the joint forces for accelerations, without external wrenches."""
        return self.quantity("inverse_dynamics", {"q": q, "v": v, "a": a})["tau"]

    def gravity_forces(self, q: Array) -> Array:
        """Return the joint forces that hold the robot still."""
        return self.quantity("gravity_forces", {"q": q})["tau"]

    def friction_forces(self, q: Array, v: Array, smooth: float) -> Array:
        """Return the joint forces that friction takes."""
        options = {"smooth": smooth} if smooth else {}
        return self.quantity("friction_forces", {"q": q, "v": v}, options)["tau"]

    def coordinate_rates(self, q: Array, v: Array) -> Array:
        """Return dq/dt."""
        if len(q) == len(v):
            return v
        return self.quantity("rate_matrix", {"q": q})["N"] @ v

    def integrate(self, q: Array, step: Array) -> Array:
        """Return q moved by a step of velocities."""
        if len(q) == len(step):
            return q + step
        return self.quantity("integrate", {"q": q, "step": step})["q"]

    def difference(self, start: Array, end: Array) -> Array:
        """Return the step from one configuration to another."""
        if self.robot.nq == self.robot.nv:
            return end - start
        return self.quantity("difference", {"q": start, "q_end": end})["step"]

    def quantity(
        self,
        name: str,
        inputs: Mapping[str, Array],
        options: Mapping[str, Any] | None = None,
    ) -> dict[str, Array]:
        """Return a quantity's results by name; inputs it does not take are ignored."""
        chosen = dict(options or {})
        if self.on_tree:
            chosen["coordinates"] = "tree"
        program = self.robot._kernels.program(name, chosen)
        given = {**inputs, "parameters": self.parameters}
        operands = [x for each in program.arguments for x in given[each.name]]
        entries = iter(inline(program, operands))
        return {
            result.name: Array(
                [next(entries) for _ in result.entries],
                result.shape[1] if len(result.shape) == 2 else None,
            )
            for result in program.results
        }

    def _moved(self, wrench: Array, added: Mapping[str, Array]) -> dict[str, Any]:
        return self._loaded(wrench) | dict.fromkeys(added, True)

    def _loaded(self, wrench: Array) -> dict[str, Any]:
        return {"points": self.points, "frame": "world"} if len(wrench) else {}
