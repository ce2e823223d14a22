"""Python in the README and the docs runs and prints what stands below it."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```)?",
    re.MULTILINE | re.DOTALL,
)


def pages_with_python() -> list[Path]:
    return [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", pages_with_python(), ids=lambda page: page.name)
def test_python_on_the_page_prints_what_it_says(page: Path) -> None:
    names: dict[str, object] = {}
    blocks = list(BLOCK.finditer(page.read_text(encoding="utf-8")))
    assert blocks
    for block in blocks:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(block["code"], page.name, "exec"), names)
        assert printed.getvalue() == (block["output"] or "")
