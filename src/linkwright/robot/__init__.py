"""The hall where the rooms meet: load a robot, hold it, compute with it."""

from linkwright.robot.loading import read_robot, robots
from linkwright.robot.robot import Robot

__all__ = ["Robot", "read_robot", "robots"]
