"""Months, quarters or days of which each one is meant: "in April and May 2031", "in Q1 and Q3"."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, month_number
from backend.dates import DAY, YEAR

_QUARTER = r"Q(?P<q>[1-4])"
_MONTH = rf"(?P<n>{MONTH_NAME})\b\.?"
_IN_MONTH = rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<n>{MONTH_NAME})\b"
_BARE_DAY = rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH_NAME})\b"
_ITEM = rf"(?:{DAY}|{_BARE_DAY}|(?:Q[1-4]|(?:{MONTH_NAME})\b\.?)(?:(?: of|,)?[ -]{YEAR}\b)?)"
_PLACED = r"(?i:in|during|for|of|on|within)"
_JOINT = rf"(?:,? (?:and|or) |, | & )(?:{_PLACED} )?"
SEVERAL = re.compile(
    rf"\b{_PLACED} (?:both )?(?P<all>{_ITEM}(?:{_JOINT}{_ITEM})+)(?![\d/.,'’]*[\d'’]|[^\W_])"
)
"""Pattern of such a list with the word before it."""
_PARTS = re.compile(_ITEM)
_JOINED = re.compile(r" (?:and|or|&) ")
_IS_DAY = re.compile(DAY)
_NAMED_DAY = re.compile(rf"{_IN_MONTH}(?:,? (?P<y>{YEAR}))?")
_PART_OF_YEAR = re.compile(rf"(?:{_QUARTER}|{_MONTH})(?:(?: of|,)?[ -](?P<y>{YEAR}))?")


def each_of(text: str) -> tuple[str, ...]:
    """The periods of such a list, each with the year that stands behind the last of them; none
    where they are of different kinds, or it is open of which year one of them is: the December of
    "December and January 2031" is hardly one of 2031."""
    parts = tuple(match[0] for match in _PARTS.finditer(text))
    if len(parts) < 2 or not _JOINED.search(text):
        return ()
    if all(_IS_DAY.fullmatch(part) for part in parts):
        return parts
    forms = (_NAMED_DAY, _PART_OF_YEAR)
    read = [[form.fullmatch(part) for part in parts] for form in forms]
    found = [each for each in max(read, key=_how_many) if each is not None]
    if len(found) < len(parts) or len({"q" in _held(each) for each in found}) > 1:
        return ()
    return _with_years(found)


def _how_many(found: list[re.Match[str] | None]) -> int:
    return sum(each is not None for each in found)


def _held(found: re.Match[str]) -> frozenset[str]:
    """The parts of a date that are said."""
    return frozenset(name for name, text in found.groupdict().items() if text)


def _with_years(found: list[re.Match[str]]) -> tuple[str, ...]:
    """The periods with the year of a later one where they have none; none where they do not follow
    each other, or one behind a year has none."""
    named: list[str] = []
    year, later = "", (0, 0)
    for each in reversed(found):
        said = each.groupdict()
        own = said["y"] or ""
        month = month_number(said["n"]) if said["n"] else int(said["q"])
        place = (month, int(said.get("d") or 0))
        if year and not own and place >= later:
            return ()
        if named and own and not year:
            return ()
        year, later = own or year, place
        name = f"Q{said['q']}" if said.get("q") else said["n"]
        named.append(" ".join(filter(None, (said.get("d"), name, year))))
    return tuple(reversed(named))
