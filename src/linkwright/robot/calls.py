"""From a method call to a kernel call: options, parameters, dtype, errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.algorithms.jacobian import FRAMES
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.compile import Kernel
from linkwright.compile.kernel import OnFailure
from linkwright.description import parameter_values
from linkwright.errors import InputError
from linkwright.robot.checks import check_forward_dynamics
from linkwright.robot.quantities import QUANTITIES
from linkwright.robot.results import unknown_name

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

_NEED_MASS = (
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "mass_matrix_inverse",
    "solve_mass_matrix",
    "operational_inertia",
)
_QUICK = ("inverse_dynamics", "forward_dynamics")
_SPACES = ("tangent", "ambient")


class Calls:
    """The calls of one robot."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot

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
        dtype = _dtype_of(arrays)
        kernel = self.kernel(quantity, options, dtype)
        given = list(arrays)
        if external:
            given.append(_side_by_side([external[p] for p in options["points"]], 6))
        if self._robot.varied:
            given.append(self._parameters(parameters or {}))
        elif parameters:
            raise self._not_varied(next(iter(parameters)))
        return kernel(*given, out=out, threads=threads, on_failure=on_failure)

    def kernel(self, quantity: str, options: Mapping[str, Any], dtype: str) -> Kernel:
        """Return a quantity's kernel; refuse what has no answer for this robot."""
        robot = self._robot
        if quantity not in QUANTITIES:
            raise unknown_name("quantity", quantity, tuple(QUANTITIES))
        if quantity in _NEED_MASS:
            check_forward_dynamics(robot.model)
        kernel = robot._kernels.get(quantity, options, dtype)
        plain = not options and not robot.varied and dtype == "float64"
        if plain and quantity in _QUICK and quantity not in robot._quick:
            robot._quick[quantity] = kernel.fast
        return kernel

    def force_options(
        self, external: Mapping[str, Any] | None, frame: str, friction: bool
    ) -> dict[str, Any]:
        """Return the options of inverse and forward dynamics."""
        options: dict[str, Any] = {}
        if external:
            for name in external:
                self.check_point(name)
            _check_choice("frame", frame, ("world", "body"))
            options |= {"points": tuple(external), "frame": frame}
        if friction:
            options["friction"] = True
        return options

    def reaction_options(
        self, choice: ReactionChoice, external: Mapping[str, Any] | None, frame: str
    ) -> dict[str, Any]:
        """Return the options of reactions."""
        robot = self._robot
        _check_choice("on", choice.on, ("body", "predecessor"))
        if choice.at not in ("joint", "center_of_mass"):
            if choice.at not in robot.point_names:
                raise unknown_name("point", choice.at, robot.point_names)
        frames = ("body", "predecessor", "world")
        if choice.expressed_in not in (*frames, *robot.body_row_names):
            raise unknown_name(
                "frame", choice.expressed_in, (*frames, *robot.body_row_names)
            )
        if choice.at == "center_of_mass":
            massless = [k.name for k in robot.model.links if k.inertia.mass == 0.0]
            shown = [name for name in massless if name in robot.body_row_names]
            if shown:
                raise InputError(
                    f"body '{shown[0]}' has no mass, so no centre of mass",
                    remedy="Ask for reactions at='joint' or at a named point.",
                )
        return self.force_options(external, frame, False) | {"choice": choice}

    def point_options(self, name: str, frame: str) -> dict[str, Any]:
        """Return the options of a point's Jacobian."""
        self.check_point(name)
        _check_choice("frame", frame, FRAMES)
        return {"point": name, "frame": frame}

    def derivative_options(
        self,
        quantity: str,
        with_respect_to: str | tuple[str, ...],
        space: str,
        point: str | None,
        frame: str,
    ) -> tuple[list[str], dict[str, Any]]:
        """Return the names of the derivatives and the options of their kernel."""
        if quantity not in QUANTITIES:
            raise unknown_name("quantity", quantity, tuple(QUANTITIES))
        wanted = (
            (with_respect_to,)
            if isinstance(with_respect_to, str)
            else tuple(with_respect_to)
        )
        known = (*QUANTITIES[quantity].inputs, *self._robot.varied)
        for name in wanted:
            if name not in known:
                error = unknown_name("input or varied parameter", name, known)
                error.remedy = f"Vary it first: robot.vary('{name}')."
                raise error
        _check_choice("space", space, _SPACES)
        options: dict[str, Any] = {"with_respect_to": wanted, "space": space}
        if point is not None:
            options |= self.point_options(point, frame)
        kernel = self.kernel(quantity, options, "float64")
        return [name for name, _ in kernel.results], options

    def check_point(self, name: str) -> None:
        """Refuse a name that is neither a point nor a body."""
        robot = self._robot
        known = (*robot.point_names, *robot.body_row_names)
        if name not in known:
            raise unknown_name("point or body", name, known)

    def _parameters(self, given: Mapping[str, Any]) -> np.ndarray:
        robot = self._robot
        for name in given:
            if name not in robot.varied:
                raise self._not_varied(name)
        declared = parameter_values(robot.description)
        return _side_by_side(
            [
                np.asarray(given.get(name, declared[name]), float)[..., None]
                for name in robot.varied
            ],
            1,
        )

    def _not_varied(self, name: str) -> InputError:
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
        )


def _dtype_of(arrays: tuple[Any, ...]) -> str:
    """Return float32 where every array is, else float64."""
    kinds = {getattr(array, "dtype", None) for array in arrays}
    return "float32" if kinds == {np.dtype(np.float32)} else "float64"


def _side_by_side(parts: list[Any], width: int) -> np.ndarray:
    """Return arrays of ``width`` entries broadcast and joined on the last axis."""
    arrays = [np.asarray(part) for part in parts]
    for array in arrays:
        if array.ndim == 0 or array.shape[-1] != width:
            raise InputError(
                f"an external wrench has shape {array.shape}",
                expectation="Expected (..., 6): force, then torque.",
            )
    batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
    full = [np.broadcast_to(array, (*batch, width)) for array in arrays]
    return np.concatenate(full, axis=-1)


def _check_choice(what: str, given: str, choices: tuple[str, ...]) -> None:
    if given not in choices:
        raise unknown_name(what, given, choices)
