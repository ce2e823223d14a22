"""The references that are other libraries: one import for the tests of laws.

peer = pinocchio_peer(description)
tau = pin.rnea(peer.model, peer.data, peer.coordinates(q), peer.velocities(v), ...)
ours = peer.velocities_back(tau)
"""

from tests.references.mujoco_peer import MujocoPeer, mujoco_peer, unknown_to_mujoco
from tests.references.pinocchio_peer import PinocchioPeer, pinocchio_peer

__all__ = [
    "MujocoPeer",
    "PinocchioPeer",
    "mujoco_peer",
    "pinocchio_peer",
    "unknown_to_mujoco",
]
