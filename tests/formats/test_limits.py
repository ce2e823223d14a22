"""Hostile files end in a short error soon, never in a full memory or a deep stack."""

from __future__ import annotations

import time

import pytest

from linkwright.errors import LinkwrightError
from linkwright.formats import read_text
from linkwright.formats.urdf import xml
from linkwright.formats.yaml import compose

HEADER = "linkwright: 1\nname: crane\n"


def lines_of_bomb() -> str:
    """Nine levels of ten aliases each: a billion texts once followed."""
    lines = ["notes:", "  - &l0 [a, a, a, a, a, a, a, a, a, a]"]
    for level in range(1, 9):
        aliases = ", ".join([f"*l{level - 1}"] * 10)
        lines.append(f"  - &l{level} [{aliases}]")
    return HEADER + "\n".join(lines)


def tower_of_assemblies() -> str:
    """Each assembly places the one below ten times, without a body anywhere."""
    lines = ["assemblies:", "  a0: {}"]
    for level in range(1, 9):
        places = ", ".join(
            f"p{n}: {{assembly: a{level - 1}, on: base}}" for n in range(10)
        )
        lines.append(f"  a{level}: {{place: {{{places}}}}}")
    return HEADER + "\n".join([*lines, "place:", "  x: {assembly: a8, on: world}"])


HOSTILE_YAML = {
    "alias bomb": lines_of_bomb(),
    "tower of assemblies": tower_of_assemblies(),
    "alias to itself": HEADER + "notes: &a [*a]",
    "deep brackets": HEADER + "notes: " + "[" * 50_000,
    "deep indentation": "\n".join(" " * n + "a:" for n in range(2_000)),
    "deep braces": HEADER + "bodies: " + "{a: " * 20_000,
    "deep formula": HEADER + f"parameters: {{a: '{'(' * 900}1{')' * 900}'}}",
    "deep signs": HEADER + f"parameters: {{a: '{'-' * 9000}1'}}",
    "deep powers": HEADER + f"parameters: {{a: '{'2^' * 900}1'}}",
    "long sum": HEADER + f"parameters: {{a: '{'1+' * 4000}1'}}",
    "very long formula": HEADER + f"parameters: {{a: '{'1' * 100_000}'}}",
    "tower of powers": HEADER + "parameters: {a: 9^9^9^9}",
    "growing powers": HEADER + "parameters: {a: ((((((3.3^8)^8)^8)^8)^8)^8)^8}",
    "huge exponent": HEADER + "parameters: {a: 1e999999999999999999}",
    "huge negative exponent": HEADER + "parameters: {a: 1e-99999999}",
    "long digits": HEADER + f"parameters: {{a: {'9' * 9000}}}",
    "huge hexadecimal": HEADER + f"parameters: {{a: 0x{'f' * 20_000}}}",
    "control characters": HEADER + "notes: ['\x00\x01']",
    "lone surrogate": HEADER + "notes: ['\ud800']",
}


@pytest.mark.parametrize("text", HOSTILE_YAML.values(), ids=HOSTILE_YAML)
def test_hostile_yaml_is_refused_soon(text):
    start = time.perf_counter()
    with pytest.raises(LinkwrightError) as caught:
        read_text(text, "hostile.yaml")
    assert time.perf_counter() - start < 20  # seconds; a loose bound for busy machines
    assert len(str(caught.value)) < 3000


def test_long_yaml_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(compose, "LONGEST_TEXT", 100)
    with pytest.raises(LinkwrightError, match="the text is 1026 characters long"):
        read_text(HEADER + "#" * 1000, "long.yaml")


def test_many_plain_values_are_refused(monkeypatch):
    monkeypatch.setattr(compose, "MOST_NODES", 100)
    with pytest.raises(LinkwrightError, match="more than 100 values"):
        read_text(HEADER + f"notes: [{'a, ' * 200}]", "many.yaml")


def test_aliases_repeat_a_part():
    text = HEADER + (
        "bodies:\n  a: &tube {mass: 2, inertia: [1, 1, 1]}\n  b: *tube\n"
        "joints:\n  one: {type: fixed, parent: world, body: a}\n"
        "  two: {type: fixed, parent: a, body: b}\n"
    )
    a, b = read_text(text).bodies
    assert a.inertial == b.inertial
    assert a.inertial is not None


HOSTILE_XML = {
    "billion laughs": '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    '<robot name="&b;"/>',
    "external entity": '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
    "<robot>&f;</robot>",
    "external document type": '<!DOCTYPE r SYSTEM "http://localhost/r.dtd"><robot/>',
    "undeclared entity": '<robot name="&nothing;"/>',
    "deep": "<robot>" * 100_000,
    "another encoding": '<?xml version="1.0" encoding="utf-99"?><robot/>',
    "surrogate": '<robot name="\ud800"/>',
    "control": '<robot name="\x00"/>',
}


@pytest.mark.parametrize("text", HOSTILE_XML.values(), ids=HOSTILE_XML)
def test_hostile_xml_is_refused(text):
    with pytest.raises(LinkwrightError):
        read_text(text, "hostile.urdf", suffix=".urdf")


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [
        ("LONGEST_TEXT", 50, "characters long"),
        ("MOST_ELEMENTS", 5, "too many elements"),
        ("DEEPEST", 1, "nested too deep"),
    ],
)
def test_large_xml_is_refused(monkeypatch, limit, value, message):
    monkeypatch.setattr(xml, limit, value)
    text = f'<robot name="crane">{"<link/>" * 9}</robot>'
    with pytest.raises(LinkwrightError, match=message) as caught:
        read_text(text, "large.urdf", suffix=".urdf")
    assert str(caught.value.place).startswith("large.urdf")
    assert caught.value.expectation


def test_declared_encoding_does_not_change_the_text():
    text = (
        '<?xml version="1.0" encoding="latin-1"?><robot name="Kräne"><link name="a"/>'
    )
    assert read_text(text + "</robot>", suffix=".urdf").name == "Kräne"
