"""Whose office is asked for: “Who is the treasurer?” is not told by the line of the secretary."""

from __future__ import annotations

import re

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.question import Question

_WHO_IS = re.compile(
    r"(?i)^who (?:is|was|are|were) (?:the|our|its|their|your|my|his|her|a|an) "
    r"(?P<office>[^\W\d_][\w -]*?)(?= (?:of|for|in|at|on|to|from|that|who|whom|which|during|since"
    r"|when|now|today)\b|\W*$)"
)
_NEXT = re.compile(r"(?i)^when (?:is|are|will|does|do)\b.*\bnext\b")
_OVER = re.compile(r"(?i)\b(?:ended|expired|was|were|had|took|held|ran out|finished)\b")
_TO_COME = re.compile(
    r"(?i)\b(?:next|will|shall|due|again|is|are|takes?|starts?|begins?|from|until|by|every)\b"
)


def office_asked(question: str) -> list[str]:
    """The stems of the office that "who is the …" asks for; empty for any other question."""
    asked = _WHO_IS.match(question.strip())
    return term_texts(asked["office"]) if asked is not None else []


def is_of_another_office(question: Question, text: str, over: frozenset[str]) -> bool:
    """Whether "who is the …" asks for an office that neither a sentence nor what it stands under
    names.

    Args:
        text: the sentence, with what belongs to it.
        over: stems of its heading and of the titles above it.
    """
    office = office_asked(question.text)
    return bool(office) and office[-1] not in over | frozenset(term_texts(text))


def is_over(question: Question, text: str) -> bool:
    """Whether "when is the next …" meets a sentence that only tells what has ended."""
    return (
        _NEXT.match(fold(question.text).strip()) is not None
        and _OVER.search(text) is not None
        and _TO_COME.search(text) is None
    )
