"""Whatever a text is corrupted to, it is read or refused, never anything else."""

from __future__ import annotations

import random
import re

import pytest
from test_urdf_reading import CRANE
from test_yaml_elements import CRANE as CYLINDERS
from test_yaml_reading import ARMS

from linkwright.errors import LinkwrightError
from linkwright.formats import read_text, text_of

TEXTS = {
    "assemblies": (ARMS + "locked: {shoulder_r: 30}\n", ".yaml"),
    "flat": (text_of(read_text(ARMS)), ".yaml"),
    "elements": (CYLINDERS, ".yaml"),
    "urdf": (CRANE, ".urdf"),
}
SIGNS = "{}[]:,-\"'&*!|>%@`#\t\n 0a<>/=^("
WORDS = (
    *("", "0", "-1", ".nan", ".inf", "1e999", "~", "[]", "{}", "&a", "*a", '"', "pi"),
    *("2 m", "boom", "world", "base", "x", "[0, 0, 0]", "!!int", "---", "\t", "#", "é"),
    *("\x00", "\ud800", "9^9^9", "(((", "true", "0x1F", "{x: 1}", "|", "<a/>", "&lt;"),
)


def delete_character(text, choose):
    at = choose.randrange(len(text))
    return text[:at] + text[at + 1 :]


def insert_sign(text, choose):
    at = choose.randrange(len(text))
    return text[:at] + choose.choice(SIGNS) + text[at:]


def replace_character(text, choose):
    at = choose.randrange(len(text))
    return text[:at] + chr(choose.randrange(0x300)) + text[at + 1 :]


def cut_off(text, choose):
    return text[: choose.randrange(len(text))]


def delete_line(text, choose):
    lines = text.split("\n")
    del lines[choose.randrange(len(lines))]
    return "\n".join(lines)


def repeat_line(text, choose):
    lines = text.split("\n")
    lines.insert(choose.randrange(len(lines)), choose.choice(lines))
    return "\n".join(lines)


def exchange_lines(text, choose):
    lines = text.split("\n")
    a, b = choose.randrange(len(lines)), choose.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def indent_line(text, choose):
    lines = text.split("\n")
    at = choose.randrange(len(lines))
    lines[at] = " " * choose.randrange(5) + lines[at].strip()
    return "\n".join(lines)


def replace_word(text, choose):
    word = choose.choice(list(re.finditer(r"[\w./-]+|$", text)))
    return text[: word.start()] + choose.choice(WORDS) + text[word.end() :]


def exchange_word(text, choose):
    words = list(re.finditer(r"[\w./-]+|$", text))
    word, other = choose.choice(words), choose.choice(words)
    return text[: word.start()] + other[0] + text[word.end() :]


CORRUPTIONS = (
    delete_character,
    insert_sign,
    replace_character,
    cut_off,
    delete_line,
    repeat_line,
    exchange_lines,
    indent_line,
    replace_word,
    exchange_word,
)


def survives(text: str, suffix: str) -> None:
    try:
        robot = read_text(text, f"crane{suffix}", suffix=suffix)
    except LinkwrightError as error:
        assert "\n" in str(error) or error.expectation or error.remedy
        return
    assert read_text(text_of(robot)) == robot


@pytest.mark.parametrize("corrupt", CORRUPTIONS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("name", TEXTS)
def test_corrupted_text_is_read_or_refused(name, corrupt):
    text, suffix = TEXTS[name]
    choose = random.Random(f"{name} {corrupt.__name__}")
    for _ in range(12):
        survives(corrupt(text, choose), suffix)


@pytest.mark.full
@pytest.mark.parametrize("name", TEXTS)
def test_text_corrupted_several_times_is_read_or_refused(name):
    text, suffix = TEXTS[name]
    choose = random.Random(name)
    for _ in range(3000):
        corrupted = text
        for _ in range(choose.randrange(1, 4)):
            corrupted = choose.choice(CORRUPTIONS)(corrupted or "name", choose)
        survives(corrupted, suffix)
