"""What is told to “you” and asked by “I”: “You would row with Ada Finch”, for whom I row with."""

from __future__ import annotations

import re

from backend.analysis import stem, term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.agents import NAME
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_ASKED = re.compile(
    r"(?i)^(?:and )?whom? (?:will|do|would|should|must|can|may|shall) (?:I|we) (?P<verb>[a-z]+) "
    r"(?P<to>to|with|for|under|from)(?P<rest>(?: .+)?)$"
)
_TOLD = re.compile(
    r"\W*You (?:will |would |should |must |can |may |shall |are to |have to |need to )?"
    r"(?:[a-z]+ly )?(?P<verb>[a-z]+) (?P<to>to|with|for|under|from) "
    rf"(?:(?:the|our|your) (?:[a-z]+ ){{1,3}})?(?:Mrs? |Ms |Dr |Prof\.? )?(?:{NAME})"
)


def told_to_them(question: Question, unit: Unit, about: frozenset[str]) -> float:
    """How surely a sentence names to “you” the one whom “I” asks for, by the same verb: 0, or
    `FIT`.

    Args:
        about: stems of its passage and of what that stands under, which must hold the rest.
    """
    asked = _ASKED.match(question.text.rstrip(" ?.!"))
    said = _TOLD.match(unit.text)
    if question.kind is not AnswerKind.PERSON or asked is None or said is None:
        return 0.0
    if stem(asked["verb"].lower()) != stem(said["verb"]) or asked["to"].lower() != said["to"]:
        return 0.0
    return FIT if frozenset(term_texts(asked["rest"])) <= unit.term_set | about else 0.0
