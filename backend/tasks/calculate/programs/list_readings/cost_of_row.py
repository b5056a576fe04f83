"""What something of a bill or an offer cost: the price of one of it and what all of it came to are
two figures of its row, and "What did the tarring cost?" says neither."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.between_columns import is_of_stock
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_conditions import figure_at, has_measure
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    bare_question,
    headers_of,
    heading,
    is_list,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cell_told import cell_told
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

_COST = re.compile(
    r"(?i)^(?:how much|what) (?:did|does|do|will|would) (?P<the>(?:the|our|my|all the) )?"
    r"(?P<what>(?!an? |one |each |every |a single ).+?) cost"
    r"(?P<all> (?:in total|altogether|in all))?$"
)
_PRICE = stemmed(["price", "rate"])
_OF_ROWS = (Operation.LOOKUP, Operation.SUM)
FEWEST = 2
"""Rows that show what is a product."""
ROUNDED = 1
_ALL = re.compile(r"(?i)\b(?:total|amount|sum|gross)\b")


def cost_of_row(asked: AskedList) -> list[Outcome]:
    """What all of it came to where the question says so; else that it is open, if both figures are
    there and differ; nothing for other lists."""
    match = _COST.match(bare_question(asked.question))
    if match is None or asked.is_part:
        return []
    table = asked.table
    one, all_of_it = price_and_whole(table)
    if one is None or all_of_it is None:
        return []
    # of a printed table a single cell is not looked up here
    which = "" if is_list(table) else "sum of the "
    made = asked.ask(f"What is the {which}{plain_heading(one, table)} of {match['what']}")
    if not isinstance(made, Calculation) or made.operation not in _OF_ROWS:
        return []
    rows = sorted({operand.row for operand in made.operands if operand.column != LABEL})
    if not rows or not all(has_measure(table, table.rows[at], all_of_it) for at in rows):
        return []
    label = table.rows[rows[0]].label.casefold()
    if label in match["what"].casefold() and any(map(str.isdigit, label)):
        return []  # an order cost what it came to
    whole = plain_heading(all_of_it, table)
    if match["all"]:
        if len(rows) == 1:
            return [cell_told(table, rows[0], all_of_it, match["what"])]
        told = asked.ask(f"What is the total {whole} where {table.label_name} is {match['what']}")
        is_sum = isinstance(told, Calculation) and told.operation is Operation.SUM
        return [
            told if told is not None and is_sum else _open(one, all_of_it, made, asked, which, rows)
        ]
    if len(rows) == 1 and made.value == figure_at(table, rows[0], all_of_it):
        return []
    return [_open(one, all_of_it, made, asked, which, rows)]


def _open(
    one: int, whole: int, made: Calculation, asked: AskedList, which: str, rows: list[int]
) -> Refusal:
    table = asked.table
    heads = f"{heading(one, table)} or {heading(whole, table)}"
    text = bare_question(asked.question)
    match = _COST.match(text)
    readings = tuple(
        Interpretation(
            heading(at, table),
            (
                *(((("", " in total"),),) if at == whole else ()),
                ((text, f"What is the {which}{plain_heading(at, table)} of {match['what']}"),),
            ),
            frozenset(operand.place for operand in operands(table, rows, at)),
        )
        for at in (one, whole)
        if match is not None
    )
    return Refusal(
        f"It is open which is meant: {heads}.", (made.sentence,), is_open=True, readings=readings
    )


def price_and_whole(table: StoredTable) -> tuple[int | None, int | None]:
    """The only column of the price of one, and the only one of what all of them come to: both are
    of money, or one is the other times a third."""
    headers = headers_of(table, "")
    if is_of_stock(table, headers):
        return None, None  # things that are kept cost what one of them costs
    priced = [at for at in headers.figures if is_money(table.columns[at])] or headers.figures
    one = [at for at in priced if headers.of(at) & _PRICE and not _of_all(at, table)]
    whole = [at for at in priced if at not in one and _of_all(at, table)]
    if len(one) != 1 or len(whole) != 1:
        return None, None
    are_money = all(is_money(table.columns[at]) for at in (*one, *whole))
    is_product = any(
        _is_product(table, at, one[0], whole[0])
        for at in headers.figures
        if at not in (*one, *whole)
    )
    return (one[0], whole[0]) if are_money or is_product else (None, None)


def _is_product(table: StoredTable, many: int, one: int, whole: int) -> bool:
    """Whether in every row with all three figures, two rows at least, the last is the product of
    the others."""
    rows = [
        row for row in table.rows if all(has_measure(table, row, at) for at in (many, one, whole))
    ]
    held = [
        tuple(cell.value for at in (many, one, whole) if (cell := row.cells[at])) for row in rows
    ]
    return len(held) >= FEWEST and all(
        a is not None and b is not None and c is not None and abs(a * b - c) < ROUNDED
        for a, b, c in held
    )


def _of_all(column: int, table: StoredTable) -> bool:
    return _ALL.search(heading(column, table)) is not None
