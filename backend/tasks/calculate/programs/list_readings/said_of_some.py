"""Whether a list says a deed of some of its rows alone: in a column "Refunded" of yes and no, a day
that some rows lack, or a cell "refunded". What was refunded is then not all that the list holds."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_words import WORD, headers_of, stemmed, value_of
from backend.types.tables import CellKind, StoredTable

_PAID = stemmed(["paid", "unpaid", "settled", "due", "open", "outstanding", "overdue"])
_PAYING = stemmed(["paid", "pay", "settled"])
_DUE = stemmed(["due"])


def is_said_of_some(verb: str, table: StoredTable) -> bool:
    """Whether a header or a cell has the verb, or says whether something was paid where that is
    asked; a column of days that all rows have says it of all."""
    stems = stemmed([verb, verb.removesuffix("d"), verb.removesuffix("ed")])
    is_paid = bool(stems & _PAYING)
    headers = headers_of(table, "")
    rows = [row for row in table.rows if not row.total]
    for at, column in enumerate(table.columns):
        said = headers.of(at) & (stems | (_PAID - _DUE if is_paid else frozenset()))
        is_whole = column.kind is CellKind.DATE and all(value_of(row, at) for row in rows)
        if said and at not in headers.figures and not is_whole:
            return True
        if column.kind is not CellKind.TEXT:
            continue
        states = stems | (_PAID if is_paid else frozenset())
        if any(stemmed(WORD.findall(value_of(row, at))) & states for row in rows):
            return True
    return False
