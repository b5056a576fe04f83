"""Answers that hold nothing of what is asked, or nothing but it.

“The mate is Ada Finch” names nobody for “Who was the mate before Ada Finch?”, and “The crew may
rest after two hours” has no word of “How long does it take until the paint is dry?”.
"""

from __future__ import annotations

import re
from collections.abc import Set

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import PRONOUN
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_BESIDES = re.compile(
    r"^[Ww]ho(?:m|se)?\b.*\b(?:before|after|besides|other than|apart from|instead of|except) "
    r"(?:Mrs? |Ms |Dr |Prof\.? )?(?P<name>[^\W\d_a-z][\w.’'-]*(?: [^\W\d_a-z][\w.’'-]*)*)\W*$"
)
_NAME = re.compile(r"[^\W\d_a-z][\w’'-]+")
_TITLES = frozenset(["Mr", "Mrs", "Ms", "Dr", "Prof", "Sir", "Lady", "The", "A", "An", "Our", "In"])
_FIGURES = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT, AnswerKind.DATE])
_HOW_LONG = re.compile(r"(?i)^(?:and )?how long (?:does|did|will|would) it take\b")
_TAKES = frozenset(term_texts("long take"))
LEAST_ASKED = 2
"""Words of a question of which an answer has one, at least: a single one may be put otherwise."""


def names_only_asked(question: Question, text: str) -> bool:
    """Whether it is asked who was it before, after or besides somebody, and a text names nobody
    else."""
    asked = _BESIDES.match(question.text.strip())
    if question.kind is not AnswerKind.PERSON or asked is None:
        return False
    known = frozenset(_NAME.findall(question.text)) | _TITLES
    named = frozenset(_NAME.findall(text))
    return not named.isdisjoint(_NAME.findall(asked["name"])) and named <= known


def shares_nothing(question: Question, unit: Unit, above: Set[str]) -> bool:
    """Whether a figure or a date is asked for, and a sentence, with the heading that it stands
    under, has no word of the question, and none that points back to one before it. It may still
    put the answer in other words.

    Args:
        above: stems of its nearest heading.
    """
    if question.kind not in _FIGURES or len(question.terms) < LEAST_ASKED:
        return False
    if PRONOUN.match(unit.text) or question.times.years:
        return False
    asked = question.weights.keys() - (_TAKES if _HOW_LONG.match(question.text) else frozenset())
    return asked.isdisjoint(unit.term_set | above)
