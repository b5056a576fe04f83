"""Which columns of a row a question means: those of its period, and of these the ones whose header
it names."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.fiscal_periods import is_called_after_either
from backend.tasks.calculate.programs.linking import ASKING, of_period
from backend.tasks.calculate.programs.requests import (
    months_in,
    parts_in,
    quarters_in,
    years_in,
)
from backend.tasks.calculate.programs.series import SeriesFigure, series_of, words_of
from backend.types.tables import StoredTable


def figures_of_row(table: StoredTable, at: int) -> dict[int, SeriesFigure]:
    """The figures of a row by the number of their column."""
    return {
        figure.operand.column: figure
        for series in series_of(table)
        for figure in series.figures
        if figure.operand.row == at
    }


def asked_columns(question: str, table: StoredTable, at: int) -> tuple[int, ...]:
    """The numbers of the filled columns of the row `at` that the question means, in their order;
    empty where it tells none from the others.

    A column whose header names another year or another part of a year is not meant; where a year
    may be called by either of two numbers, none is. Of the rest, those that share most words with
    the question are; without a year that a header names, at least one word must be shared, unless
    there is one column alone.
    """
    row = table.rows[at]
    filled = [number for number, cell in enumerate(row.cells) if cell is not None]
    figures = figures_of_row(table, at)
    years = years_in(question)
    parts = quarters_in(question) or parts_in(question)
    dated = [number for number in filled if years_in(_period(table, number))]
    meant = [number for number in dated if number in figures]
    named = False
    if years and meant:
        kept = [
            series_figure
            for year in years
            for series_figure in of_period([figures[number] for number in meant], year, parts)
        ]
        if not kept or any(_is_open(question, series_figure) for series_figure in kept):
            return ()
        filled, named = sorted({series_figure.operand.column for series_figure in kept}), True
    best = _best_named(question, table, row.label, filled)
    return best or (tuple(filled) if named or len(filled) == 1 else ())


def _is_open(question: str, figure: SeriesFigure) -> bool:
    """Whether a figure's year is called by another number, unless the question names its month."""
    period = figure.operand.period
    return is_called_after_either(period) and not months_in(question)


def _period(table: StoredTable, number: int) -> str:
    column = table.columns[number]
    return column.period or column.name


def _best_named(
    question: str, table: StoredTable, label: str, columns: Sequence[int]
) -> tuple[int, ...]:
    """Of the columns those that share most words with the question, if any shares one; of these,
    those that say least beyond it."""
    asked = words_of(question) - words_of(label) - ASKING
    heads = {number: words_of(table.columns[number].name) for number in columns}
    shared = {number: len(words & asked) for number, words in heads.items()}
    most = max(shared.values(), default=0)
    if not most:
        return ()
    best = [number for number in columns if shared[number] == most]
    least = min(len(heads[number] - asked) for number in best)
    return tuple(number for number in best if len(heads[number] - asked) == least)
