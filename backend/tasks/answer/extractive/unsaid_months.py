"""A figure of a month that nothing around a sentence names: how much diesel there is does not say
how much was burnt in April."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, month_number
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

_ANY_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b")
_IN_A_MONTH = re.compile(
    r"(?i)^(?:and |but |so )?how (?:many|much)\b.*\b(?:did|was|were|had|have|has|got)\b.*"
    rf"\b(?:in|during|of|for) (?:last |early |late |mid-?)?(?P<month>(?-i:{MONTH_NAME}))\b"
)
_DAY_IN_FIGURES = re.compile(
    r"(?<!\d)\d{1,2}[./](?P<month>0?[1-9]|1[0-2])(?!\d)|(?:19|20)\d\d-(?P<of_iso>0[1-9]|1[0-2])\b"
)


def is_of_month_unsaid(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a figure of a month is asked for that a sentence's document does not name in what was
    found."""
    own = reading.passages[unit.hit]
    beside = [each.text for each in reading.passages.values() if each.document == own.document]
    return is_of_no_such_month(reading.question.text, " ".join((own.title, unit.heading, *beside)))


def is_of_no_such_month(question: str, around: str) -> bool:
    """Whether it is asked how much there was of something in a month that nothing around a
    sentence names: what there is of diesel does not say what was burnt in April.

    Args:
        around: the sentence with what stands around it, its titles among that.
    """
    asked = _IN_A_MONTH.match(question.strip())
    if asked is None:
        return False
    month = month_number(asked["month"])
    named = {month_number(each[0]) for each in _ANY_MONTH.finditer(around)}
    figures = {int(each["month"] or each["of_iso"]) for each in _DAY_IN_FIGURES.finditer(around)}
    return month not in named | figures
