"""A program as text: one line for every value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwright.expr import Node, Program


def listing(program: Program) -> str:
    """Return a program as text, its values in the order they are computed."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    takes = ", ".join(f"{a.name} ({a.size})" for a in program.arguments)
    yield f"{program.name}: {takes}"
    names = [f"{a.name}[{k}]" for a in program.arguments for k in range(a.size)]
    for node in program.live():
        yield f"  {_written(node)} = {_meaning(node, names)}"
    for result in program.results:
        entries = ", ".join(map(_written, result.entries))
        yield f"{result.name} {result.shape}: {entries}"


def _meaning(node: Node, names: list[str]) -> str:
    if node.op == "input":
        return names[node.data]
    operands = [node.op, *map(_written, node.args)]
    if node.op == "output":
        operands.append(str(node.data))
    elif node.op == "region":
        operands.insert(1, type(node.data).__name__)
    return " ".join(operands)


def _written(value: Any) -> str:
    return f"%{value.number}" if isinstance(value, Node) else repr(float(value))
