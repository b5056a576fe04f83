"""Large tables in which a figure stands in one cell over several rows: the file of columns has it
in the first row alone, and says of a column how many such figures it has."""

from __future__ import annotations

from sqlglot import exp

from backend.ports import LargeSource
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.written.merged_columns import is_whole_sum, names
from backend.tasks.calculate.written.sql_tables import SqlTable
from backend.types.calculations import Refusal
from backend.types.large_tables import LargeColumn, LargeTable


def merged_open(request: ColumnRequest, link: ColumnLink, large: LargeTable) -> Refusal | None:
    """A refusal where a request is of such a column; not for the sum of all rows, in which each
    figure counts once."""
    if request.operation is ColumnOperation.SUM and not (link.is_narrowed or link.group):
        return None if not link.joint else _first_of(list(link.measure), large)
    columns = [*link.measure, *(bound.column for bound in link.bounds)]
    return _first_of([*columns, *link.compared, *link.blanks, *link.filled], large)


def merged_in_large(query: exp.Select, given: SqlTable, source: LargeSource) -> Refusal | None:
    """The same for a query that a language model wrote."""
    if is_whole_sum(query):
        return None
    named = [column.place for column in given.columns if names(query, column.name)]
    return _first_of(named, source.file.table)


def _first_of(columns: list[int], large: LargeTable) -> Refusal | None:
    # the column of labels is the first of the file
    held = (large.columns[column + 1] for column in columns if column >= -1)
    return next((_refusal(each) for each in held if each.shared), None)


def _refusal(column: LargeColumn) -> Refusal:
    return Refusal(
        f"Figures of {column.name} ({column.shared}) stand in one cell over several rows: it is "
        "open whether each is of every one of them or of all together.",
        is_open=True,
    )
