"""Plain text and Markdown as blocks. Offsets are into the text as it is kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import NamedTuple

from backend.readers.layout.letterhead import is_of_letterhead
from backend.types import Block, BlockKind, Table, TableRow

_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*$|^ {0,3}(#{1,6})[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r" {0,8}(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+\S")
_DELIMITER = re.compile(r"\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[^\W\d_]")
_NAMED = re.compile(r"(?i)(?:chapter|part|section|appendix|article|book|act|scene)\s+[\divxlc]+\b")

_ENUMERATED = re.compile(r"(?:\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2}){1,4}[.)]?)\s+[^\W\d_]")
"""A number that can only be a title's or an item's: “12 Mill Lane” is an address."""

_ASKED = re.compile(
    r"(?:Q\s?\d{0,3}|QUESTION(?:\s\d{1,3})?|Question(?:\s\d{1,3})?)\s?[.):][ \t]+\S"
)
"""How a question begins in a list of questions and answers."""
_ANSWERED = re.compile(r"(?:A\s?\d{0,3}|ANSWER|Answer)\s?[.):](?:[ \t]|$)")

MAX_HEADING = 80
TITLE_WORDS = 5
"""Most words of a title without a number that stands right above its text."""
FOLLOWING = 50
"""Least characters of the line below a title that has no blank line beneath it."""
ASKING_LINES = 3
"""Most lines of a question that is the heading of its answer."""
MAX_LEVEL = 6
ENTRIES = 3
"""So many headings one after the other that come again below are a table of contents."""
_STOPS = (".", ",", ";", ":", "!", "?", "-")


class _Row(NamedTuple):
    text: str
    start: int
    end: int


def _rows(text: str) -> list[_Row]:
    """The lines of a text with their spans, line ends left out."""
    rows: list[_Row] = []
    position = 0
    for line in text.split("\n"):
        rows.append(_Row(line, position, position + len(line)))
        position += len(line) + 1
    return rows


class _Blocks:
    """Blocks as they are found."""

    def __init__(self, page_starts: tuple[int, ...]) -> None:
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self._page_starts = page_starts

    def page_of(self, offset: int) -> int:
        """The page on which an offset stands."""
        return max(0, bisect_right(self._page_starts, offset) - 1)

    def add(self, kind: BlockKind, rows: list[_Row], level: int = 0) -> None:
        """Add a block of whole lines, blanks at its ends left out."""
        first, last = rows[0], rows[-1]
        start = first.start + len(first.text) - len(first.text.lstrip())
        end = last.end - (len(last.text) - len(last.text.rstrip()))
        if start < end:
            self.blocks.append(Block(kind, start, end, self.page_of(start), level))

    def caption(self) -> tuple[int, int]:
        """Span of the last heading, (0, 0) without one."""
        for block in reversed(self.blocks):
            if block.kind == "heading":
                return block.start, block.end
        return 0, 0


Found = tuple[tuple[Block, ...], tuple[Table, ...]]


def markdown_blocks(text: str, page_starts: tuple[int, ...] = (0,)) -> Found:
    """Headings (# and underlined), paragraphs, lists, pipe tables and fenced code of Markdown."""
    found = _Blocks(page_starts)
    rows = _rows(text)
    run: list[_Row] = []

    def flush() -> None:
        if run:
            found.add("list" if _ITEM.match(run[0].text) else "paragraph", run)
            run.clear()

    position = 0
    while position < len(rows):
        row = rows[position]
        fence = _FENCE.match(row.text)
        heading = _ATX.match(row.text)
        if fence is not None:
            flush()
            end = _fence_end(rows, position, fence[1])
            found.add("paragraph", rows[position : end + 1])
            position = end
        elif heading is not None:
            flush()
            found.add("heading", [row], len(heading[1] or heading[3]))
        elif _is_pipe_table(rows, position):
            flush()
            end = _add_pipe_table(text, found, rows, position)
            position = end
        elif run and len(run) == 1 and _SETEXT.match(row.text) and not _ITEM.match(run[0].text):
            title = run.copy()
            run.clear()
            found.add("heading", title, 1 if "=" in row.text else 2)
        elif not row.text.strip():
            flush()
        else:
            if _ITEM.match(row.text) and run and not _ITEM.match(run[0].text):
                flush()
            run.append(row)
        position += 1
    flush()
    return tuple(found.blocks), tuple(found.tables)


def _fence_end(rows: list[_Row], start: int, fence: str) -> int:
    for position in range(start + 1, len(rows)):
        closing = rows[position].text.strip()
        if closing.startswith(fence) and not closing.strip(fence[0]):
            return position
    return len(rows) - 1


def _is_pipe_table(rows: list[_Row], position: int) -> bool:
    return (
        "|" in rows[position].text
        and position + 1 < len(rows)
        and "-" in rows[position + 1].text
        and "|" in rows[position + 1].text
        and _DELIMITER.match(rows[position + 1].text) is not None
    )


def _add_pipe_table(text: str, found: _Blocks, rows: list[_Row], position: int) -> int:
    """Add the table that begins at a row; the position of its last row."""
    end = position + 1
    while end + 1 < len(rows) and "|" in rows[end + 1].text:
        end += 1
    header = _pipe_cells(rows[position].text)
    body = tuple(
        TableRow(row.start, row.end, _fitted(_pipe_cells(row.text), len(header)))
        for row in rows[position + 2 : end + 1]
    )
    start, stop = found.caption()
    title = text[start:stop].strip("# \t")
    found.add("table", rows[position : end + 1])
    block = found.blocks[-1]
    found.tables.append(Table(block.start, block.end, block.page, title, header, body))
    return end


def _pipe_cells(line: str) -> tuple[str, ...]:
    inner = line.strip()
    inner = inner[1:] if inner.startswith("|") else inner
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", inner))


def _fitted(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (cells + ("",) * width)[: max(width, 1)]


def text_blocks(text: str, page_starts: tuple[int, ...] = (0,)) -> Found:
    """Paragraphs parted by blank lines, and pipe tables; headings only where they can hardly be
    anything else.

    A heading is a single short line with blank lines around it, in capitals, numbered, or named
    as a chapter is; or the first line of a paragraph that can only be the title of what follows. In
    a list of questions and answers ("Q: May I …?"), each question is the heading of its answer, one
    level below the heading above it.
    """
    found = _Blocks(page_starts)
    run: list[_Row] = []
    above = 0

    def flush() -> None:
        nonlocal above
        if not run:
            return
        asking = _asking_lines(run)
        if asking:
            found.add("heading", run[:asking], min(above + 1, MAX_LEVEL))
            del run[:asking]
        level = 0 if asking else _level(run)
        if level:
            above = level
            found.add("heading", run[:1], level)
            run.pop(0)
        if run:
            found.add("list" if _ITEM.match(run[0].text) else "paragraph", run)
        run.clear()

    rows = _rows(text)
    position = 0
    while position < len(rows):
        if _is_pipe_table(rows, position):
            flush()
            position = _add_pipe_table(text, found, rows, position)
        elif rows[position].text.strip():
            run.append(rows[position])
        else:
            flush()
        position += 1
    flush()
    return tuple(_without_contents(text, found.blocks)), tuple(found.tables)


def _without_contents(text: str, blocks: list[Block]) -> list[Block]:
    """The blocks, the lines of a table of contents no headings: the sections stand further down."""
    places: dict[str, int] = {}
    names = [" ".join(text[each.start : each.end].split()).casefold() for each in blocks]
    for number, block in enumerate(blocks):
        if block.kind == "heading":
            places[names[number]] = number
    found = list(blocks)
    number = 0
    while number < len(blocks):
        end = number
        while end < len(blocks) and blocks[end].kind == "heading" and places[names[end]] > end:
            end += 1
        if end - number >= ENTRIES:
            entries = (replace(each, kind="list", level=0) for each in blocks[number:end])
            found[number:end] = entries
        number = max(end, number + 1)
    return found


def _asking_lines(run: list[_Row]) -> int:
    """How many of a paragraph's first lines are a question that is marked as one, 0 without one.

    It takes the whole paragraph, or what comes before the line that is marked as its answer.
    """
    if not _ASKED.match(run[0].text.strip()):
        return 0
    lines = [row.text.strip() for row in run[: ASKING_LINES + 1]]
    answer = next((at for at, line in enumerate(lines) if _ANSWERED.match(line)), len(run))
    if 0 < answer <= ASKING_LINES and lines[answer - 1].endswith("?"):
        return answer
    return 0


def _level(run: list[_Row]) -> int:
    """Level of the heading that a paragraph is or begins with, 0 without one."""
    return _plain_level(run[0].text.strip()) if len(run) == 1 else _title_level(run)


def _title_level(run: list[_Row]) -> int:
    """Level of the title that opens a paragraph of several lines, 0 without one.

    A title is short and ends like no sentence; what follows is longer and begins anew. Without a
    number it must be much shorter, or it may be the first line of wrapped text.
    """
    title, following = run[0].text.strip(), run[1].text.strip()
    if (
        title.endswith(_STOPS)
        or not following[:1].isupper()
        or _ITEM.match(run[1].text)
        or len(following) < max(FOLLOWING, 2 * len(title))
    ):
        return 0
    numbered = _ENUMERATED.match(title) is not None
    words = title.split()
    if not numbered and (len(words) > TITLE_WORDS or not title.replace(" ", "").isalpha()):
        return 0
    return _plain_level(title) if numbered else int(title[0].isupper() and len(title) > 3)


def _plain_level(line: str) -> int:
    letters = [character for character in line if character.isalpha()]
    if len(line) > MAX_HEADING or len(letters) < 3 or line.endswith((".", ",", ";", ":")):
        return 0
    if is_of_letterhead(line):
        return 0
    numbered = _NUMBERED.match(line)
    if numbered is not None and len(line.split()) <= 12 and line[numbered.end() - 1].isupper():
        return min(numbered[1].count(".") + 1, MAX_LEVEL)
    if _NAMED.match(line) and len(line.split()) <= 10:
        return 1
    return 1 if line.isupper() and len(line.split()) <= 10 else 0
