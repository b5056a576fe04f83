"""What a thing is called: “She was first named Plover” for “What was the barge first called?”.

The question names no kind of answer but a name, and only a word for naming leads to it.
"""

from __future__ import annotations

import re

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question

ABOUT = 0.6
"""Least share of the question's weight that the sentence holds, with what it stands under."""

_ASKED = re.compile(
    r"(?i)^(?:and )?what (?:is|are|was|were|did they|do they|did you|do you) (?:the )?(?P<what>.+?)"
    r" ?(?P<when>originally|first|formerly|previously|initially|now|today)? "
    r"(?:called|named|known as)(?: (?P<behind>originally|first|formerly|previously|initially))?\W*$"
)
_UNDER = re.compile(
    r"\bunder the (?:\w+ )?(?:name|title)(?: of)? "
    r"[\"“‘'«]?(?P<name>[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,4})"
)
"""What something was made as: what it is called now, it is called without that."""
_TOLD = re.compile(
    r"\b(?:is|are|was|were|been|be) (?:\w+ly |first |now )?(?:called|named|known as|renamed) "
    r"(?:the )?[\"“‘'«]?(?P<name>[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,4})"
)
_ONCE = frozenset(["originally", "first", "formerly", "previously", "initially"])
_THEN = re.compile(r"(?i)\b(?:originally|first|formerly|previously|initially|once|before|until)\b")


def named_fit(question: Question, text: str, about: frozenset[str]) -> float:
    """How surely a sentence tells the name that is asked for: 0, or `FIT`.

    Args:
        about: stems of the titles and headings of the passage.
    """
    asked = _ASKED.match(question.text)
    if asked is None:
        return 0.0
    once = fold(asked["when"] or asked["behind"] or "") in _ONCE
    match = _TOLD.search(text) if once is bool(_THEN.search(text)) else None
    if match is None and once:
        match = _UNDER.search(text)
    if match is None:
        return 0.0
    if not set(term_texts(match["name"])) - question.weights.keys():
        return 0.0  # that it is called as the question calls it says nothing
    held = frozenset(term_texts(text)) | about
    if once:  # the form of the sentence has said so, by whatever word
        held |= frozenset(term_texts(asked["when"] or asked["behind"]))
    return FIT if question.share_of(held) >= ABOUT else 0.0
