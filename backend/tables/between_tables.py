"""Whether what is printed between two tables makes the lower one a table of its own.

A table without names of its own may go on with those of the one above it. Beneath a caption, a
title or a sentence that announces it, it does not: its figures would be told under the names of
other things.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from backend.tables.printed_captions import CONTINUED, is_of_other
from backend.types.layout import Block, Line, Reading

SENTENCE = 10
"""Words of a text that a colon ends, from which it announces a table; a name of a group is less."""
MOST_NAMES = 20
"""Words of a line that names columns, at most."""
REST = 8
"""Words of the rest of a row, of its label or of the name of a group, at most."""
APART = 0.6
"""Heights of a line by which the gap over a heading is wider than those between rows."""
_NOTE = re.compile(r"(?i)(?:\(?[\da-z]{1,2}[).]|[*†‡§⁰¹²³⁴-⁹]|n/?[am]\b|(?:notes?|sources?)\b)")
_PAGE = re.compile(r"(?i)\W*page\s*\d+(?:\s*(?:of|/)\s*\d+)?\W*")
_YEARS = re.compile(r"\b(?:19|20)\d\d\s+(?:19|20)\d\d\b")
_ENDS = (".", ";", "!", "?")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class TableAbove:
    """A table: where it begins and ends in the document's text, its title, and what is printed
    over its labels and columns."""

    start: int
    end: int
    title: str
    names: str


def parts_tables(reading: Reading, above: TableAbove, below: int) -> bool:
    """Whether a table is parted from the one above it by what is printed between them.

    On one page that is a caption with a number, a heading that is set apart, a sentence that
    announces the lower table, or a line of years. On the next page it is all that is neither
    printed for the upper table already, nor a note to it or the rest of one of its rows. Nothing
    parts it where the upper table's names are printed right over it once more.

    Args:
        below: where the lower table begins.
    """
    first = bisect_left(reading.blocks, above.end, key=lambda block: block.start)
    last = bisect_left(reading.blocks, below, key=lambda block: block.start)
    page = _page_at(reading, above.end - 1)
    of_one_page = page == _page_at(reading, below)
    between = reading.blocks[first:last]
    if between and _names_again(_text(reading, between[-1]), above.names):
        return False
    for block in between:
        text = _text(reading, block)
        if of_one_page:
            own = _titles(text) or (block.kind == "heading" and _is_apart(reading, block, above))
        else:
            runs_over = block.page != page and text in _texts(reading, page)
            own = not (runs_over or _is_known(text, above) or _is_rest(block, text, page))
        if own or is_of_other(text, above.title):
            return True
    return False


def _names_again(text: str, names: str) -> bool:
    """Whether a line begins with the names of columns; behind them the first row may."""
    said = text.casefold()
    return len(names.split()) > 1 and f"{said} ".startswith(f"{names.casefold()} ")


def _titles(text: str) -> bool:
    """Whether a text announces a table, or names its columns by years."""
    words = len(text.split())
    if text.endswith(":"):
        return words >= SENTENCE
    return words <= MOST_NAMES and _YEARS.search(text) is not None


def _is_apart(reading: Reading, heading: Block, above: TableAbove) -> bool:
    """Whether a heading that no colon ends stands further below what is over it than the rows of
    the table above do."""
    if _text(reading, heading).endswith(":"):
        return False
    first, last, at = (
        bisect_left(reading.lines, place, key=lambda line: line.start)
        for place in (above.start, above.end, heading.start)
    )
    gaps = [_gap(upper, lower) for upper, lower in pairwise(reading.lines[first:last])]
    if not gaps or not 0 < at < len(reading.lines):
        return True
    return _gap(reading.lines[at - 1], reading.lines[at]) > median(gaps) + APART


def _gap(upper: Line, lower: Line) -> float:
    """In heights of the lower line."""
    height = lower.box.bottom - lower.box.top
    return (lower.box.top - upper.box.bottom) / height if height > 0 else 0.0


def _is_known(text: str, above: TableAbove) -> bool:
    """Whether a text is the title or the names of the upper table once more, or says that it goes
    on; the number of a page says nothing."""
    if not any(map(str.isalpha, text)) or _PAGE.fullmatch(text):
        return True
    if CONTINUED.search(text) and len(text.split()) <= MOST_NAMES:
        return True
    is_title = text.casefold() in above.title.casefold() and 2 * len(text) >= len(above.title)
    return is_title or _words(text) == _words(above.names)


def _is_rest(block: Block, text: str, page: int) -> bool:
    """Whether a text below the upper table is a note to it or the rest of its last label, or one
    over the lower table is the rest of a label or the name of a group."""
    few = len(text.split()) <= REST and not text.endswith(_ENDS)
    if block.kind == "heading":
        return False
    if block.page == page:
        return few or _NOTE.match(text) is not None
    is_bracket = text.startswith("(") and text.endswith(")")
    return few and (text[:1].islower() or text.endswith(":") or is_bracket)


def _words(text: str) -> list[str]:
    """In whatever order they were read."""
    return sorted(_WORD.findall(text.casefold()))


def _texts(reading: Reading, page: int) -> set[str]:
    return {_text(reading, block) for block in reading.blocks if block.page == page}


def _text(reading: Reading, block: Block) -> str:
    return " ".join(reading.text[block.start : block.end].split())


def _page_at(reading: Reading, offset: int) -> int:
    return max(0, bisect_right(reading.page_starts, offset) - 1)
