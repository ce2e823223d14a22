"""The Robot a user holds: what it is made of, and what it can compute."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.algorithms.reactions import ReactionChoice
from linkwright.compile import Kernel
from linkwright.compile.kernel import OnFailure
from linkwright.description import Description, validate
from linkwright.errors import InputError
from linkwright.expr import Program
from linkwright.robot.actuation import Actuation
from linkwright.robot.calls import Calls, given_option, own_keywords
from linkwright.robot.contacts import Contacts
from linkwright.robot.failures import Failures
from linkwright.robot.parts import Parts
from linkwright.robot.results import (
    WRENCH,
    BodiesAndPoints,
    Derivatives,
    Rows,
)
from linkwright.robot.text_table import counted
from linkwright.robot.variants import Variants

if TYPE_CHECKING:
    from linkwright.robot.counting import OperationCounts

Array = np.ndarray
Frames = str | Mapping[str, str]
_FLOAT64 = np.dtype(np.float64)


class Robot(Variants, Actuation, Contacts):
    """A robot: its parts by name, and its kinematics and dynamics as functions.

    Every function takes q, v, a, tau with the joints on the last axis and broadcasts
    over the rest, NumPy style; ``out=`` takes the array to fill, ``threads=`` how many
    threads share a big batch. float32 in gives float32 out; everything else is
    float64. Design parameters made run-time inputs by ``vary`` are given by keyword.
    """

    def __init__(self, description: Description, varied: tuple[str, ...] = ()) -> None:
        if not isinstance(description, Description):
            raise _no_description(description)
        Parts.__init__(self, validate(description), varied)
        self._calls = Calls(self)
        self._call = self._calls.call
        self._plain = self._calls.plain
        self._plain_kernel = self._calls.plain_kernel
        # The bare ufuncs of the calls that controllers make one state at a time.
        self._quick: dict[str, Any] = {}

    # Dynamics.

    def inverse_dynamics(
        self,
        q: Any,
        v: Any,
        a: Any,
        *,
        external: dict[str, Any] | None = None,
        frame: Frames = "world",
        friction: bool = False,
        formulation: str | None = None,
        out: Array | None = None,
        threads: int | None = None,
        on_failure: OnFailure = "raise",
        **parameters: Any,
    ) -> Array:
        """Return the joint forces that produce accelerations a:  M a + c - f_ext.

        Args:
            q: coordinates (..., nq).
            v: velocities (..., nv).
            a: accelerations (..., nv).
            external: force and torque (..., 6) on named points or bodies, or on
                ``"arm.center_of_mass"``.
            frame: axes that ``external`` is given in: ``"world"``, ``"body"`` (each in
                its own body's) or a body's name; a mapping chooses for each by name.
            friction: include the joints' viscous and Coulomb friction.
            formulation: ``"newton_euler"``, ``"spatial_operator"``, ...; by default
                the quickest known (`linkwright.robot.formulations`).
            out: array to fill (..., nv).
            threads: how many share a big batch.
            on_failure: ``"raise"`` where a loop cannot be closed, or ``"nan"``.
            **parameters: values of varied design parameters.
        """
        if external is None and not (friction or formulation or parameters):
            # One state: straight to the ufunc; whatever fails is explained below.
            if out is None and threads is None:
                try:
                    if q.ndim == v.ndim == a.ndim == 1 and q.dtype is _FLOAT64:
                        found = self._quick["inverse_dynamics"](q, v, a)
                        if found.__class__ is Array:  # not where one was masked
                            return found
                except (AttributeError, KeyError, TypeError, ValueError):
                    pass
            kernel = self._plain_kernel("inverse_dynamics", (q, v, a))
            if kernel is not None:
                return kernel.evaluate((q, v, a), out, threads, on_failure)
        return self._call(
            "inverse_dynamics",
            (q, v, a),
            self._calls.force_options(external, frame, friction, formulation),
            external=external,
            out=out,
            threads=threads,
            on_failure=on_failure,
            parameters=parameters,
        )

    def forward_dynamics(
        self,
        q: Any,
        v: Any,
        tau: Any,
        *,
        external: dict[str, Any] | None = None,
        frame: Frames = "world",
        friction: bool = False,
        formulation: str | None = None,
        out: Array | None = None,
        threads: int | None = None,
        on_failure: OnFailure = "raise",
        **parameters: Any,
    ) -> Array:
        """Return the accelerations that joint forces produce:  M^-1 (tau + f_ext - c).

        Arguments as in `inverse_dynamics`. Refuses a joint that moves no mass; rows in
        which a joint happens to move none raise, ``on_failure="nan"`` gives NaN there.
        """
        if external is None and not (friction or formulation or parameters):
            if out is None and threads is None:
                try:
                    if q.ndim == v.ndim == tau.ndim == 1 and q.dtype is _FLOAT64:
                        found = self._quick["forward_dynamics"](q, v, tau)
                        if found.__class__ is Array:  # not where one was masked
                            return found
                except (AttributeError, KeyError, TypeError, ValueError):
                    pass
            kernel = self._plain_kernel("forward_dynamics", (q, v, tau))
            if kernel is not None:
                return kernel.evaluate((q, v, tau), out, threads, on_failure)
        return self._call(
            "forward_dynamics",
            (q, v, tau),
            self._calls.force_options(external, frame, friction, formulation),
            external=external,
            out=out,
            threads=threads,
            on_failure=on_failure,
            parameters=parameters,
        )

    def mass_matrix(
        self, q: Any, *, formulation: str | None = None, **keywords: Any
    ) -> Array:
        """Return the joint-space inertia M (..., nv, nv), armature included."""
        return self._chosen("mass_matrix", (q,), formulation, keywords)

    def mass_matrix_inverse(
        self, q: Any, *, formulation: str | None = None, **keywords: Any
    ) -> Array:
        """Return M^-1 (..., nv, nv)."""
        return self._chosen("mass_matrix_inverse", (q,), formulation, keywords)

    def solve_mass_matrix(self, q: Any, b: Any, **keywords: Any) -> Array:
        """Return M^-1 b (..., nv)."""
        return self._plain("solve_mass_matrix", (q, b), keywords)

    def coriolis_matrix(
        self, q: Any, v: Any, *, formulation: str | None = None, **keywords: Any
    ) -> Array:
        """Return C (..., nv, nv) with bias = C v + gravity and M' - 2 C skew."""
        return self._chosen("coriolis_matrix", (q, v), formulation, keywords)

    def bias_forces(
        self, q: Any, v: Any, *, formulation: str | None = None, **keywords: Any
    ) -> Array:
        """Return c(q, v), the joint forces at zero acceleration (..., nv)."""
        return self._chosen("bias_forces", (q, v), formulation, keywords)

    def gravity_forces(
        self, q: Any, *, formulation: str | None = None, **keywords: Any
    ) -> Array:
        """Return the joint forces that hold the robot at rest (..., nv)."""
        return self._chosen("gravity_forces", (q,), formulation, keywords)

    def external_forces(
        self,
        q: Any,
        *,
        external: dict[str, Any],
        frame: Frames = "world",
        formulation: str | None = None,
        **keywords: Any,
    ) -> Array:
        """Return Q(q), what joints give against external wrenches (..., nv).

        M a + C v + g + Q = tau. Arguments as in `inverse_dynamics`; a wrench on
        ``"arm.center_of_mass"`` acts at the centre of mass of body ``arm``.
        """
        options = self._calls.force_options(external, frame, formulation=formulation)
        own = own_keywords(keywords)
        return self._call("external_forces", (q,), options, external=external, **own)

    def kinetic_energy(self, q: Any, v: Any, **keywords: Any) -> Array:
        """Return the kinetic energy [J], armatures included."""
        return self._plain("kinetic_energy", (q, v), keywords)

    def potential_energy(self, q: Any, **keywords: Any) -> Array:
        """Return the energy of weight [J], zero with the centre at the origin."""
        return self._plain("potential_energy", (q,), keywords)

    def _chosen(
        self,
        quantity: str,
        arrays: tuple[Any, ...],
        formulation: str | None,
        keywords: dict[str, Any],
    ) -> Any:
        """Return a quantity's results in a formulation."""
        if formulation is None:
            return self._plain(quantity, arrays, keywords)
        options = {"formulation": formulation}
        return self._call(quantity, arrays, options, **own_keywords(keywords))

    # Kinematics.

    def forward_kinematics(
        self, q: Any, *, formulation: str | None = None, **keywords: Any
    ) -> BodiesAndPoints:
        """Return rotation and position of every body and position of every point.

        ``pose["hand"].position``; ``out=`` takes (bodies, points) as packed arrays,
        bodies (..., n, 12) with the rotation's rows first, points (..., m, 3).
        ``given="actuators"`` takes the drives' positions for q.
        """
        if "given" not in keywords:
            found = self._chosen("forward_kinematics", (q,), formulation, keywords)
        else:
            found = self._with_given("forward_kinematics", (q,), keywords, formulation)
        return self._calls.bodies_and_points("forward_kinematics", found)

    def body_motions(self, q: Any, v: Any, a: Any, **keywords: Any) -> BodiesAndPoints:
        """Return velocities and accelerations of bodies and points, world's axes.

        ``given="actuators"`` takes the drives' motion for q, v, a.
        """
        call = self._with_given if "given" in keywords else self._plain
        found = call("body_motions", (q, v, a), keywords)
        return self._calls.bodies_and_points("body_motions", found)

    def jacobian(
        self, name: str, q: Any, *, frame: str = "world_aligned", **keywords: Any
    ) -> Array:
        """Return J (..., 6, nv) of a point or body: (linear, angular) = J v.

        ``frame``: ``"world_aligned"`` (of the point, world's axes), ``"body"`` (of the
        point, body's axes) or ``"world"`` (of the body's point at the origin).
        """
        options = self._calls.point_options(name, frame)
        return self._call("jacobian", (q,), options, **own_keywords(keywords))

    def jacobian_rate(
        self,
        name: str,
        q: Any,
        v: Any,
        *,
        frame: str = "world_aligned",
        **keywords: Any,
    ) -> Array:
        """Return dJ/dt (..., 6, nv) at velocity v; frames as in `jacobian`."""
        options = self._calls.point_options(name, frame)
        return self._call("jacobian_rate", (q, v), options, **own_keywords(keywords))

    def operational_inertia(self, name: str, q: Any, **keywords: Any) -> Array:
        """Return (J M^-1 J')^-1 (..., 6, 6) of a point, world-aligned.

        Raises where J has not full rank; ``on_failure="nan"`` gives NaN there.
        """
        options = self._calls.point_options(name, "world_aligned")
        own = own_keywords(keywords)
        return self._call("operational_inertia", (q,), options, **own)

    def center_of_mass(self, q: Any, **keywords: Any) -> Array:
        """Return the centre of mass in the world (..., 3)."""
        return self._plain("center_of_mass", (q,), keywords)

    def center_of_mass_jacobian(
        self, q: Any, *, frame: str = "world", **keywords: Any
    ) -> Array:
        """Return J (..., 3, nv): velocity of the centre of mass = J v.

        In the axes of ``frame``: ``"world"``, or a body's name.
        """
        options = self._calls.axes_options(frame)
        own = own_keywords(keywords)
        return self._call("center_of_mass_jacobian", (q,), options, **own)

    def center_of_mass_jacobian_rate(
        self, q: Any, v: Any, *, frame: str = "world", **keywords: Any
    ) -> Array:
        """Return dJ/dt (..., 3, nv) at velocity v; ``frame`` as in the Jacobian."""
        options = self._calls.axes_options(frame)
        own = own_keywords(keywords)
        return self._call("center_of_mass_jacobian_rate", (q, v), options, **own)

    def centroidal_momentum_matrix(self, q: Any, **keywords: Any) -> Array:
        """Return A (..., 6, nv): linear, then angular momentum about the centre."""
        return self._plain("centroidal_momentum_matrix", (q,), keywords)

    def centroidal_momentum_matrix_rate(self, q: Any, v: Any, **keywords: Any) -> Array:
        """Return dA/dt (..., 6, nv) at velocity v."""
        name = "centroidal_momentum_matrix_rate"
        return self._call(name, (q, v), **own_keywords(keywords))

    def momentum(self, q: Any, v: Any, **keywords: Any) -> Array:
        """Return linear, then angular momentum about the centre of mass (..., 6)."""
        return self._plain("momentum", (q, v), keywords)

    def reactions(
        self,
        q: Any,
        v: Any,
        a: Any,
        *,
        on: str = "body",
        at: str = "joint",
        expressed_in: str = "body",
        external: dict[str, Any] | None = None,
        frame: Frames = "world",
        formulation: str | None = None,
        out: Array | None = None,
        undetermined: str = "raise",
        given: str = "joints",
        threads: int | None = None,
        on_failure: OnFailure = "raise",
        **parameters: Any,
    ) -> Rows:
        """Return force [N] and torque [N m] at every joint: ``R["elbow"].force``.

        By the predecessor on the body, at the joint, in the body's frame, unless
        asked otherwise.

        Args:
            q: coordinates (..., nq).
            v: velocities (..., nv).
            a: accelerations (..., nv).
            on: ``"body"``, or ``"predecessor"`` for the reverse.
            at: ``"joint"``, ``"center_of_mass"`` of the body, or a named point.
            expressed_in: ``"body"``, ``"predecessor"``, ``"world"`` or a body's name.
            external: force and torque (..., 6) on named points or bodies.
            frame: axes that ``external`` is given in, as in `inverse_dynamics`.
            formulation: as in `inverse_dynamics`.
            out: packed array to fill (..., joints, 6).
            undetermined: ``"raise"`` where the mechanism holds bodies more firmly than
                need be and no rule shares what it leaves open, or ``"nan"`` for the
                components concerned.
            given: ``"actuators"`` where positions, rates and accelerations of the
                drives stand for q, v, a.
            threads: how many share a big batch.
            on_failure: ``"raise"`` where loops leave forces undefined, or ``"nan"``.
            **parameters: values of varied design parameters.
        """
        choice = ReactionChoice(on, at, expressed_in)
        options = self._calls.reaction_options(choice, external, frame, formulation)
        options |= given_option(given)
        if undetermined != "raise":
            options["undetermined"] = undetermined
        found = self._call(
            "reactions",
            (q, v, a),
            options,
            external=external,
            out=out,
            threads=threads,
            on_failure=on_failure,
            parameters=parameters,
        )
        return Rows("joint", self.joint_row_names, found, WRENCH)

    # Derivatives and identification.

    def inverse_dynamics_derivatives(
        self,
        q: Any,
        v: Any,
        a: Any,
        *,
        by: tuple[str, ...] = ("q", "v", "a"),
        external: dict[str, Any] | None = None,
        frame: Frames = "world",
        **keywords: Any,
    ) -> Derivatives:
        """Return d tau by_q, by_v and by_a = M, each (..., nv, nv), tangent space.

        ``by=("q", "v")`` computes and returns those two alone; ``external`` and
        ``frame`` as in `inverse_dynamics`.
        """
        name = "inverse_dynamics_derivatives"
        return self._derivatives(name, (q, v, a), by, external, frame, keywords)

    def forward_dynamics_derivatives(
        self,
        q: Any,
        v: Any,
        tau: Any,
        *,
        by: tuple[str, ...] = ("q", "v", "tau"),
        external: dict[str, Any] | None = None,
        frame: Frames = "world",
        **keywords: Any,
    ) -> Derivatives:
        """Return d a by_q, by_v and by_tau = M^-1, each (..., nv, nv)."""
        name = "forward_dynamics_derivatives"
        return self._derivatives(name, (q, v, tau), by, external, frame, keywords)

    def _derivatives(
        self,
        name: str,
        arrays: tuple[Any, ...],
        by: Any,
        external: dict[str, Any] | None,
        frame: Frames,
        keywords: dict[str, Any],
    ) -> Derivatives:
        options = self._calls.by_options(name, by)
        options |= self._calls.force_options(external, frame)
        own = own_keywords(keywords)
        found = self._call(name, arrays, options, external=external, **own)
        found = found if isinstance(found, tuple) else (found,)
        return Derivatives({f"by_{x}": m for x, m in zip(by, found, strict=True)})

    def derivative(
        self,
        quantity: str,
        *arrays: Any,
        with_respect_to: str | tuple[str, ...],
        space: str = "tangent",
        point: str | None = None,
        frame: Frames | None = None,
        external: dict[str, Any] | None = None,
        friction: bool | None = None,
        formulation: str | None = None,
        on: str | None = None,
        at: str | None = None,
        expressed_in: str | None = None,
        **keywords: Any,
    ) -> Derivatives:
        """Return exact derivatives of any quantity by its inputs or by parameters.

        ``robot.vary("mass_5").derivative("inverse_dynamics", q, v, a,
        with_respect_to="mass_5").tau_by_mass_5``. A derivative by q follows body
        velocities (nv columns); with ``space="ambient"`` the coordinates themselves
        (nq columns). The quantity's own options are those of its own method.
        """
        chosen = {"point": point, "frame": frame, "external": external}
        chosen |= {"friction": friction, "formulation": formulation}
        chosen |= {"on": on, "at": at, "expressed_in": expressed_in}
        options = self._calls.derivative_options(with_respect_to, space, chosen)
        given = (*arrays, *(external or {}).values())
        names = self._calls.result_names(quantity, options, given, keywords)
        own = own_keywords(keywords)
        found = self._call(quantity, arrays, options, external=external, **own)
        found = found if isinstance(found, tuple) else (found,)
        return Derivatives(dict(zip(names, found, strict=True)))

    def failures(
        self,
        quantity: str,
        *arrays: Any,
        point: str | None = None,
        frame: Frames | None = None,
        external: dict[str, Any] | None = None,
        friction: bool | None = None,
        formulation: str | None = None,
        given: str = "joints",
        **keywords: Any,
    ) -> Failures:
        """Return which rows of a quantity have no answer, and why.

        ``robot.failures("inverse_dynamics", q, v, a)`` tells what
        ``robot.inverse_dynamics(q, v, a, on_failure="nan")`` leaves as NaN; ``print``
        counts the reasons. The quantity's own options are those of its own method.
        """
        chosen = {"point": point, "frame": frame, "external": external}
        chosen |= {"friction": friction, "formulation": formulation}
        options = self._calls.chosen_options(chosen)
        options |= given_option(given)
        return self._calls.failures(quantity, arrays, options, external, keywords)

    def regressor(self, q: Any, v: Any, a: Any, **keywords: Any) -> Array:
        """Return Y (..., nv, 10 bodies) with tau = Y pi, pi `inertial_parameters`."""
        return self._plain("regressor", (q, v, a), keywords)

    # Configuration space.

    def integrate(self, q: Any, step: Any, **keywords: Any) -> Array:
        """Return q moved along a body velocity for unit time (..., nq)."""
        return self._plain("integrate", (q, step), keywords)

    def difference(self, q: Any, q_end: Any, **keywords: Any) -> Array:
        """Return the step (..., nv) with integrate(q, step) = q_end."""
        return self._plain("difference", (q, q_end), keywords)

    def integrate_derivatives(self, q: Any, step: Any, **keywords: Any) -> Derivatives:
        """Return tangent derivatives by_q and by_step of `integrate` (..., nv, nv)."""
        found = self._plain("integrate_derivatives", (q, step), keywords)
        return Derivatives(dict(zip(("by_q", "by_step"), found, strict=True)))

    def difference_derivatives(
        self, q: Any, q_end: Any, **keywords: Any
    ) -> Derivatives:
        """Return tangent derivatives by_start and by_end of `difference`."""
        found = self._plain("difference_derivatives", (q, q_end), keywords)
        return Derivatives(dict(zip(("by_start", "by_end"), found, strict=True)))

    def rate_matrix(self, q: Any, **keywords: Any) -> Array:
        """Return N (..., nq, nv) with dq/dt = N v."""
        return self._plain("rate_matrix", (q,), keywords)

    # Looking inside.

    def kernel(self, quantity: str, dtype: str = "float64", **options: Any) -> Kernel:
        """Return the compiled kernel of a quantity; ``.show("expr")`` prints it."""
        return self._calls.kernel(quantity, options, dtype)

    def program(self, quantity: str, **options: Any) -> Program:
        """Return the traced program of a quantity, before any compiler."""
        return self._kernels.program(quantity, options)

    def count(self, *quantities: str, measure: bool = False) -> OperationCounts:
        """Return multiplications, additions and trigonometric calls for one state.

        Of every quantity that takes no options, or of those named, in every
        formulation that provides it, before and after simplification; with
        ``measure=True`` beside nanoseconds for one state of a batch on one thread.
        ``print`` shows a table; ``counts["mass_matrix", "composite_body"].simplified``.
        """
        from linkwright.robot.counting import count_operations

        return count_operations(self, quantities, measure=measure)

    def save(self, path: str | Path) -> None:
        """Write the robot to a .yaml or .urdf file."""
        from linkwright.formats import write

        write(self.description, path)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Robot, (self.description, self.varied))

    def __repr__(self) -> str:
        varied = f", varied {', '.join(self.varied)}" if self.varied else ""
        bodies = counted(self.inventory.bodies, "body", "bodies")
        freedoms = counted(self.nv, "degree of freedom", "degrees of freedom")
        return f"<Robot {self.name}: {bodies}, {freedoms}{varied}>"


def _no_description(given: object) -> InputError:
    word = isinstance(given, str | Path)
    return InputError(
        f"a Robot is made of a description, not of {given!r}"
        if word
        else f"a Robot is made of a description, not of type {type(given).__name__}",
        remedy=f"Load files and bundled robots with linkwright.load({str(given)!r})."
        if word
        else "Make one with linkwright.description.describe, or use linkwright.load.",
    )
