"""Lump bodies that are welded to their parent into it."""

from __future__ import annotations

from dataclasses import replace

from linkwright.expr import Array
from linkwright.model.joints import Fixed
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.rotation import Rotation


def merge_fixed(model: Model) -> Model:
    """Return the model without fixed joints; points and frames are dropped."""
    kept: list[int] = []
    # For each old link: the new link that carries it, and its pose there.
    carrier: list[tuple[int, Rotation, Array | None]] = []
    links = []
    for index, link in enumerate(model.links):
        if link.parent == WORLD:
            parent, turn, shift = WORLD, Rotation(()), None
        else:
            parent, turn, shift = carrier[link.parent]
        rotation = turn.then(link.rotation)
        position = turn.apply(link.position)
        if shift is not None:
            position = shift + position
        if isinstance(link.joint, Fixed):
            carrier.append((parent, rotation, position))
            if parent != WORLD:
                lumped = link.inertia.turned(rotation).shifted(position)
                host = links[parent]
                links[parent] = replace(host, inertia=host.inertia + lumped)
            continue
        carrier.append((len(links), Rotation(()), None))
        kept.append(index)
        links.append(replace(link, parent=parent, rotation=rotation, position=position))
    return replace(model, links=tuple(links), points=())
