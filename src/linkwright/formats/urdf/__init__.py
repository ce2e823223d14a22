"""The URDF format of robots."""

from linkwright.formats.urdf.reader import read_urdf

__all__ = ["read_urdf"]
