"""The published JSON Schema is the reader's, and accepts what the reader accepts."""

from __future__ import annotations

import json
from pathlib import Path

import error_book
import jsonschema
import pytest
from test_yaml_elements import CRANE
from test_yaml_reading import ARMS
from test_yaml_round_trip import ROBOTS

import linkwright.formats
from linkwright.errors import LinkwrightError
from linkwright.formats.yaml.compose import compose
from linkwright.formats.yaml.nodes import Entries, Items, Node, Text
from linkwright.formats.yaml.schema import json_schema

PUBLISHED = Path(linkwright.formats.__file__).parent / "schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json_schema())
# What only the reader can know: units, names that must exist, physics, one way of two.
BY_KEY = (
    "unknown section",
    "unknown unit quantity",
    "unknown body key",
    "body is a number",
    "unknown joint key",
    "joint without type",
    "unknown joint type",
    "joint without body",
    "inertia with four numbers",
    "center of mass with two numbers",
    "unknown solid",
    "solid without a size",
    "unknown rotation",
    "two rotations",
    "rotation with two angles",
    "unknown limit",
    "unknown axis",
    "coupling without a joint",
    "assembly with an unknown key",
    "pattern of names without a place",
    "another version",
    "element without type",
    "unknown element type",
    "unknown element key",
    "element that is a list",
    "key of another element",
    "spring without stiffness",
    "torsion spring between points",
    "torsion spring without a joint",
    "element between three points",
    "element that acts strangely",
    "unknown pins",
    "unknown loop type",
    "loop with an unknown key",
    "loop without points",
    "dependent that is no truth",
    "rule without a way",
    "rule with two ways",
    "unknown rule",
    "rule without a body",
    "rule of nothing",
    "rule of an unknown component",
    "no name",
)


def plain(node: Node):
    """Return nodes as JSON values; numbers stay texts, which the schema allows."""
    if isinstance(node, Text):
        truths = {"true": True, "false": False}
        return truths.get(node.text, node.text) if node.plain else node.text
    if isinstance(node, Entries):
        return {key: plain(value) for key, value in node.pairs.items()}
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    raise AssertionError(node)


def test_published_schema_is_the_one_made_from_the_tables():
    """If not: python -m linkwright.formats.yaml.schema > src/…/formats/schema.json."""
    assert json.loads(PUBLISHED.read_text()) == json_schema()


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.parent.name)
def test_bundled_robots_fit(path):
    VALIDATOR.validate(plain(compose(path.read_text())))


def test_assemblies_and_locked_joints_fit():
    VALIDATOR.validate(plain(compose(ARMS + "locked: {lift: 3}")))


def test_elements_loops_and_sharing_fit():
    VALIDATOR.validate(plain(compose(CRANE)))


@pytest.mark.parametrize("name", BY_KEY)
def test_schema_refuses_what_the_reader_refuses(name):
    case = next(case for case in error_book.cases(".yaml") if case.name == name)
    assert not VALIDATOR.is_valid(plain(compose(case.text)))


def test_schema_refuses_nothing_that_can_be_read():
    """Texts of the book that it finds faulty are faulty for the reader too."""
    for case in error_book.cases(".yaml"):
        try:
            value = plain(compose(case.text))
        except LinkwrightError:
            continue
        if not VALIDATOR.is_valid(value):
            assert case.message != "no error"
