"""The dearest, first or last of what a table says in its title alone, and another table of its
document in the header over its rows: "the dearest boat" is in the table that is headed "Boat", and
not in the one of boat hooks."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import (
    columns_of_words,
    content,
    headers_of,
    value_of,
)
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_RANKED = frozenset(
    [
        *(Operation.LARGEST, Operation.SMALLEST, Operation.TOP, Operation.BOTTOM),
        *(Operation.FIRST, Operation.LAST),
    ]
)
_ELSEWHERE = "Another table of the document is headed as what is asked for."


def headed_elsewhere(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """That another table may be meant; None where no other one is headed so, or the table itself
    says a word of the question in a header or a row."""
    own = [table for table in tables if any(each.table_id == table.id for each in made.operands)]
    if made.operation not in _RANKED or len(own) != 1:
        return None
    asked = content(question) & content(" ".join((own[0].title, *own[0].section[-1:])))
    if not asked or content(question) & _words_of_rows(own[0]):
        return None
    others = [table for table in tables if table is not own[0]]
    heads = {head for table in others for head in _heads(table)}
    is_other = any(frozenset([word]) in heads for word in asked)
    return Refusal(_ELSEWHERE, (made.sentence,), is_open=True) if is_other else None


def _heads(table: StoredTable) -> list[frozenset[str]]:
    headers = headers_of(table, "")
    return [headers.of(at) for at in columns_of_words(table)]


def _words_of_rows(table: StoredTable) -> frozenset[str]:
    """The stems of the columns of words and their headers."""
    texts = (value_of(row, at) for row in table.rows for at in columns_of_words(table))
    return content(" ".join(texts)).union(*_heads(table))
