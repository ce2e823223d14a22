"""Every message says where, what was found, what was expected, and how to mend it."""

from __future__ import annotations

import re

import error_book
import pytest

ALL = [
    (suffix, case) for suffix in error_book.BOOKS for case in error_book.cases(suffix)
]
IDS = [f"{suffix[1:]}: {case.name}" for suffix, case in ALL]


@pytest.mark.parametrize(("suffix", "case"), ALL, ids=IDS)
def test_message_is_the_one_in_the_book(suffix, case):
    assert error_book.message_of(case, suffix) == case.message


@pytest.mark.parametrize(("suffix", "case"), ALL, ids=IDS)
def test_message_names_file_and_line_and_gives_advice(suffix, case):
    first, _, advice = case.message.partition("\n")
    line = re.match(rf"crane\{suffix}(?::(\d+))?  ", first)
    assert line, "the message starts with the file"
    if line[1] is None:
        assert case.name in ("empty", "only a comment")
    else:
        assert 1 <= int(line[1]) <= case.text.count("\n") + 1
    assert advice.strip()


def test_no_case_stands_twice():
    assert len(set(IDS)) == len(IDS)
