"""The command ``linkwright``: one file for each of its verbs."""

from linkwright.cli.main import main

__all__ = ["main"]
