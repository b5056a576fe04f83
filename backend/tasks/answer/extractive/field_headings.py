"""What stands below a heading that is the name of a field, an option or the like.

“What is the Rigger field?” is answered by the first sentence below “Rigger”, and “What are the
engine parts?” by the list below “Engine parts”.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.definitions.asked_names import CLASS, asked_name
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import ASKING
from backend.tasks.answer.extractive.units import Unit

LEAST_HEADING = 2
"""Words of a heading that a list answers under, at least: a single one stands over anything."""
_TYPED = re.compile(r"[^\W\d_a-z]?[a-zß-ÿ]+[A-Z]|\w_\w")
_ASKS_FOR_THEM = re.compile(r"(?i)^(?:and )?(?:what|which) are (?:the|all|its|their|your|our)\b")
_ITEM = re.compile(r"(?:[•▪◦‣·*–—-]|\(?\d{1,2}[.)])\s*\S")
LEAST_SAID = 3
"""Words that such a sentence has at least, without function words."""


def is_below_field(question: str, unit: Unit) -> bool:
    """Whether a sentence is the first below a heading that is, letter for letter, the name which a
    question calls a field, an option or the like, or a name that is typed (“furlOnStop”)."""
    name, _ = asked_name(question)
    if not name or not unit.opens or name != unit.heading or is_question(unit.text):
        return False
    called = re.search(rf"\b{re.escape(name)}[\"”’]? (?i:{CLASS})\b", question)
    opens = unit.text[:1].isupper() and len(unit.terms) >= LEAST_SAID
    return opens and (called is not None or _TYPED.search(name) is not None)


def lists_what_the_heading_says(question: Question, unit: Unit) -> bool:
    """Whether a unit opens a list below a heading of just the words that “what are” asks for:
    “Engine parts” and its items for “What are the engine parts?”."""
    if not _ASKS_FOR_THEM.match(question.text.strip()) or not unit.opens:
        return False
    heading = frozenset(term_texts(unit.heading)) - ASKING
    is_item = _ITEM.match(unit.text) is not None
    return is_item and len(heading) >= LEAST_HEADING and heading == frozenset(question.terms)
