"""What decides a question for yes or no: the sentence that says the last thing that is asked.

"Is the boat insured?" is decided where "insured" is said of the boat, and not by a sentence that
speaks of the boat alone.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import (
    CONDITION,
    NEGATION,
    PRONOUN,
    is_question,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

DECIDES = 0.75
"""Least share of the question's weight that such a sentence holds with what it stands under and, if
it begins with a pronoun, with the sentence before it."""
OWN = 0.4
"""Least share that it holds without what it stands under: a heading may ask the whole question."""
SHORT = 6
"""Words of such a sentence, without function words, at most: a long one says other things too."""

OF_SUCH = re.compile(
    r"(?i)^.*\b(?:that|which|who|whom)\s(?=(?:(?!(?:is|was|are|were|has|have|had|do|does|did|can"
    r"|could|will|would|may|must|should)\b)[^\s,]+\s){0,4}?(?:(?:is|was|are|were|has|have|had|do"
    r"|does|did|can|could|will|would|may|must|should)(?: not|n[’']t)|cannot|never)\b)"
)
"""What stands before a clause that denies something of such things alone."""

_SUPPOSED = re.compile(
    r"(?is)^\W*(?:(?:however|but|and|also|moreover|furthermore|in addition|accordingly),? )?"
    r"(?:if|were|should|in the event(?: that)?)\b(?P<condition>.*),"
    r"(?P<then>[^,]*\b(?:could|might)\b.*)$"
)
"""What might follow from something, which nobody says to be so."""


def decides(
    question: Question, unit: Unit, before: Unit | None, about: frozenset[str] = frozenset()
) -> float:
    """How surely a sentence decides the question, 0 to `FIT`.

    Args:
        before: the sentence before it in its passage.
        about: stems of the titles and headings of the passage.
    """
    if question.kind is not AnswerKind.YES_NO or len(question.terms) < 2:
        return 0.0
    if question.terms[-1] not in unit.term_set or is_question(unit.text):
        return 0.0
    if len(unit.terms) > SHORT or tells_what_was_asked(unit.text):
        return 0.0
    told = frozenset[str]()
    if before is not None and before.heading == unit.heading and PRONOUN.match(unit.text):
        told = before.term_set
    own = unit.term_set | told
    if question.share_of(own) < OWN:
        return 0.0
    share = question.share_of(own | about)
    return FIT * share if share >= DECIDES else 0.0


def denies_of_some(question: Question, text: str) -> bool:
    """Whether a question for yes or no is asked of all things of a kind, and a text only denies it
    of such as a clause picks out: “It makes oars that the club cannot lend.”"""
    if question.kind is not AnswerKind.YES_NO or not OF_SUCH.search(text):
        return False
    if len(NEGATION.findall(text)) > 1 or NEGATION.search(question.text):
        return False
    held = frozenset(term_texts(text)) & question.weights.keys()
    return not held <= frozenset(term_texts(OF_SUCH.sub("", text)))


def is_only_supposed(question: Question, text: str) -> bool:
    """Whether a question for yes or no is asked of what is, and a text says most that it has of it
    in a condition of what might happen: “If the ferry made a loss, the line could be closed.”"""
    asked, _, _ = question.text.partition("?")  # how to answer may be said under a condition
    if question.kind is not AnswerKind.YES_NO or CONDITION.search(asked):
        return False
    supposed = _SUPPOSED.match(text)
    if supposed is None:
        return False
    then = frozenset(term_texts(supposed["then"]))
    condition = frozenset(term_texts(supposed["condition"]))
    new = question.weights.keys() & (then - condition)
    return not new and question.share_of(condition - then) > question.share_of(then)
