"""Text <-> description: YAML and URDF."""

from linkwright.formats.read import read, read_text

__all__ = ["read", "read_text"]
