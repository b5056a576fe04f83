"""Sentences whose numbers count other things than “how many” asks for: “Each crew has one key” for
how many sheds there are, and “for the oars that were split (90 pounds)” for how many were.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.evidence.quantities import NUMBER_WORDS
from backend.tasks.answer.extractive.forms import PRONOUN
from backend.tasks.answer.extractive.list_marks import without_clause_number
from backend.tasks.answer.extractive.money import MONEY
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import MAY_OR_MUST

_HOW_MANY = re.compile(
    r"(?i)^(?:and )?how many (?:of (?:the|our|my|its|their) )?(?P<what>[\w’'-]+)"
)
_NUMBER = re.compile(
    r"(?i)(?<![\w.,])(?P<number>\d[\d.,]*|"
    + "|".join(sorted(map(re.escape, NUMBER_WORDS), key=len, reverse=True))
    + r")(?![\w%])(?P<behind>(?: [^\W\d_][\w’'-]*){0,3})"
)
_OF_SUCH = re.compile(
    r"(?i)^ (?:of (?:them|these|those|the|our|its|their|all|whom|which)|were|are|have)"
)

_ANYBODY = frozenset(term_texts("people persons men women members staff guests adults children"))


def counts_only_others(question: Question, text: str) -> bool:
    """Whether things are counted, and a text either has none of the question's words and a number
    right before other things, or speaks of money and has no number beside what is counted."""
    asked = _HOW_MANY.match(question.text.strip())
    what = frozenset(term_texts(asked["what"])) if asked is not None else frozenset[str]()
    what |= frozenset(question.focus) if what else what
    if not what or not what.isdisjoint(_ANYBODY) or PRONOUN.match(text):
        return False
    found = list(_NUMBER.finditer(without_clause_number(text)))
    if any(_OF_SUCH.match(each["behind"]) or _counts(what, each["behind"]) for each in found):
        return False
    if MONEY.search(text):
        return bool(found)
    shared = frozenset(term_texts(text)) & question.weights.keys() - MAY_OR_MUST
    return bool(found) and not shared and all(each["behind"].strip() for each in found)


def _counts(what: frozenset[str], behind: str) -> bool:
    return not what.isdisjoint(term_texts(behind))
