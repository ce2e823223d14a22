"""Reading the command line, calling the verb, printing what went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from linkwright.cli import check, count, demo, explain, inspect, robots, run
from linkwright.errors import LinkwrightError

COMMANDS = (robots, inspect, explain, count, check, run, demo)
FAULT_OF_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 for a fault of the input."""
    parser = command_line()
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
        sys.stdout.flush()
    except LinkwrightError as error:
        print(error, file=sys.stderr)
        return FAULT_OF_INPUT
    except BrokenPipeError:  # the reader of our output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def command_line() -> argparse.ArgumentParser:
    """Return the parser of ``linkwright`` and its commands."""
    parser = argparse.ArgumentParser(
        prog="linkwright",
        description="Robots out of links: their motion, forces and equations.",
        epilog="linkwright COMMAND --help tells more about one command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        verb = command.__name__.rpartition(".")[2]
        summary = (command.__doc__ or "").partition("\n")[0]
        child = commands.add_parser(
            verb,
            help=summary[0].lower() + summary[1:].rstrip("."),
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(child)
        child.set_defaults(run=command.run)
    return parser


class _Version(argparse.Action):
    """Print the version; only then is it looked up."""

    def __call__(self, parser, namespace, values, option_string=None) -> None:
        from importlib.metadata import version

        print(f"linkwright {version('linkwright')}")
        parser.exit()
