"""Whether money that a question asks for went the other way than that of a list: nothing was earned
from the shops of a list of expenses."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.calculate.programs.column_words import LABEL, WORD, heading, stemmed
from backend.tasks.calculate.programs.comparison_words import flows
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

_EARNED = re.compile(
    r"(?i)\b(?:earn(?:s|ed|ings?)?|income|revenues?|turnover|takings|proceeds"
    r"|(?:bring|brings|brought|take|takes|took) in)\b"
)
OTHER_WAY = Refusal(
    "The list is of what was paid, and the question is for what came in.", is_open=True
)


def is_other_way(question: str, table: StoredTable, about: str) -> bool:
    """Whether a question is for what came in, and title and headers speak of payments alone.

    Args:
        question: as it was asked.
        table: the list.
        about: the title of its document.
    """
    if not _EARNED.search(question):
        return False
    said = _said_of(table) | _words(about)
    paid, received = flows()
    return not said.isdisjoint(paid) and said.isdisjoint(received)


def tells_receipt(question: str, table: StoredTable) -> bool:
    """Whether title or headers of a table speak of what came in, and one of its rows is called by a
    word of the question."""
    if _said_of(table).isdisjoint(flows()[1]):
        return False
    asked = frozenset(term_texts(question)) - stemmed([*flows()[0], *flows()[1], "total"])
    return any(asked & frozenset(term_texts(row.label)) for row in table.rows)


def _said_of(table: StoredTable) -> set[str]:
    heads = (heading(at, table) for at in range(LABEL, len(table.columns)))
    return _words(" ".join((table.title, *table.section[-1:], *heads)))


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}
