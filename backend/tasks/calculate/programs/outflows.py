"""What was spent is told without the brackets in which a statement prints it.

In a statement of cash flows brackets say that money went out, and in some statements of income all
costs stand in them. Where somebody asks what was spent, the amount is meant. A row that can go
either way ("Provision for (benefit from) taxes") keeps its sign.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.trusted_tables import is_of_cash_flows, is_statement
from backend.types.calculations import Calculation, Operand, Operation
from backend.types.tables import StoredTable

_EITHER_WAY = re.compile(r"(?i)\b(?:benefits?|income|gains?|proceeds|credits?|refunds?|changes?)\b")
_TAXES = re.compile(
    r"(?i)\b(?:employee|retirement|pension|post-?retirement) benefits?\b|\bincome tax"
)
"""Where these words stand in the name of what is paid."""


def as_outflow(made: Calculation, tables: Sequence[StoredTable]) -> Calculation:
    """The figure of a question for what was spent, without its brackets where they are sure to say
    that money went out."""
    if made.operation is not Operation.LOOKUP or made.over or made.joint:
        return made
    cell = made.operands[0]
    if not _is_in_brackets(cell) or not _only_goes_out(cell, tables):
        return made
    told = replace(made, is_outflow=True)
    if not made.sentence.endswith(made.figure):
        return made
    return replace(told, sentence=f"{made.sentence.removesuffix(made.figure)}{told.figure}")


def is_inflow_among_outflows(made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a figure of a statement of cash flows came in, while others of its row went out: it
    is not what was spent."""
    return made.operation is Operation.LOOKUP and any(
        cell.value > 0 and is_of_cash_flows(table) and min(_row(cell, table)) < 0
        for cell in made.operands[:1]
        for table in tables
        if table.id == cell.table_id
    )


def _is_in_brackets(cell: Operand) -> bool:
    return cell.value < 0 and cell.text.lstrip("$€£¥ ").startswith("(")


def _only_goes_out(cell: Operand, tables: Sequence[StoredTable]) -> bool:
    """Whether the row of a cell cannot say that something came in: it is named by no word for that,
    and it is one of cash flows, or all of its figures in the statement are in brackets."""
    if _EITHER_WAY.search(_TAXES.sub("", cell.label)):
        return False
    table = next(
        (stored_table for stored_table in tables if stored_table.id == cell.table_id), None
    )
    if table is None or not is_statement(table):
        return False
    return is_of_cash_flows(table) or all(each <= 0 for each in _row(cell, table))


def _row(cell: Operand, table: StoredTable) -> list[Decimal]:
    """The figures of a cell's row, without per cent."""
    found = [
        each.value
        for each, column in zip(table.rows[cell.row].cells, table.columns, strict=True)
        if each is not None and each.value is not None and column.unit != "%"
    ]
    return found or [cell.value]
