"""The figure that stands in the sentence behind the one that answers: “Give the mesh a small size.
About 20 mm will do.” for “What size should the mesh have?”.
"""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import (
    AMOUNT,
    DATE,
    NUMBER,
    asks_for_figure,
    counts_nothing,
)
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.question import Question

NEAR = 60
"""Characters of a sentence among which its figure begins, at most."""
_IS = (
    r"(?:(?:is|are|should be|must be|can be|may be|has to be|have to be|measures?|weighs?|lasts?"
    r"|takes?) (?:(?:usually|normally|often|about|around|roughly|some|at (?:least|most)|up to"
    r"|between|not more than) )*)"
)
_SAYS_HOW_MUCH = re.compile(
    r"(?i)(?:(?:something|anything) (?:like|around|from|between|above|below|over|under|of)\b"
    r"|(?:usually|normally|typically|as a rule|about|around|roughly|at (?:least|most)|up to|between"
    r"|for most)\b"
    r"|(?:try|use|start with|begin with|choose|take) (?:about |around |something like |with )?"
    r"(?=\S?\d)"
    r"|an? (?:[\w-]+ )?(?:value|size|setting|figure|length|width|depth|height|weight|speed|number"
    r"|amount)\b|values\b"
    rf"|(?:it|this|that|they) {_IS}(?=\S?\d)|(?=\d))"
)
"""How a sentence opens that says how much of what the one before it speaks of."""
_OF_MANY = re.compile(
    r"(?i)\d[\d.,]*(?:(?: to | and | or | ?[–-] ?)\d[\d.,]*)? (?!(?:volts|watts|amps|pixels|points"
    r"|knots|turns|is|was|has|does|works|fits|suits|seems|lasts)\b)(?:[a-z]{3,}s|people|men|women"
    r"|children)\b"
)
"""So many other things: “About 20 skippers buy one.”"""


def figure_stands_behind(question: Question, text: str, behind: str) -> bool:
    """Whether a size, a value or the like is asked for, a sentence tells no figure, and the one
    behind it opens with how much that is. Days, years, pages and sums of money are none; of what is
    counted or paid only a sentence tells that names it."""
    if question.kind is not AnswerKind.AMOUNT or asks_for_figure(question.kind, question.text):
        return False
    if asked_words(question.text) or MONEY.search(behind) or NUMBER.search(text):
        return False
    plain = DATE.sub(" ", behind)
    figure = NUMBER.search(plain)
    return (
        _SAYS_HOW_MUCH.match(plain) is not None
        and figure is not None
        and figure.start() <= NEAR
        and (_OF_MANY.match(plain, figure.start()) is None or AMOUNT.search(plain) is not None)
        and not counts_nothing(AnswerKind.COUNT, plain)
    )
