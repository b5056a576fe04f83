"""A figure of a month that nothing around a sentence names: how much diesel there is does not say
how much was burnt in April."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, month_number
from backend.tasks.answer.extractive.forms import has_verb
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

_SOMEBODY = re.compile(r"(?i)\W*(?:we|i|they|he|she|you|it|this|that|these|those)\b")
"""How a sentence begins that has a verb, whatever its form."""
_ANY_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b")
_IN_A_MONTH = re.compile(
    r"(?i)^(?:and |but |so )?how (?:many|much)\b.*\b(?:did|was|were|had)\b(?! to\b).*"
    rf"\b(?:in|during|of|for) (?:last |early |late |mid-?)?(?P<month>(?-i:{MONTH_NAME}))\b"
)
_IN_FIGURES = re.compile(
    r"(?<![\d.,])(?P<one>0?[1-9]|[12]\d|3[01])[./](?P<two>0?[1-9]|[12]\d|3[01])(?!\d)"
    r"|(?:19|20)\d\d-(?P<of_iso>0[1-9]|1[0-2])\b|(?<![\d.])(?P<of_year>0?[1-9]|1[0-2])/(?:19|20)\d\d\b"
    r"|(?i:\bmonth (?P<number>\d{1,2})\b)"
)
_EVERY_MONTH = re.compile(
    r"(?i)\b(?:(?:a|per|each|every|any) (?:calendar )?month|monthly|throughout|all year)\b"
)


def is_of_month_unsaid(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a figure of a month is asked for that a sentence's document does not name in what was
    found, and words without a verb tell one: what there is, and not what was done."""
    if has_verb(unit.text) or _SOMEBODY.match(unit.text):
        return False
    around = f"{unit.heading} {reading.said_beside(unit)}"
    return is_of_no_such_month(reading.question.text, around)


def is_of_no_such_month(question: str, around: str) -> bool:
    """Whether it is asked how much there was of something in a month that nothing around a
    sentence names: what there is of diesel does not say what was burnt in April.

    Args:
        around: the sentence with what stands around it, its titles among that.
    """
    asked = _IN_A_MONTH.match(question.strip())
    if asked is None or _EVERY_MONTH.search(around):
        return False
    named = {month_number(each[0]) for each in _ANY_MONTH.finditer(around)}
    for each in _IN_FIGURES.finditer(around):
        named |= {int(figure) for figure in each.groups() if figure}
    return month_number(asked["month"]) not in named
