"""Tables of contents and indexes: lines whose words are led to a page number by dots."""

from __future__ import annotations

import re

_LEADER = re.compile(r"(?:\.[ \u00a0\u2009]?){4,}|…{2,}|(?:·[ \u00a0]?){4,}|_{6,}[ \u00a0]*\d")
"""At least four dots in a row, with or without blanks between them."""
_ENTRY = re.compile(r"[^.…·_]{0,160}(?:" + _LEADER.pattern + r")[ \u00a0]*[\divxlcIVXLC]{0,6}")
MOST = 0.5
"""A text is contents from this share of its letters on that stand in entries."""


def has_leader(text: str) -> bool:
    """Whether words are led to something by dots anywhere in a text."""
    return _LEADER.search(text) is not None


def is_contents(text: str) -> bool:
    """Whether most of a text consists of entries that dots lead to their pages.

    The share is counted in letters and digits: the dots themselves say nothing.
    """
    if not has_leader(text):
        return False
    whole = sum(map(str.isalnum, text))
    entries = sum(sum(map(str.isalnum, each.group())) for each in _ENTRY.finditer(text))
    return entries >= MOST * whole
