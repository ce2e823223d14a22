"""Motions of robots: laws and tables of positions over time, read from files."""

from linkwright.motions.finding import motions, read_motion
from linkwright.motions.trajectory import Trajectory

__all__ = ["Trajectory", "motions", "read_motion"]
