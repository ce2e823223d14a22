"""From a method call to a kernel call: options, parameters, dtype, errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.algorithms.reactions import ReactionChoice
from linkwright.compile import Kernel
from linkwright.compile.kernel import OnFailure
from linkwright.compile.status import STATUS
from linkwright.description import parameter_values
from linkwright.errors import InputError, check_switch, did_you_mean
from linkwright.robot.failures import Failures
from linkwright.robot.quantities import QUANTITIES
from linkwright.robot.results import (
    MOTION,
    POINT_MOTION,
    POSE,
    POSITION,
    BodiesAndPoints,
    Layout,
    unknown_name,
)

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

# What every call takes besides its arrays, options and design parameters.
_OWN = frozenset(("out", "threads", "on_failure"))
_QUICK = ("inverse_dynamics", "forward_dynamics")
_FLOAT32, _FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


class Calls:
    """The calls of one robot."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        # Kernels of quantities without options: calls that need no more than them.
        self._doubles: dict[str, Kernel] = {}
        self._singles: dict[str, Kernel] = {}

    def plain(
        self, quantity: str, arrays: tuple[Any, ...], keywords: dict[str, Any]
    ) -> Any:
        """Return the results of a quantity without options of its own.

        Written for speed: of a batch of some hundred rows each microsecond counts.
        """
        kernel = self.plain_kernel(quantity, arrays)
        if kernel is None:
            return self.call(quantity, arrays, **own_keywords(keywords))
        if not keywords:
            return kernel.evaluate(arrays)
        out, threads, on_failure = None, None, "raise"
        for name, value in keywords.items():
            if name == "out":
                out = value
            elif name == "threads":
                threads = value
            elif name == "on_failure":
                on_failure = value
            else:
                return self.call(quantity, arrays, **own_keywords(keywords))
        return kernel.evaluate(arrays, out, threads, on_failure)

    def plain_kernel(self, quantity: str, arrays: tuple[Any, ...]) -> Kernel | None:
        """Return a quantity's kernel for the arrays' dtype, if it is there already."""
        dtype = getattr(arrays[0], "dtype", None)
        if dtype is _FLOAT64:
            return self._doubles.get(quantity)
        if dtype is not _FLOAT32:
            return None
        for array in arrays:  # float32 only where all of them are
            if getattr(array, "dtype", None) is not _FLOAT32:
                return None
        return self._singles.get(quantity)

    def call(
        self,
        quantity: str,
        arrays: tuple[Any, ...],
        options: Mapping[str, Any] | None = None,
        *,
        external: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        out: Any = None,
        threads: int | None = None,
        on_failure: OnFailure = "raise",
    ) -> Any:
        """Return the results of a quantity's kernel on arrays."""
        options = options or {}
        external, parameters = external or {}, parameters or {}
        for name in parameters:
            if name not in self._robot.varied:
                raise self._not_varied(name, quantity)
        dtype = _dtype_of((*arrays, *external.values()), parameters)
        kernel = self.kernel(quantity, options, dtype)
        given = list(arrays)
        if external:
            given.append(_side_by_side(_wrenches(external), dtype))
        if self._robot.varied:
            named = {name: parameters.get(name, x) for name, x in self._declared}
            given.append(_side_by_side(_as_rows(named), dtype))
        if out is not None and kernel.has_status:
            out = (*out, None) if isinstance(out, tuple) else (out, None)
        found = kernel(*given, out=out, threads=threads, on_failure=on_failure)
        return _without_status(found) if kernel.has_status else found

    def kernel(self, quantity: str, options: Mapping[str, Any], dtype: str) -> Kernel:
        """Return a quantity's kernel; refuse what has no answer for this robot."""
        robot = self._robot
        kernel = robot._kernels.get(quantity, options, dtype)
        plain = self._doubles if dtype == "float64" else self._singles
        if not options and not robot.varied and quantity not in plain:
            if not kernel.has_status:  # which these calls would not look at
                plain[quantity] = kernel
                if quantity in _QUICK and dtype == "float64":
                    robot._quick[quantity] = kernel.fast
        return kernel

    def force_options(
        self,
        external: Mapping[str, Any] | None,
        frame: str | Mapping[str, str],
        friction: bool = False,
        formulation: str | None = None,
    ) -> dict[str, Any]:
        """Return the options of inverse and forward dynamics."""
        options: dict[str, Any] = {}
        if external is not None and not isinstance(external, Mapping):
            raise InputError(
                f"external is of type {type(external).__name__}",
                expectation="Expected {name of a point or body: (..., 6)}.",
            )
        if external:
            points = tuple(external)
            options |= {"points": points, "frame": _frames(frame, points)}
        if friction is not False:
            check_switch("friction", friction)
            if friction:
                options["friction"] = True
        if formulation is not None:
            options["formulation"] = formulation
        return options

    def reaction_options(
        self,
        choice: ReactionChoice,
        external: Mapping[str, Any] | None,
        frame: str | Mapping[str, str],
        formulation: str | None = None,
    ) -> dict[str, Any]:
        """Return the options of reactions."""
        options = self.force_options(external, frame, formulation=formulation)
        return options | {"choice": choice}

    def axes_options(self, frame: str) -> dict[str, Any]:
        """Return the options of what is given in some body's axes."""
        return {} if frame == "world" else {"frame": frame}

    def point_options(self, name: str, frame: str) -> dict[str, Any]:
        """Return the options of a point's Jacobian."""
        if not isinstance(name, str):
            raise InputError(
                f"the name of a point or body is of type {type(name).__name__}",
                expectation='Expected the name first, then arrays: ("hand", q).',
            )
        return {"point": name, "frame": frame}

    def derivative_options(
        self,
        with_respect_to: str | tuple[str, ...],
        space: str,
        chosen: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Return the options of the kernel of a quantity's derivatives.

        ``chosen`` are the quantity's own options, as its own method takes them.
        """
        single = isinstance(with_respect_to, str)
        wanted = (with_respect_to,) if single else tuple(with_respect_to)
        for name in wanted:
            if any(name == known.name for known in self._robot.parameters):
                if name not in self._robot.varied:
                    raise self._not_varied(name)
        options: dict[str, Any] = {"with_respect_to": wanted, "space": space}
        return options | self.chosen_options(chosen)

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return a quantity's own options, of those that are not None."""
        return self._chosen(**{k: x for k, x in chosen.items() if x is not None})

    def failures(
        self,
        quantity: str,
        arrays: tuple[Any, ...],
        options: Mapping[str, Any],
        external: Mapping[str, Any] | None,
        keywords: Mapping[str, Any],
    ) -> Failures:
        """Return the status of every row."""
        wrenches = _wrenches(external) if external else {}
        given = [*arrays, _side_by_side(wrenches, "float64")] if wrenches else arrays
        kernel, taken = self.prepared(quantity, tuple(given), options, keywords)
        found = kernel(*taken, on_failure="nan")
        found = found if isinstance(found, tuple) else (found,)
        names = [name for name, _ in kernel.results]
        if STATUS in names:
            codes = np.asarray(found[names.index(STATUS)]).astype(int)
            return Failures(codes, kernel.reasons)
        shape = kernel.results[0][1]
        lead = found[0].shape[: found[0].ndim - len(shape)]
        return Failures(np.zeros(lead, int), {})

    def _chosen(
        self,
        point: str | None = None,
        frame: Any = None,
        external: Mapping[str, Any] | None = None,
        friction: bool = False,
        formulation: str | None = None,
        **choice: str,
    ) -> dict[str, Any]:
        """Return a quantity's own options, those that are not left to it."""
        options = self.force_options(external, frame or "world", friction, formulation)
        if point is not None:
            options |= self.point_options(point, frame or "world_aligned")
        elif frame is not None:
            options.setdefault("frame", frame)
        if choice:
            options["choice"] = ReactionChoice(**choice)
        return options

    def result_names(
        self,
        quantity: str,
        options: Mapping[str, Any],
        arrays: tuple[Any, ...],
        keywords: Mapping[str, Any],
    ) -> list[str]:
        """Return the names of a kernel's results, without the status."""
        kernel, _ = self.prepared(quantity, arrays, options, keywords)
        return [name for name, _ in kernel.results if name != STATUS]

    def prepared(
        self,
        quantity: str,
        arrays: tuple[Any, ...],
        options: Mapping[str, Any],
        keywords: Mapping[str, Any],
    ) -> tuple[Kernel, list[Any]]:
        """Return a kernel and its arguments; keywords name design parameters."""
        parameters = {k: x for k, x in keywords.items() if k not in _OWN}
        for name in parameters:
            if name not in self._robot.varied:
                raise self._not_varied(name, quantity)
        dtype = _dtype_of(arrays, parameters)
        given = list(arrays)
        if self._robot.varied:
            named = {name: parameters.get(name, x) for name, x in self._declared}
            given.append(_side_by_side(_as_rows(named), dtype))
        return self.kernel(quantity, options, dtype), given

    @cached_property
    def _declared(self) -> tuple[tuple[str, float], ...]:
        """The varied parameters in order, each with its declared value."""
        values = parameter_values(self._robot.description)
        return tuple((name, values[name]) for name in self._robot.varied)

    def _not_varied(self, name: str, quantity: str = "") -> InputError:
        known = tuple(p.name for p in self._robot.parameters)
        if name in known:
            return InputError(
                f"design parameter '{name}' is a constant of this robot",
                remedy=f"Make it a run-time input first: robot.vary('{name}').",
            )
        return InputError(
            f"there is no keyword or design parameter '{name}'",
            expectation=f"Varied parameters: {', '.join(self._robot.varied) or 'none'};"
            f" parameters: {', '.join(known) or 'none'}.",
            remedy=did_you_mean(name, (*self._options_of(quantity), *known)),
        )

    def _options_of(self, quantity: str) -> tuple[str, ...]:
        """Return the keywords that a quantity's own method takes."""
        method = getattr(type(self._robot), quantity, None)
        named = signature(method).parameters.values() if callable(method) else ()
        own = (each.name for each in named if each.kind is each.KEYWORD_ONLY)
        return tuple(sorted(_OWN.union(own)))

    def by_options(self, quantity: str, by: tuple[str, ...]) -> dict[str, Any]:
        """Return the options of derivatives by some of a quantity's inputs."""
        every = QUANTITIES[quantity].inputs
        return {} if by == every else {"by": tuple(by)}

    def bodies_and_points(self, quantity: str, found: Any) -> BodiesAndPoints:
        """Return packed rows of bodies and points with their names."""
        packed = found if isinstance(found, tuple) else (found,)
        return BodiesAndPoints(self._layouts[quantity], packed)

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        names = (self._robot.body_row_names, self._robot.point_names)
        return {
            "forward_kinematics": Layout(*names, POSE, POSITION),
            "body_motions": Layout(*names, MOTION, POINT_MOTION),
        }


def own_keywords(keywords: dict[str, Any]) -> dict[str, Any]:
    """Return the call's own keywords, and the rest as design parameters."""
    own = {name: keywords.pop(name) for name in _OWN if name in keywords}
    return own | {"parameters": keywords}


def given_option(given: str) -> dict[str, Any]:
    """Return the option that says whether drives stand for coordinates."""
    return {} if given == "joints" else {"given": given}


def _without_status(results: tuple[Any, ...]) -> Any:
    """Return the results but the last one, which has been looked at."""
    *rest, _ = results
    return tuple(rest) if len(rest) > 1 else rest[0]


def _dtype_of(arrays: tuple[Any, ...], parameters: Mapping[str, Any]) -> str:
    """Return float32 where every array is, else float64; Python numbers adapt."""
    strong = [x for x in parameters.values() if not isinstance(x, int | float)]
    kinds = {getattr(array, "dtype", None) for array in (*arrays, *strong)}
    return "float32" if kinds == {np.dtype(np.float32)} else "float64"


def _as_rows(parameters: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return design parameters as arrays whose last axis has the one entry."""
    return {
        name: _numbers(f"design parameter '{name}'", value)[..., None]
        for name, value in parameters.items()
    }


def _frames(
    frame: str | Mapping[str, str], points: tuple[str, ...]
) -> str | tuple[str, ...]:
    """Return the axes that wrenches are given in: one for all, or one for each."""
    if not isinstance(frame, Mapping):
        return frame
    for name in frame:
        if name not in points:
            raise unknown_name("external wrench", name, points)
    return tuple(frame.get(name, "world") for name in points)


def _wrenches(external: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return external wrenches as arrays (..., 6)."""
    wrenches = {}
    for name, value in external.items():
        array = _numbers(f"the external wrench on '{name}'", value)
        if array.ndim == 0 or array.shape[-1] != 6:
            raise InputError(
                f"the external wrench on '{name}' has shape {array.shape}",
                expectation="Expected (..., 6): force, then torque.",
            )
        wrenches[name] = array
    return wrenches


def _numbers(what: str, value: Any) -> np.ndarray:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise InputError(
            f"{what} is no array: {error}", remedy="Give rows of equal length."
        ) from error
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise InputError(
            f"{what} has dtype {array.dtype}",
            expectation="Expected real numbers that fit float64.",
        )
    return array


def _side_by_side(arrays: Mapping[str, np.ndarray], dtype: str) -> np.ndarray:
    """Return arrays broadcast and joined on the last axis."""
    leads = {name: array.shape[:-1] for name, array in arrays.items()}
    try:
        batch = np.broadcast_shapes(*leads.values())
    except ValueError:
        shown = ", ".join(f"{name} {lead}" for name, lead in leads.items())
        raise InputError(
            f"the leading shapes do not broadcast: {shown}",
            expectation="Lengths must be equal or 1.",
        ) from None
    full = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in arrays.values()]
    return np.concatenate(full, axis=-1).astype(dtype, copy=False)
