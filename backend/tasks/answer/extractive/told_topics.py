"""Questions for what is said about something: “What does the letter say about the crane?” is
answered by any sentence that speaks of the crane."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import leads_elsewhere
from backend.tasks.answer.extractive.units import Unit

LEAST_WORDS = 4
"""Fewer are a heading or a label."""

_ENDS = frozenset('.!”"’')
_SEE = re.compile(
    r"(?i)\b(?:see|refer to|(?:described|discussed|explained|found|set out) (?:further )?in) "
    r"(?:also )?(?:the |our |its )?[“\"]?"
    r"(?:sections?|items?|notes?|parts?|chapters?|appendix|pages?)\b"
)
"""Where it is said, which does not say it."""
_ABOUT = r"(?:about|concerning|regarding|on the subject of)"
_ASKED = (
    re.compile(
        rf"(?i)^(?:and )?what (?:does|do|did|has|have|can|could) [^?]+? (?:say|said|tell|told|write"
        rf"|written|mention|state|stated|know|learn|find out|report)(?: us| me| you)? {_ABOUT} "
        r"(?P<topic>[^?]+?)\W*$"
    ),
    re.compile(
        rf"(?i)^(?:and )?what (?:is|was|are|were|has been) (?:there )?(?:said|told|written|known"
        rf"|stated|reported|mentioned) {_ABOUT} (?P<topic>[^?]+?)"
        r"(?: in (?:the|this|that|my|our|your) [^?]+)?\W*$"
    ),
)


def topic_asked(question: str) -> frozenset[str]:
    """The stems of what a question wants something to be said about; empty for other questions."""
    for each in _ASKED:
        found = each.match(question.strip())
        if found is not None:
            return frozenset(term_texts(found["topic"]))
    return frozenset()


def speaks_of_topic(question: str, unit: Unit, title: str) -> bool:
    """Whether a sentence speaks of all that a question wants something to be said about.

    Args:
        title: of its document, which speaks of that with each sentence: nothing in particular is
            asked then.
    """
    topic = topic_asked(question)
    if not topic or not topic <= unit.term_set or topic <= frozenset(term_texts(title)):
        return False
    text = unit.text.rstrip()
    if leads_elsewhere(text) or _SEE.search(text):
        return False
    return len(text.split()) >= LEAST_WORDS and text[-1:] in _ENDS
