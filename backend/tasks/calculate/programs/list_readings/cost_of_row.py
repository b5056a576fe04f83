"""What something of a bill or an offer cost: the price of one of it and what all of it came to are
two figures of its row, and "What did the tarring cost?" says neither."""

from __future__ import annotations

import re

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
from backend.types.tables import StoredTable

_COST = re.compile(
    r"(?i)^(?:how much|what) (?:did|does|do|will|would) (?P<the>(?:the|our|my|all the) )?"
    r"(?P<what>(?!an? |one |each |every |a single ).+?) cost"
    r"(?P<all> (?:in total|altogether|in all))?$"
)
_PRICE = stemmed(["price", "rate"])
_ALL = re.compile(r"(?i)\b(?:total|amount|sum|gross)\b")


def cost_of_row(asked: AskedList) -> list[Outcome]:
    """What all of it came to where the question says so; else that it is open, if both figures are
    there and differ; nothing for other lists."""
    found = _COST.match(bare_question(asked.question))
    if found is None or asked.is_part or not is_list(asked.table):
        return []
    table = asked.table
    one, all_of_it = _columns(table)
    if one is None or all_of_it is None:
        return []
    made = asked.ask(f"What is the {plain_heading(one, table)} of {found['what']}")
    if not isinstance(made, Calculation) or made.operation is not Operation.LOOKUP:
        return []
    at = next((each.row for each in made.operands if each.column != LABEL), None)
    if at is None or not has_measure(table, table.rows[at], all_of_it):
        return []
    label = table.rows[at].label.casefold()
    if label in found["what"].casefold() and any(map(str.isdigit, label)):
        return []  # an order cost what it came to
    if found["all"]:
        return [cell_told(table, at, all_of_it, found["what"])]
    if made.value == figure_at(table, at, all_of_it):
        return []
    heads = f"{heading(one, table)} or {heading(all_of_it, table)}"
    return [Refusal(f"It is open which is meant: {heads}.", (made.sentence,), is_open=True)]


def _columns(table: StoredTable) -> tuple[int | None, int | None]:
    """The only column of the price of one, and the only one of what all of them come to."""
    headers = headers_of(table, "")
    priced = [at for at in headers.figures if is_money(table.columns[at])]
    one = [at for at in priced if headers.of(at) & _PRICE and not _of_all(at, table)]
    whole = [at for at in priced if at not in one and _of_all(at, table)]
    return (one[0], whole[0]) if len(one) == len(whole) == 1 else (None, None)


def _of_all(column: int, table: StoredTable) -> bool:
    return _ALL.search(heading(column, table)) is not None
