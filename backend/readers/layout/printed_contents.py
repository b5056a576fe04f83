"""Contents and indexes as they are printed: what dots lead to its pages is an entry, no figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.leaders import has_leader
from backend.readers.layout.shapes import FragmentRow

MIN_ENTRIES = 3
MIN_NUMBERED = 2
"""The same where they have the numbers of sections."""
MIN_SORTED = 8
MOSTLY = 0.5
"""Share of the rows that dots must lead: long titles leave no room for them."""
SORTED = 0.8
"""Share of the rows of an index that follow the one above by the alphabet: what is listed under an
entry begins anew."""
_LED = re.compile(r"[.…·_]\s*(?P<pages>[ivxl]{1,6}|\d{1,4}(?:(?:, |[-–])\d{1,4})*)$")
_LABEL_END = re.compile(r"\s*(?:\.\s*){3}|\s*…|\s*(?:·\s*){3}|_{3}")
_SECTION = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}\.?\s")


def are_entries(rows: Sequence[FragmentRow], headed: bool) -> bool:
    """Whether rows are entries of contents or of an index: words with a leader, then their pages.

    Figures of a table may be led by dots as well. Pages never go back in contents, and an index is
    sorted by its words or names several pages for one of them, as no figures are written.

    Args:
        rows: the rows below what would be the header of a table.
        headed: whether there is one, which may be a page number or the title of contents: then
            the entries must have numbers of sections or several pages.
    """
    lines = [" ".join(word.text for piece in row.fragments for word in piece.words) for row in rows]
    led = [(line, _LED.search(line)) for line in lines if has_leader(line)]
    if len(led) < max(MIN_NUMBERED, MOSTLY * len(lines)):
        return False
    labels: list[str] = []
    pages: list[str] = []
    for line, found in led:
        if found is None:
            return False
        labels.append(_LABEL_END.split(line, maxsplit=1)[0])
        pages.append(found["pages"])
    rising = _never_fall(pages)
    if rising and sum(_SECTION.match(label) is not None for label in labels) > len(led) / 2:
        return True
    if len(lines) < MIN_ENTRIES:
        return False
    if any(", " in page for page in pages):
        return True
    return not headed and (rising or _are_sorted(labels))


def _never_fall(pages: Sequence[str]) -> bool:
    numbers = [int(match[0]) for page in pages if (match := re.match(r"\d+", page))]
    return bool(numbers) and all(upper <= lower for upper, lower in pairwise(numbers))


def _are_sorted(labels: Sequence[str]) -> bool:
    keys = ["".join(filter(str.isalnum, label)).casefold() for label in labels]
    keys = [key for key in keys if key]
    follow = sum(upper <= lower for upper, lower in pairwise(keys))
    return len(keys) >= MIN_SORTED and follow >= SORTED * (len(keys) - 1)
