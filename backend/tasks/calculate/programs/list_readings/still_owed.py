"""How much is still to be paid for what a list is of: "How much is still owed to us for moorings?"
of a list "Moorings" with a fee and a column that says of each row whether it is paid."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_choice import columns_of_money
from backend.tasks.calculate.programs.column_conditions import has_measure
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    heading,
    is_list,
    says_of_one,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.account_entries import sum_of_entries
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.owing_rows import (
    is_for,
    is_of_bills,
    may_owe_nothing,
    owing_rows,
    payment_said,
)
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_OWED = r"(?:owed|owing|outstanding|unpaid|due|not paid|not yet paid|to be paid)"
_FOR = (
    r" (?:for|on) (?:the |our |their )?(?P<thing>.+?)(?: (?:in total|in all|altogether|overall))?$"
)
_FORMS = (
    re.compile(
        rf"(?i)^(?:how much(?: money)?|what) (?:is|are|was|were) (?:there )?(?:still )?{_OWED}"
        rf"(?P<us> to us)?{_FOR}"
    ),
    re.compile(rf"(?i)^how much(?: money)? are (?P<us>we) (?:still )?owed{_FOR}"),
    re.compile(
        r"(?i)^how much(?: money)? do (?:people|they|customers|members|clients|tenants|hirers) "
        rf"(?:still )?owe(?P<us> us)?{_FOR}"
    ),
)
_AMOUNTS = stemmed(["amount", "charge", "fee", "price", "sum", "total", "rent", "cost"])


@dataclass(frozen=True, slots=True)
class SumOwed:
    """What the rows come to that are not paid, the condition in words, and the cells of them that
    speak of a payment nevertheless; empty where none does."""

    calculation: Calculation
    where: str
    payment_said: str


def sum_owed(question: str, table: StoredTable, about: str) -> SumOwed | None:
    """What is still to be paid; None where it is not asked for, the list is of something else, or
    has not one figure of money alone."""
    match = next(filter(None, (form.match(bare_question(question)) for form in _FORMS)), None)
    if match is None or not is_list(table) or (match["us"] and is_of_bills(table, about)):
        return None
    owing, column = owing_rows(table), _amounts(table)
    if owing is None or column is None or not is_for(match["thing"], table, about):
        return None
    has_all = all(has_measure(table, table.rows[at], column) for at in owing.rows)
    if not has_all or may_owe_nothing(owing.rows, table):
        return None
    said = payment_said(owing, table)
    besides = f" (not taken off: {said})" if said else ""
    told = sum_of_entries(table, list(owing.rows), column, f"where {owing.where}", besides)
    made = next((each for each in told if isinstance(each, Calculation)), None)
    return None if made is None else SumOwed(made, owing.where, said)


def still_owed(asked: AskedList) -> list[Outcome]:
    """The sum of the rows that are not paid; open where a cell of one of them speaks of a payment,
    since what is owed is less then."""
    owed = None if asked.is_part else sum_owed(asked.question, asked.table, asked.about)
    if owed is None:
        return []
    if not owed.payment_said:
        return [owed.calculation]
    return [
        Refusal(
            f"Some of the rows that are not paid speak of a payment: {owed.payment_said}.",
            (owed.calculation.sentence,),
            is_open=True,
        )
    ]


def _amounts(table: StoredTable) -> int | None:
    """The only column of money that rows come to."""
    headers = headers_of(table, "")
    found = columns_of_money(table, headers, _AMOUNTS)
    return found[0] if len(found) == 1 and not says_of_one(heading(found[0], table)) else None
