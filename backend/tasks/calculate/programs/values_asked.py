"""What something is worth: how many there are of it is no value, where the list has prices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import FIGURES
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

_VALUE = re.compile(r"(?i)\b(?:values?|worth)\b")


def is_no_value(question: str, made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a value is asked for and a figure is none: no header of it says so, it is no money,
    and its table has columns of money."""
    if not _VALUE.search(question) or any(
        _VALUE.search(operand.header) for operand in made.operands
    ):
        return False
    used = {operand.table_id for operand in made.operands}
    money = {
        (table.id, at)
        for table in tables
        if table.id in used
        for at, column in enumerate(table.columns)
        if column.kind in FIGURES and is_money(column)
    }
    return bool(money) and not any(
        (operand.table_id, operand.column) in money for operand in made.operands
    )
