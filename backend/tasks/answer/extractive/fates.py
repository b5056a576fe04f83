"""What becomes of a thing: “Late entries are not rowed” for “What happens to late entries?”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_WORDS = 2
"""Words of a thing whose sentence is known by them, at least: one alone opens many sentences."""

_ASKED = re.compile(
    r"(?i)^(?:and )?what (?:(?:happens|happened|will happen|is done) (?:to|with)"
    r"|(?:becomes|became|will become) of) (?:(?:the|my|our|your|its|their|an?) )?"
    r"(?P<what>[^?,;:]+?)\W*$"
)
_IS_DONE = re.compile(
    r"(?i)\W*(?:the |an? |any |all |our |your )?(?P<what>[^,;:.]{3,60}?) "
    r"(?:is|are|was|were|will be|has been|have been|goes?|go|went|becomes?|became|remains?|stays?"
    r"|(?:can|may|must) be(?= \w+(?:ed|en|wn|t|ght|old)\b)) \S"
)


def fate_asked(question: str) -> list[str]:
    """The stems of the thing of which it is asked what happens to it; none for other questions."""
    asked = _ASKED.match(question.strip())
    return term_texts(asked["what"]) if asked is not None else []


def fate_fit(question: Question, unit: Unit) -> float:
    """How surely a sentence tells what becomes of the thing that is asked about: 0, or `FIT`."""
    wanted = fate_asked(question.text)
    if len(wanted) < LEAST_WORDS or is_question(unit.text):
        return 0.0
    match = _IS_DONE.match(unit.text)
    return FIT if match is not None and term_texts(match["what"]) == wanted else 0.0


def tells_fate_of_another(question: Question, unit: Unit, heading: frozenset[str]) -> bool:
    """Whether it is asked what becomes of a thing that two words name, and a sentence, with its
    heading, has the second one and lacks the one that tells it apart: entries are not late."""
    wanted = fate_asked(question.text)
    if len(wanted) != LEAST_WORDS:
        return False
    return wanted[1] in unit.term_set and wanted[0] not in unit.term_set | heading
