"""Questions for a move that is still to come: “How much do we expect sales to rise between 2031 and
2032?” is asked of the same two figures as “How much did sales rise between 2031 and 2032?”."""

from __future__ import annotations

import re

_MOVE = (
    r"(?P<move>rise|grow|increase|climb|go up|fall|drop|decrease|decline|shrink|go down|change"
    r"|improve)"
)
_THINK = r"(?:expect|forecast|project|estimate|plan|assume|anticipate|want)"
_THOUGHT = rf"(?:{_THINK}(?:ed)?|planned|thought|supposed|likely|due|going)"
_HOW = r"(?P<how>(?:by )?how (?:much|far)|by (?:how many|what) (?:per ?cent|percentage)s?)"
_WHO = r"(?:we|you|they|I|analysts|the (?:authors?|analysts?|company|team))"
_MOVES = (
    re.compile(rf"(?i)^{_HOW} (?:do|does|did) {_WHO} {_THINK} (?P<what>[^,;?]+?) to {_MOVE}\b"),
    re.compile(rf"(?i)^{_HOW} (?:is|are) (?P<what>[^,;?]+?) {_THOUGHT} to {_MOVE}\b"),
    re.compile(rf"(?i)^{_HOW} (?:will|would|shall) (?P<what>[^,;?]+?) {_MOVE}\b"),
)
_TWO_YEARS = re.compile(r"\b(?:19|20)\d\d\b.*\b(?:19|20)\d\d\b")


def as_moved(question: str) -> str:
    """A question for by how much something is to move between two years that it names, as one for
    by how much it moved; any other as it is.

    >>> as_moved("How much will sales grow from 2031 to 2032?")
    'How much did sales grow from 2031 to 2032?'
    """
    text = " ".join(question.split())
    if not _TWO_YEARS.search(text):
        return question
    for form in _MOVES:
        if (match := form.match(text)) is not None:
            rest = text[match.end() :]
            return f"{match['how']} did {match['what']} {match['move']}{rest}"
    return question
