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

_TIMES = frozenset(term_texts("day date week month year", keep_stop_words=True))
"""Of “the last day the ferry runs” a day is picked out, and not a ferry."""

_OF = re.compile(
    r"(?i)\s*(?:[\w'’-]+\s+){1,3}?(?:of|for)\s+(?:(?:the|an?|our|its|their)\s+)?"
    r"(?P<of>(?!\d)[\w'’-]+(?:\s+[\w'’-]+){0,2})"
)
"""What the thing that is picked out is of: “of the choir”."""


def picks_the_same(question: Question, text: str) -> bool | None:
    """Whether a text picks out what the question picks out, with the same word before the same
    noun, and says of nothing else that it is of it (“the next meeting of the garden club” is none
    of the choir's); None if the question picks nothing out."""
    asked = _picked(question.text, of_times_alone=True)
    wanted = {pair: of for pair, of in asked.items() if pair[1] in question.weights}
    if not wanted:
        return None
    found, held = _picked(text), frozenset(term_texts(text))
    return any(
        pair in found and not (found[pair] - question.weights.keys() and of - held)
        for pair, of in wanted.items()
    )


def _picked(text: str, *, of_times_alone: bool = False) -> dict[tuple[str, str], frozenset[str]]:
    """Pairs of such a word and a stem among the words behind it, each with the stems of what the
    thing is said to be of.

    Args:
        of_times_alone: whether nothing behind a day, a month or the like is picked out as well.
    """
    found: dict[tuple[str, str], frozenset[str]] = {}
    for match in _PICKING.finditer(text):
        of = _OF.match(text, match.end("word"))
        stems = frozenset(term_texts(of["of"])) if of else frozenset()
        nouns = term_texts(" ".join(match["after"].split()[:NEAR]))
        for noun in nouns[:1] if of_times_alone and nouns[:1] and nouns[0] in _TIMES else nouns:
            found[match["word"].lower(), noun] = stems
    return found
