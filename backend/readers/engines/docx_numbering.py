"""The numbers and marks of lists and numbered headings in a DOCX file, counted as Word counts."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from backend.readers.engines.office_parts import attribute, child, local, whole
from backend.readers.engines.office_text import BULLET

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
          (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a list: how its numbers look, the text around them, and the first one."""

    form: str = "bullet"
    text: str = ""
    start: int = 1


class Numbering:
    """Counts the items of a document's lists in the order in which they come."""

    def __init__(self, tree: Xml.Element | None) -> None:
        elements = list(tree) if tree is not None else []
        abstract = {
            attribute(each, "abstractNumId"): _levels(each)
            for each in elements
            if local(each) == "abstractNum"
        }
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        for element in elements:
            if local(element) == "num":
                shared = attribute(child(element, "abstractNumId"), "val")
                levels = dict(abstract.get(shared, {}))
                key = shared
                for override in element:
                    start = child(override, "startOverride")
                    if local(override) == "lvlOverride" and start is not None:
                        at = whole(attribute(override, "ilvl"))
                        old = levels.get(at, _Level())
                        first = whole(attribute(start, "val"), 1)
                        levels[at] = _Level(old.form, old.text, first)
                        key = f"{shared}/{attribute(element, 'numId')}"  # it counts on its own
                self._lists[attribute(element, "numId")] = (key, levels)
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)

    def next(self, number_id: str, level: int) -> str:
        """The mark of the next item of a list; empty for a paragraph of no list."""
        if number_id in ("", "0"):
            return ""
        level = min(max(level, 0), _LEVELS - 1)
        key, levels = self._lists.get(number_id, (number_id, {}))
        here = levels.get(level, _Level())
        counts = self._counts[key]
        counts[level] = counts.get(level, here.start - 1) + 1
        for deeper in [count for count in counts if count > level]:
            del counts[deeper]
        if here.form in ("bullet", "none"):
            return BULLET if here.form == "bullet" else ""

        def number(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            of = levels.get(at, _Level("decimal"))
            return _written(counts.setdefault(at, of.start), of.form)

        return _PLACE.sub(number, here.text).strip()


def _levels(abstract: Xml.Element) -> dict[int, _Level]:
    return {
        whole(attribute(each, "ilvl")): _Level(
            attribute(child(each, "numFmt"), "val", "decimal"),
            attribute(child(each, "lvlText"), "val"),
            whole(attribute(child(each, "start"), "val", "1"), 1),
        )
        for each in abstract
        if local(each) == "lvl"
    }


def _written(number: int, form: str) -> str:
    """A number as a list writes it: 4, 04, d, D, iv or IV."""
    if not 0 < number < 4000:
        return str(number)
    if form in ("lowerLetter", "upperLetter"):
        # Word goes on after z with aa, bb, cc
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter if form == "lowerLetter" else letter.upper()
    if form in ("lowerRoman", "upperRoman"):
        written, left = "", number
        for value, sign in _ROMAN:
            written += sign * (left // value)
            left %= value
        return written if form == "lowerRoman" else written.upper()
    return f"{number:02}" if form == "decimalZero" else str(number)
