"""Money that was given, raised or billed, of a list of nothing else: "How much did Ada donate?",
"How much was raised for the roof?", "Who gave the most?" of a list "Donations" of days and amounts.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_choice import is_money, plain_money
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    heading,
    is_list,
    is_named_deed,
    plain_heading,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.said_of_some import is_said_of_some
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.tasks.calculate.programs.who_did import column_of_doers
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_VERB = (
    r"(?P<verb>donated?|g[ai]ven?|give|raised?|collect(?:ed)?|contribut(?:e|ed)|invoiced?|billed"
    r"|bill|charged?|refund(?:ed)?|pledged?|granted?|lent|lend)"
)
_ALL = re.compile(r"(?i) (?:in total|in all|altogether|overall)$")
_ALIKE = {
    **dict.fromkeys(("raise", "collect", "contribute", "pledge"), "donated"),
    **dict.fromkeys(("bill", "charge"), "invoiced"),
}
"""What is also said of money that was given or billed."""
_REST = r"(?P<rest>(?: (?:in|on|for|to|by|from|between|before|after|since|with|at) .+?)?)"
_WAS = re.compile(rf"(?i)^how much (?:money )?(?:was|were|has been|have been) {_VERB}{_REST}$")
_DID = re.compile(rf"(?i)^how much (?:money )?(?:did|has|have) (?P<who>.+?) {_VERB}{_REST}$")
_WHO = re.compile(
    rf"(?i)^who (?:has |have )?{_VERB} (?:the )?(?P<end>most|least)(?: money)?{_REST}$"
)
_WE = frozenset(["we", "they", "i", "you", "people", "everyone", "everybody"])
_SUMS = (Operation.SUM, Operation.SUM_PER_GROUP, Operation.TOP, Operation.BOTTOM)


def money_given(asked: AskedList) -> list[Outcome]:
    """What the amounts come to; nothing where the list is of another deed, has a second column
    that adds up, or does not say who did it."""
    text = _ALL.sub("", bare_question(asked.question))
    match = _WAS.match(text) or _DID.match(text) or _WHO.match(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    table, held = asked.table, match.groupdict()
    column = _amounts(table, asked.about, held["verb"])
    if column is None:
        return []
    head = plain_heading(column, table)
    if end := held.get("end"):
        people = column_of_doers(held["verb"].casefold(), table)
        if people is None:
            return []
        rank = "highest" if end.casefold() == "most" else "lowest"
        who = plain_heading(people, table)
        plain = f"Which {who} has the {rank} total {head}{held['rest']}"
    else:
        who = (held.get("who") or "").strip()
        of = f" of {who}" if who and who.casefold() not in _WE else ""
        plain = f"What is the total {head}{of}{held['rest']}"
    made = asked.ask(plain)
    is_told = isinstance(made, Calculation) and made.operation in _SUMS
    return [made] if made is not None and is_told else []


def _amounts(table: StoredTable, about: str, verb: str) -> int | None:
    """The only column that adds up, if it is of money and the list is of that deed."""
    headers = headers_of(table, "")
    found = that_add_up(table, headers.figures)
    heads = [heading(at, table) for at in (*headers.all(),)]
    told = " ".join((about, table.title, *table.section[-1:], *heads))
    if len(found) != 1 or not any(is_named_deed(form, told) for form in _forms(verb)):
        return None
    money = is_money(table.columns[found[0]]) or found[0] in plain_money(
        table, headers_of(table, about), found
    )
    return found[0] if money and not is_said_of_some(verb.casefold(), table) else None


def _forms(verb: str) -> tuple[str, ...]:
    """The forms of a verb that a list may have, and what is said alike."""
    word = verb.casefold()
    plain = {word, word.removesuffix("d"), word.removesuffix("ed")}
    alike = (_ALIKE[each] for each in plain if each in _ALIKE)
    return (*plain, f"{word.removesuffix('d')}d", *alike)
