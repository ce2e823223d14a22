"""Text <-> description: YAML and URDF."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from linkwright.formats.reading import read, read_text

if TYPE_CHECKING:
    from linkwright.formats.writing import text_of, write

__all__ = ["read", "read_text", "text_of", "write"]


def __getattr__(name: str) -> Any:
    """Find the writers when they are first used: most programs only read."""
    if name not in __all__:
        raise AttributeError(f"module 'linkwright.formats' has no attribute '{name}'")
    return getattr(import_module("linkwright.formats.writing"), name)
