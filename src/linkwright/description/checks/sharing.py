"""Rules of sharing: of a body that exists, by connections that hold it."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.description.connections import (
    BODY_PARTS,
    HOLDING,
    JOINT_PARTS,
    Connection,
    connections_of,
)
from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.expanding import is_expanded
from linkwright.description.joints import WORLD
from linkwright.description.loops import COMPONENTS, RULES, Share
from linkwright.errors import DescriptionError, did_you_mean

_DRIVE = ("drive",)
WEIGHTED = ("ratios", "compliance")


def check_sharing(description: Description) -> None:
    """Refuse rules of unknown parts, and two rules for one component."""
    connections = connections_of(description)
    elements = {element.name: element for element in description.elements}
    bodies = [body.name for body in description.bodies]
    bodies += [
        f"{element.name}{part}"
        for element in description.elements
        if is_expanded(element)
        for part in BODY_PARTS
    ]
    taken: dict[tuple[str, str, str], str] = {}
    for share in description.sharing:
        _check_body(share, bodies)
        _check_listed(share, "components", share.components, COMPONENTS)
        for name in share.of:
            if name in elements and name not in connections:
                raise _holds_nothing(share, elements[name])
        _check_listed(share, "of", share.of, connections)
        for name in share.of:
            _check_holds(share, name, connections)
        _check_rule(share)
        for name in share.of:
            for component in share.components:
                key = (share.on, name, component)
                if key in taken:
                    raise DescriptionError(
                        f"sharing '{share.name}': rule '{taken[key]}' shares "
                        f"'{component}' of '{name}' already.",
                        place=share.place,
                        expectation="One rule says what a component is.",
                        remedy="Remove it from one of them.",
                    )
                taken[key] = share.name


def _check_body(share: Share, bodies: list[str]) -> None:
    if share.on in bodies:
        return
    if share.on == WORLD:
        raise DescriptionError(
            f"sharing '{share.name}': it is on the world.",
            place=share.place,
            expectation="A rule is for the reactions on one body that moves.",
            remedy="Name the body that stands on the world.",
        )
    raise DescriptionError(
        f"sharing '{share.name}': body '{share.on}' does not exist.",
        place=share.place,
        expectation=f"Bodies: {', '.join(bodies) or 'none'}.",
        remedy=did_you_mean(share.on, bodies),
    )


def _check_listed(
    share: Share, key: str, names: tuple[str, ...], known: Mapping | tuple
) -> None:
    subject = f"sharing '{share.name}', {key}"
    if not names:
        raise DescriptionError(
            f"{subject}: the list is empty.",
            place=share.place,
            expectation=f"Known: {', '.join(known) or 'none'}.",
        )
    for position, name in enumerate(names):
        if name not in known:
            raise DescriptionError(
                f"{subject}: '{name}' is unknown.",
                place=share.place,
                expectation=f"Known: {', '.join(known) or 'none'}.",
                remedy=did_you_mean(name, known),
            )
        if name in names[:position]:
            raise DescriptionError(
                f"{subject}: '{name}' stands twice.",
                place=share.place,
                expectation="Each is named once.",
                remedy="Remove one of them.",
            )


def _holds_nothing(share: Share, element: Element) -> DescriptionError:
    if is_expanded(element):
        finding = "is an actuator with pins, of several joints"
        parts = ", ".join(f"'{element.name}{part}'" for part in JOINT_PARTS)
        expectation = f"Its joints: {parts}."
        remedy = "Name one of them."
    else:
        finding = "gives a force that is known"
        expectation = "Joints, loops and these elements share what is undetermined: "
        expectation += f"{', '.join(HOLDING)}."
        remedy = f"Remove '{element.name}' from the list."
    return DescriptionError(
        f"sharing '{share.name}', of: '{element.name}' {finding}.",
        place=share.place,
        expectation=expectation,
        remedy=remedy,
    )


def _check_holds(
    share: Share, name: str, connections: Mapping[str, Connection]
) -> None:
    connection = connections[name]
    drives = share.components == _DRIVE
    if share.on not in (connection.ends if drives else connection.bodies):
        holding = [
            each for each, found in connections.items() if share.on in found.bodies
        ]
        raise DescriptionError(
            f"sharing '{share.name}': '{name}' does not hold body '{share.on}'.",
            place=share.place,
            expectation=f"It joins {' and '.join(connection.bodies)}. What holds "
            f"'{share.on}': {', '.join(holding) or 'nothing'}.",
        )
    if "drive" in share.components and not connection.may_drive:
        able = [each for each, found in connections.items() if found.may_drive]
        raise DescriptionError(
            f"sharing '{share.name}': '{name}' has no drive.",
            place=share.place,
            expectation=f"These have: {', '.join(able) or 'none'}.",
        )


def _check_rule(share: Share) -> None:
    subject = f"sharing '{share.name}'"
    if share.rule not in RULES:
        raise DescriptionError(
            f"{subject}: the rule '{share.rule}' is unknown.",
            place=share.place,
            expectation=f"Rules: {', '.join(RULES)}.",
            remedy=did_you_mean(share.rule, RULES),
        )
    if share.rule != "none" and len(share.of) == 1:
        raise DescriptionError(
            f"{subject}: '{share.of[0]}' shares with no other.",
            place=share.place,
            expectation="At least two connections share.",
            remedy="Name another, or write 'rule: none' for one that gives nothing.",
        )
    if share.rule == "all_to" and share.to not in share.of:
        raise DescriptionError(
            f"{subject}: '{share.to}', which takes all, is not among those that share.",
            place=share.place,
            expectation=f"Those are: {', '.join(share.of)}.",
            remedy=did_you_mean(share.to, share.of),
        )
    if share.rule == "minimum_norm" and len(share.weights) != 1:
        raise DescriptionError(
            f"{subject}: {len(share.weights)} numbers under 'minimum_norm'.",
            place=share.place,
            expectation="It has one: the length that torques are divided by.",
        )
    if share.rule not in (*WEIGHTED, "minimum_norm") and share.weights:
        raise DescriptionError(
            f"{subject}: the rule '{share.rule}' has no numbers.",
            place=share.place,
            expectation=f"Rules with numbers: {', '.join(WEIGHTED)}, minimum_norm.",
            remedy="Remove 'weights'.",
        )
    if share.rule in WEIGHTED and len(share.weights) != len(share.of):
        raise DescriptionError(
            f"{subject}: {len(share.of)} connections, but {len(share.weights)} numbers "
            f"under '{share.rule}'.",
            place=share.place,
            expectation="There is one for each connection.",
        )
