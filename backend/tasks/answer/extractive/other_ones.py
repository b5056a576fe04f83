"""Sentences that speak of those that are not what a question asks about.

“A boat that is not a guard boat pays the toll” has all words of “What does a guard boat pay?” and
tells it of the others.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import NEGATION

MOST_WORDS = 5
"""So long is a name for what is left out, at most."""

_LEFT_OUT = re.compile(
    r"(?i)\b(?:(?:that|which|who) (?:is|are|was|were) (?:not|neither|never)|other than"
    r"|(?:that|which|who) (?:isn|aren|wasn|weren)[’']t)"
    r" (?:(?:an?|the|any|one of the) )?(?=\w)"
)
_WORD = re.compile(r"[\w'’-]+")
_END = re.compile(r"[^\w'’-]*[.,;:)!?]|$")


def tells_of_others(question: str, text: str) -> bool:
    """Whether a sentence is about those that are not what a question asks about, and says that
    nowhere else. A question with a negation of its own may ask about them."""
    if NEGATION.search(question) or "other than" in question.lower():
        return False
    asked = term_texts(question)
    rest, names, at = list[str](), list[str](), 0
    for match in _LEFT_OUT.finditer(text):
        end = _asked_until(text, match.end(), asked)
        if end > match.end():
            rest.append(text[at : match.start()])
            names.append(text[match.end() : end])
            at = end
    said = [term_texts(each) for each in (*rest, text[at:])]
    return any(not any(_runs(term_texts(name), each) for each in said) for name in names)


def _asked_until(text: str, start: int, asked: list[str]) -> int:
    """Where the name that begins at `start` ends, if the question has it; else `start`. A single
    word is a name only where its clause ends with it: “not a member” is, “not a member state” is
    another thing."""
    words = list(_WORD.finditer(text, start))[:MOST_WORDS]
    for count in range(len(words), 0, -1):
        end = words[count - 1].end()
        terms = term_texts(text[start:end])
        whole = len(terms) > 1 or (len(terms) == 1 and _END.match(text, end) is not None)
        if whole and len(terms) == count and _runs(terms, asked):
            return end
    return start


def _runs(terms: list[str], among: list[str]) -> bool:
    """Whether terms stand one behind the other among others."""
    size = len(terms)
    return any(among[at : at + size] == terms for at in range(len(among) - size + 1))
