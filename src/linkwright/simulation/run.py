"""A simulation's results: states over time, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.robot.results import unknown_name
from linkwright.simulation.impacts.event import Event
from linkwright.simulation.integrators.contract import Counts, Step

if TYPE_CHECKING:
    from linkwright.robot import Robot
    from linkwright.simulation.loop_record import LoopRecord

Array = np.ndarray


@dataclass(frozen=True)
class Stop:
    """Why a simulation ended before its time.

    Attributes:
        time: of the last good state [s]; of a batch, the earliest.
        finding: what happened, and to which joint.
        remedy: what to try.
        rows: of a batch, which of its members.
    """

    time: float
    finding: str
    remedy: str = ""
    rows: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"t = {self.time:.6g} s  {self.finding}\n  {self.remedy}".rstrip()


@dataclass(frozen=True, eq=False)
class Run:
    """States over time; axes: time, then the batch if there is one, then the joints.

    Attributes:
        robot: that moved.
        t: times [s] (n,).
        q, v, a: coordinates, velocities, accelerations.
        tau: forces of the actuators on the joints.
        command: what the controller asked for.
        z: states of the actuators.
        z_names: their names.
        counts: what the integrator took.
        wall_time: seconds that the integration took, compiling excluded.
        method: the integrator's name.
        stop: why it ended early; None if it ran to its end.
        parameters: values of varied design parameters.
        events: impacts, contacts that came to rest and parted, in order.
        steps: of the integrator, with the motion inside; kept if asked (``dense``).
        contact_forces: of contacts at rest (n, contacts) [N]; None without walls.
        loops: of a simulation on the spanning tree: all joints, and the loops' forces.
    """

    robot: Robot
    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    command: Array
    z: Array
    z_names: tuple[str, ...]
    counts: Counts
    wall_time: float
    method: str
    stop: Stop | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    steps: tuple[Step, ...] = ()
    contact_forces: Array | None = None
    loops: LoopRecord | None = None

    @property
    def completed(self) -> bool:
        """Whether it ran to its end."""
        return self.stop is None

    @property
    def state(self) -> Array:
        """The last state: q, v (of the whole tree, if it moved so) and z in a row."""
        q, v, _ = self._motion
        return np.concatenate([q[-1], v[-1], self.z[-1]], axis=-1)

    def joint(self, name: str) -> dict[str, Array]:
        """Return q, v, a, tau, command of a joint of one freedom over time."""
        names = self.robot.velocity_names
        if name not in names:
            raise unknown_name("joint", name, names)
        i = names.index(name)
        found = {"v": self.v, "a": self.a, "tau": self.tau, "command": self.command}
        columns = {key: array[..., i] for key, array in found.items()}
        if name in self.robot.coordinate_names:
            columns["q"] = self.q[..., self.robot.coordinate_names.index(name)]
        return columns

    @cached_property
    def poses(self) -> Any:
        """Poses of every body and point over time."""
        q, _, _ = self._motion
        found = self._called("forward_kinematics", q)
        return self.robot._calls.bodies_and_points("forward_kinematics", found)

    @cached_property
    def motions(self) -> Any:
        """Velocities and accelerations of every body and point over time."""
        found = self._called("body_motions", *self._motion)
        return self.robot._calls.bodies_and_points("body_motions", found)

    @cached_property
    def energy(self) -> Array:
        """Kinetic and potential energy together, springs included [J] (n, ...)."""
        q, v, _ = self._motion
        kinetic = self._called("kinetic_energy", q, v)
        return kinetic + self._called("potential_energy", q)

    @property
    def _motion(self) -> tuple[Array, Array, Array]:
        """q, v, a of what moved: independent joints, or the spanning tree."""
        of = self if self.loops is None else self.loops
        return of.q, of.v, of.a

    def _called(self, quantity: str, *arrays: Array) -> Any:
        options = {} if self.loops is None else {"coordinates": "tree"}
        call = self.robot._calls.call
        return call(quantity, arrays, options, parameters=self.parameters)

    @property
    def power(self) -> Array:
        """What each actuator gives, tau v [W]."""
        return self.tau * self.v

    @property
    def work(self) -> Array:
        """What each actuator has given since the start [J].

        By the integral of a cubic spline through the recorded power.
        """
        if len(self.t) < 2:
            return np.zeros_like(self.v)
        from scipy.interpolate import make_interp_spline

        spline = make_interp_spline(self.t, self.power, k=min(3, len(self.t) - 1))
        return spline.antiderivative()(self.t)

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset: time by joint, with units."""
        from linkwright.simulation.saving import dataset

        return dataset(self)

    def save(self, path: str | Path) -> None:
        """Write a .csv table, or a .nc file (netCDF, needs xarray)."""
        from linkwright.simulation.saving import save

        save(self, Path(path))

    def __repr__(self) -> str:
        batch = f", {self.q.shape[1:-1]} robots" if self.q.ndim > 2 else ""
        end = "" if self.completed else ", stopped"
        return (
            f"<Run {self.robot.name}: {self.method}, t = {self.t[0]:g} ..."
            f" {self.t[-1]:g} s{batch}{end}; {self.counts}>"
        )
