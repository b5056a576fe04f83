"""Rents and wages fall due again and again: what they come to once is not what was paid in all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.calendar_words import MONTH_NAME
from backend.dates import DAY
from backend.tasks.calculate.programs.column_words import LABEL, WORD, headers_of, heading, stemmed
from backend.tasks.calculate.programs.month_values import are_months
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredTable

_PAID = re.compile(
    r"(?i)\b(?:(?:did|have|has) (?:i|we|they|you|he|she) (?:pay|paid|spend|spent)"
    r"|(?:was|were|has been|have been) (?:paid|spent))\b"
)
_AGAIN = stemmed(["rent", "salary", "wage", "pension", "subscription", "premium", "retainer"])
_DONE = stemmed(["paid", "received", "payment"])
_DAY = re.compile(DAY)
_PERIOD = re.compile(
    rf"(?i)\b(?:(?:19|20)\d\d|{MONTH_NAME}|(?:per|a) (?:year|annum)|annual|yearly)\b"
)


def falls_due_again(
    question: str, made: Calculation, tables: Sequence[StoredTable], about: str
) -> Refusal | None:
    """A refusal where it is asked what was paid, and a list of what falls due again was added up
    that names no day, month or year."""
    if made.operation is not Operation.SUM or not _PAID.search(question):
        return None
    for table in tables:
        columns = {operand.column for operand in made.operands if operand.table_id == table.id}
        heads = [heading(at, table) for at in columns if at >= 0]
        words = stemmed(WORD.findall(" ".join(heads)))
        if words & _AGAIN and not words & _DONE and not _is_of_time(table, heads, about):
            return Refusal(
                f"{heads[0]} falls due again, and it is open how often it was paid.",
                (made.sentence,),
                is_open=True,
            )
    return None


def _is_of_time(table: StoredTable, heads: Sequence[str], about: str) -> bool:
    titles = " ".join((about, table.title, *table.section))
    titles = " ".join((_DAY.sub(" ", titles), *heads))  # "State of 1 April 2031" is no month
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    return (
        bool(headers_of(table, about).dates)
        or any(are_months(table, at) for at in (LABEL, *texts))
        or any(_PERIOD.search(row.label) for row in table.rows)
        or _PERIOD.search(titles) is not None
    )
