"""The header of a cell as it is said alone, away from its table.

Which part of a year a column is of may be printed over it, over the labels ("Q4 (in millions)"), or
in a row of its own above the row ("Fourth quarter"). Said alone, a header names it in any case.
"""

from __future__ import annotations

import re

from backend.tables.column_periods import says_part, says_whole_year
from backend.tables.period_labels import is_period_label
from backend.types.tables import Column, StoredRow, StoredTable

_BRACKETS = re.compile(r"\([^()]*\)")


def header_in_full(table: StoredTable, row: StoredRow, column: Column) -> str:
    """The header of a row's cell in a column, with the period that is printed elsewhere."""
    printed = " ".join(part for part in column.path if part != "%")
    if not takes_period(column):
        return " ".join(printed.split())
    said = [*_over_labels(table), *periods_above(row), printed]
    return " ".join(" ".join(dict.fromkeys(said)).split())


def takes_period(column: Column) -> bool:
    """Whether a header leaves open which part of a year it is of."""
    return not any(says_part(part) or says_whole_year(part) for part in column.path)


def periods_above(row: StoredRow) -> tuple[str, ...]:
    """The periods that stand alone above a row."""
    return tuple(group for group in row.group if is_period_label(group))


def _over_labels(table: StoredTable) -> tuple[str, ...]:
    """The length of the periods that stands over the labels, where columns are of periods."""
    text = " ".join(_BRACKETS.sub(" ", table.label_name).split())
    length = is_period_label(text) and (says_part(text) or says_whole_year(text))
    return (text,) if length and any(column.period for column in table.columns) else ()
