"""Which of several terms, camps or timetables is meant, told by a season: what is said of the
summer term is nothing of the autumn term."""

from __future__ import annotations

import re

from backend.analysis import fold

_SEASON = r"spring|summer|autumn|winter"
_OF_A_SEASON = re.compile(
    rf"(?i)\b(?P<season>{_SEASON}) (?!of\b|in\b|on\b|and\b|or\b|is\b|when\b|if\b)[a-z]{{3,}}"
)
_NAMED = re.compile(rf"(?i)\b(?:{_SEASON}|fall)\b")


def is_of_another_season(question: str, shown: str) -> bool:
    """Whether a question asks of something that a season tells apart (“the autumn term”), and what
    is shown, with what it stands under, names only others.

    Args:
        shown: the sentence with its passage and the titles above it.
    """
    asked = {fold(match["season"]) for match in _OF_A_SEASON.finditer(question)}
    named = {fold(each) for each in _NAMED.findall(shown)}
    named |= {"autumn"} if "fall" in named else set()
    return bool(asked) and bool(named) and asked.isdisjoint(named)
