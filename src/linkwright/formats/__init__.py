"""Text <-> description: YAML and URDF."""

from linkwright.formats.reading import read, read_text
from linkwright.formats.writing import text_of, write

__all__ = ["read", "read_text", "text_of", "write"]
