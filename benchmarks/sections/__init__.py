"""The tables of a run, in the order they are printed."""

from collections.abc import Callable

from benchmarks.plan import Plan
from benchmarks.sections import (
    charmie,
    compile_time,
    double_pendulum,
    formulations,
    growth,
    impacts,
    import_time,
    kuka,
    latency,
    modules,
    motion,
    motion_growth,
    operations,
    precision,
    simulations,
    threads,
    throughput,
    walking,
)
from benchmarks.table import Table

SECTIONS: dict[str, Callable[[Plan], Table]] = {
    "throughput": throughput.measure,
    "latency": latency.measure,
    "precision": precision.measure,
    "threads": threads.measure,
    "operations": operations.measure,
    "compile": compile_time.measure,
    "import": import_time.measure,
    "growth": growth.measure,
    "motion": motion.measure,
    "motion-growth": motion_growth.measure,
    "charmie": charmie.measure,
    "double-pendulum": double_pendulum.measure,
    "formulations": formulations.measure,
    "kuka": kuka.measure,
    "modules": modules.measure,
    "impacts": impacts.measure,
    "walking": walking.measure,
    "simulations": simulations.measure,
}
