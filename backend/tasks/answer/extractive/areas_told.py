"""The area of what a sentence gives two sides of: “2.4 m by 1.8 m”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.printed_sums import SUM, WRITTEN_OUT, value_of

_ASKS_AREA = re.compile(
    r"(?i)\b(?:what|how (?:much|many|big|large))\b.*\b(?:area|sq(?:uare|\.)? (?:metres?|meters?"
    r"|feet|foot|yards?|miles?|inches|centimetres?|m|ft|km))\b|\bfloor ?space\b"
)
_SIDES = re.compile(
    rf"(?i)(?<![\w.,£$€×'’′–-])(?<!x )(?<!× )(?<!by )(?<!to )(?P<one>{SUM})"
    r" ?(?P<one_unit>[a-z]+\.?)?"
    rf"(?: by | ?[x×] ?)(?P<two>{SUM})(?! ?[x×]| by )"
    r"[ -]?(?P<unit>m|metres?|meters?|cm|mm|km|ft|feet|foot|yards?"
    r"|inch(?:es)?|miles?)\b(?! ?(?:[x×]|by) ?\d)"
)
_MEASURES = re.compile(
    r"(?i)(?:[ ,(:]|\b(?:is|are|was|were|be|will|has|a|of|measures?|measuring|measured"
    r"|floor|size|sized|area|big|large|allowed|plan|on|in|surface|dimensions|rectangular)\b)*"
)
_NO_RECTANGLE = re.compile(
    r"(?i)\b(?:round|circular|oval|triang\w+|l-shaped|deep|high|tall|thick|each|both|up to"
    r"|at (?:most|least)|maximum|minimum|max|min|plus|excluding|two|three|four|five|six)\b"
)
"""What makes the area of all another than one side times the other."""
_IN_ALL = re.compile(rf"(?i)\b(?:total|together|altogether|combined|all|both|{WRITTEN_OUT})\b|\d")
_OF_AREA = frozenset(
    term_texts(
        "much many big large area square metres meters feet foot yards miles inches centimetres"
        " floor space floorspace size have cover surface m ft km sq"
    )
)
_SQUARES = {
    unit: square
    for units, square in (
        ("m metre metres meter meters", "m²"),
        ("cm", "cm²"),
        ("mm", "mm²"),
        ("km", "km²"),
        ("ft foot feet", "sq ft"),
        ("yard yards", "square yards"),
        ("inch inches", "square inches"),
        ("mile miles", "square miles"),
    )
    for unit in units.split()
}


def area_told(question: str, text: str) -> str:
    """How an area that is asked for is reckoned from the two sides that a sentence gives; empty
    where it asks for none, tells it itself, or has not just two sides of the very thing.

    >>> area_told("What is the area of the shed?", "A shed of 2.4 m by 1.8 m is allowed.")
    '2.4 m × 1.8 m = 4.32 m²'
    """
    matches = list(_SIDES.finditer(text))
    if not _ASKS_AREA.search(question) or len(matches) != 1 or re.search(r"²|\bsq", text):
        return ""
    match = matches[0]
    if not _are_sides_of_it(question, text, match):
        return ""
    own = match["unit"].casefold()
    unit = _SQUARES[own]
    if match["one_unit"] and _SQUARES.get(match["one_unit"].casefold().rstrip(".")) != unit:
        return ""
    asked = re.search(r"(?i)\bsquare (?P<of>[a-z])", question)
    if asked is not None and asked["of"].casefold() != own[0]:
        return ""
    one, two = value_of(match["one"]), value_of(match["two"])
    area = (one * two).normalize()
    return f"{match['one']} {own} × {match['two']} {own} = {area:,f} {unit}"


def _are_sides_of_it(question: str, text: str, match: re.Match[str]) -> bool:
    """Whether sides are said of what is asked about, which stands right before or behind them, and
    not of a part of it, of several, of a round one, or only as a bound."""
    if _NO_RECTANGLE.search(text) or _IN_ALL.search(question):
        return False
    asked = frozenset(term_texts(question)) - _OF_AREA
    before = text[: match.start()]
    words = list(re.finditer(r"[^\W\d_]+", before))
    own = [each.end() for each in words if asked.intersection(term_texts(each.group()))]
    if own:
        return _MEASURES.fullmatch(before[own[-1] :]) is not None
    behind = re.match(r" ([^\W\d_]+)", text[match.end() :])
    return behind is not None and bool(asked.intersection(term_texts(behind[1])))
