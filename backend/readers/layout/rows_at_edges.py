"""Lines at the top and foot of pages that are rows of the text, however alike those of other pages
are.

A table over many pages ends on each of them with rows that differ in their figures alone, as the
running titles of a document do. What tells them apart: rows stand among others of their form, or as
close to their table's other rows as these to each other, and their figures do not count the pages.
Captions differ in their figures alone as well; no two have one number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median_low

from backend.readers.layout.shapes import PageLayout, PrintedLine, PrintedTable, lines_of

ALIKE = 4
"""Lines of one form on a page from which they are rows: a title stands there once or twice."""
APART = 0.6
"""Heights of a line by which the gap to a running title is wider than those between rows."""
COUNTING = 0.8
"""Share of the lines of one form whose number must grow with the pages to count them."""
CERTAIN = 5
"""Pages from which a line that stands among the rows of a table is one that counts the pages: on
fewer the figures of a column may happen to."""
_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")
_CAPTION = re.compile(
    r"(?i)\s*(figure|fig\.|table|chart|abbildung|abb\.|tabelle|tab\.|tableau|graphique|figura|tabla)"
    r"\s*(\d{1,3}(?:[.-]\d{1,3})*)\s*[:.–—-]\s+.*[^\W\d_]{2}"
)

Key = Callable[[str], str]
"""What a line says apart from its figures."""


def rows_at_edges(
    pages: Sequence[PageLayout], edges: Sequence[Sequence[PrintedLine]], key: Key, needed: float
) -> set[int]:
    """The `id`s of lines that are no running titles, whatever they say.

    Args:
        edges: per page the lines that may be running titles.
        needed: pages on which a running title stands at least.
    """
    said = Counter(text for edge in edges for text in {line.text for line in edge})
    titles = {text for text, count in said.items() if count >= needed}
    heads = {line.text for page in pages for table in _tables(page) for line in table.header_lines}
    offsets = _offsets(edges, needed)
    counters = _counters(edges, key)
    found = _captions(edges)
    for number, page in enumerate(pages):
        found |= _of_one_form(page, key)
        for table in _tables(page):
            among = _among_rows(table, page.height)
            for line in (*table.header_lines, *(line for line, _ in table.rows)):
                if id(line) in among and line.text not in heads:
                    is_title = id(line) in counters
                elif id(line) in among or line.text not in heads:
                    is_title = line.text in titles or _counts(line, number, offsets)
                else:
                    is_title = True
                if not is_title:
                    found.add(id(line))
    return found


def _tables(page: PageLayout) -> Iterator[PrintedTable]:
    return (item for item in page.items if isinstance(item, PrintedTable))


def _of_one_form(page: PageLayout, key: Key) -> set[int]:
    """Lines that say the same as several others of their page, figures left out."""
    alike: dict[str, list[int]] = defaultdict(list)
    for line in lines_of(page):
        alike[key(line.text)].append(id(line))
    return {line for form, lines in alike.items() if form and len(lines) >= ALIKE for line in lines}


def _captions(edges: Sequence[Sequence[PrintedLine]]) -> set[int]:
    """Lines that are captions with a number of their own: one whose number stands on several pages
    is the title of a table that goes on."""
    named: dict[tuple[str, str], set[int]] = defaultdict(set)
    for edge in edges:
        for line in edge:
            if caption := _CAPTION.match(line.text):
                named[caption[1].casefold(), caption[2]].add(id(line))
    return {line for lines in named.values() if len(lines) == 1 for line in lines}


def _among_rows(table: PrintedTable, height: float) -> set[int]:
    """Lines of a table that are set as its rows are: without a wider gap to those around them. Of
    parts that wide gaps set off those of several lines count, and the largest."""
    lines = [*table.header_lines, *(line for line, _ in table.rows)]
    gaps = [max(0.0, lower.top - upper.bottom) for upper, lower in pairwise(lines)]
    usual = median_low(gaps) if len(gaps) > 1 else 0.0
    parts: list[list[PrintedLine]] = [lines[:1]]
    for gap, line in zip(gaps, lines[1:], strict=True):
        if gap > usual + APART * line.size:
            parts.append([])
        parts[-1].append(line)

    def size(part: Sequence[PrintedLine]) -> tuple[int, float]:
        middle = (part[0].top + part[-1].bottom) / 2
        return len(part), -abs(middle - height / 2)

    body = max(parts, key=size)
    return {
        id(line)
        for part in parts
        if len(part) >= ALIKE or (part is body and len(part) > 1)
        for line in part
    }


# --- lines that count the pages ------------------------------------------------------------------


def _offsets(edges: Sequence[Sequence[PrintedLine]], needed: float) -> set[int]:
    """By how much the numbers that are printed on the pages may differ from their own."""
    counts = Counter(
        offset
        for number, edge in enumerate(edges)
        for offset in {printed - number for line in edge for printed in _numbers(line)}
    )
    return {offset for offset, count in counts.items() if count >= needed}


def _counts(line: PrintedLine, page: int, offsets: set[int]) -> bool:
    return any(printed - page in offsets for printed in _numbers(line))


def _numbers(line: PrintedLine) -> Iterator[int]:
    return (int(match[0]) for match in _NUMBER.finditer(line.text))


def _counters(edges: Sequence[Sequence[PrintedLine]], key: Key) -> set[int]:
    """The `id`s of lines whose number grows with the pages on nearly all that have the form."""
    counted: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    pages: dict[str, set[int]] = defaultdict(set)
    for number, edge in enumerate(edges):
        for line in edge:
            form = key(line.text)
            pages[form].add(number)
            for printed in _numbers(line):
                counted[form, printed - number][number] = id(line)
    return {
        line
        for (form, _), lines in counted.items()
        if len(lines) >= max(CERTAIN, COUNTING * len(pages[form]))
        for line in lines.values()
    }
