"""The figures to reach, on a core with AVX-512; with AVX2 half of each batch ratio.

Ratios say how many times as long as linkwright Pinocchio takes.
"""

from __future__ import annotations

from benchmarks.machine import processor
from benchmarks.quantities import (
    FORWARD_DERIVATIVES,
    FORWARD_DYNAMICS,
    FORWARD_KINEMATICS,
    INVERSE_DERIVATIVES,
    INVERSE_DYNAMICS,
    MASS_MATRIX,
    Quantity,
)

_BATCH_RATIO = {
    INVERSE_DYNAMICS: {"arm7": 45.0, "dual27": 38.0, "human37": 30.0},
    FORWARD_DYNAMICS: {"arm7": 45.0, "dual27": 38.0, "human37": 30.0},
    FORWARD_KINEMATICS: {"arm7": 12.0, "dual27": 15.0, "human37": 15.0},
    MASS_MATRIX: {"arm7": 25.0, "dual27": 12.0, "human37": 10.0},
    INVERSE_DERIVATIVES: {"arm7": 20.0, "dual27": 12.0, "human37": 8.0},
    FORWARD_DERIVATIVES: {"arm7": 20.0, "dual27": 6.0, "human37": 5.0},
}
CALL_RATIO = {"arm7": 1.0, "dual27": 2.0, "human37": 2.0}
COLD_COMPILE = {"arm7": 0.1, "dual27": 0.3, "human37": 0.4}  # s
RELOAD = 3e-3  # s
IMPORT = 0.15  # s
FLOPS = {("arm7", INVERSE_DYNAMICS): 640}
FLOAT32_RATIO = 1.7
TWO_THREADS_RATIO = 1.8
# M, right-hand side and solve, of the default forward dynamics
GIBBS_APPELL_RATIO = {("impact-tree", "gibbs_appell"): 1.5}
ROLLOUT_RATIO = 45.0  # MuJoCo's time per arm and step, of ours
BATCH_ERROR = 1e-3  # rad, of simulations at 1 ms
LONG_CHAIN = 1000
LONG_CHAIN_COMPILE = {INVERSE_DYNAMICS: 6.0, FORWARD_DYNAMICS: 15.0}  # s
LONG_CHAIN_COST = 2.0  # per body, of the 32-body chain's

WALKING = 500.0  # times real time, a quadruped on compliant feet

# CHARMIE on the MBD paper's motion, seconds of 1000 steps
MOTION_BATCH = {"kinematic": 0.5e-3, "dynamic": 1e-3}
MOTION_CALLS = 10e-3
MOTION_FRESH = 0.3
REACTIONS = 0.5e-6  # s a state, drives in
REACTIONS_COMPILE = 3.0  # s

# The KUKA paper's 14 s simulation, by tolerance
KUKA_RATES = {1e-3: 250.0, 1e-6: 700.0}
KUKA_TOTAL = {1e-3: 992.0, 1e-6: 1923.0}  # below the paper's own
KUKA_ERROR = {1e-3: 2e-2, 1e-6: 2e-5}  # rad
KUKA_WALL = {1e-6: 10.0}  # ms
# the IMPACT paper's case study to 1.45 s at a tolerance of 1e-10, kernels cached
IMPACT_STUDY = 50e-3  # s


def batch_ratio(robot: str, quantity: Quantity) -> float | None:
    """Return the ratio to reach on this machine, None where none was set."""
    target = _BATCH_RATIO.get(quantity, {}).get(robot)
    if target is None or "avx512f" in processor():
        return target
    return target / 2 if "avx2" in processor() else None
