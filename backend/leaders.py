"""Tables of contents and indexes: lines whose words are led to a page number by dots."""

from __future__ import annotations

import re

_LEADER = re.compile(r"(?:\.[ \u00a0\u2009]?){4,}|…{2,}|(?:·[ \u00a0]?){4,}|_{6,}[ \u00a0]*\d")
"""At least four dots in a row, with or without blanks between them."""
_PAGE = r"(?:[A-Z][-–.]?)?[\divxlcIVXLC]{0,6}(?:(?:[-–]|, ?)\d{1,4}){0,9}"
_LABEL = r"(?:[^.…·_]|[._](?![\s._])){0,160}"
"""Words that may hold names with dots: “read.csv”, “2.1.4 Ropes”, an address."""
_ENTRY = re.compile(
    rf"(?P<label>{_LABEL})(?:{_LEADER.pattern})[ \u00a0]*(?P<page>{_PAGE})"
    rf"(?=\s*$|[^\S\n]*\n|[^\S\n]*[^\s.…·][^\n]{{0,160}}?(?:{_LEADER.pattern}))"
)
"""Words, dots and at most a page: “Chair ........ Ada Finch” leads to more than that."""
MOST = 0.5
"""A text is contents from this share of its letters on that stand in entries."""

_LED_TO_PAGES = re.compile(rf"(?:{_LEADER.pattern})[ \u00a0]*(?P<pages>{_PAGE})\s*$")
_LED_LINE = re.compile(
    r"(?m)^[^\S\n]*(?P<line>[^\W_][^.…·!?:\n]{1,60}?[ \u00a0]*(?:\.{5,}|(?:\.[ \u00a0]){4,}|…{2,})"
    r"[ \u00a0]*[^\s.…·][^\n]{0,80}?)[^\S\n]*$"
)


def led_lines(text: str) -> list[tuple[int, int]]:
    """The spans of lines whose words are led by dots to something else than a page: “Chair ........
    Ada Finch”."""
    found = (match.span("line") for match in _LED_LINE.finditer(text))
    return [(start, end) for start, end in found if not is_contents(text[start:end])]


def has_leader(text: str) -> bool:
    """Whether words are led to something by dots anywhere in a text."""
    return _LEADER.search(text) is not None


def before_leader(text: str) -> str:
    """The words before the first leader of a text; all of it where there is none."""
    match = _LEADER.search(text)
    return text[: match.start()].rstrip() if match is not None else text


def leads_to_pages(line: str) -> bool:
    """Whether a line ends in dots and the page or pages that they lead to, as entries of contents
    and of indexes do."""
    match = _LED_TO_PAGES.search(line)
    return match is not None and bool(match["pages"])


def is_contents(text: str) -> bool:
    """Whether most of a text consists of entries that dots lead to their pages.

    The share is counted in letters and digits: the dots themselves say nothing.
    """
    if not has_leader(text):
        return False
    whole = sum(map(str.isalnum, text))
    entries = sum(map(_letters, _ENTRY.finditer(text)))
    return entries >= MOST * whole


def _letters(entry: re.Match[str]) -> int:
    """How many letters and digits an entry has; names with dots belong to it where a page follows,
    as they stand in listings as well, before dots that leave something out."""
    label = entry["label"] if entry["page"] else re.split("[._]", entry["label"])[-1]
    return sum(map(str.isalnum, label + entry["page"]))
