"""A program as text, one line per value, and as a graph in DOT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from linkwright.expr.node import Node
from linkwright.expr.ops import OPS
from linkwright.expr.program import Program, Result
from linkwright.expr.regions import Region


def to_text(program: Program) -> str:
    """Return a program as readable text, in the order of evaluation.

    Values are called by their node's number; inputs by their argument. The bodies of
    regions follow, indented.
    """
    return "\n".join(_lines(program)) + "\n"


def to_dot(program: Program) -> str:
    """Return a program as a graph for Graphviz."""
    names = _input_names(program)
    lines = [f'digraph "{program.name}" {{', "  rankdir=LR;"]
    for node in program.live():
        label, shape = _label(node, names)
        lines.append(f'  n{node.number} [label="{label}", shape={shape}];')
        lines += [
            f"  n{operand.number} -> n{node.number};"
            for operand in node.args
            if isinstance(operand, Node)
        ]
    for k, result in enumerate(program.results):
        lines.append(f'  r{k} [label="{result.name}", shape=doubleoctagon];')
        lines += [
            f'  n{entry.number} -> r{k} [label="{index}"];'
            for index, entry in enumerate(result.entries)
            if isinstance(entry, Node)
        ]
    return "\n".join([*lines, "}"]) + "\n"


def _lines(program: Program) -> Iterator[str]:
    names = _input_names(program)
    yield f"program {program.name}"
    for argument in program.arguments:
        axes = ", ".join(sorted(argument.axes))
        rate = f"varies over {axes}" if axes else "constant"
        yield f"  argument {argument.name} ({argument.size}) {rate}"
    regions: list[Node] = []
    for node in program.live():
        if node.op != "input":
            yield f"  %{node.number} = {_meaning(node, names)}"
        if node.op == "region":
            regions.append(node)
    for result in program.results:
        for position, entry in enumerate(result.entries):
            yield f"  result {_place(result, position)} = {_spelled(entry, names)}"
    for node in regions:
        for body in node.data.bodies:
            yield f"  inside %{node.number}:"
            yield from (f"    {line}" for line in _lines(body))


def _input_names(program: Program) -> list[str]:
    return [f"{a.name}[{k}]" for a in program.arguments for k in range(a.size)]


def _spelled(value: Any, names: list[str]) -> str:
    if not isinstance(value, Node):
        return repr(float(value))
    return names[value.data] if value.op == "input" else f"%{value.number}"


def _meaning(node: Node, names: list[str]) -> str:
    operands = [_spelled(operand, names) for operand in node.args]
    if node.op == "region":
        return f"{_described(node.data)} of {', '.join(operands)}"
    if node.op == "output":
        return f"{operands[0]}[{node.data}]"
    return OPS[node.op].symbol.format(*operands)


def _described(region: Region) -> str:
    """Return a region's kind, what it runs and its settings."""
    settings: list[str] = [body.name for body in region.bodies]
    for field in fields(region):  # type: ignore[arg-type]
        value = getattr(region, field.name)
        if not isinstance(value, Program):
            settings.append(f"{field.name}={value}")
    return f"{type(region).__name__.lower()}({', '.join(settings)})"


def _place(result: Result, position: int) -> str:
    """Return a result's entry by name and indices, such as ``M[1, 0]``."""
    indices: list[str] = []
    for length in reversed(result.shape):
        position, index = divmod(position, length)
        indices.insert(0, str(index))
    return f"{result.name}[{', '.join(indices)}]" if indices else result.name


def _label(node: Node, names: list[str]) -> tuple[str, str]:
    if node.op == "input":
        return names[node.data], "box"
    if node.op == "region":
        return type(node.data).__name__.lower(), "component"
    if node.op == "output":
        return f"[{node.data}]", "plain"
    constants = [_spelled(a, names) for a in node.args if not isinstance(a, Node)]
    return " ".join([node.op, *constants]), "ellipse"
