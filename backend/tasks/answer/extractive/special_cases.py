"""A case that the next sentence tells apart: “A deposit of £30 is taken. For punts it is £50.”"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST = 0.75
"""Least share of the question's weight that it holds with what stands before it."""
BEFORE = 2
"""Sentences before it that may say what “it” is, at most."""

_ASKED = re.compile(
    r"(?i)\bfor (?:(?:an?|the|my|our|your) )?(?P<case>[^\W\d_][\w’'-]*(?: [\w’'-]+){0,2})\W*$"
)
_FOR_THEM = re.compile(
    r"(?i)\W*(?:for|with|in the case of) (?:(?:an?|the|all|each) )?(?P<case>[^,;:.]{3,40}?),? "
    r"(?P<it>it|this|they|that|these|the [a-z]+) "
    r"(?:is|are|was|were|costs?|rises?|falls?|lasts?|takes?"
    r"|amounts?|comes?|may|must|can)\b"
)
_THEY_COST = re.compile(
    r"(?i)\W*(?:(?:an?|the|all|each) )?(?P<case>[^,;:.]{3,60}?) (?:is|are|costs?|pays?) "
    r"(?:(?:only|about) )?(?:[£$€]?\d|half\b|double\b|twice\b|nothing\b|a (?:third|quarter)\b)"
)
"""“Keelboats are £50.”, “Guests from other yards pay half.”"""
_OF_A_CASE = re.compile(r"(?i) (?:of|from|in|with|under|over|who|that) ")
_TOLD_IN_FIGURES = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT, AnswerKind.DATE])


def special_case_fit(question: Question, unit: Unit, above: Sequence[Unit]) -> float:
    """How surely a sentence tells of the very case that a question ends with what one before it
    tells of all: 0, or `FIT`.

    Args:
        above: the sentences before it in its passage.
    """
    asked = _ASKED.search(question.text.strip())
    match = _FOR_THEM.match(unit.text) or _THEY_COST.match(unit.text)
    if question.kind not in _TOLD_IN_FIGURES or asked is None or match is None:
        return 0.0
    case = term_texts(asked["case"])
    of_them = (term_texts(match["case"]), term_texts(_OF_A_CASE.split(match["case"])[0]))
    if not case or case not in of_them or not holds_kind(question.kind, unit.text):
        return 0.0
    before = [each for each in above[-BEFORE:] if each.heading == unit.heading]
    held = unit.term_set.union(*(each.term_set for each in before))
    return FIT if before and question.share_of(held) >= LEAST else 0.0


def is_of_other_case(question: Question, text: str) -> bool:
    """Whether a figure is asked for, and a text tells that of “it” for a case of which the question
    has no word: “For keelboats it is £50.” for what a lamp costs."""
    match = _FOR_THEM.match(text)
    if question.kind not in _TOLD_IN_FIGURES or match is None:
        return False
    case = term_texts(match["case"])
    told_of = frozenset((*case, *term_texts(match["it"])))
    return bool(case) and question.weights.keys().isdisjoint(told_of)
