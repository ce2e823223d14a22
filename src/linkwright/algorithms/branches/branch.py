"""Branches: the open chains a tree consists of  [IMPACT Sec. 2, Fig. 1]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from linkwright.model.tree import Link, Model
from linkwright.spatial.inertia import Inertia


@dataclass(frozen=True, eq=False)
class Branch:
    """The links from the base to one tip.

    Attributes:
        slides: the slides of a floating base, X_k: prismatic joints that carry no mass
            of their own, between the world and the first link.
        links: real and virtual links, in order; a virtual one has neither mass nor
            inertia here (errata I2).
        gravity: free fall in the reference frame.
    """

    slides: tuple[Link, ...]
    links: tuple[Link, ...]
    gravity: tuple[float, ...]


def branches_of(model: Model) -> Iterator[Branch]:
    """Yield the branches of a tree, one for each tip.

    A link is real in the first branch that it belongs to.
    """
    real: set[int] = set()
    for tip in range(len(model.links)):
        if model.children(tip):
            continue
        path = [*model.ancestors(tip)][::-1]
        links = tuple(
            virtual(model.links[k]) if k in real else model.links[k] for k in path
        )
        real.update(path)
        first = next((i for i, x in enumerate(links) if not is_slide(x)), len(links))
        first = min(first, len(links) - 1)
        yield Branch(links[:first], links[first:], tuple(model.gravity))


def virtual(link: Link) -> Link:
    """Return the link without mass and inertia."""
    return replace(link, inertia=Inertia.massless())


def is_slide(link: Link) -> bool:
    """Return whether a link is a massless one on a prismatic joint of its own."""
    slides = link.joint.type_name == "prismatic" and not link.coupled
    return slides and link.inertia.is_nothing
