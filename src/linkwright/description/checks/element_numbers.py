"""Numbers of elements and of sharing rules: in range, at the declared parameters."""

from __future__ import annotations

from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.errors import DescriptionError

_ABOVE_ZERO = (
    *("stiffness", "length", "count"),
    *("depth", "slip_speed", "impact_speed", "restitution"),
)
_NOT_NEGATIVE = (
    "damping",
    "free_length",
    "shortest",
    "longest",
    "barrel_mass",
    "barrel_length",
    "rod_mass",
    "rod_length",
    "dissipation",
    "friction",
    "radius",
    "second_radius",
)


def check_element_numbers(description: Description) -> None:
    """Refuse numbers out of range; all but the laws are floats here."""
    for element in description.elements:
        _check_element(element)
    for share in description.sharing:
        for name, weight in zip(share.of, share.weights, strict=False):
            if weight <= 0.0 and share.rule == "minimum_norm":  # type: ignore[operator]
                raise DescriptionError(
                    f"sharing '{share.name}': its length is {weight:.6g}.",
                    place=share.place,
                    expectation="It must be above zero.",
                    remedy="A length of the mechanism, such as the distance of the"
                    " connections.",
                )
            if weight <= 0.0:  # type: ignore[operator]
                raise DescriptionError(
                    f"sharing '{share.name}', {share.rule}: that of '{name}' is "
                    f"{weight:.6g}.",
                    place=share.place,
                    expectation="It must be above zero.",
                    remedy="Give 'rule: none' to one that takes nothing.",
                )


def _check_element(element: Element) -> None:
    subject = f"element '{element.name}'"
    for key, value in element.numbers:
        below = key in _NOT_NEGATIVE and value < 0.0  # type: ignore[operator]
        if below or (key in _ABOVE_ZERO and value <= 0.0):  # type: ignore[operator]
            must = "be above zero" if key in _ABOVE_ZERO else "not be negative"
            raise DescriptionError(
                f"{subject}: the {key} is {value:.6g}.",
                place=element.place,
                expectation=f"The {key} must {must}.",
            )
    numbers = dict(element.numbers)
    for key, least, most in (("restitution", 0.0, 1.0), ("exponent", 1.0, 3.0)):
        value = numbers.get(key)
        if value is not None and not least <= value <= most:  # type: ignore[operator]
            raise DescriptionError(
                f"{subject}: the {key} is {value:.6g}.",
                place=element.place,
                expectation=f"It lies between {least:g} and {most:g}.",
            )
    shortest, longest = numbers.get("shortest"), numbers.get("longest")
    if shortest is not None and longest is not None and shortest >= longest:  # type: ignore[operator]
        raise DescriptionError(
            f"{subject}: the shortest length {shortest:.6g} is not below the longest "
            f"{longest:.6g} (SI).",
            place=element.place,
            expectation="It must be able to change its length.",
            remedy="Exchange them." if shortest > longest else "",  # type: ignore[operator]
        )
