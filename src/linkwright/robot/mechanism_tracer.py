"""From a request to a program, for a robot with loops or elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from linkwright.algorithms.drive_places import drive_places
from linkwright.algorithms.loops.plan import Plan
from linkwright.description import Description, parameter_values
from linkwright.expr import (
    CASE,
    Array,
    Program,
    Trace,
    argument,
    inline,
)
from linkwright.model.mechanism import Mechanism
from linkwright.model.mechanism_build import build_mechanism
from linkwright.robot.derivative import derivatives_by
from linkwright.robot.failed_rows import STATUS, marked, refusing, worse
from linkwright.robot.loop_rows import loop_rows, rows_of
from linkwright.robot.mechanism_status import negative_status, reasons_of
from linkwright.robot.named_place import told_by_place
from linkwright.robot.quantities import input_names, results_of, size_of

PARAMETERS = "parameters"
_DRIVES = {"q": "position", "v": "rate", "a": "acceleration"}


class LateReasons(Mapping[int, str]):
    """What statuses mean, found when a row has failed: that takes the loops' plan."""

    def __init__(self, tracer: MechanismTracer) -> None:
        self._tracer = tracer

    def __getitem__(self, status: int) -> str:
        return self._tracer.reasons[status]

    def __iter__(self) -> Iterator[int]:
        return iter(self._tracer.reasons)

    def __len__(self) -> int:
        return len(self._tracer.reasons)


