"""Which readings of a question are for a table, and which of their results may stand beside each
other."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_requests import (
    MONEY,
    ColumnOperation,
    ColumnRequest,
)
from backend.tasks.calculate.programs.column_wording import PERIODS
from backend.tasks.calculate.programs.column_words import WORD, is_list
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

FEWEST_PERIODS = 2
"""A table with one column of a period ("Hours in 2026") is none of periods."""


def that_hold(
    read: Sequence[tuple[ColumnRequest, Calculation | Refusal]],
) -> list[Calculation | Refusal]:
    """The results of the readings of one question that may stand beside each other.

    What happened ("were sold") is counted where the rows are what it happened to. Else it is added
    up, where a column says how much it was, and then no single cell is meant. Where "the largest
    invoice" is a figure of a column, its row stands in the formula.
    """
    counted = any(
        request.operation is ColumnOperation.COUNT and isinstance(each, Calculation)
        for request, each in read
    )
    added = any(
        request.verb
        and request.operation is not ColumnOperation.COUNT
        and isinstance(each, Calculation)
        for request, each in read
    )
    is_figure = any(
        request.operation in (ColumnOperation.HIGHEST, ColumnOperation.LOWEST)
        and isinstance(each, Calculation)
        for request, each in read
    )
    return [
        each
        for request, each in read
        if not (is_figure and request.measure == MONEY)
        and not (request.verb and counted and request.operation is not ColumnOperation.COUNT)
        and not (added and not counted and request.operation is ColumnOperation.LOOKUP)
    ]


def is_for(request: ColumnRequest, table: StoredTable) -> bool:
    """Whether a reading is for a table at all: single cells of documents with pages, and of tables
    of several periods, are looked up by period, scale and unit, which a list in a file has not. An
    average per month is none where a column is of a "monthly" figure itself."""
    heads = {word.casefold() for column in table.columns for word in WORD.findall(column.name)}
    if request.is_of_totals and any(PERIODS.get(head) == request.group for head in heads):
        return False
    dated = sum(bool(column.period) for column in table.columns)
    plain = is_list(table) or (table.box is None and dated < FEWEST_PERIODS)
    return plain or request.operation is not ColumnOperation.LOOKUP
