"""Runs as tables and files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError

if TYPE_CHECKING:
    from linkwright.simulation.run import Run

_SUFFIXES = (".csv", ".nc")


def columns_of(run: Run) -> dict[str, np.ndarray]:
    """Return every recorded number over time, by name; batch axes in between."""
    robot = run.robot
    found = {name: run.q[..., i] for i, name in enumerate(robot.coordinate_names)}
    for what in ("v", "a", "tau", "command"):
        array = getattr(run, what)
        for i, name in enumerate(robot.velocity_names):
            found[f"{what}.{name}"] = array[..., i]
    found |= {name: run.z[..., i] for i, name in enumerate(run.z_names)}
    if run.loops is None:
        return found
    loops, nq, nv = run.loops, len(robot.coordinate_names), len(robot.velocity_names)
    for i, name in enumerate(loops.coordinate_names[nq:], nq):
        found[name] = loops.q[..., i]
    for i, name in enumerate(loops.velocity_names[nv:], nv):
        found[f"v.{name}"], found[f"a.{name}"] = loops.v[..., i], loops.a[..., i]
    names = enumerate(loops.component_names)
    return found | {name: loops.forces[..., i] for i, name in names}


def dataset(run: Run) -> Any:
    """Return an xarray.Dataset: time, batch, coordinate or joint."""
    from linkwright.robot.results import _xarray

    batch = [f"batch_{i}" for i in range(run.q.ndim - 2)]
    joint = ["time", *batch, "joint"]
    variables = {
        "q": (["time", *batch, "coordinate"], run.q, {"unit": "m or rad"}),
        "v": (joint, run.v, {"unit": "m/s or rad/s"}),
        "a": (joint, run.a, {"unit": "m/s^2 or rad/s^2"}),
        "tau": (joint, run.tau, {"unit": "N or N m"}),
        "command": (joint, run.command, {"unit": "N or N m"}),
        "energy": (["time", *batch], run.energy, {"unit": "J"}),
        "power": (joint, run.power, {"unit": "W"}),
        "work": (joint, run.work, {"unit": "J"}),
    }
    if run.z_names:
        variables["z"] = (["time", *batch, "actuator_state"], run.z, {})
    more = {}
    if run.loops is not None:
        loops, joint = run.loops, ["time", *batch, "tree_joint"]
        variables |= {
            "tree_q": (["time", *batch, "tree_coordinate"], loops.q, {}),
            "tree_v": (joint, loops.v, {}),
            "tree_a": (joint, loops.a, {}),
            "loop_forces": (
                ["time", *batch, "component"],
                loops.forces,
                {"unit": "N or N m"},
            ),
        }
        more = {
            "tree_coordinate": list(loops.coordinate_names),
            "tree_joint": list(loops.velocity_names),
            "component": list(loops.component_names),
        }
    coordinates = {
        "time": ("time", run.t, {"unit": "s"}),
        "coordinate": list(run.robot.coordinate_names),
        "joint": list(run.robot.velocity_names),
        "actuator_state": list(run.z_names),
        **more,
    }
    notes = {"robot": run.robot.name, "method": run.method, "counts": str(run.counts)}
    if run.stop is not None:
        notes["stop"] = str(run.stop)
    return _xarray().Dataset(variables, coords=coordinates, attrs=notes)


def save(run: Run, path: Path) -> None:
    """Write a run to a .csv or .nc file."""
    if path.suffix not in _SUFFIXES:
        raise InputError(
            f"a run cannot be saved as '{path.name}'",
            expectation=f"Suffixes: {', '.join(_SUFFIXES)}.",
        )
    if not path.parent.is_dir():
        raise InputError(
            f"there is no folder '{path.parent}' to save '{path.name}' in",
            expectation="A folder that exists.",
            remedy="Make it first, or give another path.",
        )
    if path.suffix == ".nc":
        dataset(run).to_netcdf(path, engine="scipy")
        return
    if run.q.ndim > 2:
        raise InputError(
            "a run of a batch has no table of two axes",
            remedy="Save it as .nc.",
        )
    columns = {"t": run.t, **columns_of(run)}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(c.tolist() for c in columns.values()), strict=True))
