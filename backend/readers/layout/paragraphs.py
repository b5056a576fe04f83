"""Lines to paragraphs, and what paragraphs look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from backend.leaders import before_leader
from backend.readers.layout.listings import is_broken_off
from backend.readers.layout.schedules import is_next_entry
from backend.readers.layout.shapes import Figure, PageLayout, PrintedLine, PrintedTable

SAME_SIZE = 0.08
WIDE_GAP = 0.45
"""A gap to the line above that exceeds the column's usual one by this share of the font's box."""
OVERLAP = 0.5
"""Lines that overlap by more than this share of a font's box are printed over each other."""
INDENT = 0.8

FULL = 0.15
"""A line with less than this share of its width empty behind it runs on in the next one."""
TITLE_SLACK = 0.4
"""Least share of the column's width that stays empty behind the title of a list's item."""
_STOPS = (".", ":", ";", ",", "?", "!", "。", "؟", "-", "–", "—")

BULLET = re.compile(
    r"(?:[•●▪■◦‣∙·○□☐☒➢►–—*o-]|\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)"
    r"|(?:[a-z]|[ivx]{1,4}|\d{1,2})\)|(?!p\.\s+\d)(?:[a-z]|[ivx]{1,4}|\d{1,2})\.)\s+\S"
)
"""How a list item begins. A bare `o` is what Word's hollow bullet becomes; “(p. 12)” and “p. 12” at
a line's beginning refer to a page."""


@dataclass(slots=True)
class Paragraph:
    """Lines of one column that belong together; `listing` says that the whole column is one."""

    lines: list[PrintedLine]
    page: int
    bullet: bool = False
    listing: bool = False

    @property
    def text(self) -> str:
        """Its lines, joined by blanks."""
        return " ".join(line.text for line in self.lines)

    @property
    def size(self) -> float:
        """Height of its font's box."""
        return median(line.size for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.bold for line in self.lines)


Piece = Paragraph | tuple[PrintedTable, int]


def body_size(pages: Iterable[PageLayout]) -> float:
    """The height of the font's box in which most letters of the document are printed; the dots of
    contents and indexes are none."""
    letters: Counter[float] = Counter()
    for page in pages:
        for item in page.items:
            if isinstance(item, PrintedLine):
                letters[round(item.size * 2) / 2] += len(before_leader(item.text))
            else:
                for line, _ in item.rows:
                    letters[round(line.size * 2) / 2] += len(line.text) // 2
    return max(letters, key=lambda size: (letters[size], size), default=0.0)


def pieces_of(page: PageLayout, number: int, typed: bool = True) -> list[Piece]:
    """A page's paragraphs and tables in reading order; `typed` says that the document is written
    in letters of one width as a whole, so that they tell no listing."""
    pieces: list[Piece] = []
    run: list[PrintedLine] = []
    for item in page.items:
        if isinstance(item, PrintedLine):
            if run and (run[-1].column != item.column or _pictured(run[-1], item, page.figures)):
                pieces.extend(_paragraphs(run, number, typed))
                run = []
            run.append(item)
        else:
            pieces.extend(_paragraphs(run, number, typed))
            run = []
            pieces.append((item, number))
    pieces.extend(_paragraphs(run, number, typed))
    return pieces


def _pictured(upper: PrintedLine, lower: PrintedLine, figures: Iterable[Figure]) -> bool:
    """Whether a picture whose text was read stands between two lines."""
    return any(
        upper.bottom <= (figure.top + figure.bottom) / 2 <= lower.top
        and figure.left < lower.right
        and figure.right > lower.left
        for figure in figures
    )


def _paragraphs(lines: Sequence[PrintedLine], page: int, typed: bool) -> list[Paragraph]:
    if not lines:
        return []
    usual = _usual_gap(lines)
    listing = not typed and all(line.fixed for line in lines)
    found = [Paragraph([lines[0]], page, BULLET.match(lines[0].text) is not None, listing)]
    for upper, lower in pairwise(lines):
        inside = not typed and upper.fixed and lower.fixed
        bullet = BULLET.match(lower.text) is not None and not (inside and lower.text[0].isascii())
        edge = not typed and _is_edge_of_listing(upper, lower, found[-1])
        entry = not inside and is_next_entry(found[-1].lines[0].text, upper.text, lower.text)
        if bullet or edge or entry or _parts(upper, lower, usual, found[-1], inside):
            found.append(Paragraph([lower], page, bullet, listing))
        else:
            found[-1].lines.append(lower)
    return found


def _usual_gap(lines: Sequence[PrintedLine]) -> float:
    """The gap between two lines of a paragraph; lines printed over each other, as notes of music
    or parts of a drawing are, tell nothing of it."""
    gaps = [
        lower.top - upper.bottom
        for upper, lower in pairwise(lines)
        if lower.top > upper.top
        and lower.top - upper.bottom > -OVERLAP * min(upper.size, lower.size)
    ]
    if not gaps:
        return 0.0
    gaps.sort()
    return gaps[len(gaps) // 3]  # most gaps lie inside paragraphs; those between are the wide ones


def _parts(
    upper: PrintedLine,
    lower: PrintedLine,
    usual: float,
    paragraph: Paragraph,
    listing: bool = False,
) -> bool:
    """Whether a new paragraph begins with the lower line; a gap alone parts those of listings."""
    size = max(upper.size, lower.size)
    if lower.top - upper.bottom > usual + WIDE_GAP * size or lower.top < upper.top - size:
        return True
    if abs(upper.size - lower.size) > SAME_SIZE * size and not _inline(upper, lower):
        return True
    if upper.bold != lower.bold and (upper.bold or len(lower.text.split()) <= 14):
        return not (_inline(upper, lower) and upper.slack < FULL * (upper.right - upper.left))
    if listing:
        return False
    if paragraph.bullet:
        return lower.indent < paragraph.lines[0].indent - INDENT * size or (
            len(paragraph.lines) == 1 and _is_title_of_item(upper, lower)
        )
    # A first line that is indented, or one that follows a line cut short by a paragraph's end.
    indented = lower.indent - upper.indent > INDENT * size and upper.indent < INDENT * size
    ended = upper.slack > 0.25 * (upper.right - upper.left + upper.slack) and upper.text.endswith(
        (".", ":", "?", "!", "。", "؟")
    )
    return (indented and upper.text.rstrip().endswith((".", ":", "?", "!", "。"))) or ended


def _is_edge_of_listing(upper: PrintedLine, lower: PrintedLine, paragraph: Paragraph) -> bool:
    """Whether a listing begins or ends between two lines. A term in letters of one width is none:
    what explains it stands further in, or behind its bullet."""
    if upper.fixed == lower.fixed or not is_broken_off(upper, lower):
        return False
    return lower.fixed or not (
        paragraph.bullet or lower.indent > upper.indent + INDENT * upper.size
    )


def _is_title_of_item(upper: PrintedLine, lower: PrintedLine) -> bool:
    """Whether the first line of a list's item is its title: it ends early and like no sentence,
    and a new sentence begins below it."""
    width = upper.right - upper.left + upper.slack
    return (
        upper.slack > TITLE_SLACK * width
        and not upper.text.endswith(_STOPS)
        and len(upper.text.split()) > 1
        and lower.text[:1].isupper()
    )


def _inline(upper: PrintedLine, lower: PrintedLine) -> bool:
    """A line with one taller word in the middle of a sentence is no break."""
    return lower.text[:1].islower() and not upper.text.endswith((".", ":"))
