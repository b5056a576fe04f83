"""Columns of a query in which a figure stands in one cell over several rows: SQL sees it as that of
the first row, and none in the others."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from backend.tasks.calculate.programs.merged_figures import merged_refusal, shared_figures
from backend.tasks.calculate.written.sql_tables import SqlTable
from backend.types.calculations import Refusal

_NARROWING = ("where", "group", "having", "joins", "limit", "order", "distinct", "with_")


def merged_in_query(query: exp.Select, tables: Mapping[str, SqlTable]) -> Refusal | None:
    """Why a query over tables is left open: it names such a column; None where it names none, or is
    no more than the sum of a column over a whole table, in which the figure counts once."""
    is_all = is_whole_sum(query)
    for given in tables.values():
        for column in given.columns:
            if column.place < 0 or is_all or not names(query, column.name):
                continue
            for row, at, _ in shared_figures(given.table, [column.place]):
                return merged_refusal(given.table, row, at)
    return None


def names(query: exp.Select, column: str) -> bool:
    """Whether a query names a column, or all of them."""
    if any(not isinstance(each.parent, exp.Count) for each in query.find_all(exp.Star)):
        return True
    return any(each.name.casefold() == column.casefold() for each in query.find_all(exp.Column))


def is_whole_sum(query: exp.Select) -> bool:
    """Whether a query is no more than sums of columns over a whole table."""
    parts = [expression.unalias() for expression in query.expressions]
    sums = all(isinstance(part, exp.Sum) and isinstance(part.this, exp.Column) for part in parts)
    return sums and not any(query.args.get(each) for each in _NARROWING)
