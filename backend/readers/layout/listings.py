"""Lines that end where they do on purpose: those of listings, set in letters of one width.

Lines of prose end where the next word does not fit. A line behind which it would have fitted is a
line of its own; letters of one width make that exact, and a line's indent a number of blanks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from backend.readers.layout.shapes import PrintedLine

MOST_BLANKS = 40
"""Blanks of an indent beyond which a line stands aside rather than in."""
TYPED_SHARE = 0.5
"""Share of a document's letters in fonts of one width from which it is written so as a whole."""


def mostly_typed(lines: Sequence[PrintedLine]) -> bool:
    """Whether most of a document is in letters of one width, so that they tell no listing."""
    letters = sum(len(line.text) for line in lines)
    return sum(len(line.text) for line in lines if line.fixed) > TYPED_SHARE * letters


def is_broken_off(upper: PrintedLine, lower: PrintedLine) -> bool:
    """Whether a line ends although the first word of the next one would have fitted behind it."""
    first = lower.text.split(None, 1)[0] if lower.text else ""
    return bool(first) and upper.slack > (len(first) + 1) * _letter_width(lower)


def is_listing(lines: Sequence[PrintedLine]) -> bool:
    """Whether the lines of a paragraph stand each for itself: all in letters of one width, and one
    of them ends on purpose, so that the longest ones do as well."""
    return all(line.fixed for line in lines) and any(
        is_broken_off(upper, lower) for upper, lower in pairwise(lines)
    )


def blanks_before(line: PrintedLine, left: float) -> int:
    """How many blanks the line is indented by from the listing's left edge."""
    return min(MOST_BLANKS, max(0, round((line.left - left) / _letter_width(line))))


def _letter_width(line: PrintedLine) -> float:
    return max(0.1, (line.right - line.left) / max(1, len(line.text)))
