"""The last day of what somebody does, told by when it stops: “We shall stop pressing it on 3 May”
for “When is the last day you press cider?”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.days_told import asks_for_last_day, tells_date
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_HELD = 0.9
"""Least share of the weight of what is asked about in the passage."""
NEAR = 5
"""Words behind the deed among which that stands to which it is done."""
_STOPS = re.compile(
    r"(?i)\b(?:stop(?:s|ped|ping)?|ceas(?:e|es|ed|ing)|finish(?:es|ed)?|give up|gives up|gave up"
    r"|discontinu(?:e|es|ed)) (?P<deed>[a-z]{3,}ing)\b(?P<behind>.*)"
)
_POINTS_BACK = re.compile(
    r"(?i)^\W*(?:it|them|this|these|those|both|either|all (?:of )?(?:it|them|these|this|those|two"
    r"|three|four|five|six|seven|eight|nine|ten)|altogether|for good)\b"
)
_LEAVES_OPEN = re.compile(
    r"(?i)\b(?:if|unless|may|might|could|would|not|never|consider\w*|propos\w+|whether|until)\b"
)
_IDLE = frozenset(term_texts("last final closing latest day date", keep_stop_words=True))


def deed_ended_fit(question: Question, unit: Unit, about: frozenset[str]) -> float:
    """How surely a sentence tells the last day on which the very deed is done that is asked about:
    0, or `FIT`. What it is done to is named in it, or pointed back to.

    Args:
        about: the stems of what its passage speaks of.
    """
    if not asks_for_last_day(question.text) or not tells_date(unit.text):
        return 0.0
    stops = _STOPS.search(unit.text)
    if stops is None or _LEAVES_OPEN.search(unit.text):
        return 0.0
    deed = frozenset(term_texts(stops["deed"]))
    things = question.without(deed | _IDLE)
    if not deed or not deed <= question.weights.keys() or not things.weights:
        return 0.0
    near = frozenset(term_texts(" ".join(stops["behind"].split()[:NEAR])))
    is_of_it = _POINTS_BACK.match(stops["behind"]) or not near.isdisjoint(things.weights.keys())
    return FIT if is_of_it and things.share_of(about) >= LEAST_HELD else 0.0
