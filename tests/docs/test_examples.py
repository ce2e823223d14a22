"""What the documentation shows is what the readers take."""

import re
from pathlib import Path

import pytest

from linkwright.formats.yaml import read_yaml

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
    read_yaml(text if text.startswith("linkwright:") else HEADER + text)