class MechanismTracer:
    """Traces the quantities of one mechanism."""

    def __init__(self, description: Description, varied: tuple[str, ...]) -> None:
        self.description = description
        self.varied = varied

    @cached_property
    def mechanism(self) -> Mechanism:
        """The mechanism with every parameter at its declared value."""
        values = parameter_values(self.description)
        return build_mechanism(self.description, values)

    @cached_property
    def assembly(self) -> Any:
        """The mechanism assembled at its reference configuration."""
        from linkwright.robot.assembly import assemble

        with told_by_place(self.description):
            return assemble(self.mechanism)

    @cached_property
    def determinacy(self) -> Any:
        """What balance and sharing rules determine."""
        from linkwright.robot.determinacy import determinacy

        return determinacy(self.mechanism, self.assembly)

    @cached_property
    def loop_rows(self) -> Any:
        """Which of the loops' components can open, and their weights."""
        found = self.assembly
        return loop_rows(self.mechanism, [found.reference, *found.samples])

    @cached_property
    def plan(self) -> Plan:
        """The plan, without the sharing rules."""
        return self.assembly.plan

    @property
    def reasons(self) -> dict[int, str]:
        """What each status means."""
        return reasons_of(self.mechanism, self.plan)

    def check_masses(self, quantity: str) -> None:
        """Refuse what has no answer where a joint of the mechanism moves no mass."""
        from linkwright.robot.mechanism_mass import check_mechanism_masses

        joints = self.description.joints
        check_mechanism_masses(quantity, self.mechanism, self.assembly, joints)

    def traced(self, quantity: str, options: Mapping[str, Any]) -> Program:
        """Return the program of a quantity."""
        # What a cached kernel needs none of is imported when a program is traced.
        from linkwright.robot.mechanism_quantities import trace_quantity
        from linkwright.robot.tree_quantities import trace_on_tree

        rest = {k: x for k, x in options.items() if k != "given"}
        if options.get("given") == "actuators":
            return self._in_actuator_space(quantity, rest)
        trace = Trace()
        on_tree = rest.pop("coordinates", "independent") == "tree"
        names: Iterable[str] = input_names(quantity, options)
        size = self._size_on_tree if on_tree else self._size_of
        inputs = {name: argument(trace, name, size(name, options)) for name in names}
        mechanism, symbols = self._with_symbols(trace)
        names = rest.get("several") or (quantity,)
        outputs: dict[str, Any] = {}
        for name in names:
            name, _, part = name.partition(".")
            plan = self._plan_for(name, rest)
            if on_tree:
                rows = rows_of(mechanism, self.loop_rows)
                traced = trace_on_tree(name, mechanism, plan, rows, inputs, rest)
            else:
                traced = trace_quantity(name, mechanism, plan, inputs, rest)
            found = dict(traced)
            status = found.pop(STATUS, None)
            prefix = f"{name}." if rest.get("several") else ""
            outputs |= {
                f"{prefix}{key}": value
                for key, value in found.items()
                if part in ("", key)
            }
            if status is not None:
                outputs[STATUS] = worse(outputs.get(STATUS), status)
        wanted = rest.get("with_respect_to")
        if wanted:
            sources = inputs | {
                name: Array((symbol,))
                for name, symbol in zip(self.varied, symbols, strict=True)
            }
            space = rest.get("space", "tangent")
            outputs = derivatives_by(
                outputs, wanted, sources, mechanism.coordinates, space
            )
        negative = negative_status(mechanism, self.plan)
        found = marked(refusing(outputs, mechanism.tree.refused, negative))
        return Program.build(quantity, trace, *results_of(found))

    def _size_of(self, name: str, options: Mapping[str, Any]) -> int:
        """Return the number of entries of an input."""
        if name == "position":
            return len(drive_places(self.mechanism))
        return size_of(name, self.mechanism.coordinates, options)

    def _size_on_tree(self, name: str, options: Mapping[str, Any]) -> int:
        return size_of(name, self.mechanism.tree, options)

    def _plan_for(self, quantity: str, options: Mapping[str, Any]) -> Plan:
        if quantity != "reactions":
            return self.plan
        found = self.determinacy
        if options.get("undetermined") == "nan":
            untold = frozenset(found.left)
            return replace(
                self.plan, kept=found.kept, pinned=found.pinned, untold=untold
            )
        with told_by_place(self.description):
            found.check()
        return replace(self.plan, kept=found.kept)

    def _with_symbols(self, trace: Trace) -> tuple[Mechanism, Array]:
        if not self.varied:
            return self.mechanism, Array(())
        symbols = argument(trace, PARAMETERS, len(self.varied), CASE)
        given = dict(zip(self.varied, symbols, strict=True))
        values = parameter_values(self.description, given)
        mechanism = build_mechanism(self.description, values)
        return replace(mechanism, reference=self.mechanism.reference), symbols

    def _in_actuator_space(self, quantity: str, options: Mapping[str, Any]) -> Program:
        """Return the program with drives for coordinates: two programs in one."""
        from linkwright.robot.mechanism_quantities import trace_quantity

        inner = self.traced(quantity, options)
        trace = Trace()
        given: dict[str, Array] = {}
        for each in inner.arguments:
            name = _DRIVES.get(each.name, each.name)
            size = self._size_of(name, {}) if name == "position" else each.size
            given[name] = argument(trace, name, size, each.axes)
        still = Array((0.0,) * self.mechanism.nv)
        drives = {name: given.get(name, still) for name in _DRIVES.values()}
        mechanism = self.mechanism
        if self.varied:
            symbols = dict(zip(self.varied, given[PARAMETERS], strict=True))
            values = parameter_values(self.description, symbols)
            built = build_mechanism(self.description, values)
            mechanism = replace(built, reference=self.mechanism.reference)
        motion = dict(
            trace_quantity("from_actuators", mechanism, self.plan, drives, {})
        )
        operands = [
            entry
            for each in inner.arguments
            for entry in (motion if each.name in _DRIVES else given)[each.name]
        ]
        entries = iter(inline(inner, operands))
        results = {
            result.name: replace(
                result, entries=tuple(next(entries) for _ in result.entries)
            )
            for result in inner.results
        }
        status = motion.get(STATUS)
        if status is not None:
            before = results.pop(STATUS, None)
            results[STATUS] = worse(status, before.entries[0] if before else None)
        return Program.build(inner.name, trace, *results_of(marked(results)))
