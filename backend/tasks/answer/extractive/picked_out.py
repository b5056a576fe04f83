"""Words that pick one of several out: “the next meeting” is not the meeting before it.

They weigh little, since they are frequent, and yet decide which of several like sentences is meant.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.question import Question

NEAR = 3
"""Words behind such a word among which what it picks out stands."""

_PICKING = re.compile(
    r"(?i)\b(?P<word>next|previous|last|latest|final|former|current|minimum|maximum|least|earliest|"
    r"initial|original)\s+(?P<after>(?:[\w'’-]+[ ?]*){1,3})"
)


def picks_the_same(question: Question, text: str) -> bool | None:
    """Whether a text picks out what the question picks out, with the same word before the same
    noun; None if the question picks nothing out."""
    wanted = _picked(question.text)
    wanted = {(word, noun) for word, noun in wanted if noun in question.weights}
    if not wanted:
        return None
    return not wanted.isdisjoint(_picked(text))


def _picked(text: str) -> set[tuple[str, str]]:
    """Pairs of such a word and a stem among the words behind it."""
    return {
        (match["word"].lower(), noun)
        for match in _PICKING.finditer(text)
        for noun in term_texts(" ".join(match["after"].split()[:NEAR]))
    }
