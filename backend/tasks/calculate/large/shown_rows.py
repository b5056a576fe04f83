"""A few rows of a large table as a stored table: those that a question may mean, or that a figure
was made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.analysis import fold, term_texts
from backend.ports import CELLS, LargeSource
from backend.tables.cell_values import cell_value
from backend.tasks.calculate.programs.column_words import FIGURES
from backend.types.calculations import Operand
from backend.types.large_tables import LargeColumn, LargeTable, SqlValue
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

SECONDS = 10.0
"""Longest time that a query over a large table may run."""
SHOWN = 20
"""Rows that are shown of those that a figure was made of."""
FIRST = 20
"""Rows from the top that every question may look at."""
MOST_ALIKE = 100
"""Values of a column that share words with a question and are looked at."""
FEW_VALUES = 10
"""A column of no more different texts is looked at with all of them."""
_LONGEST_VALUE = 80
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class ShownRows:
    """Rows of a large table; `numbers` are their places in it, from 0."""

    table: StoredTable
    numbers: tuple[int, ...]

    def in_place(self, operands: Iterable[Operand]) -> tuple[Operand, ...]:
        """Cells of the shown rows with the places of their rows in the large table."""
        return tuple(replace(operand, row=self.numbers[operand.row]) for operand in operands)


def rows_shown(source: LargeSource, numbers: Iterable[int]) -> ShownRows:
    """Some rows by their numbers, in their order.

    Raises:
        QueryFailedError: if they cannot be read.
    """
    wanted = sorted(set(numbers))
    table = source.file.table
    names = ["row_id", *(f"t{at}" for at in range(len(table.columns)))]
    places = ", ".join(map(str, wanted)) or "-1"
    sql = (
        f"SELECT {', '.join(names)} FROM {CELLS} WHERE NOT is_sum AND row_id IN ({places})"
        " ORDER BY row_id"
    )
    found = source.file.select(sql, seconds=SECONDS, most=len(wanted) + 1)
    rows = tuple(_row(each, table, source) for each in found)
    numbers_found = tuple(_whole(each[0]) for each in found)
    return ShownRows(_stored(source, rows), numbers_found)


def rows_that_may_be_meant(source: LargeSource, question: str) -> ShownRows:
    """The first rows and the last, and rows with each value that shares a word with the question,
    with the first and the last days, and with each value of columns of few.

    Raises:
        QueryFailedError: if they cannot be read.
    """
    table = source.file.table
    asked = [each for each in dict.fromkeys(map(_beginning, term_texts(question))) if each]
    figures = list(dict.fromkeys(_DIGITS.findall(question)))
    last = range(max(0, table.rows - 2), table.rows)
    numbers: set[int] = {*range(min(FIRST, table.rows)), *last}
    for at, column in enumerate(table.columns):
        is_words = column.kind is CellKind.TEXT or at == 0
        if is_words and column.different is not None and column.different <= FEW_VALUES:
            numbers.update(_select(source, f"SELECT min(row_id) FROM {CELLS} GROUP BY t{at}", ()))
        elif is_words and (words := [*asked, *figures]):
            numbers.update(_alike(source, at, list(dict.fromkeys(words))))
        elif column.kind in FIGURES and figures:
            marks = ", ".join("?" * len(figures))
            sql = (
                f"SELECT min(row_id) FROM {CELLS} WHERE NOT is_sum AND v{at} IN ({marks})"
                f" GROUP BY v{at}"
            )
            numbers.update(_select(source, sql, [Decimal(figure) for figure in figures]))
        elif column.kind is CellKind.DATE:
            empty = f"SELECT min(row_id) FROM {CELLS} WHERE NOT is_sum AND v{at} IS NULL"
            numbers.update(_select(source, empty, ()))
            for order in (f"v{at}", f"v{at} DESC", f"substr(v{at}, 9, 2) DESC"):
                sql = (
                    f"SELECT row_id FROM {CELLS} WHERE NOT is_sum AND v{at} IS NOT NULL"
                    f" ORDER BY {order} LIMIT 1"
                )
                numbers.update(_select(source, sql, ()))
    return rows_shown(source, numbers - {-1})


def _beginning(stem: str) -> str:
    """What all words of a stem begin with: "librari" is that of "library" as well; nothing of a
    single letter."""
    plain = fold(stem)
    return "" if len(plain) < 2 else plain.removesuffix("i") if len(plain) > 3 else plain


def _alike(source: LargeSource, at: int, words: Sequence[str]) -> list[int]:
    """Rows of the values of a column that hold most of some words, the shortest first."""
    held = f"replace(strip_accents(lower(t{at})), 'ß', 'ss')"
    shares = " + ".join(f"CAST(contains({held}, ?) AS INTEGER)" for _ in words)
    sql = (
        f"SELECT first_row FROM (SELECT t{at}, min(row_id) AS first_row, max({shares}) AS shared"
        f" FROM {CELLS} WHERE NOT is_sum AND length(t{at}) <= {_LONGEST_VALUE}"
        f" GROUP BY t{at}) WHERE shared > 0"
        f" ORDER BY shared DESC, length(t{at}), first_row LIMIT {MOST_ALIKE}"
    )
    return _select(source, sql, words)


def _select(source: LargeSource, sql: str, parameters: Sequence[SqlValue]) -> list[int]:
    found = source.file.select(sql, parameters, seconds=SECONDS, most=100_000)
    return [_whole(each[0]) for each in found if each[0] is not None]


def _whole(value: SqlValue) -> int:
    return int(value) if value is not None else -1


def _stored(source: LargeSource, rows: tuple[StoredRow, ...]) -> StoredTable:
    table = source.file.table
    return StoredTable(
        id=source.table_id,
        document_id=source.document_id,
        pages=(0,),
        box=None,
        section=(),
        title=source.title,
        lead_in="",
        columns=tuple(_column(column) for column in table.columns[1:]),
        rows=rows,
        label_name=table.columns[0].name,
    )


def _column(each: LargeColumn) -> Column:
    path = (each.name,) if each.name else ()
    return Column(each.name, path, each.kind, each.unit, each.scale, "")


def _row(found: Sequence[SqlValue], table: LargeTable, source: LargeSource) -> StoredRow:
    label, *cells = (
        _cell(text, column, source) for text, column in zip(found[1:], table.columns, strict=True)
    )
    name = replace(label, kind=CellKind.TEXT, value=None) if label is not None else None
    return StoredRow(label.text if label else "", (), tuple(cells), False, name)


def _cell(text: SqlValue, column: LargeColumn, source: LargeSource) -> Cell | None:
    if text is None:
        return None
    kind, value = column.kind, None
    if kind in FIGURES:
        value = cell_value(str(text), decimal_comma=column.decimal_comma).value
        kind = kind if value is not None else CellKind.TEXT
    return Cell(str(text), kind, value, source.start, source.end, 0, None)
