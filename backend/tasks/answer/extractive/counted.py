"""What a sentence counts, held against what "how many" asks for."""

from __future__ import annotations

import re

from backend.analysis import stem, term_texts
from backend.tasks.answer.extractive.forms import NUMBER
from backend.tasks.answer.extractive.kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question

BETWEEN = 2
"""Words that may stand between a number and what it counts ("31 new paying members")."""

_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_MEASURES = frozenset(
    stem(word)
    for word in (
        *("percent", "per", "day", "days", "week", "weeks", "month", "months", "year", "years"),
        *("hour", "hours", "minute", "minutes", "second", "seconds", "time", "times", "k", "m"),
    )
)


def counts_asked(question: Question, text: str) -> bool:
    """Whether a number in the text counts what "how many" asks for ("100K hits a day")."""
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    first = question.focus[0]  # of “leap seconds” seconds alone are others
    return any(first in following for following in _after_numbers(text))


def counts_another(question: Question, text: str) -> bool:
    """Whether the text does not name what is to be counted, and its number stands right before
    another thing that the question names: “two hives” is no number of bees."""
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = frozenset(question.focus)
    if not counted.isdisjoint(term_texts(text)):
        return False
    others = question.weights.keys() - counted - _MEASURES
    return any(following[:1] and following[0] in others for following in _after_numbers(text))


def _after_numbers(text: str) -> list[tuple[str, ...]]:
    """The stems of the words right after each number of the text."""
    words = [match.group() for match in _WORD.finditer(text)]
    return [
        tuple(stem(word.lower()) for word in words[at + 1 : at + 2 + BETWEEN])
        for at, word in enumerate(words)
        if NUMBER.match(word)
    ]
