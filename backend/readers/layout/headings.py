"""Which paragraphs are headings, and of which level.

A heading is short and stands out: bold, in a font whose box is over 1.12 of the body's, in
capitals, numbered, or named by the document's bookmarks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from backend.readers.layout.letterhead import is_of_letterhead
from backend.readers.layout.paragraphs import Paragraph
from backend.readers.layout.shapes import Bookmark

TALLER = 1.12
MAX_WORDS = 14
MAX_CHARACTERS = 110
MAX_LEVEL = 6
SAME_RANK = 0.9
COVER_PAGES = 3

_NAMED = re.compile(
    r"(?i)(?:item|note|part|chapter|section|appendix|annex|article)\s+[\divxlc]+[a-z]?\b"
)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[^\W\d_]")
_NUMBER = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}[.)]?\s+(?=[^\W\d_])")
"""The number of a section or of an appendix."""
_COMMAND = re.compile(r"(?!-)(?:[a-z][\w.+/-]*\s(?:.*\s)?--?[A-Za-z]|.*(?:[{}\\]|\w=\S))")
"""A program with its options, braces or an assignment: code is no heading, however bold."""
_SENTENCE_END = (".", ",", ";", "。", "،")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_COUNTED = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){0,4}[.)]?\s|(?<!\d)(?:19|20)\d\d(?!\d)")
"""The number of a section, and years: digits that headings have."""


def normal(text: str) -> str:
    """A heading's text as it is compared with a bookmark's: letters and figures alone, since a word
    may be parted at the end of a line."""
    return re.sub(r"[\W_]+", "", text.casefold())


def bookmark_levels(bookmarks: Sequence[Bookmark]) -> dict[tuple[int, str], int]:
    """Level by page and normalised title."""
    return {
        (mark.page, normal(mark.title)): min(mark.level, MAX_LEVEL)
        for mark in reversed(bookmarks)
        if mark.page >= 0 and normal(mark.title)
    }


def heading_levels(
    paragraphs: Sequence[Paragraph], body: float, bookmarks: Sequence[Bookmark] = ()
) -> list[int]:
    """Per paragraph the level of the heading that it is, or 0."""
    marked = bookmark_levels(bookmarks)
    bold_body = _mostly_bold(paragraphs)
    found: list[tuple[int, Paragraph]] = []
    levels = [0] * len(paragraphs)
    used: set[tuple[int, str]] = set()
    for position, paragraph in enumerate(paragraphs):
        text = paragraph.text
        if len(text) > 2 * MAX_CHARACTERS or len(paragraph.lines) > 3:
            continue
        place = (paragraph.page, normal(text))
        if place not in marked and (bare := _without_number(text)) is not None:
            place = (paragraph.page, normal(bare))
        mark = marked.get(place)
        # The example below the heading of a command may hold nothing but the command.
        if mark is not None and not (place in used and paragraph.lines[0].fixed):
            used.add(place)
            levels[position] = mark
        elif stands_out(paragraph, body, bold_body) and not _is_announced(
            paragraphs[position - 1] if position else None, paragraph, body
        ):
            found.append((position, paragraph))
    offset = max(levels, default=0)
    depths = _levels_by_depth(paragraphs, levels)
    ranks = _ranks([paragraph for _, paragraph in found], body)
    for position, paragraph in found:
        level = offset + ranks[_style(paragraph, body)]
        numbered = _NUMBERED.match(paragraph.text)
        if numbered and (known := depths.get(numbered[1].count("."))):
            level = known
        elif numbered and "." in numbered[1]:
            level = max(level, offset + numbered[1].count(".") + 1)
        levels[position] = min(level, MAX_LEVEL)
    return _below_their_numbers(paragraphs, levels, {position for position, _ in found})


def _levels_by_depth(paragraphs: Sequence[Paragraph], levels: Sequence[int]) -> dict[int, int]:
    """By the points in a section's number the level that bookmarks give most of those sections: a
    section whose bookmark is called otherwise is one of them. Chapters, whose numbers items of
    lists have as well, are left out."""
    found: dict[int, Counter[int]] = {}
    for paragraph, level in zip(paragraphs, levels, strict=True):
        numbered = _NUMBERED.match(paragraph.text) if level else None
        if numbered is not None and "." in numbered[1]:
            found.setdefault(numbered[1].count("."), Counter())[level] += 1
    return {depth: counted.most_common(1)[0][0] for depth, counted in found.items()}


def _without_number(text: str) -> str | None:
    """A heading without its number, as many bookmarks have it; None without one."""
    numbered = _NUMBER.match(text)
    return text[numbered.end() :] if numbered else None


def _below_their_numbers(
    paragraphs: Sequence[Paragraph], levels: Sequence[int], ranked: Set[int]
) -> list[int]:
    """The levels, a section's below that of the section whose number begins its own: 2.5.2 belongs
    to 2.5, in whatever letters both are printed. Chapters are not looked at, since contents have
    their numbers as well.

    Args:
        ranked: the places of the headings whose level no bookmark tells.
    """
    found = list(levels)
    by_number: dict[str, int] = {}
    for position, paragraph in enumerate(paragraphs):
        numbered = _NUMBERED.match(paragraph.text) if found[position] else None
        if numbered is None or "." not in numbered[1]:
            continue
        over = by_number.get(numbered[1].rpartition(".")[0], 0)
        if over and position in ranked:
            found[position] = min(max(found[position], over + 1), MAX_LEVEL)
        by_number[numbered[1]] = found[position]
    return found


def _is_announced(before: Paragraph | None, paragraph: Paragraph, body: float) -> bool:
    """Whether a bold line is what the text before it announces, as a command or an example is."""
    return (
        before is not None
        and before.page == paragraph.page
        and before.text.endswith(":")
        and not before.bold
        and paragraph.size <= TALLER * body
    )


def stands_out(paragraph: Paragraph, body: float, bold_body: bool = False) -> bool:
    """Whether a paragraph looks like a heading."""
    text = paragraph.text.strip()
    words = text.split()
    named = _NAMED.match(text) is not None
    tall = paragraph.size > TALLER * body
    if (
        not words
        or len(words) > MAX_WORDS
        or len(text) > MAX_CHARACTERS
        or len(_LETTER.findall(text)) < 3
        or _is_numbers(text)
        or (text.endswith(_SENTENCE_END) and not named and not (tall and paragraph.bold))
        or (paragraph.bullet and not _NUMBERED.match(text))
        or _COMMAND.match(text) is not None
        or is_of_letterhead(text)
    ):
        return False
    if tall:
        return True
    if paragraph.bold and not bold_body:
        return not text.endswith(":") or len(words) <= 8
    return (named and text[:1].isupper() and len(words) <= 10) or _is_capitals(text, words)


def _is_numbers(text: str) -> bool:
    """Whether a line is rather numbers than words, as a line of file numbers on a cover is."""
    digits = _DIGIT.findall(_COUNTED.sub("", text))
    return len(digits) > len(_LETTER.findall(text))


def _is_capitals(text: str, words: Sequence[str]) -> bool:
    return text.isupper() and len(_LETTER.findall(text)) >= 6 and len(words) >= 2


def _mostly_bold(paragraphs: Sequence[Paragraph]) -> bool:
    letters = sum(len(paragraph.text) for paragraph in paragraphs)
    bold = sum(len(paragraph.text) for paragraph in paragraphs if paragraph.bold)
    return bold > 0.5 * letters


Style = tuple[float, bool, bool]
"""Height of the font's box (0 unless it is taller than the body's), capitals, bold."""


def _style(paragraph: Paragraph, body: float) -> Style:
    tall = paragraph.size > TALLER * body
    return (
        round(paragraph.size * 2) / 2 if tall else 0.0,
        not tall and (paragraph.text.isupper() or _NAMED.match(paragraph.text) is not None),
        not tall and paragraph.bold,
    )


def _ranks(paragraphs: Sequence[Paragraph], body: float) -> Mapping[Style, int]:
    """Rank of each style: taller first, then capitals, then bold.

    Heights within a tenth of each other are one rank. In a document of several pages a height
    that only one page has (the cover) gets no rank of its own but shares the first.
    """
    pages: dict[Style, set[int]] = {}
    for paragraph in paragraphs:
        pages.setdefault(_style(paragraph, body), set()).add(paragraph.page)
    several = len({paragraph.page for paragraph in paragraphs}) > COVER_PAGES
    ranks: dict[Style, int] = {}
    rank, tallest = 1, -1.0
    for style in sorted(pages, reverse=True):
        height = style[0]
        alone = several and height > 0 and len(pages[style]) == 1
        if not alone:
            if tallest >= 0 and (height == 0.0 or height < SAME_RANK * tallest):
                rank += 1
                tallest = height
            tallest = max(tallest, height)
        ranks[style] = rank
    return ranks
