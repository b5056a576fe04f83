"""Whether a question names a row of a table that is not the one quoted: how many voted for Ada
Finch is not told by the row of the accounts that were put to the vote."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.money import MONEY
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.required import required
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.calculate.programs.figure_wordings import counts_things

_IN_MONEY = re.compile(
    r"(?i)\(?(?:dollars|euros|pounds|[$€£]) ?in (?:thousands|millions|billions)"
    r"|in (?:thousands|millions|billions) of (?:[\w.]+ )?(?:dollars|euros|pounds)"
)
_FIGURE = re.compile(r"\d")
SHORTEST_NAME = 4
"""Letters of a name, at least: a shorter one may stand for several words ("TFL")."""


def is_money_for_a_count(question: str, text: str) -> bool:
    """Whether "how many" meets a row of nothing but money: the sales of boats are no boats."""
    row = row_of(text)
    if row is None or not counts_things(question):
        return False
    held = [each.rpartition(": ")[2] for each in row.cells]
    figures = [each for each in held if _FIGURE.search(each)]
    return bool(figures) and (
        all(map(MONEY.search, figures)) or _IN_MONEY.search(row.head) is not None
    )


def is_of_another_document(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether what is quoted is a row of a document that nowhere has a name of the question, where
    another document that was found has it: "Total assets" of another company."""
    if row_of(unit.text) is None:
        return False
    said: dict[str, frozenset[str]] = {}
    for each in reading.passages.values():
        held = said.get(each.document, frozenset())
        said[each.document] = (
            held | each.terms | each.title_terms | frozenset(term_texts(each.text))
        )
    own = said.pop(reading.passages[unit.hit].document) | frozenset(term_texts(unit.heading))
    for name in required(reading.question.text).names:
        stems = frozenset(term_texts(name))
        letters = "".join(term_texts(name))
        is_said = stems & own or any(letters in each for each in own)
        if len(name) < SHORTEST_NAME or not stems or is_said:
            continue
        if any(stems <= held for held in said.values()):
            return True
    return False


def is_of_row_not_named(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether what is quoted is a row, or no whole sentence, and lacks a name of the question by
    which another row of its document is called."""
    if row_of(unit.text) is None and unit.text.rstrip("”\"') ").endswith((".", "!", "?")):
        return False
    held = frozenset(term_texts(f"{unit.heading} {unit.text}"))
    lacked = [
        stems
        for name in required(reading.question.text).names
        if (stems := frozenset(term_texts(name))) and not stems <= held
    ]
    if not lacked:
        return False
    document = reading.passages[unit.hit].document
    labels = [
        frozenset(term_texts(row.label))
        for each in reading.units
        if reading.passages[each.hit].document == document
        and (row := row_of(each.text)) is not None
    ]
    return any(stems <= label for stems in lacked for label in labels)
