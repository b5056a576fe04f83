"""Sentences that say plainly what is asked, in words that the ranking has seldom seen together:
what is allowed, at what hour on which day, and how deep, wide, high or heavy something is.

House rules, notices and minutes are made of these. Each form asks for all that the question names,
so that a neighbouring rule ("Barbecues are permitted …") is none about dogs.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question

FIT = 0.8
"""The score of such a sentence."""
_ASKS_LEAVE = re.compile(
    r"(?i)^(?:may|can|must) (?:i|we|you|one|they|he|she|[^\W\d_]+(?: [^\W\d_]+)?)\b"
    r"|^(?:am i|are (?:we|you)|is it) (?:allowed|permitted|forbidden)\b"
    r"|^(?:is|are) .+ (?:allowed|permitted|forbidden|prohibited)\b"
)
_GIVES_LEAVE = re.compile(
    r"(?i)\b(?:may|must|shall|allowed|permitted|forbidden|prohibited|banned|welcome)\b"
)
_LEAVE = frozenset(
    term_texts(
        "may can must allowed permitted forbidden prohibited bring brought take have keep use get "
        "go come do make put",
        keep_stop_words=True,
    )
)
"""Words of asking for leave, and verbs that say little: who may not bring a dog must leave it."""
_WEEKDAYS = frozenset(
    term_texts("Monday Tuesday Wednesday Thursday Friday Saturday Sunday weekday weekend")
)
_CLOCK = re.compile(
    r"(?i)\b\d{1,2}(?:[.:]\d\d)? ?(?:[ap]\.?m\b|o['’]clock|h\b|uhr\b)|\b\d{1,2}[.:]\d\d\b|\bnoon\b"
    r"|\bmidnight\b"
)
_LENGTH = r"(?:m|cm|mm|km|ft|metres?|meters?|feet|foot|inch(?:es)?|yards?|fathoms?)"
_WEIGHT = r"(?:g|kg|t|lbs?|grams?|kilos?|kilograms?|tons?|tonnes?|pounds?)"
_SIZES = (
    ("deep", "deep depth deepen deeper", _LENGTH),
    ("wide", "wide width widen wider", _LENGTH),
    ("high", "high height heighten higher tall", _LENGTH),
    ("tall", "tall height high", _LENGTH),
    ("thick", "thick thickness", _LENGTH),
    ("heavy", "heavy weight weigh weighs weighed heavier", _WEIGHT),
)
_HOW_LARGE = re.compile(rf"(?i)^(?:and )?how (?P<size>{'|'.join(each[0] for each in _SIZES)})\b")
_MEASURED = {
    size: (
        frozenset(term_texts(words)),
        re.compile(rf"(?i)(?<![\w.,])\d+(?:[.,]\d+)?[\s-]?{unit}\b"),
    )
    for size, words, unit in _SIZES
}


def plainly_said(question: Question, text: str, about: frozenset[str]) -> float:
    """How surely a sentence says what is asked: 0, or `FIT`.

    Args:
        question: what is asked.
        text: of the sentence.
        about: stems of the titles and headings that it stands under.
    """
    if is_question(text):
        return 0.0
    held = frozenset(term_texts(text))
    fits = (
        _leave(question, text, held, about)
        or _hour(question, text, held, about)
        or _size(question, text, held, about)
    )
    return FIT if fits else 0.0


def _leave(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that allows or forbids all that is asked leave for."""
    if question.kind is not AnswerKind.YES_NO or not _ASKS_LEAVE.match(question.text):
        return False
    asked = frozenset(question.terms) - _LEAVE - about
    return bool(asked) and asked <= held and _GIVES_LEAVE.search(text) is not None


def _hour(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence with an hour of the day of the week that is asked about."""
    days = _WEEKDAYS.intersection(question.terms)
    if question.kind is not AnswerKind.DATE or not days or not days <= held:
        return False
    rest = frozenset(question.terms) - days - about
    return bool(rest) and rest <= held and _CLOCK.search(text) is not None


def _size(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that says so much of the size that is asked for, in a unit of it."""
    asked = _HOW_LARGE.match(question.text)
    if asked is None:
        return False
    family, figure = _MEASURED[asked["size"].casefold()]
    rest = frozenset(question.terms) - family - about
    return bool(rest) and rest <= held and bool(family & held) and bool(figure.search(text))
