"""One request over a large table, asked of its file of columns: how many rows keep to it, which
they are, and how they are said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.ports import CELLS, LargeSource
from backend.tasks.calculate.large.condition_sql import (
    NOT_WORKED_OUT,
    Conditions,
    Sql,
    column_of,
    conditions_of,
    text_of,
    value_sql,
)
from backend.tasks.calculate.large.shown_rows import SECONDS, SHOWN, ShownRows, rows_shown
from backend.tasks.calculate.programs.column_answers import Selected, operands
from backend.tasks.calculate.programs.column_conditions import said_conditions
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_requests import ColumnRequest
from backend.tasks.calculate.programs.column_words import FIGURES, heading
from backend.types.calculations import Calculation, Operand, Refusal
from backend.types.large_tables import LargeTable, SqlValue
from backend.types.tables import StoredTable

_EXACT = 18
"""Digits of a figure up to which a product of two is exact."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows there are, keep to all conditions, or lack what is needed."""

    entries: int
    kept: int
    blank: int
    figureless: int


class AskedTable:
    """One request and what it means, asked of a database; `counts` are known once they were
    counted."""

    def __init__(
        self,
        source: LargeSource,
        request: ColumnRequest,
        link: ColumnLink,
        table: StoredTable,
        conditions: Conditions,
    ) -> None:
        self.source = source
        self.large: LargeTable = source.file.table
        self.request = request
        self.link = link
        self.table = table
        self.conditions = conditions
        self.counts = Counts(0, 0, 0, 0)

    def again(self, request: ColumnRequest, link: ColumnLink) -> AskedTable | Refusal:
        """Another request of the same table, its rows counted."""
        conditions = conditions_of(link, self.large)
        if isinstance(conditions, Refusal):
            return conditions
        asked = AskedTable(self.source, request, link, self.table, conditions)
        asked.counts = asked.counted_rows()
        return asked

    def ask(self, sql: str, *conditions: Sql, most: int = 1) -> tuple[tuple[SqlValue, ...], ...]:
        """The rows that a query gives, whose parameters are those of its conditions.

        Raises:
            QueryFailedError: if it cannot be asked.
        """
        parameters = [value for condition in conditions for value in condition.parameters]
        return self.source.file.select(sql, parameters, seconds=SECONDS, most=most)

    def counted_rows(self) -> Counts:
        """How many rows there are of each kind."""
        at = self.conditions
        ((entries, held, figured, whole, kept),) = self.ask(
            f"SELECT count(*) FILTER (NOT is_sum), count(*) FILTER ({at.held.text}),"
            f" count(*) FILTER ({at.figured.text}), count(*) FILTER ({at.whole.text}),"
            f" count(*) FILTER ({at.kept.text}) FROM {CELLS}",
            *(at.held, at.figured, at.whole, at.kept),
        )
        all_held = int(held or 0)
        return Counts(
            int(entries or 0),
            int(kept or 0),
            all_held - int(whole or 0),
            all_held - int(figured or 0),
        )

    def first(self, order: str = "row_id", most: int = SHOWN, more: Sql | None = None) -> ShownRows:
        """The first rows that are kept, in an order."""
        kept = self.conditions.kept
        also = f" AND {more.text}" if more else ""
        found = self.ask(
            f"SELECT row_id FROM {CELLS} WHERE {kept.text}{also} ORDER BY {order}, row_id"
            f" LIMIT {most}",
            kept,
            *((more,) if more else ()),
            most=most,
        )
        return rows_shown(self.source, [int(each) for (each,) in found if each is not None])

    @property
    def left(self) -> str:
        """What was left out, in words."""
        counts = self.counts
        left = [
            f"{count:,} {what} left out"
            for count, what in (
                (self.large.sums, "of totals"),
                (counts.blank, "without an entry"),
            )
            if count
        ]
        return f" ({', '.join(left)})" if left else ""

    @property
    def many(self) -> str:
        """How many rows of how many, and under which conditions."""
        counts = self.counts
        of = f" of {counts.entries:,}" if counts.kept != counts.entries else ""
        rows = f"{counts.kept:,}{of} row{'s' if counts.entries != 1 else ''}"
        return f"{rows}{said_conditions(self.link, self.table)}"

    @property
    def measured(self) -> str:
        """The header of the column of figures, or of two with what joins them."""
        link = self.link
        heads = [heading(each, self.table) for each in link.measure]
        return f" {link.joint} ".join(heads) if link.joint else heads[0]

    def selected(self, shown: ShownRows) -> Selected:
        """The request over the rows that are shown."""
        rows = list(range(len(shown.table.rows)))
        return Selected(self.request, self.link, shown.table, rows, rows, self.left)

    def cells(self, shown: ShownRows, columns: Sequence[int]) -> tuple[Operand, ...]:
        """The cells of shown rows, with their places in the file."""
        rows = range(len(shown.table.rows))
        cells = [operands(shown.table, [at], column) for at in rows for column in columns]
        return shown.in_place(each for cell in cells for each in cell)

    def made(self, found: Calculation) -> Calculation:
        """A calculation that is of all rows that keep to the conditions."""
        return replace(found, of_rows=self.counts.kept)

    def figure(self) -> str | Refusal:
        """The figure of a row as SQL, of two columns by their joint."""
        link = self.link
        columns = [column_of(self.large, each) for each in link.measure]
        if any(column.kind not in FIGURES for column in columns):
            return Refusal(NOT_WORKED_OUT)
        if not link.joint:
            return value_sql(link.measure[0])
        if len({(column.unit, column.scale) for column in columns}) > 1 and link.joint in (
            "+",
            "−",
        ):
            return Refusal("The two columns are of different units or scales.")
        signs = {"×": "*", "+": "+", "−": "-"}
        digits = [digits_of(column.least, column.largest) + column.places for column in columns]
        if link.joint not in signs or max(digits) > _EXACT:
            return Refusal(NOT_WORKED_OUT)
        one, two = (
            f"CAST({value_sql(at)} AS DECIMAL({_EXACT}, {column.places}))"
            for at, column in zip(link.measure, columns, strict=True)
        )
        return f"({one} {signs[link.joint]} {two})"

    def nameless(self, kept: Sql, name: str) -> bool:
        """Whether one of some rows has no text in a column."""
        ((count,),) = self.ask(
            f"SELECT count(*) FROM {CELLS} WHERE {kept.text} AND {name} IS NULL", kept
        )
        return bool(count)

    def is_mixed(self) -> bool:
        """See `column_operations.is_mixed`."""
        link, kept = self.link, self.conditions.kept
        if link.is_some or not (link.blanks or any(equal.is_negated for equal in link.equals)):
            return False
        name = text_of(link.entity)
        ((both,),) = self.ask(
            f"SELECT count(*) FROM (SELECT lower({name}) FROM {CELLS} WHERE {kept.text}"
            f" INTERSECT SELECT lower({name}) FROM {CELLS} WHERE NOT is_sum AND NOT ({kept.text}))",
            kept,
            kept,
        )
        return bool(both)


def digits_of(*texts: str) -> int:
    """The most digits before the decimals of some figures."""
    return max((len(text.lstrip("-").partition(".")[0]) for text in texts), default=0)


def decimal_of(value: SqlValue) -> Decimal:
    """A figure of a database; nought where there is none."""
    return value if isinstance(value, Decimal) else Decimal(str(value or 0))
