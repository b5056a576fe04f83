"""Stored tables as tables of SQL: names, types, rows, and how they are told to a language model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.dates import span_of
from backend.tasks.calculate.programs.column_words import FIGURES, GROUP, LABEL, heading, value_of
from backend.types.calculations import measured
from backend.types.large_tables import SqlValue
from backend.types.tables import CellKind, StoredTable

ROW = "row_id"
"""The column that says which row of the stored table a row is, counted from 0."""
SHOWN_ROWS = 3
MOST_MATCHED = 15
LONGEST_VALUE = 60
_LONGEST_NAME = 60
_BETWEEN = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class SqlColumn:
    """A column under its SQL name; `place` is its number in the stored table, or `LABEL`, or
    `GROUP` for the headings above rows."""

    name: str
    place: int


@dataclass(frozen=True, slots=True)
class SqlTable:
    """A stored table under its SQL name."""

    name: str
    table: StoredTable
    columns: tuple[SqlColumn, ...]
    all_rows: int = 0
    """Of a large table, of which `table` holds a few rows only."""

    def rows(self) -> list[tuple[SqlValue, ...]]:
        """Every row: its number, then its values. Whole figures are whole numbers, so that they
        add up exactly; dates are written year-month-day where the day is sure; what is not printed
        is NULL. Values are before the scale of their column."""
        return [
            (at, *(self._value(at, column.place) for column in self.columns))
            for at in range(len(self.table.rows))
        ]

    def _value(self, at: int, place: int) -> SqlValue:
        row = self.table.rows[at]
        cell = row.cells[place] if place >= 0 else None
        if place >= 0 and (cell is None or cell.kind is CellKind.NIL):
            return None
        if cell is not None and cell.value is not None and cell.kind in FIGURES:
            whole = cell.value == cell.value.to_integral_value()
            return int(cell.value) if whole and abs(cell.value) < 1 << 53 else float(cell.value)
        text = value_of(row, place)
        if cell is not None and cell.kind is CellKind.DATE:
            found = span_of(text)
            if found is not None and found.first == found.last:
                return found.first.isoformat()
        return text or None

    def creation(self) -> str:
        """The statement that makes the table; texts are compared without their case."""
        columns = ", ".join(f'"{column.name}" COLLATE NOCASE' for column in self.columns)
        return f'CREATE TABLE "{self.name}" ("{ROW}" INTEGER PRIMARY KEY, {columns})'


def sql_tables(tables: Sequence[StoredTable]) -> tuple[SqlTable, ...]:
    """Tables under the names t1, t2 …, their columns under names made of their headers."""
    return tuple(
        SqlTable(f"t{number}", table, _columns(table))
        for number, table in enumerate(tables, start=1)
    )


def told(given: SqlTable, question: str) -> str:
    """The schema with type, unit, scale and period of each column, the first rows, and the values
    that share a word with the question."""
    table, kept = given.table, given.rows()
    lines = [f"TABLE {given.name}"]
    for name, said in (
        ("title", table.title),
        ("section", " > ".join(table.section)),
        ("text before it", table.lead_in),
    ):
        if said:
            lines.append(f"  {name}: {_one_line(said, 200)}")
    lines.append(f"  rows: {given.all_rows or len(kept)}")
    lines += [f"  {_described(column, table)}" for column in given.columns]
    lines.append("  first rows:")
    lines += [f"    {_told_row(row[1:])}" for row in kept[:SHOWN_ROWS]]
    if matched := _matched(given, kept, frozenset(term_texts(question))):
        lines.append("  values that share words with the question:")
        lines += [f"    {each}" for each in matched]
    return "\n".join(lines)


def _columns(table: StoredTable) -> tuple[SqlColumn, ...]:
    places = [LABEL] if any(row.label for row in table.rows) else []
    places += [GROUP] if any(row.group for row in table.rows) else []
    places += list(range(len(table.columns)))
    taken = {ROW}
    sql_columns: list[SqlColumn] = []
    for place in places:
        name = base = _name_of(heading(place, table)) or f"column_{place + 1}"
        number = 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        taken.add(name)
        sql_columns.append(SqlColumn(name, place))
    return tuple(sql_columns)


def _name_of(text: str) -> str:
    name = _BETWEEN.sub("_", text.casefold())[:_LONGEST_NAME].strip("_")
    return f"c_{name}" if name[:1].isdigit() else name


def _described(column: SqlColumn, table: StoredTable) -> str:
    if column.place < 0:
        what = "label of the row" if column.place == LABEL else "heading above the row"
        return f'"{column.name}" text: {what}'
    of = table.columns[column.place]
    is_figure = of.kind in FIGURES
    kind = "number" if is_figure else "date as YYYY-MM-DD" if of.kind is CellKind.DATE else "text"
    scale = of.scale if is_figure else Decimal(1)
    said = (
        f"headed {_one_line(of.name)}" if of.name else "",
        f"in{measured(of.unit, scale)}" if is_figure and measured(of.unit, scale) else "",
        f"period {of.period}" if of.period else "",
    )
    return f'"{column.name}" {kind}: {", ".join(filter(None, said))}'


def _matched(
    given: SqlTable, rows: Sequence[tuple[SqlValue, ...]], asked: frozenset[str]
) -> list[str]:
    found: dict[str, int] = {}
    for at, column in enumerate(given.columns, start=1):
        for value in {row[at]: None for row in rows}:
            if not isinstance(value, str):
                continue
            shared = len(asked.intersection(term_texts(value)))
            if shared:
                found[f'"{column.name}" = {_told_value(value)}'] = shared
    return sorted(found, key=lambda each: -found[each])[:MOST_MATCHED]


def _told_row(values: Sequence[SqlValue]) -> str:
    return " | ".join(map(_told_value, values))


def _told_value(value: SqlValue) -> str:
    if value is None:
        return "NULL"
    return f"'{_one_line(value)}'" if isinstance(value, str) else str(value)


def _one_line(text: str, most: int = LONGEST_VALUE) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
