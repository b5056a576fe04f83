"""Whether unit and scale of a figure are sure enough to be said.

A wrong scale makes a figure wrong a thousandfold. Where something hints at a scale that the column
does not have, nothing is computed that would carry it; where no word, sign or header states a unit,
the figure stays as it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from backend.tables.column_scales import measure_of
from backend.tasks.calculate.programs.trusted_tables import is_of_cash_flows
from backend.types.calculations import Operand, Operation
from backend.types.tables import CellKind, StoredTable

UNMEASURED = frozenset([Operation.SHARE, Operation.CHANGE, Operation.RATIO])
"""Operations over figures of one scale, whose result has none."""
LONGEST_MENTION = 160
"""A longer text before a table is prose: a sign of a currency in it is not about the table."""
OPEN_FOR_ROW = "It is open whether the scale of the table holds for this row."
OPEN_FOR_TABLE = "It is open in what scale the figures are printed."
SILENT = "Other tables of the document are in thousands or millions; this one is silent."
OPEN_SCALES = (OPEN_FOR_ROW, OPEN_FOR_TABLE, SILENT)
_ONE = Decimal(1)
_HINT = re.compile(r"(?i)\b(?:thousands?|millions?|billions?|mill?\.|mn|bn)\b|['’(\s$€£]000s?\b")
_COUNTED = re.compile(
    r"(?i)\b(?:stores?|employees|headcount|rooms?|customers|subscribers|users|members|households"
    r"|shares|units|square (?:feet|met(?:er|re)s)|sq\. ?ft|days|weeks|nights|countries|number"
    r"|numbers|sites|vehicles|vessels|patients|students|visits|orders|people|persons|rate|ratio"
    r"|per share|margin|turnover|multiple)\b"
)
_NO_FLOW = re.compile(r"(?i)\b(?:numbers?|rate|ratio|per share)\b")
_OF_ONE = re.compile(r"(?i)\bper (?:[^\W\d]+ )?(?:share|unit)\b|\beps\b")
"""What is told of a single share is never in thousands."""
_MONEY = re.compile(
    r"(?i)^(?:(?:net|total|operating) )?(?:revenues?|sales|expenses?|costs?|costs and expenses)\b"
)
_FROM_THEM = re.compile(
    r"(?i)(?:(?:net|total) )?(?:revenues?|sales) (?:to|from) (?:external )?"
    r"(?:customers|members|subscribers)$"
)


def open_scale(
    operation: Operation,
    operands: Sequence[Operand],
    table: StoredTable,
    beside: Iterable[StoredTable] = (),
) -> str:
    """Why the scale of a result is open, as a sentence; empty where it is stated or not needed.

    Args:
        operation: what is done with the operands.
        operands: cells of the table.
        table: the table that they stand in.
        beside: further tables of the same document.
    """
    if operation in UNMEASURED:
        return ""
    written_out = _are_written_out(operands)
    for operand in operands:
        if operand.unit == "%" or (operand.scale == _ONE and _is_of_one(operand, table)):
            continue
        counted = bool(_COUNTED.search(operand.label)) and not _is_of_money(table, operand)
        if operand.scale != _ONE:
            if counted and measure_of(operand.label).scale is None:
                return OPEN_FOR_ROW
            continue
        if counted and not _is_money(table, operand):
            continue
        if any(_HINT.search(text) for text in _texts(table)):
            return OPEN_FOR_TABLE
        if written_out or not _is_amount(operand):
            continue
        if not _measures_things(table) and any(_is_scaled(other) for other in beside):
            return SILENT
    return ""


def stated_unit(operand: Operand, table: StoredTable) -> str:
    """The operand's unit where a sign beside it, its label, its header or the table's title says
    it; empty where it was only taken from prose before the table.

    A currency of no stated scale needs a word or sign in label or header: plain "USD" behind
    figures in thousands would be wrong a thousandfold.
    """
    if not operand.unit or operand.unit == "%":
        return operand.unit
    column = table.columns[operand.column]
    own = (operand.label, column.name, table.label_name)
    if operand.scale == _ONE and _is_currency(operand.unit):
        said_here = any(measure_of(text).unit == operand.unit for text in own)
        return operand.unit if said_here else ""
    cells = (row.cells[operand.column] for row in table.rows)
    if any(cell is not None and cell.kind is CellKind.CURRENCY for cell in cells):
        return operand.unit
    short = table.lead_in if len(table.lead_in) <= LONGEST_MENTION else ""
    if any(measure_of(text).unit == operand.unit for text in (*own, table.title, short)):
        return operand.unit
    return "" if _is_currency(operand.unit) else operand.unit


def _is_of_one(operand: Operand, table: StoredTable) -> bool:
    """Whether a figure is told of a single share, by its label or by the heading over it."""
    heads = table.rows[operand.row].group[-1:]
    return any(map(_OF_ONE.search, (operand.label, *heads)))


def _texts(table: StoredTable) -> tuple[str, ...]:
    groups = {group for row in table.rows for group in row.group}
    return (
        table.title,
        table.lead_in,
        table.label_name,
        *table.section[-1:],
        *(column.name for column in table.columns),
        *sorted(groups),
    )


def _measures_things(table: StoredTable) -> bool:
    """Whether columns of a table are in units of measure, and none is of money: it lists things and
    not sums, and counts them where a column has no unit."""
    units = {column.unit for column in table.columns} - {"", "%"}
    return bool(units) and not any(map(_is_currency, units))


def _is_scaled(table: StoredTable) -> bool:
    return any(column.scale != _ONE for column in table.columns)


def _are_written_out(operands: Sequence[Operand]) -> bool:
    """Whether all figures end in three noughts: figures in thousands hardly ever do, and those that
    were rounded to thousands and then written in full always do."""
    return all(operand.value and operand.value % 1000 == 0 for operand in operands)


def _is_amount(operand: Operand) -> bool:
    """Whether a figure could be money or a large count: units of measure are no such thing."""
    return not operand.unit or _is_currency(operand.unit)


def _is_money(table: StoredTable, operand: Operand) -> bool:
    cell = table.rows[operand.row].cells[operand.column]
    return cell is not None and cell.kind is CellKind.CURRENCY


def _is_of_money(table: StoredTable, operand: Operand) -> bool:
    """Whether a row stands under a heading of sums of money, "Rooms" beneath "Revenues", or says
    whom they come from, or among cash flows: "Repurchase of shares" is what was paid for them."""
    heads = table.rows[operand.row].group[-1:]
    return (
        any(map(_MONEY.match, heads))
        or _FROM_THEM.match(operand.label) is not None
        or (is_of_cash_flows(table) and _NO_FLOW.search(operand.label) is None)
    )


def _is_currency(unit: str) -> bool:
    return len(unit) == 3 and unit.isupper()
