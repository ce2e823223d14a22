"""The kernels of one robot: traced and compiled when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from linkwright.algorithms.definite import ROUNDING, pivot_scales
from linkwright.compile import Kernel, kernel_for
from linkwright.compile.runtime.fork import compiling
from linkwright.description import Description, parameter_values
from linkwright.expr import CASE, Array, Program, Trace, argument
from linkwright.model import Model, build_model, joint_space_model
from linkwright.model.mechanism_build import has_loops_or_elements
from linkwright.robot.certain_mass import certainly_moves_mass
from linkwright.robot.checks import check_request
from linkwright.robot.derivative import derivatives_by
from linkwright.robot.failed_rows import marked, refusing
from linkwright.robot.identity import digest_of
from linkwright.robot.mechanism_tracer import LateReasons, MechanismTracer
from linkwright.robot.moved_mass import NEED_MOVED_MASS, check_masses, needs_mass
from linkwright.robot.quantities import (
    DRIVEN,
    FORMULATION,
    NEGATIVE,
    ON_TREE,
    QUANTITIES,
    REASONS,
    input_names,
    meaning_of,
    results_of,
    size_of,
)

PARAMETERS = "parameters"
_UNCONDITIONAL = frozenset(
    name
    for name, what in QUANTITIES.items()
    if "point" not in what.options
    and name != "external_forces"
    and not needs_mass(name)
)


class Kernels:
    """Kernels by quantity, options and dtype; built once.

    Under the lock of all compiling: a fork waits for it, so no child inherits it held.
    """

    def __init__(self, description: Description, varied: tuple[str, ...]) -> None:
        self.description = description
        self.varied = varied
        self._made: dict[Any, Kernel] = {}
        self._models: dict[str, Model] = {}
        self._digest: str | None = None
        self.is_mechanism = has_loops_or_elements(description)

    @cached_property
    def mechanism(self) -> MechanismTracer:
        """What traces quantities of loops, elements and drives."""
        return MechanismTracer(self.description, self.varied)

    def get(
        self, quantity: str, options: Mapping[str, Any], dtype: str = "float64"
    ) -> Kernel:
        """Return the kernel of a quantity with options; refuse what has no answer."""
        choice = (quantity, tuple(sorted(options.items())), dtype)
        found = self._made.get(choice)
        if found is None:
            self._check(quantity, options)
            with compiling:
                found = self._made.get(choice) or self._make(choice, options)
                self._made[choice] = found
        return found

    def model(self, needs: str) -> Model:
        """Return the model with every parameter at its declared value.

        Of a robot with loops, its spanning tree.
        """
        found = self._models.get(needs)
        if found is None and self.is_mechanism:
            tree = self.mechanism.mechanism.tree
            found = tree if needs == "bodies" else joint_space_model(tree)
            self._models[needs] = found
        elif found is None:
            found = self._build(needs, parameter_values(self.description))
            self._models[needs] = found
        return found

    @property
    def coordinates(self) -> Model:
        """The joints with coordinates of their own, to move about in q."""
        if self.is_mechanism:
            return self.mechanism.mechanism.coordinates
        return self.model("bodies")

    @property
    def reaction_names(self) -> tuple[str, ...]:
        """The names of the reactions, in the order of results."""
        if self.is_mechanism:
            from linkwright.algorithms.mechanism_reactions import reaction_names

            return tuple(reaction_names(self.mechanism.mechanism))
        carried = {joint.body: joint.name for joint in self.description.joints}
        links = self.model("bodies").links
        return tuple(carried[link.name] for link in links if not link.hidden)

    def _make(self, choice: Any, options: Mapping[str, Any]) -> Kernel:
        quantity, _, dtype = choice
        if self._digest is None:
            self._digest = digest_of(self.description)
        key = repr((self._digest, self.varied, choice))
        names = (*input_names(quantity, dict(choice[1])), PARAMETERS)
        return kernel_for(
            lambda: self._traced(quantity, options, dtype),
            key=key,
            dtype=dtype,
            reasons=self._reasons(*choice[:2]),
            meanings={name: meaning_of(name) for name in names},
        )

    def _reasons(self, quantity: str, options: Any) -> Mapping[int, str]:
        if self._by_mechanism(quantity, options):
            return LateReasons(self.mechanism)
        return REASONS

    def program(self, quantity: str, options: Mapping[str, Any]) -> Program:
        """Return the traced program of a quantity; refuse what has no answer."""
        self._check(quantity, options)
        return self._traced(quantity, options, "float64")

    def _check(self, quantity: str, options: Mapping[str, Any]) -> None:
        if not options and quantity in _UNCONDITIONAL:
            return  # from the cache, such a kernel needs no model
        check_request(quantity, options, self.model("bodies"), self.varied)
        if options.get(FORMULATION) is not None:
            from linkwright.robot.formulations import check_formulation

            check_formulation(options[FORMULATION], quantity, self.is_mechanism)
        if not needs_mass(quantity):
            return
        if self.is_mechanism:
            self.mechanism.check_masses(quantity)
            return
        # A varied parameter may take any value, so let none be 0.
        declared = parameter_values(self.description)
        values = {name: declared[name] or 1.0 for name in self.varied}
        if any(declared[name] == 0.0 for name in self.varied):
            model = self._build("bodies", parameter_values(self.description, values))
        else:
            model = self.model("bodies")
        check_masses(quantity, model, self.description.joints)

    def _by_mechanism(self, quantity: str, options: Any) -> bool:
        """Return whether loops, elements or drives have a part in a request."""
        asked = {name for name, _ in options}
        own = quantity in DRIVEN or quantity in ON_TREE or "given" in asked
        return self.is_mechanism or own

    def _traced(self, quantity: str, options: Mapping[str, Any], dtype: str) -> Program:
        if self._by_mechanism(quantity, options.items()):
            return self.mechanism.traced(quantity, options)
        what = QUANTITIES[quantity]
        trace = Trace()
        layout = self.model("bodies")
        names = input_names(quantity, options)
        inputs = {
            name: argument(trace, name, size_of(name, layout, options))
            for name in names
        }
        # External wrenches act on bodies, which the joint-space model has lumped; a
        # formulation that is named is written for the bodies as they are.
        named = options.get("points") or options.get(FORMULATION)
        needs = "bodies" if named else what.needs
        symbols = Array(())
        bodies, model = layout, self.model(needs)
        if self.varied:
            symbols = argument(trace, PARAMETERS, len(self.varied), CASE)
            given = dict(zip(self.varied, symbols, strict=True))
            values = parameter_values(self.description, given)
            bodies = self._build("bodies", values)
            model = bodies if needs == "bodies" else joint_space_model(bodies)
        told = dict(options)
        if quantity in NEED_MOVED_MASS and not certainly_moves_mass(bodies):
            scales = pivot_scales(bodies, inputs["q"])
            told["floors"] = [scale * ROUNDING[dtype] for scale in scales]
        outputs = what.trace(model, inputs, told)
        wanted = options.get("with_respect_to")
        if wanted:
            sources = inputs | {
                name: Array((symbol,))
                for name, symbol in zip(self.varied, symbols, strict=True)
            }
            space = options.get("space", "tangent")
            outputs = derivatives_by(outputs, wanted, sources, model, space)
        outputs = marked(refusing(outputs, bodies.refused, NEGATIVE))
        return Program.build(quantity, trace, *results_of(outputs))

    def _build(self, needs: str, values: Mapping[str, Any]) -> Model:
        model = build_model(self.description, values)
        return joint_space_model(model) if needs == "joint_space" else model
