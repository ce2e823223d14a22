"""The peers, one file each; `contract.py` says what a file provides."""

from benchmarks.peers import casadi_c, mujoco_c, pinocchio_cpp, pinocchio_python
from benchmarks.peers.contract import Peer

PINOCCHIO_CPP = Peer("Pinocchio C++", pinocchio_cpp.missing, pinocchio_cpp.prepare)
PINOCCHIO_PYTHON = Peer(
    "Pinocchio Python", pinocchio_python.missing, pinocchio_python.prepare
)
MUJOCO = Peer("MuJoCo C", mujoco_c.missing, mujoco_c.prepare)
CASADI = Peer("CasADi C", casadi_c.missing, casadi_c.prepare)

PEERS = (PINOCCHIO_CPP, PINOCCHIO_PYTHON, MUJOCO, CASADI)
