"""The robots of these tests: every shape of wall, and a mechanism with a loop."""

from __future__ import annotations

from functools import cache

import numpy as np

import linkwright as lw
from linkwright.formats import read_text

WALLS = """
  ring: {shape: circle, radius: R, robot: inside, restitution: 1, contacts: [P,
         {point: Q, restitution: 0.5, radius: 0.1}]}
  room: {shape: box, size: [6, 5, 4], robot: inside, contacts: [P]}
  crate: {shape: box, size: [0.3, 0.4, 0.2], robot: outside, on: car, at: [0.9, 0, 0],
          rotation: {zxz: [0.3, 0.5, -0.2]}, contacts: [P, Q]}
  egg: {shape: ellipse, semi_axes: [2, 1], robot: inside, rotation: {x: 90 deg},
        contacts: [P]}
  bowl: {shape: surface, formula: x^2 + 2*y^2 + z*z/3 - R^2, robot: inside,
         contacts: [P, Q]}
  pot: {shape: polyline, corners: [[-2, -2], [2, -2], [2, 2], [0, 0.5], [-2, 2]],
        rounding: 0.2, robot: inside, contacts: [P, Q]}
  post: {shape: polyline, corners: [[-0.3, -0.2], [0.3, -0.2], [0.1, R / 6]],
         robot: outside, contacts: [P]}
  pen: {shape: polyline, corners: [[-3, -2], [3, -2], [0, 4]], robot: inside,
        contacts: [P]}
  hill: {shape: polyline, corners: [[4, 0], [1, 0], [0, 1], [-1, 0], [-4, 0]],
         closed: false, rounding: 0.1, robot: outside, rotation: {x: 90 deg},
         contacts: [P]}
  can: {shape: cylinder, radius: 2, length: 3, robot: inside, axis: x, contacts: [P]}
  log: {shape: cylinder, radius: 0.2, length: 0.3, robot: outside, on: car,
        contacts: [Q]}
  tube: {shape: cylinder, radius: 0.3, robot: outside, contacts: [P]}
  ball: {shape: sphere, radius: 3, robot: inside, contacts: [P]}
  floor: {shape: plane, at: [0, 0, -1], axis: [0, 0.6, 0.8], contacts: [P]}
  globe: {shape: sphere, radius: 0.4, robot: outside, contacts: [{segment: [P, Q],
          radius: 0.02}, {arc: [P, S, Q]}, {spline: [P, S, T, Q]}]}
  kerb: {shape: plane, axis: [0.6, 0, 0.8], at: [0.5, 0, -1], contacts: [
         {segment: [P, Q]}, {arc: [P, S, Q]}, {spline: [P, S, T, Q]}]}
  shell: {shape: ellipse, semi_axes: [0.3, 0.5], robot: outside, on: car,
          at: [0.5, 0.1, 0], contacts: [{segment: [P, Q]}, {spline: [P, S, T, Q]}]}
  brick: {shape: box, size: [0.3, 0.4, 0.2], rounding: 0.05, robot: outside,
          contacts: [P, {segment: [P, Q]}]}
  cell: {shape: box, size: [7, 7, 7], rounding: 1, robot: inside, contacts: [P]}
  pill: {shape: cylinder, radius: 0.2, length: 0.6, rounding: 0.1, robot: outside,
         axis: y, contacts: [P, {segment: [P, Q]}]}
  upper: {shape: stop, joint: swing, limit: upper, restitution: 0.2}
  lower: {shape: stop, joint: follower, limit: lower}
"""
SWING = f"""
linkwright: 1
name: swing
parameters: {{R: 2.5 m}}
bodies:
  rod:
    mass: 2
    center_of_mass: [0, 0, -0.5]
    inertia: {{solid: rod, length: 1}}
    points: {{P: [0, 0, 0.2], Q: [0.1, 0, -1], S: [0.3, 0.1, -0.4], T: [0.2, 0, -0.8]}}
  car: {{mass: 1, inertia: [1, 1, 1]}}
  flap: {{mass: 1, inertia: [1, 1, 1]}}
joints:
  swing: {{type: revolute, parent: car, body: rod, axis: y, limits: {{upper: 2}}}}
  fly: {{type: free, parent: world, body: car}}
  follower: {{type: revolute, parent: car, body: flap, axis: x, limits: {{lower: -3}},
             coupled_to: {{joint: swing, ratio: -2, offset: 0.1}}}}
walls:{WALLS}
"""
FOUR_BAR = """
linkwright: 1
name: four-bar
bodies:
  input: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {A: [0.4, 0, 0]}}
  link: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {B: [1, 0, 0], M: [0.5, 0, 0.2]}}
  output: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {C: [0.8, 0, 0]}}
joints:
  crank: {type: revolute, parent: world, body: input, axis: y, reference: -60 deg}
  coupler: {type: revolute, parent: input, body: link, axis: y, at: [0.4, 0, 0],
            dependent: true, reference: 60 deg}
  rocker: {type: revolute, parent: world, body: output, axis: y, at: [1, 0, 0],
           dependent: true, reference: -70 deg, limits: {lower: -3}}
loops: {knee: {type: revolute, between: [B, C], axis: y}}
walls:
  lid: {shape: plane, axis: [0, 0, -1], at: [0, 0, 1.3], contacts: [M, B]}
  moving: {shape: circle, radius: 0.1, robot: outside, on: input, rotation: {x: 90 deg},
           contacts: [C]}
  stop: {shape: stop, joint: rocker, limit: lower}
"""


def is_smooth(name: str, gaps: np.ndarray) -> np.ndarray:
    """Return where gaps have a derivative: not in a rounded box's smaller one."""
    names = [each.name for each in robot(name).contacts]
    edged = [each.endswith(("P-Q on brick", "P-Q on pill")) for each in names]
    return (gaps > -0.04) | ~np.array(edged)


@cache
def robot(name: str) -> lw.Robot:
    """Return a robot of these tests, or a bundled one."""
    texts = {"swing": SWING, "four-bar": FOUR_BAR}
    return lw.Robot(read_text(texts[name])) if name in texts else lw.load(name)


def states(name: str, seed: int, count: int):
    """Return q, v, a of as many states."""
    rng = np.random.default_rng(seed)
    found = robot(name)
    if name == "four-bar":
        q = rng.uniform(-1.4, -0.8, (count, 1))
    else:
        q = found.random(rng, count)
    return (
        q,
        rng.normal(size=(count, found.nv)),
        rng.normal(size=(count, found.nv)),
    )
