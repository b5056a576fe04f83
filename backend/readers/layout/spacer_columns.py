"""An empty column that sets figures off from what they are of, within one table of a sheet.

Offices leave a column free between groups of figures. What stands right of it has no labels: read
as a table of its own it would say of nothing what its figures are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.readers.layout.cells import is_period
from backend.readers.layout.spanned_cells import is_figure
from backend.tables.cell_values import cell_value, is_year
from backend.types import CellKind

FEWEST_ROWS = 2
"""Rows of figures, at least."""
SHORTEST_CODE = 3
"""Digits of the numbers that rows may be called by, at least."""
TOTAL_LABEL = re.compile(r"(?i)(?:grand )?(?:total|sum)\b")
"""How the row that adds up the others is called."""
LEAST_BESIDE = 0.8
"""Share of the rows of figures that have a label left of the empty column, and of those with a
label that have figures, at least."""


def joined_blocks(
    rows: Sequence[Sequence[str]], blocks: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The columns of each table among rows that empty columns part, from left to right: a block of
    nothing but figures under a header goes with the one before it, if that has labels.

    Args:
        blocks: numbers of the columns that stand together.
    """
    found: list[list[int]] = []
    for columns in blocks:
        if found and columns[0] - found[-1][-1] == 2 and _goes_with(rows, found[-1], columns):
            found[-1].extend(columns)
        else:
            found.append(list(columns))
    return found


def _goes_with(
    rows: Sequence[Sequence[str]], labelled: Sequence[int], columns: Sequence[int]
) -> bool:
    right = [[row[at].strip() for at in columns] for row in rows]
    first = next((number for number, row in enumerate(right) if any(map(is_figure, row))), 0)
    heads, body = right[:first], right[first:]
    if not any(map(any, heads)) or not all(_is_for_figures(cell) for row in body for cell in row):
        return False  # words would be labels of their own
    labels = [row[labelled[0]].strip() for row in rows[first:]]
    if (
        len(columns) > 1
        and _tells_rows_apart([row[0] for row in body])
        and not (_are_periods(heads) or _has_their_sums(labels, body))
    ):
        return False
    if _numbers_rows([row[0] for row in body]):
        return False
    if not all(_is_label(label) for label in labels if label):
        return False
    filled = [any(row) for row in body]
    both = sum(bool(label) and there for label, there in zip(labels, filled, strict=True))
    return (
        both >= FEWEST_ROWS
        and both >= LEAST_BESIDE * sum(filled)
        and both >= LEAST_BESIDE * sum(map(bool, labels))
    )


def _is_for_figures(cell: str) -> bool:
    return not cell or is_figure(cell) or cell_value(cell).kind is CellKind.NIL


def _is_label(cell: str) -> bool:
    return not is_figure(cell, leads=True) or is_year(cell) or is_period(cell)


def _tells_rows_apart(column: Sequence[str]) -> bool:
    """Whether figures may be what the rows of a list are looked up by: they only rise or only fall
    (limits of weight, hours), or are whole numbers of one length, each another (accounts)."""
    filled = [cell for cell in column if cell]
    values = [cell_value(cell).value for cell in filled]
    known = [value for value in values if value is not None]
    if len(known) < max(FEWEST_ROWS, len(filled)):
        return False
    steps = [below - above for above, below in pairwise(known)]
    if all(step > 0 for step in steps) or all(step < 0 for step in steps):
        return True
    longest = len(filled[0])
    is_code = all(cell.isdecimal() and len(cell) == longest for cell in filled)
    return is_code and longest >= SHORTEST_CODE and len(set(filled)) == len(filled)


def _are_periods(heads: Sequence[Sequence[str]]) -> bool:
    """Whether each column is named by a year or period, as no column of labels is."""
    columns = [[cell for cell in column if cell] for column in zip(*heads, strict=True)]
    return all(column and (is_year(column[-1]) or is_period(column[-1])) for column in columns)


def _has_their_sums(labels: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether a last row that is called a total adds up the first of the columns."""
    filled = [(label, cell_value(row[0]).value) for label, row in zip(labels, body, strict=True)]
    *parts, (label, total) = [each for each in filled if each[1] is not None] or [("", None)]
    return (
        TOTAL_LABEL.match(label) is not None
        and len(parts) >= FEWEST_ROWS
        and sum(value for _, value in parts if value is not None) == total
    )


def _numbers_rows(column: Sequence[str]) -> bool:
    """Whether a column counts its rows (1, 2, 3), as the first one of a list does."""
    numbers = [int(cell) for cell in column if cell.isdecimal()]
    return len(numbers) == len(column) > 1 and all(
        below - above == 1 for above, below in pairwise(numbers)
    )
