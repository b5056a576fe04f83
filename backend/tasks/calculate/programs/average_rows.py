"""Rows that say an average of the others ("Class average", "Mean of all sites"): they are no
entries, so that they are neither counted nor added up, ranked or averaged again."""

from __future__ import annotations

import re
from itertools import takewhile

from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import CellKind, StoredRow, StoredTable

_WORD = r"(?:averages?|avg\.?|mean|median)"
_SAYS = re.compile(
    rf"^(?i:{_WORD}(?: (?:mark|score|value|grade|result|figure|price|cost|amount)s?)?"
    r"(?: (?:of|for|per|over|across) .+)?|.+ (?:averages?|avg\.?|(?-i:mean|median))"
    r"(?: ?\(.*\))?)[ :]*$"
)
"""In capitals "Mean" may be the name of somebody."""
MOST = 3
"""Rows of averages at either end: more of them are what the table is about."""
FEWEST_OTHERS = 2


def average_rows(table: StoredTable) -> frozenset[int]:
    """The first or last rows that are called an average and lack the texts that all others have."""
    places = range(len(table.rows))
    texts = [
        at
        for at, column in enumerate(table.columns)
        if column.kind in (CellKind.TEXT, CellKind.DATE)
        and 2 * sum(bool(value_of(row, at)) for row in table.rows) > len(table.rows)
    ]

    def is_average(at: int) -> bool:
        row = table.rows[at]
        own = [text for text in texts if value_of(row, text) != _name_of(row)]
        return _SAYS.match(_name_of(row)) is not None and not (
            own and all(value_of(row, text) for text in own)
        )

    found = {*takewhile(is_average, places), *takewhile(is_average, reversed(places))}
    named = [at for at in places if _SAYS.match(_name_of(table.rows[at]))]
    if set(named) != found or len(found) > MOST or len(places) - len(found) < FEWEST_OTHERS:
        return frozenset()
    return frozenset(found)


def _name_of(row: StoredRow) -> str:
    """What a row is called: its label, or its first text."""
    cells = (cell for cell in row.cells if cell is not None and cell.kind is CellKind.TEXT)
    first = next(cells, None)
    return row.label.strip() or (first.text.strip() if first is not None else "")
