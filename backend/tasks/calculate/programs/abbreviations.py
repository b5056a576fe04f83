"""Short forms of a field in a question, written out: "PP&E" is property, plant and equipment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from backend.glossaries import abbreviations
from backend.tasks.calculate.programs.series import words_of
from backend.types.tables import StoredTable

_NON_GAAP = re.compile(r"(?i)\(?\bnon[- ]?(?:gaap|ifrs)\b\)? ?")
"""What is adjusted is none of the figures that the rules of accounting name."""


def written_out(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with short forms of the glossaries written out, but for those that a row of the
    tables bears which says nothing that the question does not. That what is adjusted is no figure
    of GAAP is left unsaid, unless a row says it."""
    is_adjusted = re.search(r"(?i)\badjusted\b", question) and _NON_GAAP.search(question)
    found = [each for each in _forms() if each[0].search(question)]
    if not found and not is_adjusted:
        return question
    labels = {row.label for table in tables for row in table.rows}
    if is_adjusted and not any(map(_NON_GAAP.search, labels)):
        question = _NON_GAAP.sub("", question)
    asked = words_of(question)
    for form, long in found:
        if not any(form.search(label) and words_of(label) <= asked for label in labels):
            question = form.sub(long, question)
    return question


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each short form with what it stands for, the longest first."""
    return tuple(
        (re.compile(rf"(?i)(?<![\w&]){re.escape(short)}(?![\w&])"), long)
        for short, long in sorted(abbreviations().items(), key=lambda each: -len(each[0]))
    )
