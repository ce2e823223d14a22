"""What a run measures, and how thoroughly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.contract import Peer
from benchmarks.timing import Effort


@dataclass(frozen=True)
class Plan:
    """One run.

    Attributes:
        quick: whether to leave out what takes minutes.
        robots: names of the robots.
        peers: those that can run on this machine.
        effort: how long to measure.
        patience: seconds to wait for one compilation of a peer's.
        folder: for the files of this run.
    """

    quick: bool
    robots: tuple[str, ...]
    peers: tuple[Peer, ...]
    effort: Effort
    patience: float
    folder: Path

    def peer(self, name: str) -> tuple[Peer, ...]:
        """Return the peer of a name, or nothing where it cannot run."""
        return tuple(peer for peer in self.peers if peer.name == name)
