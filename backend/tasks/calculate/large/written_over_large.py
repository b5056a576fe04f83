"""A language model's SELECT over a large table: told of, run and shown as one over small ones, but
that its cells are too many to be noted: the first rows are shown that each part of it reads."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from backend.ports import CELLS, LargeSource, QueryFailedError
from backend.tasks.calculate.large.shown_rows import (
    SECONDS,
    SHOWN,
    rows_shown,
    rows_that_may_be_meant,
)
from backend.tasks.calculate.written.query_results import result_of
from backend.tasks.calculate.written.running_sql import MOST_ROWS, Rows
from backend.tasks.calculate.written.sql_tables import ROW, SqlTable, sql_tables
from backend.tasks.calculate.written.traced_sql import SourceColumn, Traced, untold
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind

DIALECT = "duckdb"


def large_sql_table(source: LargeSource, question: str) -> SqlTable:
    """A large table as SQL, with rows that the question may mean.

    Raises:
        QueryFailedError: if it cannot be read.
    """
    (given,) = sql_tables([rows_that_may_be_meant(source, question).table])
    return replace(given, all_rows=source.file.table.rows)


def large_result(
    written: exp.Select, given: SqlTable, source: LargeSource
) -> Calculation | Refusal:
    """What an allowed query gives, with its first cells.

    Raises:
        QueryFailedError: if it takes too long, gives too many rows, or cannot run.
        UnitsDifferError: if cells were put together that do not go together.
    """
    rewritten = untold(written, {given.name: given})
    found = source.file.select(
        _sql(rewritten.query, given, source), seconds=SECONDS, most=MOST_ROWS
    )
    spots: list[SourceColumn] = []
    noted: list[tuple[int, int]] = []
    counted = 0
    for of_rows, rows in rewritten.behind:
        numbers = _numbers(rows, given, source)
        counted = max(counted, numbers[1])
        for spot in of_rows:
            spots.append(spot)
            noted += [(len(spots) - 1, number) for number in numbers[0]]
    width = len(rewritten.outputs)
    looked_up = {
        value
        for row in found
        for _, at in rewritten.looked_up
        if isinstance(value := row[width + at], int)
    }
    shown = rows_shown(source, looked_up | {number for _, number in noted})
    place = {number: at for at, number in enumerate(shown.numbers)}
    rows_there = tuple(
        (
            *row[:width],
            *(place.get(each, each) if isinstance(each, int) else each for each in row[width:]),
        )
        for row in found
    )
    traced = Traced("", rewritten.parsed, rewritten.outputs, tuple(spots), rewritten.looked_up)
    notes = tuple((spot, place[number]) for spot, number in noted if number in place)
    made = result_of(
        traced, Rows(rows_there, notes), {given.name: replace(given, table=shown.table)}
    )
    if isinstance(made, Refusal):
        return made
    used = max(counted, len({operand.row for operand in made.operands}))
    over = made.over if not counted else f"{source.title}, {used:,} rows"
    return replace(made, operands=shown.in_place(made.operands), of_rows=used, over=over)


def _numbers(rows: exp.Select, given: SqlTable, source: LargeSource) -> tuple[list[int], int]:
    """The numbers of the first rows that a SELECT reads, and how many it reads; none where it
    depends on the query around it."""
    try:
        first = rows.copy().distinct().order_by(exp.column(ROW, quoted=True)).limit(SHOWN)
        found = source.file.select(_sql(first, given, source), seconds=SECONDS, most=SHOWN)
        inner = rows.copy().distinct()
        count = exp.select("COUNT(*)").from_(inner.subquery("read"))
        ((many,),) = source.file.select(_sql(count, given, source), seconds=SECONDS, most=1)
    except QueryFailedError:
        return [], 0
    return [each for (each,) in found if isinstance(each, int)], int(many or 0)


def _sql(query: exp.Select, given: SqlTable, source: LargeSource) -> str:
    """A query over the table's SQL name as one over the file of columns. Days are year-month-day,
    texts are compared without their case, rows that sum up others are left out."""
    query = query.copy()
    for each in list(query.find_all(exp.Like)):
        each.replace(exp.ILike(this=each.this.copy(), expression=each.expression.copy()))
    columns = [f'"row_id" AS "{ROW}"']
    for column in given.columns:
        at = column.place + 1  # the column of labels is the first of the file
        kind = source.file.table.columns[at].kind
        is_valued = kind not in (CellKind.TEXT,) and at > 0
        columns.append(f'"{"v" if is_valued else "t"}{at}" AS "{column.name}"')
    base = f'"{given.name}" AS (SELECT {", ".join(columns)} FROM "{CELLS}" WHERE NOT "is_sum")'
    own = query.args.get("with_")
    parts = [expression.sql(DIALECT) for expression in own.expressions] if own is not None else []
    query.set("with_", None)
    return f"WITH {', '.join([base, *parts])} {query.sql(DIALECT)}"
