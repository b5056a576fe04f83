"""What was paid of a bill is more than its items come to, where a tax or a deduction stands below
them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_rows import closing_rows, entries_of
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_ITEMS = re.compile(r"(?i)\b(?:net|before|without|excluding|excl|items?|goods|works?)\b")


def is_before_tax(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """A refusal where all items of a bill were added up for what was paid, and the bill closes with
    another figure; None for sums of some of them."""
    if made.operation is not Operation.SUM or _ITEMS.search(question):
        return None
    for table in tables:
        cells = [operand for operand in made.operands if operand.table_id == table.id]
        closing = closing_rows(table)
        columns = {cell.column for cell in cells}
        if not closing or len(columns) != 1 or len(cells) < len(entries_of(table)[0]):
            continue
        last = table.rows[closing[-1]].cells[columns.pop()]
        if last is not None and last.value is not None and last.value != made.value:
            name = f"{table.rows[closing[-1]].label.strip() or 'the last row'}: {last.text}"
            return Refusal(
                f"The items of the bill come to another figure than it closes with ({name}).",
                (made.sentence,),
                is_open=True,
            )
    return None
