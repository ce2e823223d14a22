"""What the documentation shows is what the readers take, and all of it."""

import re
from pathlib import Path

import pytest

from linkwright import errors, load
from linkwright.description.rotation import EULER_ORDERS
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.formats import read_text
from linkwright.formats.yaml import read_yaml
from linkwright.formats.yaml.schema import json_schema
from linkwright.motions.reading import LAWS, read_motion_text

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADER = "linkwright: 1\nname: example\n"


def examples():
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield pytest.param(match[1], id=f"{page.name}:{line}")


@pytest.mark.parametrize("text", list(examples()))
def test_yaml_in_the_docs_is_read(text):
    if text.startswith("attach:"):
        pytest.skip("another robot's file is needed")
    if "\ndrives:" in text:  # a motion, of the page's robot
        excavator = load(DOCS.parent / "examples" / "mechanisms" / "excavator.yaml")
        read_motion_text(text, excavator)
    elif text.startswith("linkwright:"):
        read_text(text)  # a whole robot, and a valid one
    else:
        read_yaml(HEADER + text)


def keys_of(schema):
    """Every key that a file may hold, wherever it stands."""
    found = set()
    stack = [schema]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            properties = part.get("properties", {})
            found.update(properties)
            stack += [
                *properties.values(),
                *(part[k] for k in part if k != "properties"),
            ]
        elif isinstance(part, list):
            stack += part
    return found


def test_every_key_of_the_format_is_explained():
    page = (DOCS / "robot-files.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", page))
    assert keys_of(json_schema()) - set(EULER_ORDERS) <= words


def test_every_unit_is_listed():
    page = (DOCS / "robot-files.md").read_text(encoding="utf-8")
    assert set(UNIT_TABLE) <= set(re.findall(r"\w+", page))


def test_every_kind_of_error_is_listed():
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    kinds = [
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.LinkwrightError)
    ]
    assert all(f"`{name}`" in page for name in kinds if name != "LinkwrightError")


def test_every_law_of_motion_is_explained_with_its_numbers():
    page = (DOCS / "mechanisms.md").read_text(encoding="utf-8")
    for law, keys in LAWS.items():
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{law}` |"))
        assert all(f"`{key}`" in row for key in keys)
