"""How cost grows with the length of a chain: beside the peers, then ours alone."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ours
from benchmarks.agreement import TOLERANCE
from benchmarks.case import chain
from benchmarks.contest import Outcome, contest
from benchmarks.fresh import first_call
from benchmarks.peers import CASADI, MUJOCO, PINOCCHIO_CPP
from benchmarks.peers.contract import Peer
from benchmarks.plan import Plan
from benchmarks.quantities import FORWARD_DYNAMICS, INVERSE_DYNAMICS, Quantity
from benchmarks.table import Table, times, verdict
from benchmarks.targets import LONG_CHAIN, LONG_CHAIN_COMPILE, LONG_CHAIN_COST

_QUANTITIES = (INVERSE_DYNAMICS, FORWARD_DYNAMICS)
_PEERS = (PINOCCHIO_CPP, MUJOCO, CASADI)
_LENGTHS = (2, 4, 8, 16, 32, 64, 128)
_ALONE = (256, 512, LONG_CHAIN)
_REFERENCE = 32
_LONGEST_CASADI = 32  # beyond it gcc takes minutes
_L2 = 2**20  # bytes


def measure(plan: Plan) -> Table:
    """Return nanoseconds per evaluation and per body, and compile times."""
    lengths = _LENGTHS if not plan.quick else (8, _REFERENCE)
    alone = _ALONE if not plan.quick else ()
    outcomes: dict[tuple[int, Quantity], Outcome] = {}
    compiling: dict[tuple[int, Quantity], float] = {}
    for length in (*lengths, *alone):
        peers = _peers(plan, length) if length in lengths else []
        for outcome in _measured(plan, length, peers):
            outcomes[length, outcome.quantity] = outcome
        path = plan.folder / f"chain{length}.yaml"
        for quantity in _QUANTITIES:
            compiling[length, quantity] = _compile_seconds(path, quantity)
    rows, records, missed = [], [], []
    for quantity in _QUANTITIES:
        base = outcomes[_REFERENCE, quantity].nanoseconds(ours.NAME) or 0.0
        for length in (*lengths, *alone):
            outcome = outcomes[length, quantity]
            mine = outcome.nanoseconds(ours.NAME) or 0.0
            growth = (mine / length) / (base / _REFERENCE)
            compile_seconds = compiling[length, quantity]
            rows.append(
                (
                    f"{quantity.title} {length}",
                    mine,
                    mine / length,
                    times(growth),
                    *(times(outcome.ratio(peer.name)) for peer in _PEERS),
                    f"{compile_seconds:.2f} s",
                    _verdict(length, quantity, growth, compile_seconds),
                )
            )
            records.append(
                outcome.record()
                | {"length": length, "compile": compile_seconds, "growth": growth}
            )
            if "NO" in (rows[-1][-1] or ""):
                missed.append(f"chain of {length}, {quantity.title}")
    return Table(
        name="growth",
        title="chains of n revolute joints, ns per evaluation, one thread",
        columns=(
            "",
            "linkwright",
            "per body",
            f"of {_REFERENCE}'s",
            *(f"{peer.name}" for peer in _PEERS),
            "cold",
            "to reach",
        ),
        rows=rows,
        records=records,
        notes=(
            "Peers: how many times as long as linkwright. As many states as fit L2.",
            "cold: seconds of the first call, compile and all.",
        ),
        missed=missed,
    )


def _measured(plan: Plan, length: int, peers: list[Peer]) -> list[Outcome]:
    case = chain(length, plan.folder, states=_states(length))
    mine = ours.batch(case, _QUANTITIES)
    tolerance = _tolerance(length)
    return contest(plan, case, mine, peers, _QUANTITIES, tolerance=tolerance)


def _peers(plan: Plan, length: int) -> list[Peer]:
    fits = [p for p in plan.peers if p in _PEERS]
    return [p for p in fits if p is not CASADI or length <= _LONGEST_CASADI]


def _states(length: int) -> int:
    """Return how many states' q, v, a and result stay in L2, in whole lane blocks."""
    fitting = _L2 // (4 * 8 * length)
    return min(1024, max(64, fitting // 64 * 64))


def _tolerance(length: int) -> float:
    """Return how far two correct programs may differ.

    The mass matrix of a chain of equal links is ever worse conditioned, about as the
    fourth power of its length; up to 40 joints the bound of the benchmarks holds.
    """
    return TOLERANCE * max(1.0, (length / 40) ** 4)


def _compile_seconds(path: Path, quantity: Quantity) -> float:
    with TemporaryDirectory() as cache:
        return first_call(path, quantity.name, Path(cache))["call"]


def _verdict(
    length: int, quantity: Quantity, growth: float, compile_seconds: float
) -> str | None:
    if length != LONG_CHAIN:
        return None
    cost = verdict(growth, LONG_CHAIN_COST, at_most=True, unit="x")
    limit = LONG_CHAIN_COMPILE[quantity]
    return f"{cost}, {verdict(compile_seconds, limit, at_most=True, unit=' s')}"
