"""Reading a formula's text into its tree: an own tokenizer and precedence parser.

::

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = { "-" | "+" } power
    power   = atom [ ("^" | "**") signed ]              right to left
    atom    = number [ unit | "pi" ] | name | unit | "pi"
            | function "(" sum { "," sum } ")" | "(" sum ")"

A number followed by a unit is one atom that a power of the unit belongs to:
``2 mm^2`` is two square millimetres, ``1/2 mm`` is one over two millimetres.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from linkwright.description.expression import (
    Call,
    Expression,
    Literal,
    Name,
    Negation,
    Operation,
    Pi,
    UnitSymbol,
)
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.errors import FormatError, did_you_mean

FUNCTIONS = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan"), 1),
    **dict.fromkeys(("sqrt", "abs", "exp", "log", "si"), 1),
    **dict.fromkeys(("atan2", "min", "max"), 2),
}
LONGEST = 10_000
DEEPEST = 60  # five frames of the stack each
MOST_OPERATIONS = 250  # the trees are walked by recursion
_LARGEST_EXPONENT = 400
_MOST_DIGITS = 400

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[^\W\d]\w*(?:\.[^\W\d]\w*)*)"
    r"|(?P<sign>\*\*|[-+*/^(),]))"
)
NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


@dataclass(frozen=True)
class Token:
    """A number, word or sign of a formula, and where it starts."""

    kind: str
    text: str
    column: int


@lru_cache(maxsize=4096)
def parse_formula(text: str) -> Expression:
    """Return the tree of a formula; raise FormatError where the text breaks off."""
    return _Parser(text).whole()


class _Parser:
    """The position in one text; each method reads one rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.position = 0
        self.depth = 0

    def whole(self) -> Expression:
        operations = sum(token.kind == "sign" for token in self.tokens)
        if operations > MOST_OPERATIONS:
            raise _error(
                self.text[:40] + "…",
                f"has {operations} signs",
                f"At most {MOST_OPERATIONS} are read.",
                "Give parts of it names under 'parameters'.",
            )
        expression = self.sum()
        if self.next.kind != "end":
            raise self.unexpected()
        return expression

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def take(self, *texts: str) -> str | None:
        token = self.next
        if token.kind == "sign" and token.text in texts:
            self.position += 1
            return token.text
        return None

    def sum(self) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _too_deep(self.text)
        left = self.product()
        while operator := self.take("+", "-"):
            left = Operation(operator, left, self.product())
        self.depth -= 1
        return left

    def product(self) -> Expression:
        left = self.signed()
        while operator := self.take("*", "/"):
            left = Operation(operator, left, self.signed())
        return left

    def signed(self) -> Expression:
        negative = False
        while sign := self.take("-", "+"):
            negative ^= sign == "-"
        operand = self.power()
        return Negation(operand) if negative else operand

    def power(self) -> Expression:
        base = self.atom()
        if self.take("^", "**"):
            self.depth += 1
            if self.depth > DEEPEST:
                raise _too_deep(self.text)
            exponent = self.signed()
            self.depth -= 1
            if isinstance(base, Operation):  # 2 mm^2: the power is the unit's
                raised = Operation("**", base.right, exponent)
                return Operation("*", base.left, raised)
            return Operation("**", _opened(base), exponent)
        return _opened(base)

    def atom(self) -> Expression | _Group:
        token = self.next
        if token.kind == "number":
            self.position += 1
            return self.with_unit(Literal(_fraction(token.text, self.text)))
        if token.kind == "word":
            self.position += 1
            return self.word(token.text)
        if self.take("("):
            inner = self.sum()
            self.close()
            return _Group(inner)
        raise self.unexpected()

    def with_unit(self, number: Literal) -> Expression:
        if self.next.kind != "word":
            return number
        word = self.next.text
        if word == "pi":
            self.position += 1
            return Operation("*", number, Pi())
        if word in UNIT_TABLE:
            self.position += 1
            return Operation("*", number, UnitSymbol(word))
        hint = did_you_mean(word, UNIT_TABLE)
        raise _error(
            self.text,
            f"has '{word}' right after a number, which is no unit",
            f"Units: {', '.join(UNIT_TABLE)}.",
            f"{hint} For a product with a parameter write '*'.".strip(),
        )

    def word(self, word: str) -> Expression:
        if self.take("("):
            return self.call(word)
        if word == "pi":
            return Pi()
        return UnitSymbol(word) if word in UNIT_TABLE else Name(word)

    def call(self, function: str) -> Expression:
        if function not in FUNCTIONS:
            raise _error(
                self.text,
                f"calls '{function}', which is no known function",
                f"Functions: {', '.join(FUNCTIONS)}.",
                did_you_mean(function, FUNCTIONS),
            )
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.close()
        if len(arguments) != FUNCTIONS[function]:
            raise _error(
                self.text,
                f"gives {function} {len(arguments)} arguments",
                f"{function} takes {FUNCTIONS[function]}.",
            )
        return Call(function, tuple(arguments))

    def close(self) -> None:
        if not self.take(")"):
            raise self.unexpected("')'")

    def unexpected(self, expected: str = "a number, a name or '('") -> FormatError:
        token = self.next
        if token.kind == "end":
            return _error(self.text, "ends too early", f"Expected {expected}.")
        what = f"has '{token.text}' at column {token.column + 1}"
        previous = self.tokens[self.position - 1] if self.position else None
        if previous and (previous.kind != "sign" or previous.text == ")"):
            return _error(
                self.text,
                f"{what} where an operator is missing",
                "Expected + - * / or ^ between two values.",
            )
        return _error(self.text, what, f"Expected {expected}.")


@dataclass(frozen=True)
class _Group:
    """An expression in parentheses: a power belongs to all of it."""

    inner: Expression


def _opened(atom: Expression | _Group) -> Expression:
    return atom.inner if isinstance(atom, _Group) else atom


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a formula's text, an end mark after the last."""
    if len(text) > LONGEST:
        raise _error(
            text[:40] + "…",
            f"is {len(text)} characters long",
            f"At most {LONGEST} are read.",
            "Give parts of it names under 'parameters'.",
        )
    tokens = []
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            column = position + len(text[position:]) - len(text[position:].lstrip())
            raise _error(
                text,
                f"has {text[column]!r} at column {column + 1}",
                "A formula is made of numbers, names, units, + - * / ^ ( ) and "
                "functions.",
            )
        kind = match.lastgroup or ""
        tokens.append(Token(kind, match[kind], match.start(kind)))
        position = match.end()
    return [*tokens, Token("end", "", len(text))]


def _fraction(number: str, text: str) -> Fraction:
    exponent = re.search(r"[eE]([+-]?\d+)$", number)
    if exponent and abs(int(exponent[1][:8])) > _LARGEST_EXPONENT:
        raise _error(
            text,
            f"has the number {number}",
            f"Exponents reach from -{_LARGEST_EXPONENT} to {_LARGEST_EXPONENT}.",
        )
    if len(number) > _MOST_DIGITS:
        raise _error(
            f"{text.strip()[:20]}…",
            f"has a number of {len(number)} characters",
            f"At most {_MOST_DIGITS} are read.",
        )
    return Fraction(number)


def _too_deep(text: str) -> FormatError:
    return _error(
        text[:40] + "…",
        f"is nested deeper than {DEEPEST} levels",
        "No formula needs that.",
        "Give parts of it names under 'parameters'.",
    )


def _error(
    text: str, finding: str, expectation: str = "", remedy: str = ""
) -> FormatError:
    return FormatError(
        f"formula '{text.strip()}' {finding}.", expectation=expectation, remedy=remedy
    )
