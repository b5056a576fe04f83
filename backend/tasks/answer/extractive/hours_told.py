"""The time of day that “what time” asks for: a day is none."""

from __future__ import annotations

import re

from backend.evidence.quantities import NUMBER_WORDS

MOST_HOURS = 12

_ASKS = re.compile(
    r"(?i)^(?:and )?(?:(?:at|by|until|till|from|before|after) )?(?:what|which) (?:time|hour)\b"
    r"(?! (?:of (?:the )?year|zones?|limits?|spans?|periods?|frames?|stamps?|steps?)\b)"
)
_RUNS = re.compile(
    r"(?i)^(?:and )?when (?:do|does) (?:the |our )?(?:first|last|early|late|morning|evening|night) "
    r"[\w-]+ (?:leave|depart|arrive)\b"
)
"""The first ferry of a day leaves at an hour: since when a timetable is valid is none."""
_SMALL = "|".join(word for word, value in NUMBER_WORDS.items() if 0 < value <= MOST_HOURS)
_BEFORE = r"(?:at|from|until|till|by|before|after|between|to|and|past|about|around)"
_HOUR = re.compile(
    r"(?i)(?<![£$€\d.,])\b(?:[01]?\d|2[0-4])[:.h][0-5]\d\b(?!\s?(?:%|m\b|[ck][mg]\b|per\b))"
    rf"|\b(?:\d{{1,2}}|{_SMALL}) ?(?:[ap]\.?m\b|o['’]?\s?clock\b|hrs\b)"
    rf"|\b{_BEFORE} (?:about )?(?:half past |(?:a )?quarter (?:past|to) )?(?:{_SMALL})\b"
    r"(?! [a-z]+s\b| (?:hundred|thousand|million|per|of)\b)"
    rf"|\b{_BEFORE} \d{{1,2}}(?= (?:and|to|until) \d|[.,;)](?!\d)|$)"
    r"|\b(?:hours?|minutes?) (?:before|after|ahead)\b"  # “an hour before the race”
    r"|\b(?:noon|midday|midnight|dawn|dusk|sunrise|sunset)\b"
)


def asks_for_hour(question: str) -> bool:
    """Whether a question asks for a time of day."""
    text = question.strip()
    return _ASKS.match(text) is not None or _RUNS.match(text) is not None


def tells_hour(text: str) -> bool:
    """Whether a text has a time of day."""
    return _HOUR.search(text) is not None
