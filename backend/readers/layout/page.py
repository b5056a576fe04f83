"""A page's words as lines and tables in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from backend.readers.layout.columns import regions
from backend.readers.layout.rows import fragments, rows
from backend.readers.layout.shapes import PageLayout, PrintedLine, PrintedTable, Word
from backend.readers.layout.tables import arrange


def lay_out(words: Sequence[Word], width: float, height: float) -> PageLayout:
    """Put a page's words, given in the order in which the file draws them, in reading order."""
    items: list[PrintedLine | PrintedTable] = []
    for column, pieces in enumerate(regions(fragments(words))):
        items.extend(arrange(rows(pieces), column))
    return PageLayout(width, height, items)
