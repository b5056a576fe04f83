"""What questions say of a column of yes and no without its words: "unpaid" of "Paid"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import yes_columns
from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import StoredTable

BE = r"(?:has|have|had|is|are|was|were|did|does|do)"
DENIED = rf"(?:(?:{BE} )?(?:still )?(?:not|never)|{BE}n['’]t)(?: yet)?(?: been)?"
_STEM = re.compile(r"^[^\W\d_]+$")
_LONG_PAST = 4
_PLAIN_FORMS = {"paid": ("pay",), "sent": ("send",), "done": ("do",), "read": ("read",)}
OWED = r"outstanding|owing|owed"
"""What money is that was not paid."""
_DENIALS = re.compile(rf"(?i)\b(?:un[^\W\d_]+|{DENIED} [^\W\d_]+|{OWED}|owe)\b")
_HOW_MUCH = re.compile(
    r"(?i)^how much (?:money )?(?:(?:is|are|was|were) )?(?:there )?(?:still )?(?P<said><<.+?>>)"
    r"(?: (?:in total|altogether|in all|overall))?(?P<rest> (?:to|by|for|from|in|of) .+)?$"
)
OWES = re.compile(
    r"(?i)^how much (?:money )?(?:do|does|did) (?P<who>.+?) (?:still )?owe(?: us| me)?(?: still)?$"
)
_PAYING = frozenset(["paid", "settled"])
_MARKED = re.compile(r"<<(.+?)>>")


def may_deny(question: str) -> bool:
    """Whether a question has one of these words, whatever the table."""
    return _DENIALS.search(question) is not None


def with_denials_named(question: str, table: StoredTable) -> str:
    """The question with the header and the "no" that its words stand for: "Which orders are Paid
    no" for "Which orders are unpaid?"; as it was where no column of yes and no is called so."""
    if table.box is not None or not may_deny(question):
        return question
    text = " ".join(question.split()).strip(" ?.!")
    rows = entries_of(table)[0]
    for at, _ in yes_columns(table, rows).values():
        header = table.columns[at].name.strip()
        if not _STEM.match(header):
            continue
        no = next(
            said
            for row in rows
            if (said := value_of(table.rows[row], at)).strip().casefold() == "no"
        )
        owes = OWES.match(text) if header.casefold() in _PAYING else None
        if owes is not None:
            return f"what is the total money of {owes['who']} where {header} {no}"
        form = re.compile(rf"(?i)\b(?:{'|'.join(_forms(header))})\b(?: yet)?")
        marked, count = form.subn(f"<<{header} {no}>>", text)
        if count != 1:
            continue
        if found := _HOW_MUCH.match(marked):
            marked = f"what is the total money{found['rest'] or ''} where {found['said']}"
        return _MARKED.sub(r"\1", marked)
    return question


def _forms(header: str) -> list[str]:
    """The words that deny a header of one word, as regular expressions."""
    word = re.escape(header.casefold())
    said = "|".join(
        (word, *_PLAIN_FORMS.get(header.casefold(), ()), *present_forms(header.casefold()))
    )
    forms = [rf"(?:{BE} )?(?:still )?un{word}", rf"{DENIED} (?:{said})"]
    if header.casefold() in _PAYING:
        forms.append(rf"(?:{BE} )?(?:still )?(?:{OWED})")
    return forms


def present_forms(word: str) -> tuple[str, ...]:
    """The plain form of a past one: "return" of "returned", "arrive" of "arrived"."""
    if not word.endswith("ed") or len(word) <= _LONG_PAST:
        return ()
    return word[:-1], word[:-2]
