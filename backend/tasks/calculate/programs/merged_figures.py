"""Figures whose cell was merged over several rows: none of these rows has one of its own.

Such a figure may be of all its rows together, or the same of each. It counts once in a sum that has
all its rows or none; what asks for one of them, or compares them, is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from backend.tasks.calculate.programs.column_conditions import named_rows
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.types.calculations import Operand, Refusal
from backend.types.tables import StoredTable


def merged_refusal(table: StoredTable, row: int, column: int) -> Refusal:
    """What is told instead of the figure of a row, the first of those that share it."""
    cell = table.rows[row].cells[column]
    assert cell is not None
    names = [each.label for each in table.rows[row : row + cell.reach] if each.label.strip()]
    rows = " and ".join(names) if 1 < len(names) <= 3 else f"{cell.reach} rows"
    return Refusal(
        f"The figure {cell.text} stands in one cell over {rows}: it is open whether it is of each "
        "of them or of all together.",
        is_open=True,
    )


def shared_figures(table: StoredTable, columns: Iterable[int]) -> Iterator[tuple[int, int, range]]:
    """Row and column of each figure that several rows share, with all these rows."""
    for column in dict.fromkeys(each for each in columns if each >= 0):
        for at, row in enumerate(table.rows):
            cell = row.cells[column]
            if cell is not None and cell.reach > 1:
                yield at, column, range(at, min(at + cell.reach, len(table.rows)))


def shared_figure(
    request: ColumnRequest, link: ColumnLink, table: StoredTable, entries: list[int]
) -> Refusal | None:
    """A refusal where a request over a list asks for figures of rows that share theirs."""
    columns = [*link.measure, *(bound.column for bound in link.bounds)]
    columns += [*link.compared, *link.blanks, *link.filled]
    only_words = not (link.bounds or link.dates or link.compared or link.joint or link.group)
    is_sum = request.operation is ColumnOperation.SUM and only_words
    return open_for_some(table, columns, named_rows(table, link, entries), is_sum=is_sum)


def open_for_some(
    table: StoredTable, columns: Iterable[int], rows: Sequence[int], *, is_sum: bool
) -> Refusal | None:
    """A refusal where one of the rows shares its figure; not for a sum that has all rows that
    share it."""
    chosen = set(rows)
    for at, column, over in shared_figures(table, columns):
        inside = chosen.intersection(over)
        if inside and not (is_sum and len(inside) == len(over)):
            return merged_refusal(table, at, column)
    return None


def of_shared_figures(operands: Iterable[Operand], tables: Iterable[StoredTable]) -> Refusal | None:
    """A refusal where the figure of an operand is that of further rows, too."""
    known = {stored_table.id: stored_table for stored_table in tables}
    for operand in operands:
        if operand.table_id in known and operand.column >= 0:
            table = known[operand.table_id]
            if shared := open_for_some(table, [operand.column], [operand.row], is_sum=False):
                return shared
    return None
