"""What those paid who are charged a fee: "What did the choir pay?", "How much was charged to the
choir in May?", "How much did we take from the choir?" of bookings with a column "Fee".

A fee may as well be what a speaker or a band gets. So the list has to say that they are customers:
by the header over their names, or as a list of bookings or hires.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    bare_question,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    plain_heading,
    says_of_one,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.said_of_some import is_said_of_some
from backend.tasks.calculate.programs.money_flows import OTHER_WAY
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_ALL = re.compile(r"(?i),? (?:in total|in all|altogether|overall|together)$")
_WE = r"(?:we|they|i|you)"
_REST = r"(?P<rest>(?: (?:in|on|during|between|from|before|after|since|for) .+?)?)"
_HOW = r"(?:how much(?: money)?|what) (?:did|has|have)"
_IS = r"how much(?: money)? (?:was|were|has been|have been)"
_CHARGED = r"(?:charged|billed|invoiced)"
_TAKEN = r"(?:taken|received|collected|earned|charged)"
_FORMS = tuple(
    re.compile(rf"(?i)^{form}{_REST}$")
    for form in (
        rf"{_IS} {_CHARGED} to (?P<who>.+?)",
        rf"{_IS} (?P<who>(?!{_TAKEN}\b|paid\b).+?) {_CHARGED}",
        rf"{_IS} (?:paid by|{_TAKEN} from) (?P<who>.+?)",
        rf"{_HOW} (?P<who>(?!{_WE} ).+?) (?:pay|paid)(?: us)?",
        rf"{_HOW} {_WE} (?:take|taken|get|receive|received|collect|collected|earn|earned) from "
        r"(?P<who>.+?)",
        rf"{_HOW} {_WE} (?:charge|charged|bill|billed) (?P<who>(?!for\b|in\b|on\b).+?)",
    )
)
_FROM_ALL = tuple(
    re.compile(rf"(?i)^{form}{_REST.replace('since|for', 'since|for|at')}$")
    for form in (
        rf"{_IS} (?:{_CHARGED}|{_TAKEN})(?: in)?",
        rf"how much(?: money)? (?:did|has|have) {_WE} (?:take|charge|bill|collect|receive|earn)"
        r"(?: in)?",
    )
)
"""The same of all customers: "How much was taken in May?"."""
_GOT = r"(?:get|got|receive|received|take|taken)"
_PAID_OUT = tuple(
    re.compile(rf"(?i)^{form}{_REST}$")
    for form in (
        rf"{_HOW} {_WE} (?:pay|paid|give|given|spend|spent)(?: out)?(?: to| on| with)? "
        r"(?P<who>.+?)",
        rf"{_IS} (?:paid|given|spent)(?: out)? (?:to|on|with) (?P<who>.+?)",
        rf"{_IS} (?P<who>.+?) paid",
        rf"{_HOW} (?P<who>(?!{_WE} ).+?) (?:charged?|earn|earned)(?: us)?",
        rf"how much(?: money)? (?:did|has|have) (?P<who>(?!{_WE} ).+?) {_GOT}(?: from us)?",
    )
)
TO_CUSTOMERS = Refusal(
    "The list is of what customers were charged, and the question is for what they were paid.",
    is_open=True,
)
_FEE = stemmed(["fee", "charge"])
_OF_HIRE = _FEE | stemmed(["hire", "rental", "booking"])
_MONEY = stemmed(
    [
        *("price", "amount", "deposit", "discount", "total", "cost", "paid", "due", "balance"),
        *("refund", "refunded", "tax", "vat", "tip", "rent", "rate", "invoice", "payment", "sum"),
    ]
)
"""Figures beside a fee, with which it is open what was paid."""
_STATES = stemmed(["status", "state", "cancelled", "canceled", "refunded", "waived", "free"])
_CUSTOMERS = stemmed(
    [
        *("client", "customer", "hirer", "guest", "tenant", "renter", "borrower", "visitor"),
        *("patient", "pupil", "student", "subscriber", "buyer", "participant", "attendee"),
    ]
)
_ANYBODY = stemmed(
    [
        *("group", "party", "team", "club", "school", "family", "company", "firm", "name"),
        *("organisation", "organization", "society", "association", "who", "person"),
    ]
)
"""Who may be charged or paid, so that only the list says which."""
_PAYEES = stemmed(
    [
        *("speaker", "teacher", "tutor", "trainer", "instructor", "coach", "lecturer", "artist"),
        *("performer", "musician", "singer", "band", "player", "referee", "supplier", "vendor"),
        *("contractor", "freelancer", "consultant"),
    ]
)
_LETTING = stemmed(["booking", "hire", "letting", "rental", "reservation"])
_SUMS = (Operation.SUM, Operation.LOOKUP)


def fees_paid(asked: AskedList) -> list[Outcome]:
    """The sum of the fees of those who are named; nothing where it is open who pays whom, a figure
    or a state beside the fee makes it open what was paid, or the names are of another column."""
    text, table = _ALL.sub("", bare_question(asked.question)), asked.table
    if asked.is_part or not is_list(table):
        return []
    if any(_is_of_customer(form.match(text), table, asked.about) for form in _PAID_OUT):
        return [TO_CUSTOMERS]
    found = next(filter(None, (form.match(text) for form in _FORMS)), None)
    of_all = next(filter(None, (form.match(text) for form in _FROM_ALL)), None)
    if found is not None and _is_of_payee(found["who"], table):
        return [OTHER_WAY]
    fee, people = _fee(table), _customers(table, asked.about)
    if fee is None or people is None:
        return []
    if found is None:
        total = f"What is the total {plain_heading(fee, table)}"
        made = asked.ask(f"{total}{of_all['rest']}") if of_all is not None else None
        is_sum = isinstance(made, Calculation) and made.operation in _SUMS
        return [made] if made is not None and is_sum else []
    made = asked.ask(
        f"What is the total {plain_heading(fee, table)} of {found['who']}{found['rest']}"
    )
    if not isinstance(made, Calculation) or made.operation not in _SUMS:
        return []
    is_theirs = f" {heading(people, table)} is " in made.over and " is not " not in made.over
    return [made] if is_theirs else []


def _is_of_customer(found: re.Match[str] | None, table: StoredTable, about: str) -> bool:
    """Whether a question for what was paid to somebody names one who is charged a fee."""
    if found is None:
        return False
    headers, people = headers_of(table, ""), _customers(table, about)
    if people is None or not any(headers.of(at) & _FEE for at in headers.figures):
        return False
    said = found["who"].casefold().removeprefix("the ")
    return any(value_of(row, people).casefold().removeprefix("the ") == said for row in table.rows)


def _is_of_payee(who: str, table: StoredTable) -> bool:
    """Whether a name stands under the header of those who are paid for what they do, of a list that
    says nothing but their fee."""
    headers, said = headers_of(table, ""), who.casefold().removeprefix("the ")
    payees = [at for at in columns_of_words(table) if headers.of(at) & _PAYEES]
    is_named = any(value_of(row, at).casefold() == said for row in table.rows for at in payees)
    return is_named and not any(headers.of(at) & _CUSTOMERS for at in columns_of_words(table))


def _fee(table: StoredTable) -> int | None:
    """The only column of fees, if no other figure of money stands beside it and no state of a row
    says that it was not paid."""
    headers = headers_of(table, "")
    heads = {at: headers.of(at) for at in headers.figures}
    fees = [at for at, head in heads.items() if head & _FEE and head <= _OF_HIRE]
    others = any(
        head & _MONEY or table.columns[at].unit == table.columns[fees[0]].unit != ""
        for at, head in heads.items()
        if fees and at not in fees
    )
    states = any(headers.of(at) & _STATES for at in headers.all())
    if len(fees) != 1 or others or states or is_said_of_some("paid", table):
        return None
    is_each = says_of_one(heading(fees[0], table))
    return fees[0] if that_add_up(table, fees) == fees and not is_each else None


def _customers(table: StoredTable, about: str) -> int | None:
    """The only column of those who are charged."""
    headers = headers_of(table, "")
    columns = [at for at in columns_of_words(table) if at == LABEL or headers.of(at)]
    sure = [at for at in columns if headers.of(at) & _CUSTOMERS]
    if sure:
        return sure[0] if len(sure) == 1 else None
    heads = [heading(at, table) for at in headers.all()]
    told = stemmed(WORD.findall(" ".join((about, table.title, *table.section[-1:], *heads))))
    some = [at for at in columns if headers.of(at) and headers.of(at) <= _ANYBODY]
    return some[0] if len(some) == 1 and told & _LETTING else None
