"""Two dependent joints that meet in a pin, in closed form: levers, four-bars, sliders.

Each joint moves its point of the pin along a circle or a line of one plane; the points
are where these meet [MBD Eqs. 10–14, 22–25]. A pin, a slide and a pin in a row, a
telescope, need but distance and direction of the far pin [MBD Eqs. 5, 6, 20, 21].
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.circles import Arc, arc_of, meeting_point
from linkwright.algorithms.loops.plan import Stage
from linkwright.algorithms.loops.relative import relative_place
from linkwright.expr import Array, atan2, cross, dot, sqrt
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Closure, Mechanism
from linkwright.model.tree import WORLD, Link, PointOnBody


def dyad(mechanism: Mechanism, stage: Stage, y: Array) -> tuple[list[Any], Any]:
    """Return the two coordinates, and the radicand that is negative out of reach."""
    tree = mechanism.tree
    closure = mechanism.closures[stage.rows[0][0]]
    first, second = (tree.links[end.link] for end in (closure.first, closure.second))
    R, p = relative_place(tree, y, first.parent, second.parent)
    arcs = (
        _arc(first, closure.first),
        _moved(_arc(second, closure.second), R, p),
    )
    point, radicand = meeting_point(*arcs, stage.branch)
    found = {
        link.q_index: arc.coordinate(point) - _zero(link)
        for link, arc in zip((first, second), arcs, strict=True)
    }
    return [found[index] for index in stage.unknowns], radicand


def series_dyad(mechanism: Mechanism, stage: Stage, y: Array) -> tuple[list[Any], Any]:
    """Return the coordinates of two turns in a row, closed by a pin at the end.

    The second joint is on a circle about the first, and on one about the pin: where
    these meet the first angle follows. The second one turns its arm towards the pin.
    """
    tree = mechanism.tree
    closure = mechanism.closures[stage.rows[0][0]]
    end, pin = in_a_row(mechanism, closure)
    outer = tree.links[end.link]
    inner = tree.links[outer.parent]
    R, p = relative_place(tree, y, inner.parent, pin.link)
    center = p + R.apply(pin.position)
    way = _arc(inner, PointOnBody("", outer.parent, outer.position))
    axis = _axis(outer)
    arm = end.position - axis * dot(axis, end.position)
    about_pin = Arc(True, center, way.direction, arm)
    point, radicand = meeting_point(way, about_pin, stage.branch)
    first = way.coordinate(point) - _zero(inner)
    turn, _ = inner.joint.motion(Array((first,)))
    seen = turn.apply_inverse(inner.rotation.apply_inverse(center - point))
    seen = outer.rotation.apply_inverse(seen)
    second = atan2(dot(axis, cross(arm, seen)), dot(arm, seen)) - _zero(outer)
    found = {inner.q_index: first, outer.q_index: second}
    return [found[index] for index in stage.unknowns], radicand


def in_a_row(mechanism: Mechanism, closure: Closure) -> tuple[PointOnBody, PointOnBody]:
    """Return the closing point on the chain's last body, and that on the other body.

    The last body is dependent on a dependent one; the other one hangs on neither.
    """
    tree = mechanism.tree
    for end, pin in ((closure.first, closure.second), (closure.second, closure.first)):
        if end.link != WORLD and tree.links[end.link].parent != WORLD:
            outer = tree.links[end.link]
            inner = tree.links[outer.parent]
            below = list(tree.ancestors(pin.link)) if pin.link != WORLD else []
            hangs = end.link in below or outer.parent in below
            if outer.dependent and inner.dependent and not hangs:
                return end, pin
    raise NoRow


class NoRow(ValueError):
    """A closing joint is not at the end of two dependent joints in a row."""


def telescope(mechanism: Mechanism, stage: Stage, y: Array) -> tuple[list[Any], Any]:
    """Return the angle at the first pin and the length to the second.

    With e0 the direction at angle zero and e1 = n x e0:  tan a = e1.T / e0.T,
    l^2 = (e0.T)^2 + (e1.T)^2 for the second pin at T from the first.
    """
    tree = mechanism.tree
    closure = mechanism.closures[stage.rows[0][0]]
    rod = tree.links[closure.first.link]
    barrel = tree.links[rod.parent]
    R, p = relative_place(tree, y, barrel.parent, closure.second.link)
    apart = p + R.apply(closure.second.position) - barrel.position
    apart = barrel.rotation.apply_inverse(apart)
    zero, normal = _axis(rod), _axis(barrel)
    along, across = dot(zero, apart), dot(cross(normal, zero), apart)
    square = along * along + across * across
    found = {
        barrel.q_index: atan2(across, along) - _zero(barrel),
        rod.q_index: sqrt(square),
    }
    return [found[index] for index in stage.unknowns], square


def is_telescope(mechanism: Mechanism, closure: Closure, unknowns: set[int]) -> bool:
    """Return whether a pin closes a dependent turning and sliding joint in a row."""
    rod = mechanism.tree.links[closure.first.link]
    if rod.parent == WORLD or closure.type != "revolute":
        return False
    barrel = mechanism.tree.links[rod.parent]
    at_origin = all(
        x.__class__ is float and x == 0.0
        for x in (*closure.first.position, *rod.position)
    )
    kinds = isinstance(barrel.joint, Revolute) and isinstance(rod.joint, Prismatic)
    plain = not rod.rotation.turns and at_origin
    return kinds and plain and {barrel.q_index, rod.q_index} == unknowns


def _arc(link: Link, end: PointOnBody) -> Arc:
    """Return the way of a link's point, in the axes of the link's parent."""
    axis = link.rotation.apply(_axis(link))
    arm = link.rotation.apply(end.position)
    return arc_of(link.joint, axis, link.position, arm)


def _moved(arc: Arc, R: Any, p: Array) -> Arc:
    origin = p + R.apply(arc.origin)
    return Arc(arc.turns, origin, R.apply(arc.direction), R.apply(arc.arm))


def _axis(link: Link) -> Array:
    assert isinstance(link.joint, Revolute | Prismatic)
    return link.joint.axis


def _zero(link: Link) -> Any:
    return link.joint.zero if isinstance(link.joint, Revolute) else 0.0
