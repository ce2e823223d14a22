"""A motion file in YAML: how long, in which steps, and a law for each drive.

linkwright: 1
name: lift
duration: 5 s
step: 5 ms
drives:
  act4: {start: 400 mm, law: bang_bang, acceleration: -3 mm/s^2}
  "th*": {law: constant_velocity, velocity: 10 deg/s}
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import numpy as np

from linkwright.description.number import Scope
from linkwright.description.place import Place
from linkwright.errors import FormatError
from linkwright.formats.yaml.compose import compose
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    named,
    need,
    quantity,
    text,
    texts,
)
from linkwright.formats.yaml.nodes import Node
from linkwright.motions.laws import (
    BangBang,
    ConstantVelocity,
    Cosine,
    Law,
    MinimumJerk,
    Rest,
    sampled,
)
from linkwright.motions.space import Space, space_of
from linkwright.motions.trajectory import Trajectory

if TYPE_CHECKING:
    from linkwright.robot import Robot

KEYS = ("linkwright", "name", "notes", "duration", "step", "drives")
MOST_STEPS = 10_000_000
VERSION = "1"
_EXAMPLE = "{law: constant_velocity, velocity: 5 mm/s}"
_NO_PARAMETERS = Scope(kinds={})

# The keys of each law, with what they measure along a length and along an angle.
_POSITION = ("length", "angle")
_VELOCITY = ("velocity", "angular_velocity")
_ACCELERATION = ("acceleration", "angular_acceleration")
_TIME = ("time", "time")
LAWS = {
    "rest": {"start": _POSITION},
    "constant_velocity": {"start": _POSITION, "velocity": _VELOCITY},
    "bang_bang": {"start": _POSITION, "acceleration": _ACCELERATION, "switch": _TIME},
    "minimum_jerk": {
        "start": _POSITION,
        "end": _POSITION,
        "begin": _TIME,
        "takes": _TIME,
    },
    "cosine": {
        "center": _POSITION,
        "amplitude": _POSITION,
        "period": _TIME,
        "phase": ("angle", "angle"),
    },
}
_OPTIONAL = ("start", "center", "switch", "phase", "begin", "takes")


def read_motion_text(source: str, robot: Robot, file: str | None = None) -> Trajectory:
    """Return the motion that a YAML text describes, for a robot."""
    root = compose(source, file)
    pairs = entries(root, "motion", KEYS)
    version = need(pairs, "linkwright", "motion", root.place)
    if text(version, "linkwright") != VERSION:
        raise FormatError(
            f"linkwright: the format version is '{text(version, 'linkwright')}'.",
            place=version.place,
            expectation=f"This release reads version {VERSION}.",
        )
    if "notes" in pairs:
        texts(pairs["notes"], "notes")
    t = _times(pairs, root)
    given = named(need(pairs, "drives", "motion", root.place), "drives")
    exact = {name: place for name, _, place in given if not _is_pattern(name)}
    space = space_of(robot, exact)
    moved = {
        name: sampled(_law(name, node, place, space, t[-1]), t)
        for name, node, place in _by_drive(given, space)
    }
    name = text(need(pairs, "name", "motion", root.place), "name")
    return space.trajectory(name, t, moved)


def _times(pairs: dict[str, Node], root: Node) -> np.ndarray:
    duration = _positive(need(pairs, "duration", "motion", root.place), "duration")
    step = _positive(need(pairs, "step", "motion", root.place), "step")
    steps = round(duration / step)
    place = pairs["step"].place
    if not 1 <= steps <= MOST_STEPS or abs(steps * step / duration - 1.0) > 1e-9:
        raise FormatError(
            f"step: {step:.9g} s does not divide the duration of {duration:.9g} s.",
            place=place,
            expectation=f"Expected a whole number of steps, at most {MOST_STEPS}.",
            remedy=f"For example {duration / max(1, min(steps, 1000)):.9g} s.",
        )
    return duration * np.arange(steps + 1) / steps


def _positive(node: Node, key: str) -> float:
    found = float(quantity(node, "time", _NO_PARAMETERS, key))  # type: ignore[arg-type]
    if found <= 0.0:
        raise FormatError(
            f"{key}: {found:.6g} s is not positive.",
            place=node.place,
            expectation="Expected a time above 0.",
        )
    return found


def _is_pattern(name: str) -> bool:
    return "*" in name or "?" in name


def _by_drive(
    given: list[tuple[str, Node, Place]], space: Space
) -> Iterator[tuple[str, Node, Place]]:
    """Yield each drive's entry: that of its own name, else the first pattern's."""
    own = {name: (node, place) for name, node, place in given}
    patterns = [each for each in given if _is_pattern(each[0])]
    for pattern, _, place in patterns:
        if not any(fnmatchcase(name, pattern) for name in space.names):
            raise FormatError(
                f"drives: nothing is called like '{pattern}'.",
                place=place,
                expectation=f"Names: {', '.join(space.names)}.",
            )
    for name in space.names:
        if name in own:
            yield name, *own[name]
            continue
        for pattern, node, place in patterns:
            if fnmatchcase(name, pattern):
                yield name, node, place
                break


def _law(name: str, node: Node, place: Place, space: Space, duration: float) -> Law:
    subject = f"drive '{name}'"
    known = ("law", *dict.fromkeys(key for keys in LAWS.values() for key in keys))
    pairs = entries(node, subject, known, _EXAMPLE)
    kind = "rest"
    if "law" in pairs:
        kind = choice(pairs["law"], f"{subject}, law", tuple(LAWS))
    keys = LAWS[kind]
    numbers = {}
    for key, value in pairs.items():
        if key == "law":
            continue
        if key not in keys:
            raise FormatError(
                f"{subject}: law '{kind}' has no '{key}'.",
                place=value.place,
                expectation=f"It has: {', '.join(keys)}.",
            )
        measures = keys[key][space.unit(name) == "rad"]
        numbers[key] = float(
            quantity(value, measures, _NO_PARAMETERS, f"{subject}, {key}")  # type: ignore[arg-type]
        )
    for key in keys:
        if key not in numbers and key not in _OPTIONAL:
            need(pairs, key, f"{subject}, law '{kind}'", place)
    at = numbers.get("center" if kind == "cosine" else "start")
    if at is None:
        at = space.start_of(name)
    match kind:
        case "constant_velocity":
            return ConstantVelocity(at, numbers["velocity"])
        case "bang_bang":
            switch = numbers.get("switch", duration / 2)
            return BangBang(at, numbers["acceleration"], switch)
        case "minimum_jerk":
            begin = numbers.get("begin", 0.0)
            if "takes" in pairs:
                takes = _positive(pairs["takes"], f"{subject}, takes")
            else:
                takes = _left(duration - begin, subject, place)
            return MinimumJerk(at, numbers["end"], takes, begin)
        case "cosine":
            period = _positive(pairs["period"], f"{subject}, period")
            phase = numbers.get("phase", 0.0)
            return Cosine(at, numbers["amplitude"], period, phase)
    return Rest(at)


def _left(takes: float, subject: str, place: Place) -> float:
    if takes <= 0.0:
        raise FormatError(
            f"{subject}: it begins when the motion is over.",
            place=place,
            expectation="Expected a 'begin' before the motion's duration.",
        )
    return takes
