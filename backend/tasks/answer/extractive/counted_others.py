"""Sentences whose numbers count other things than “how many” asks for: “Each crew has one key” for
how many sheds there are, “for the oars that were split (90 pounds)” for how many were, and “The
club owns nine boats” for how many rowers were hurt in its boats.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.discourse.irregular_verbs import OTHER_FORMS
from backend.evidence.quantities import NUMBER_WORDS
from backend.tasks.answer.extractive.forms import NEGATION, PRONOUN
from backend.tasks.answer.extractive.list_marks import without_clause_number
from backend.tasks.answer.extractive.money import MONEY
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import MAY_OR_MUST

NEAR = 2
"""Words behind a number among which what it counts stands."""
_YEAR = re.compile(r"(?i)\b(?:in|since|of|until|by|before|after|from|to) (?:1[5-9]|20)\d\d\b")
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

_BEFELL = re.compile(
    r"(?i)^(?:and |but |so )?how many (?:of (?:the|our|my|its|their) )?"
    r"(?P<what>(?:[\w’'-]+ ){1,3}?)"
    r"(?:(?:have|has|had|were|was|are|is) (?:\w+ly |ever |already )?(?:been |being |got )?"
    r"|(?:could|can|will|may|might|must|would) (?:have been|be|get) )"
    r"(?P<deed>[a-z]{3,})\b"
)
"""“How many rowers have been hurt …”: what is counted, and what happened to it."""
_UNIT_OF_TIME = frozenset(
    term_texts("hours days weeks months years terms seasons times", keep_stop_words=True)
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


_UNNAMED = re.compile(r"(?i)\b\d{1,6} (?:on|in|from|of|at|were|was|had|went|came)\b")
"""“12 on the buses”: people who are not called so."""


def counts_only_the_place(question: Question, text: str) -> bool:
    """Whether it is asked to how many something happened, and a text has neither these nor that,
    and counts another thing that the question names, and nothing else: how many boats there are is
    not how many rowers were hurt in boats."""
    asked = _BEFELL.match(question.text.strip())
    if asked is None or any(each.search(text) for each in (MONEY, NEGATION)) or PRONOUN.match(text):
        return False  # “nobody” tells how many as well
    what, deed = (frozenset(term_texts(asked[each])) for each in ("what", "deed"))
    held = frozenset(term_texts(text))
    if not what or not deed or not deed <= question.weights.keys():
        return False
    if (what | _forms_of(deed)) & held:
        return False
    others = question.weights.keys() - what - deed - _UNIT_OF_TIME
    plain = _YEAR.sub(" ", without_clause_number(text))
    if _UNNAMED.search(plain):
        return False
    counted = [term_texts(each["behind"])[:NEAR] for each in _NUMBER.finditer(plain)]
    return bool(counted) and all(not others.isdisjoint(each) for each in counted)


def _forms_of(deed: frozenset[str]) -> frozenset[str]:
    return deed.union(*(OTHER_FORMS.get(each, frozenset()) for each in deed))


def _counts(what: frozenset[str], behind: str) -> bool:
    return not what.isdisjoint(term_texts(behind))
