"""What was paid, added up of rows that a list says are not paid yet: "How much rent was paid?" of a
list with a column "Paid on" that is empty in some of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    headers_of,
    heading,
    stemmed,
    value_of,
)
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_WAS_PAID = re.compile(
    r"(?i)\b(?:was|were|been|is|are) (?:already )?(?:paid|settled|repaid)\b"
    r"|\b(?:did|has|have|had) (?!.*\b(?:not|never|to)\b).+? (?:pay|paid|settled?|repaid)\b"
)
_DENIED = re.compile(r"(?i)\b(?:not|never|un\w+|n['’]t|yet)\b")
_PAID = stemmed(["paid", "settled", "repaid", "payment"])
_OTHERWISE = stemmed(["by", "to", "method", "terms", "due", "deadline", "type", "reference", "no"])
_NO = frozenset(["", "no", "n", "false", "open", "unpaid", "pending", "-", "–"])


def unpaid_rows(question: str, made: Calculation, tables: Sequence[StoredTable]) -> Refusal | None:
    """A refusal where a sum of what was paid has such rows."""
    is_asked = _WAS_PAID.search(question) and not _DENIED.search(question)
    if made.operation is not Operation.SUM or not is_asked:
        return None
    for table in tables:
        rows = {operand.row for operand in made.operands if operand.table_id == table.id}
        headers = headers_of(table, "")
        for at, column in enumerate(table.columns):
            head = headers.of(at)
            if column.kind in FIGURES or not head & _PAID or head & _OTHERWISE:
                continue
            texts = [value_of(table.rows[row], at).strip().casefold() for row in sorted(rows)]
            if len(set(texts)) > 1 and any(text in _NO for text in texts):
                return Refusal(
                    f"Some of these rows are not paid, as {heading(at, table)} says.",
                    (made.sentence,),
                    is_open=True,
                )
    return None
