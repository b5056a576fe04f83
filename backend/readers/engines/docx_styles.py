"""What the styles of a DOCX file say of a paragraph: whether it is a heading, and its list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from backend.readers.engines.office_parts import attribute, child, local, whole

_HEADING = re.compile(r"(?i)heading\s*([1-9])")
_MAX_ANCESTORS = 20


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph's style. `heading` counts from 1, 0 for text; `number_id` names its list."""

    heading: int = 0
    is_title: bool = False
    number_id: str = ""
    number_level: int = 0


class Styles:
    """The styles of a document by id; what a style leaves open it has from the one below it."""

    def __init__(self, tree: Xml.Element | None) -> None:
        self._elements = {
            attribute(each, "styleId"): each
            for each in (tree if tree is not None else ())
            if local(each) == "style"
        }
        self._known: dict[str, Style] = {}

    def of(self, identifier: str) -> Style:
        """The style of an id; that of plain text for an unknown one."""
        if identifier not in self._known:
            self._known[identifier] = self._made(identifier)
        return self._known[identifier]

    def _made(self, identifier: str) -> Style:
        heading, is_title, number_id, level = 0, False, "", -1
        for _ in range(_MAX_ANCESTORS):  # a style may be based on itself
            element = self._elements.get(identifier)
            if element is None:
                break
            name = attribute(child(element, "name"), "val")
            properties = child(element, "pPr")
            named = _HEADING.fullmatch(name.strip())
            outline = attribute(child(properties, "outlineLvl"), "val")
            if not heading and (named is not None or outline):
                heading = int(named[1]) if named is not None else whole(outline, 9) + 1
                heading = heading if heading <= 9 else 0
            is_title = is_title or name.strip().casefold() == "title"
            number = child(properties, "numPr")
            if number is not None:
                number_id = number_id or attribute(child(number, "numId"), "val")
                if level < 0:
                    level = whole(attribute(child(number, "ilvl"), "val", "0"))
            identifier = attribute(child(element, "basedOn"), "val")
        return Style(heading, is_title, number_id, max(level, 0))
