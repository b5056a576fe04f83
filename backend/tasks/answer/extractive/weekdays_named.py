"""The day of the week that a question names: what holds on weekdays and Sundays says nothing of
Saturdays.
"""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?"
_NAMED = re.compile(rf"(?i)\b(?P<day>{_DAY})\b")
_FROM_TO = re.compile(
    rf"(?i)\b(?P<first>{_DAY})\.?(?: ?[–—-] ?| to | until | till | through )(?P<last>{_DAY})\b"
)
_WORKING = re.compile(r"(?i)\b(?:weekdays?|working days?|during the week)\b")
_WEEKEND = re.compile(r"(?i)\bweekends?\b")
_HOLIDAY = re.compile(
    r"(?i)\b(?:christmas|new year['’]?s?|boxing|easter|midsummer|labour|independence)"
    r" (?:day|eve|holidays?)\b|\b(?:bank|public) holidays?\b"
)
_ALL = re.compile(
    r"(?i)\b(?:daily|every ?day|each day|all days|any day|all week|seven days|(?:all |the )?other"
    r" (?:days|times)|rest of the week|otherwise|except|apart from|always|hours? a day|a day)\b"
)


def is_of_other_days(question: Question, text: str) -> bool:
    """Whether a question names days of the week, and a text names days and none of these. Which
    days something is open on decides of the others, too; that it is closed on a holiday does not.
    """
    if _ALL.search(text):
        return False
    asked, told = _covered(question.text), _covered(text)
    if question.kind is AnswerKind.YES_NO:
        return bool(asked) and not told and _HOLIDAY.search(text) is not None
    return bool(asked) and bool(told) and asked.isdisjoint(told)


def _covered(text: str) -> frozenset[int]:
    """The days that a text names, by their numbers from Monday on."""
    found = {_number(each["day"]) for each in _NAMED.finditer(text)}
    for match in _FROM_TO.finditer(text):
        first, last = _number(match["first"]), _number(match["last"])
        found.update((first + at) % 7 for at in range((last - first) % 7 + 1))
    if _WORKING.search(text):
        found.update(range(5))
    if _WEEKEND.search(text):
        found.update((5, 6))
    return frozenset(found)


def _number(day: str) -> int:
    return _DAYS.index(day[:3].casefold())
