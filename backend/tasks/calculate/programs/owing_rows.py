"""The rows of a list that are not paid, as one column says of each row: by a day that is empty
until it is paid ("Paid on"), or by yes and no ("Paid"), or by a state ("Status: open")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    WORD,
    columns_of_words,
    headers_of,
    heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import flows
from backend.types.tables import CellKind, StoredTable

_PAID = re.compile(
    r"(?i)^(?:(?:date|day) )?(?:paid|settled|repaid|payment)"
    r"(?: (?:on|date|day|received|yet|status|state|in full))?$"
)
_STATE = re.compile(r"(?i)^(?:status|state|payment (?:status|state)|payment)$")
_YES = frozenset(["yes", "y", "true", "paid", "paid in full", "settled", "✓", "✔"])
_NO = frozenset(["no", "n", "false", "unpaid", "not paid", "not yet", "✗", "✘"])
_OPEN = frozenset([*_NO, "open", "due", "outstanding", "owing", "owed", "overdue"])
"""How a state says that something is not paid."""
_NEITHER = frozenset(
    ["cancelled", "canceled", "waived", "void", "n/a", "free", "exempt", "written off", "–", "-"]
)
_GONE = frozenset(
    [
        *_NEITHER,
        *("left", "resigned", "lapsed", "deceased", "inactive", "former", "honorary", "life"),
        *("refunded", "rejected", "suspended", "withdrawn", "no charge", "nil"),
    ]
)
"""Cells of those who may have nothing to pay."""
_SAYS_GONE = re.compile(
    r"(?i)\b(?:resigned|deceased|died|lapsed|cancel+ed|exempt(?:ed)?|refunded|written off"
    r"|no charge|free of charge|honorary|withdrawn|withdrew|vacant|vacated|g[ai]ve(?:n|s)? up"
    r"|(?:has|have) left|left (?:the|us|in|on|at))\b"
)
"""Words of a longer remark that say so."""
_OF_PAYMENT = re.compile(
    r"(?i)\b(?:(?:part|half|pre)?[- ]?(?:paid|payments?)|deposit|instal?lments?|in advance"
    r"|refund\w*|credit\w*|discount\w*|waived?|sent back|dispute\w*)\b"
)
_GENERIC = stemmed(
    [
        *("fee", "fees", "subscription", "subscriptions", "subs", "dues", "money", "share", "bill"),
        *("bills", "invoice", "invoices", "charge", "charges", "payment", "payments", "rent"),
        *("annual", "yearly", "deposit", "amount"),
    ]
)
_SUBSCRIBED = stemmed(["fee", "subscription", "subs", "dues", "membership"])
"""Words for what those pay who belong to something."""
_LITTLE = frozenset(
    [
        *("list", "table", "register", "roll", "sheet", "book", "record", "records", "file", "of"),
        *("data", "the", "all", "our", "and", "season", "year", "current", "new", "for"),
    ]
)
"""Words of a title that say no more than that it is one."""
_SHORTEST = 6
"""Letters of a word that may begin another one of the same thing: "member" of "membership"."""


@dataclass(frozen=True, slots=True)
class OwingRows:
    """The column that says what is paid, the rows that are not, and the condition in words. `paid`
    are the rows that are."""

    column: int
    rows: tuple[int, ...]
    paid: tuple[int, ...]
    where: str


def owing_rows(table: StoredTable) -> OwingRows | None:
    """The rows that are not paid; None where not one column alone says it, or a cell of it is
    neither a day nor yes or no."""
    entries, _, doubtful = entries_of(table)
    if doubtful or not entries:
        return None
    found = [at for at, column in enumerate(table.columns) if column.kind not in FIGURES]
    named = [at for at in found if _PAID.match(heading(at, table).strip())]
    states = [at for at in found if _STATE.match(heading(at, table).strip())]
    columns = named or states
    if len(columns) != 1:
        return None
    (at,) = columns
    head = heading(at, table)
    texts = {row: value_of(table.rows[row], at).strip() for row in entries}
    if table.columns[at].kind is CellKind.DATE:
        days = spans_of(table, at, entries)
        empty = [row for row in entries if not texts[row]]
        if not empty or any(text and text not in days for text in texts.values()):
            return None
        paid = tuple(row for row in entries if texts[row])
        return OwingRows(at, tuple(empty), paid, f"{head} is empty")
    said = {text.casefold() for text in texts.values()}
    opening = _NO if at not in states else _OPEN
    if not said <= _YES | opening | _NEITHER or not said & _YES or not said & opening:
        return None
    rows = [row for row in entries if texts[row].casefold() in opening]
    paid = tuple(row for row in entries if texts[row].casefold() in _YES)
    named_so = " or ".join(dict.fromkeys(texts[row] for row in rows))
    return OwingRows(at, tuple(rows), paid, f"{head} is {named_so}")


def is_for(thing: str, table: StoredTable, about: str) -> bool:
    """Whether what has to be paid for, as a question calls it, is what a list is of.

    Every word of it stands in the headers, or is all that the title says ("mooring" of "Moorings",
    "membership" of "Members"). Words for no more than money are left out, unless they are all.
    """
    heads = [heading(at, table) for at in headers_of(table, "").all()]
    in_heads = [word.casefold() for word in WORD.findall(" ".join(heads))]
    in_title = [word for word in _words(table.title or about) if word not in _LITTLE]
    known = stemmed(in_heads)
    if known & _SUBSCRIBED:
        known |= _SUBSCRIBED
    numbers = {word for word in WORD.findall(thing) if word.isdigit()}
    if not numbers <= set(WORD.findall(table.title or about)):
        return False  # of one of them alone: "berth 4"
    own = _words(thing)
    named = [word for word in own if not stemmed([word]) & _GENERIC]
    if not named:
        return bool(own) and stemmed(own) <= known | stemmed(["annual", "yearly"])
    if all(stemmed([word]) <= known for word in named):
        return True
    is_all_of_title = all(any(_is_alike(each, word) for word in named) for each in in_title)
    prices = [heading(at, table) for at in headers_of(table, "").figures]
    is_sold = stemmed(WORD.findall(" ".join(prices))) & stemmed(["price", "cost"])
    if stemmed(named) & _SUBSCRIBED and is_sold:
        return False  # what members bought
    return is_all_of_title and all(
        stemmed([word]) <= known or any(_is_alike(each, word) for each in in_title)
        for word in named
    )


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text) if not word.isdigit()]


def _is_alike(one: str, other: str) -> bool:
    """Whether two words have one stem, or one begins with the other."""
    if stemmed([one]) == stemmed([other]):
        return True
    short, long = sorted((one.removesuffix("s"), other.removesuffix("s")), key=len)
    return len(short) >= _SHORTEST and long.startswith(short)


def is_of_bills(table: StoredTable, about: str) -> bool:
    """Whether title or headers say that it is the owner of the list who has to pay."""
    heads = [heading(at, table) for at in headers_of(table, "").all()]
    said = WORD.findall(" ".join((about, table.title, *table.section[-1:], *heads)))
    return not {word.casefold() for word in said}.isdisjoint(flows()[0])


def may_owe_nothing(rows: Sequence[int], table: StoredTable) -> bool:
    """Whether a cell of some rows says that they may have nothing to pay, or a figure of money is
    nought."""
    money = [at for at in headers_of(table, "").figures if is_money(table.columns[at])]
    for at in rows:
        row = table.rows[at]
        texts = (value_of(row, each) for each in columns_of_words(table))
        if any(text.strip().casefold() in _GONE or _SAYS_GONE.search(text) for text in texts):
            return True
        cells = (row.cells[each] for each in money)
        if any(cell is not None and cell.value == 0 for cell in cells):
            return True
    return False


def payment_said(owing: OwingRows, table: StoredTable) -> str:
    """The cells of rows that are not paid which speak of a payment, other than the one that says
    that they are not."""
    columns = [each for each in columns_of_words(table) if each != owing.column]
    texts = (value_of(table.rows[at], each) for at in owing.rows for each in columns)
    return ", ".join(f"“{text}”" for text in dict.fromkeys(texts) if _OF_PAYMENT.search(text))
