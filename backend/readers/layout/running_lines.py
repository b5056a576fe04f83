"""Headers and footers that run through a document or a chapter, and page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from backend.dates import DAY
from backend.readers.layout.rows_at_edges import rows_at_edges
from backend.readers.layout.running_bands import running_bands
from backend.readers.layout.shapes import PageLayout, PrintedLine, PrintedTable, lines_of

EDGE_LINES = 4
OUTERMOST = 2
"""So many of the edge lines may stand anywhere: on short pages the footer follows the text."""
MIN_PAGES = 3
MIN_SHARE = 0.2
SHORT_DOCUMENT = 4
MARGIN = 0.15
"""The other edge lines stand in this share of the page's height at the top or the bottom."""

_NOT_LETTERS = re.compile(r"[\d\W_]+")
_DATE = rf"\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}|{DAY}"
_MOMENT = re.compile(
    rf"(?i)\s*(?:{_DATE})(?:,?\s+\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\s*[ap]\.?m\.?)?)?\s*"
)
_PAGE_NUMBER = re.compile(
    r"(?i)[-–—\s|]*(?:page\s*)?(?:[a-z]-)?(?:(\d{1,4})|([ivxlc]{1,6}))(?:\s*(?:of|/)\s*\d{1,4})?[-–—\s|]*"
)


def drop_running_lines(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """The pages without running headers, footers and page numbers.

    A line runs if, digits left out, it is among the first or last four lines of at least three
    pages and a fifth of all pages. All but the outermost two must stand in the page's margin.
    Titles that run through a chapter alone are known by their place: see `running_bands`. Rows of
    a table over many pages are none: see `rows_at_edges`.
    """
    needed = max(MIN_PAGES, MIN_SHARE * len(pages))
    edge_lines = [_edge_lines(page) for page in pages]
    rows = rows_at_edges(pages, edge_lines, _key, needed)
    edges = [[line for line in edge if id(line) not in rows] for edge in edge_lines]
    counts = Counter(key for edge in edges for key in {_key(line.text) for line in edge})
    running = {key for key, count in counts.items() if key and count >= needed}
    numbers = _page_numbers(edges) | running_bands(pages, rows)
    return [
        _without(
            page,
            {id(line) for line in edge if _key(line.text) in running}
            | {id(line) for line in lines_of(page) if id(line) in numbers},
        )
        for page, edge in zip(pages, edges, strict=True)
    ]


def _edge_lines(page: PageLayout) -> list[PrintedLine]:
    lines = sorted(lines_of(page), key=lambda line: line.top)
    top, bottom = MARGIN * page.height, (1 - MARGIN) * page.height
    first, last = lines[:EDGE_LINES], lines[-EDGE_LINES:]
    found = [line for k, line in enumerate(first) if k < OUTERMOST or line.bottom <= top]
    found += [
        line
        for k, line in enumerate(reversed(last))
        if (k < OUTERMOST or line.top >= bottom) and all(line is not other for other in found)
    ]
    return found


def _key(text: str) -> str:
    """What a line says apart from its figures; a date or time alone says that it is one."""
    if _MOMENT.fullmatch(text):
        return "a moment"
    return _NOT_LETTERS.sub(" ", text.casefold()).strip()


def _page_numbers(edges: Sequence[Sequence[PrintedLine]]) -> set[int]:
    """Lines that hold the page's number alone: it grows with the pages."""
    found: dict[int, dict[int, list[int]]] = {}
    for page, edge in enumerate(edges):
        for line in edge:
            number = _PAGE_NUMBER.fullmatch(line.text)
            if number is not None:
                printed = int(number[1]) if number[1] else _roman(number[2])
                found.setdefault(printed - page, {}).setdefault(page, []).append(id(line))
    needed = 2 if len(edges) <= SHORT_DOCUMENT else MIN_PAGES
    return {
        line
        for pages in found.values()
        if len(pages) >= needed
        for lines in pages.values()
        for line in lines
    }


def _roman(text: str) -> int:
    """Value of a small Roman number, well formed or not."""
    values = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}[letter] for letter in text.lower()]
    return sum(
        -value if position + 1 < len(values) and value < values[position + 1] else value
        for position, value in enumerate(values)
    )


def _without(page: PageLayout, dropped: set[int]) -> PageLayout:
    if not dropped:
        return page
    items: list[PrintedLine | PrintedTable] = []
    for item in page.items:
        if isinstance(item, PrintedLine):
            if id(item) not in dropped:
                items.append(item)
            continue
        rows = [(line, cells) for line, cells in item.rows if id(line) not in dropped]
        header = [line for line in item.header_lines if id(line) not in dropped]
        if len(rows) >= 2:
            items.append(replace(item, header_lines=header, rows=rows))
        else:
            items.extend(header)
            items.extend(line for line, _ in rows)
    return replace(page, items=items)
