"""Tables of contents as they are printed: what dots lead to its page is an entry, not a figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.leaders import has_leader
from backend.readers.layout.shapes import FragmentRow

MIN_ENTRIES = 3
MOSTLY = 0.5
"""Share of the rows that dots must lead: long titles leave no room for them."""
_LED = re.compile(r"[.…·_]\s*(\d{1,4})$")


def are_entries(rows: Sequence[FragmentRow]) -> bool:
    """Whether rows are entries of contents: words with a leader, then a page that never goes back.

    Figures of a table may be led by dots as well; they hardly ever grow from row to row and stand
    without a separator or unit, one in each row.
    """
    lines = [" ".join(word.text for piece in row.fragments for word in piece.words) for row in rows]
    led = [_LED.search(line) for line in lines if has_leader(line)]
    if len(lines) < MIN_ENTRIES or len(led) < MOSTLY * len(lines) or not all(led):
        return False
    pages = [int(each[1]) for each in led if each is not None]
    return all(upper <= lower for upper, lower in pairwise(pages))
