"""The names of columns where a drawn table goes on at the head of the next page without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from backend.readers.layout.shapes import PageLayout, PrintedTable

BESIDE = 6.0
"""Points by which the columns of both parts may begin apart."""
MIXED, SURE = 0.5, 0.2
"""A column is of words up to a fifth of figures, of figures from four fifths."""


def with_carried_headers(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """The pages, each drawn table without a header that opens a page under the names of the one
    that closes the page before, if their columns begin at the same places and hold the same kinds
    of cells: a list of other things may be drawn as wide."""
    page_layouts: list[PageLayout] = []
    above: PrintedTable | None = None
    for page in pages:
        items = list(page.items)
        first = items[0] if items else None
        if above is not None and isinstance(first, PrintedTable) and _goes_on(above, first):
            items[0] = replace(first, header=above.header)
        page_layouts.append(replace(page, items=items))
        last = items[-1] if items else None
        above = last if isinstance(last, PrintedTable) and last.drawn else None
    return page_layouts


def _goes_on(above: PrintedTable, below: PrintedTable) -> bool:
    if not (above.drawn and below.drawn and above.header and not below.header):
        return False
    one, other = _begins(above), _begins(below)
    return (
        len(one) == len(other)
        and all(
            left is None or right is None or abs(left - right) <= BESIDE
            for left, right in zip(one, other, strict=True)
        )
        and all(
            kind is None or further is None or kind is further
            for kind, further in zip(_of_figures(above), _of_figures(below), strict=False)
        )
    )


def _of_figures(table: PrintedTable) -> list[bool | None]:
    """Whether each column holds figures or words; None for one that is empty or holds both."""
    kinds: list[bool | None] = []
    for column in zip_longest(*(cells for _, cells in table.rows), fillvalue=""):
        figures = [any(map(str.isdigit, cell[:2])) for cell in column if cell]
        share = sum(figures) / len(figures) if figures else MIXED
        kinds.append(share > MIXED if abs(share - MIXED) > MIXED - SURE else None)
    return kinds


def _begins(table: PrintedTable) -> list[float | None]:
    """Where the words of each column begin; None for one without any."""
    boxes = [line.cells for line, _ in table.rows]
    wide = max(map(len, boxes), default=0)
    columns = [[row[at] for row in boxes if at < len(row)] for at in range(wide)]
    return [min((box[0] for box in column if box), default=None) for column in columns]
