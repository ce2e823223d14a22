"""Interned scalar expressions: the trace that owns them and the nodes themselves.

A scalar is a ``Node`` or a plain Python float; constants never become nodes, so that
folding is free. Interning lives in the trace (there is no global table), and numbers
restart with each trace: the same tracing code gives the same program, always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Union

from linkwright.errors import InputError
from linkwright.expr.ops import OPS

Scalar = Union["Node", float]


class Node:
    """One scalar value of a traced program.

    Attributes:
        trace: the trace that owns it.
        number: position in creation order, which is a valid evaluation order.
        op: name of the operation, a key of ``ops.OPS``.
        args: operands, nodes of the same trace or floats.
        data: position of an input, index of a region's output, or the region itself.
    """

    __slots__ = ("trace", "number", "op", "args", "data")

    def __init__(
        self, trace: Trace, number: int, op: str, args: tuple[Any, ...], data: Any
    ) -> None:
        self.trace = trace
        self.number = number
        self.op = op
        self.args = args
        self.data = data

    if TYPE_CHECKING:  # Bound to the simplifying constructors, `construct`.

        def __add__(self, other: Any) -> Any: ...
        def __radd__(self, other: Any) -> Any: ...
        def __sub__(self, other: Any) -> Any: ...
        def __rsub__(self, other: Any) -> Any: ...
        def __mul__(self, other: Any) -> Any: ...
        def __rmul__(self, other: Any) -> Any: ...
        def __truediv__(self, other: Any) -> Any: ...
        def __rtruediv__(self, other: Any) -> Any: ...
        def __pow__(self, exponent: int) -> Any: ...
        def __neg__(self) -> Any: ...
        def __abs__(self) -> Any: ...
        def __lt__(self, other: Any) -> Any: ...
        def __le__(self, other: Any) -> Any: ...
        def __gt__(self, other: Any) -> Any: ...
        def __ge__(self, other: Any) -> Any: ...
        def apply(self, op: str) -> Any: ...  # noqa: D102

    def __eq__(self, other: object) -> NoReturn:
        raise _no_comparison("==", "lw.equal(a, b)")

    def __ne__(self, other: object) -> NoReturn:
        raise _no_comparison("!=", "lw.logical_not(lw.equal(a, b))")

    # Nodes are keys by identity: containers ask 'is' before '=='.
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise InputError(
            "an expression has no truth value while it is being traced",
            expectation="Its value is known only when the kernel runs.",
            remedy="Choose with lw.where(condition, a, b) instead of 'if'.",
        )

    def __float__(self) -> float:
        raise InputError(
            "an expression has no number while it is being traced",
            expectation="Its value is known only when the kernel runs.",
            remedy="Use the functions of linkwright.expr (lw.sin, lw.sqrt, ...).",
        )

    @property
    def is_truth(self) -> bool:
        """Whether the value is true or false rather than a number."""
        return OPS[self.op].kind == "truth"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("nodes belong to a trace and are not pickled")

    def __repr__(self) -> str:
        return f"<{self.op} #{self.number}>"


def _no_comparison(spelling: str, condition: str) -> InputError:
    return InputError(
        f"'{spelling}' has no answer while an expression is being traced",
        expectation="Its value is known only when the kernel runs.",
        remedy=f"Write {condition} and choose by it with lw.where; whether two are one"
        " expression is asked with 'is'.",
    )


class Trace:
    """The table that interns nodes and the scalar inputs they start from."""

    __slots__ = ("nodes", "table", "inputs", "arguments")
    literal = False  # whether operations with constants stay as they are written

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        # By operation, then by operands: the node's own tuple of operands is the key.
        self.table: dict[str, dict[tuple[Any, ...], Node]] = {op: {} for op in OPS}
        self.inputs: list[Node] = []
        self.arguments: list[Any] = []

    def node(self, op: str, *args: Any) -> Node:
        """Return the one node of this trace with that operation and operands."""
        return self.intern(op, args)

    def intern(self, op: str, args: tuple[Any, ...]) -> Node:
        """Return the one node of this trace with that operation and operands."""
        interned = self.table[op]
        found = interned.get(args)
        if found is None:
            nodes = self.nodes
            found = interned[args] = Node(self, len(nodes), op, args, None)
            nodes.append(found)
        return found

    def structure(self, op: str, args: tuple[Any, ...], data: Any) -> Node:
        """Return a new node that carries data: an input, a region or its output."""
        made = Node(self, len(self.nodes), op, args, data)
        self.nodes.append(made)
        return made

    def input(self) -> Node:
        """Return a new scalar input."""
        made = self.structure("input", (), len(self.inputs))
        self.inputs.append(made)
        return made


class LiteralTrace(Trace):
    """A trace that keeps every operation with a variable, to count what is written.

    Products with 0 and 1 stay, and what is written twice is made twice; only constants
    among themselves fold.
    """

    __slots__ = ()
    literal = True

    def node(self, op: str, *args: Any) -> Node:
        """Return a new node."""
        return self.structure(op, args, None)

    def intern(self, op: str, args: tuple[Any, ...]) -> Node:
        """Return a new node."""
        return self.structure(op, args, None)
