"""Run the benchmarks:  python -m benchmarks [--quick] [--only NAME] [--robots NAME].

QUICK=1 in the environment is the same as --quick.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import machine
from benchmarks.build import BUILT
from benchmarks.case import ROBOTS
from benchmarks.peers import PEERS
from benchmarks.plan import Plan
from benchmarks.sections import SECTIONS
from benchmarks.table import Table, text
from benchmarks.timing import QUICK, THOROUGH

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Print the tables and write the JSON."""
    options = _options()
    reasons = {
        peer.name: "as asked" if peer.name in options.without else peer.missing()
        for peer in PEERS
    }
    heading = _heading(options.quick)
    _print_heading(heading, reasons)
    tables = []
    with TemporaryDirectory() as folder, machine.one_core():
        plan = Plan(
            quick=options.quick,
            robots=tuple(options.robots),
            peers=tuple(peer for peer in PEERS if not reasons[peer.name]),
            effort=QUICK if options.quick else THOROUGH,
            patience=20.0 if options.quick else 90.0,
            folder=Path(folder),
        )
        for name in options.only:
            tables.append(SECTIONS[name](plan))
            print(f"\n{text(tables[-1])}", flush=True)
    complete = not options.quick and set(options.only) == set(SECTIONS)
    complete = complete and not options.without
    path = _write(heading | {"left_out": reasons}, tables, complete)
    missed = [each for table in tables for each in table.missed]
    print("\nnot reached:", *(missed or ["nothing"]), sep="\n  ")
    print(f"written to {path}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        default=os.environ.get("QUICK", "0") not in ("", "0"),
        help="a few rounds, short chains, nothing that compiles for minutes",
    )
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=list(ROBOTS))
    parser.add_argument(
        "--without",
        nargs="+",
        choices=[peer.name for peer in PEERS],
        default=[],
        help="peers to leave out",
    )
    return parser.parse_args()


def _heading(quick: bool) -> dict[str, Any]:
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": machine.commit(),
        "processor": machine.processor(),
        "cores": machine.cores(),
        "load": machine.load(),
        "versions": machine.versions(),
        "quick": quick,
    }


def _print_heading(heading: dict[str, Any], reasons: dict[str, str]) -> None:
    print(
        f"{heading['processor']}; {heading['cores']} cores, load {heading['load']:.2f}"
    )
    print(", ".join(f"{name} {value}" for name, value in heading["versions"].items()))
    print(f"commit {heading['commit']}, {heading['date']}")
    for name, reason in reasons.items():
        if reason:
            print(f"left out: {name}: {reason}")
    sys.stdout.flush()


def _write(heading: dict[str, Any], tables: list[Table], complete: bool) -> Path:
    """Write the JSON; only a complete run replaces the figures the docs quote."""
    folder = RESULTS if complete else BUILT
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ("latest.json" if complete else "partial.json")
    content = heading | {"tables": {table.name: table.records for table in tables}}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path.relative_to(Path(__file__).parents[1])


if __name__ == "__main__":
    main()
