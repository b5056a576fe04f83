"""In what scale a text some way before a table announces its figures to be.

Beneath “… are as follows (in thousands):” notes may stand before the table, and a head such as
“Notes to the statements (in millions, except per share data)” is of all that follows. Either holds
for the next table alone, so that what is said of one is never taken for another.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from backend.tables.column_scales import ONE, is_unscaled, measure_around, with_thousands_named
from backend.types.layout import Reading
from backend.types.tables import Cell, CellKind, Column

LONGEST_HEAD = 240
"""Characters of a head that states a scale without announcing a table: longer ones are prose."""
PAGES_BACK = 1
"""So many pages before that of the table may announce it."""
_STATEMENT = re.compile(r"\((?P<said>[^()]{3,160})\)\s*(?P<colon>:?)\s*\.?$")
"""A bracket at the end of a text, which a colon may follow."""
_STATES = re.compile(
    r"(?i)\bin\s+(?:[^\W\d]+\s+){0,3}?[$€£¥]?\s?(?:thousands|millions|billions)\b"
    r"|\bin\s+[$€£¥]?\s?['’‘]?000['’]?s?(?!\w)"
)
_COUNTED = re.compile(
    r"(?i)\b(?:number|shares|units|options|awards|warrants|employees|headcount|stores|customers"
    r"|prices?|rates?|ratios?)\b"
)
"""Heads of columns that no scale of sums of money reaches."""
_IN_FULL = re.compile(r"\d\.\d\d(?!\d)")
"""A figure with cents."""


def announced_scale(reading: Reading, start: int, page: int) -> str:
    """The words that announce the scale of a table, as in "in thousands"; empty where none do.

    Args:
        reading: the document.
        start: where the table begins in its text.
        page: the page of the table, from 0.
    """
    below_heading = False
    before = bisect_right(reading.blocks, start, key=lambda block: block.end)
    for block in reversed(reading.blocks[:before]):
        if block.kind == "table" or block.page < page - PAGES_BACK:
            return ""
        text = " ".join(reading.text[block.start : block.end].split())
        said = _STATEMENT.search(with_thousands_named(text))
        if said is not None and _STATES.search(said["said"]):
            # what a colon announces stands beneath it, and not beneath another heading
            if said["colon"] and not below_heading:
                return said["said"]
            if not said["colon"] and len(text) <= LONGEST_HEAD:
                return said["said"]
        below_heading = below_heading or block.kind == "heading"
    return ""


def in_scale(column: Column, cells: Iterable[Cell | None], announced: str) -> Column:
    """A column of amounts that states no scale, in the one that is announced.

    Columns of counts, prices and rates are not, nor those with cents: figures in thousands have
    none.

    Args:
        column: one whose own header and whose table may state a scale.
        cells: the column's cells, None where one is empty.
        announced: what `announced_scale` found.
    """
    said = measure_around(announced)
    if said.scale is None or column.scale != ONE or column.kind not in _AMOUNTS:
        return column
    if column.unit and not _is_currency(column.unit):
        return column
    if is_unscaled(column.name) or _COUNTED.search(column.name):
        return column
    figures = [cell.text for cell in cells if cell is not None and cell.value is not None]
    if 2 * sum(_IN_FULL.search(text) is not None for text in figures) > len(figures):
        return column
    unit = column.unit or (said.unit if _is_currency(said.unit) else "")
    return replace(column, scale=said.scale, unit=unit)


_AMOUNTS = (CellKind.NUMBER, CellKind.CURRENCY)


def _is_currency(unit: str) -> bool:
    return len(unit) == 3 and unit.isupper()
