"""The hall where the rooms meet: load a robot, hold it, compute with it."""

from linkwright.robot.loading import read_robot, robots
from linkwright.robot.opening import load
from linkwright.robot.robot import Robot

__all__ = ["Robot", "load", "read_robot", "robots"]
