"""Run CHARMIE's five-second motion and write tables and a plot."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright demo``."""


def run(arguments: argparse.Namespace) -> None:
    """Run."""
