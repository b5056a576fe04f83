"""What "I" did, paid or worked is that of one person: where a list names several, it is not what
all of them together did."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.column_words import columns_of_words, heading, value_of
from backend.tasks.calculate.programs.comparison_words import called_people
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_DO = r"\b(?i:do|did|have|had|must|should|will|can)"
_I = re.compile(rf"{_DO} I\b")
_WE = re.compile(rf"{_DO} (?i:we)\b")
_EARN = re.compile(r"(?i)^how much (?:money )?do (?:i|we) (?:earn|make|get|receive)(?: now)?\W*$")
"""What is earned again and again is no sum of what a list holds."""
_TENANTS = "tenant"
"""They pay a rent, and "we" are others, or one of them."""
_WHO = frozenset(["who", "person", "payer", "paid by", "spent by", "whose"])
_OF_OTHERS = frozenset(
    [
        *("customer", "client", "buyer", "supplier", "vendor", "contact", "patient", "guest"),
        *("pupil", "student", "applicant", "candidate", "donor", "author", "artist", "speaker"),
    ]
)
"""Those whom the one who asks has to do with, and is not."""
_OVER_ROWS = frozenset([Operation.SUM, Operation.MEAN, Operation.MEAN_OF_GROUPS, Operation.COUNT])


def is_of_several(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """A refusal where it is asked what "I" did, and the rows are those of several people."""
    if made.operation is Operation.SUM and _EARN.match(question):
        return Refusal("It is open for what time that is meant.", (made.sentence,), is_open=True)
    is_one, are_some = _I.search(question) is not None, _WE.search(question) is not None
    if made.operation not in _OVER_ROWS or not (is_one or are_some):
        return None
    for table in tables:
        rows = {operand.row for operand in made.operands if operand.table_id == table.id}
        for at in columns_of_words(table):
            head = heading(at, table).casefold().strip()
            if head not in (called_people() | _WHO) - _OF_OTHERS:
                continue
            if not is_one and head != _TENANTS:
                continue
            if head == "name" and made.unit in CURRENCIES.values():
                continue  # of what was bought, as like as not
            names = {value_of(table.rows[row], at).casefold() for row in rows} - {""}
            if len(names) > 1:
                return Refusal(
                    f"The rows are of several under {heading(at, table)}, and it is open which of "
                    "them you are.",
                    (made.sentence,),
                    is_open=True,
                )
    return None
