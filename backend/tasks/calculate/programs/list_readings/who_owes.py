"""Who has not paid for what a list is of: "Who hasn't paid their mooring yet?", "Which members have
not paid their fee?", "Who still owes us for the mooring?" of a list "Moorings" with a column
"Paid on"."""

from __future__ import annotations

import re
from decimal import Decimal

from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    bare_question,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    key_of,
    stemmed,
    value_of,
    words_of_title,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.rows_in_time import year_of_days
from backend.tasks.calculate.programs.owing_rows import (
    is_for,
    is_of_bills,
    may_owe_nothing,
    owing_rows,
    payment_said,
)
from backend.types.calculations import Operation, Refusal
from backend.types.tables import CellKind, StoredTable

_WHO = r"(?:who|which (?:of (?:the|our) )?(?P<noun>[^\W\d_]+))"
_NOT = (
    r"(?:(?:has|have|had|did|does|do) (?:still )?(?:not|never)(?: yet)?"
    r"|(?:still )?(?:has|have|had|did|does|do)n['’]t(?: yet)?|(?:has|have|is|are) yet to"
    r"|(?:still )?(?:has|have|needs?) to)"
)
_THEIR = r"(?:their|the|his or her|our)"
_FOR = rf"(?:(?: up)?(?: us)?(?: for(?: {_THEIR})? | {_THEIR} )(?P<thing>.+?))"
_YEAR = r"(?P<year>,? (?:for |in )?this year)?(?:,? (?:yet|so far|still|at all))?"
_FORMS = (
    re.compile(rf"(?i)^{_WHO} {_NOT} (?:been )?(?:pay|paid|settled?){_FOR}{_YEAR}$"),
    re.compile(
        rf"(?i)^{_WHO} (?:still )?(?P<owes>owes?)(?: us)?(?: (?:any )?money)?"
        rf"(?: for)?(?: (?:their|the|our))? (?P<thing>.+?){_YEAR}$"
    ),
    re.compile(
        r"(?i)^whose (?P<thing>.+?) (?:is|are|has|have) (?:still |yet )?"
        r"(?:unpaid|(?:to be|not|not yet|not been|not yet been) paid|outstanding|owing)"
        rf"{_YEAR}$"
    ),
)
_IN_FULL = re.compile(rf"(?i)^{_WHO} {_NOT} (?:been )?(?:pay|paid|settled?)(?: up)? in full\b")
_IN_PART = re.compile(r"(?i)\b(?:part|half|deposit|instal?lments?)\b")
"""What is paid so leaves something to be paid."""
_FULL = Refusal("The list does not say whether all of it was paid.", is_open=True)
PAYERS = stemmed(
    [
        *("name", "member", "customer", "client", "tenant", "hirer", "guest", "buyer", "payer"),
        *("subscriber", "pupil", "student", "participant", "applicant", "borrower", "patient"),
        *("donor", "household", "family", "owner", "who", "person", "renter", "visitor", "player"),
    ]
)
"""Headers over the names of those who pay."""
_WITH_NAME = PAYERS | stemmed(["full"])


def who_owes(asked: AskedList) -> list[Outcome]:
    """Their names; nothing where the list is not of what has to be paid for, does not say of each
    row whether it is paid, or it is open who is meant."""
    text, table = bare_question(asked.question), asked.table
    match = next(filter(None, (form.match(text) for form in _FORMS)), None)
    if _IN_FULL.match(text) and is_list(table) and _has_full(table):
        return [_FULL]
    if match is None or asked.is_part or not is_list(table) or is_of_bills(table, asked.about):
        return []
    said = match.groupdict()
    thing, noun = said["thing"], said.get("noun") or ""
    people, owing = _payers(table, noun, asked.about), owing_rows(table)
    if people is None or owing is None or not is_for(thing, table, asked.about):
        return []
    is_day = table.columns[owing.column].kind is CellKind.DATE
    year = year_of_days(table, owing.column) if said["year"] and is_day else ""
    if (said["year"] and not year) or may_owe_nothing(owing.rows, table):
        return []
    names = {at: value_of(table.rows[at], people).strip() for at in owing.rows}
    have_paid = {key_of(value_of(table.rows[at], people)) for at in owing.paid}
    if not all(names.values()):
        return []
    if not said.get("owes") and any(key_of(name) in have_paid for name in names.values()):
        return []  # who has paid once, and once not
    paid = payment_said(owing, table)
    if paid and not all(map(_IN_PART.search, paid.split("”, “"))):
        reason = f"Some of the rows that are not paid speak of a payment: {paid}."
        return [Refusal(reason, (said_list(list(dict.fromkeys(names.values()))),), is_open=True)]
    first = list({key_of(name): at for at, name in reversed(names.items())}.values())[::-1]
    texts = [names[at] for at in first]
    many = f"{len(owing.rows)} of {len(entries_of(table)[0])} rows where {owing.where}"
    besides = f" (this year: {year})" if year else ""
    besides += f" (some paid in part: {paid})" if paid else ""
    cells = tuple(
        cell
        for at in first
        for column in (people, owing.column)
        if column == people or value_of(table.rows[at], column)
        for cell in operands(table, [at], column)
    )
    return [
        made(
            Operation.LIST,
            said_list(texts),
            Decimal(len(texts)),
            f"{heading(people, table)} of {many}: {len(texts)}{besides}",
            cells,
            many,
            listed=tuple((name, "") for name in texts),
        )
    ]


def _has_full(table: StoredTable) -> bool:
    """Whether "full" is a value of a column: no row that has it is paid in full by that."""
    columns = columns_of_words(table)
    return any(key_of(value_of(row, at)) == key_of("full") for row in table.rows for at in columns)


def _payers(table: StoredTable, noun: str, about: str) -> int | None:
    """The only column of those who have to pay, by their names."""
    headers = headers_of(table, "")
    found = [
        at
        for at in columns_of_words(table)
        if headers.of(at) & PAYERS and headers.of(at) <= _WITH_NAME
    ]
    found = [at for at in found if at != LABEL or _are_names(table)]
    if len(found) != 1:
        return None
    around = words_of_title(table, about)
    said = stemmed([noun]) if noun else frozenset()
    return found[0] if said <= headers.of(found[0]) | around | stemmed(["people"]) else None


def _are_names(table: StoredTable) -> bool:
    labels = [table.rows[at].label for at in entries_of(table)[0]]
    return not any(any(map(str.isdigit, label)) for label in labels)
