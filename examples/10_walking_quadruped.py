"""A quadruped stands, then trots for ten seconds, on compliant feet at 1 ms steps.

Standing, its feet must bear its weight and it must not creep away; trotting, it must
move on, straight and upright, and do so at half the step too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from walking_quadruped import HEIGHT, WEIGHT, standing, trot, walker

import linkwright as lw
from linkwright.simulation.run import Run
from linkwright.view.time_plot import Panel, save_time_plot

STEP = 1e-3  # s
DURATION = 10.0  # s
GAIT = {"stride": 0.12, "lift": 0.06, "frequency": 1.5}  # m, m, 1/s


def main(out: Path) -> None:
    """Stand, walk, print, draw and check."""
    robot = walker()
    start = standing(robot)

    def run(controller, step: float) -> Run:
        return lw.simulate(
            robot,
            controller,
            duration=DURATION,
            start=start,
            method="semi_implicit_euler",
            step=step,
            samples=500,
            limits=False,
        )

    stand = run(trot(0.0, 0.0, 1.0), STEP)
    feet = robot.contact_forces(stand.q[-1], stand.v[-1])
    borne = float(feet.normal_force.sum())
    creep = np.abs(stand.q[-1, :3] - stand.q[100, :3]).max()
    print(f"standing: feet bear {borne:.2f} N of {WEIGHT:.2f} N", end=", ")
    print(f"the trunk creeps by {creep * 1e3:.2f} mm in 8 s")
    walks = {step: run(trot(**GAIT), step) for step in (STEP, STEP / 2)}
    walk = walks[STEP]
    print("  t in s   x, y, z of the trunk in m        normal forces of the feet in N")
    forces = robot.contact_forces(walk.q, walk.v)
    for k in range(0, len(walk.t), 50):
        place = "".join(f"{x:9.4f}" for x in walk.q[k, :3])
        normal = "".join(f"{x:9.2f}" for x in forces.normal_force[k])
        print(f"{walk.t[k]:8.1f} {place}   {normal}")
    for step, each in walks.items():
        x, y, _ = each.q[-1, :3] - each.q[0, :3]
        print(f"steps of {step * 1e3:g} ms: {x:.3f} m on, {y:.3f} m aside")
    mean = forces.normal_force.sum(axis=-1)[50:].mean()
    off = abs(mean - WEIGHT)
    print(f"largest difference of the feet's mean force and the weight: {off:.1f} N")
    out.mkdir(parents=True, exist_ok=True)
    names = [name.removesuffix("_sole") for name in robot.pressing_names]
    panels = [
        Panel("Trunk, on", "m", {"x": walk.q[:, 0]}),
        Panel("Trunk, aside and up", "m", {"y": walk.q[:, 1], "z": walk.q[:, 2]}),
        Panel(
            "Normal forces of the feet",
            "N",
            dict(zip(names, forces.normal_force.T, strict=True)),
        ),
    ]
    title = "Quadruped trotting open-loop on compliant feet"
    picture = save_time_plot(out / "walking_quadruped.png", walk.t, panels, title)
    print(f"wrote {picture}")
    assert abs(borne / WEIGHT - 1.0) < 1e-3
    assert creep < 2e-3  # m, as smoothed friction lets it
    for each in walks.values():
        assert each.completed
        x, y, _ = each.q[-1, :3] - each.q[0, :3]
        upright = 1.0 - 2.0 * (each.q[:, 3] ** 2 + each.q[:, 4] ** 2)  # cos of tilt
        assert x > 0.7
        assert abs(y) < 0.3
        assert upright.min() > np.cos(np.radians(15))
        assert np.abs(each.q[:, 2] - HEIGHT).max() < 0.08
    assert abs(mean / WEIGHT - 1.0) < 0.1


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
