"""XML text -> elements with lines, by expat, within limits.

Document types and entities are refused: a description needs none, and they are the
way to read files or fill the memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from linkwright.description.place import Place
from linkwright.errors import FormatError

LONGEST_TEXT = 32_000_000  # characters
DEEPEST = 32
MOST_ELEMENTS = 200_000


@dataclass
class Element:
    """An XML element without its text, which URDF does not use."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> list[Element]:
        """Return the children with this tag, in order."""
        return [child for child in self.children if child.tag == tag]


class _Builder:
    """Collects the elements that expat reports."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.parser = expat.ParserCreate("utf-8")  # whatever the text declares
        self.stack: list[Element] = []
        self.root: Element | None = None
        self.count = 0
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = lambda tag: self.stack.pop()
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ExternalEntityRefHandler = self.refuse

    @property
    def place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.stack) >= DEEPEST:
            raise FormatError(
                "the file is nested too deep."
                if len(self.stack) >= DEEPEST
                else "the file has too many elements.",
                place=self.place,
                expectation=f"At most {DEEPEST} levels and {MOST_ELEMENTS} elements "
                "are read.",
            )
        element = Element(tag, attributes, self.place)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)

    def refuse(self, *_: object) -> NoReturn:
        raise FormatError(
            "the file declares a document type or entities.",
            place=self.place,
            expectation="They are refused, for safety.",
            remedy="Remove the <!DOCTYPE …> part.",
        )


def parse_xml(text: str, file: str | None = None) -> Element:
    """Return the root element of an XML text; raise FormatError where it breaks."""
    if len(text) > LONGEST_TEXT:
        raise FormatError(
            f"the text is {len(text)} characters long.",
            place=Place(file),
            expectation=f"At most {LONGEST_TEXT} characters are read.",
        )
    builder = _Builder(file)
    try:
        builder.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise FormatError(
            f"this is no XML: {expat.ErrorString(error.code)}.",
            place=Place(file, error.lineno),
            expectation="Expected well-formed XML.",
            remedy="Check the tags and quotes around this line.",
        ) from None
    except UnicodeEncodeError:
        raise FormatError(
            "the text is no Unicode.",
            place=Place(file),
            expectation="Expected UTF-8.",
        ) from None
    assert builder.root is not None  # expat refuses a text without elements
    return builder.root
