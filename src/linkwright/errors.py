"""Every error a user can meet: where, what was found, what was expected, the remedy."""

from __future__ import annotations

from collections.abc import Iterable


class LinkwrightError(Exception):
    """The base of all errors; its parts stay on the exception as data.

    Args:
        finding: what was found, e.g. "joint 'boom': parent 'mast_2' does not exist".
        place: where, e.g. a file and line; anything whose ``str`` reads well.
        expectation: what would have been accepted, e.g. "Bodies: base, mast, arm".
        remedy: how to mend it, e.g. "Did you mean 'mast'?".
    """

    def __init__(
        self,
        finding: str,
        *,
        place: object | None = None,
        expectation: str = "",
        remedy: str = "",
    ) -> None:
        self.finding = finding
        self.place = place
        self.expectation = expectation
        self.remedy = remedy
        Exception.__init__(self, finding)

    def __str__(self) -> str:
        where = str(self.place) if self.place is not None else ""
        first = f"{where}  {self.finding}" if where else self.finding
        advice = "  ".join(part for part in (self.expectation, self.remedy) if part)
        return f"{first}\n  {advice}" if advice else first

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.args[0], self.__dict__.copy()))


class InputError(LinkwrightError, ValueError):
    """A value given to a call is wrong: shape, type, name or range."""


class DescriptionError(LinkwrightError):
    """A robot's description contradicts itself or physics."""


class UnitError(DescriptionError):
    """A quantity's unit does not fit the place it stands in."""


class FormatError(DescriptionError):
    """A file cannot be read as what it claims to be."""


class NumericalError(LinkwrightError, ArithmeticError):
    """A computation has no answer for the numbers given."""


class CompileError(LinkwrightError):
    """A program cannot be turned into a kernel."""


def did_you_mean(name: str, candidates: Iterable[object]) -> str:
    """Return "Did you mean 'mast'?" for the nearest candidate, or an empty text."""
    import difflib

    near = difflib.get_close_matches(name, [str(c) for c in candidates], n=1)
    return f"Did you mean '{near[0]}'?" if near else ""


def _rebuild(
    kind: type[LinkwrightError], finding: str, state: dict[str, object]
) -> LinkwrightError:
    error = kind(finding)
    error.__dict__.update(state)
    return error


def check_switch(what: str, value: object) -> None:
    """Refuse what is neither True nor False, NumPy's among them."""
    if value is True or value is False or type(value).__name__ in ("bool", "bool_"):
        return
    raise InputError(f"{what} is {value!r}", expectation="Expected True or False.")
