"""What the codes of a list stand for: “RC3” is no answer to somebody who does not know the codes by
heart, “RC3 (Root canal molar)” is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.tasks.calculate.programs.column_words import LABEL, value_of
from backend.types import Calculation, CellKind, Operation, StoredTable
from backend.types.tables import StoredRow

MOST_NAMED = 5
"""Codes of one answer whose names are told."""
LONGEST = 48
"""Characters of a name."""
_NEARLY_ALL, _DIFFERENT = 0.9, 0.8
"""Rows that have a name, and names that are different, in a column that names its rows."""
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w/.-]{1,12}")
"""With a letter: a number may be a figure of another row."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_JOINT = ", "
_OF_ROWS = frozenset(
    [
        *(Operation.LARGEST, Operation.SMALLEST, Operation.TOP, Operation.BOTTOM),
        *(Operation.FIRST, Operation.LAST, Operation.LIST, Operation.LOOKUP),
    ]
)


def with_names(question: str, figure: str, made: Calculation, tables: Sequence[StoredTable]) -> str:
    """An answer of codes that label rows, each with its row's name behind it in brackets; any other
    answer as it is, and so is one whose names the question says itself.

    Args:
        figure: the answer as it would be told.
        tables: among which are those of the calculation's cells.
    """
    codes = figure.split(_JOINT)
    if made.operation not in _OF_ROWS or not made.operands or len(codes) > MOST_NAMED:
        return figure
    table = next((each for each in tables if each.id == made.operands[0].table_id), None)
    if table is None or not all(_CODE.fullmatch(code) for code in codes):
        return figure
    own = [row for row in table.rows if not row.total]
    rows = {value_of(row, LABEL): row for row in own}
    column = _naming_column(table, own)
    if column is None or len(rows) < len(own) or not rows.keys() >= set(codes):
        return figure
    names = [value_of(rows[code], column) for code in codes]
    if not all(0 < len(name) <= LONGEST for name in names):
        return figure
    if frozenset(term_texts(question)).issuperset(term_texts(" ".join(names))):
        return figure
    return _JOINT.join(f"{code} ({name})" for code, name in zip(codes, names, strict=True))


def _naming_column(table: StoredTable, rows: Sequence[StoredRow]) -> int | None:
    """The first column of words that tells nearly all of some rows apart."""
    for at, column in enumerate(table.columns):
        texts = [value_of(row, at) for row in rows]
        held = [text for text in texts if _WORD.search(text)]
        is_filled = column.kind is CellKind.TEXT and len(held) >= _NEARLY_ALL * len(texts)
        if is_filled and len(set(held)) >= _DIFFERENT * len(held):
            return at
    return None
