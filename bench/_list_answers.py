"""Whether what is told of a list is the answer that somebody worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal

from backend.dates import span_of

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_BRACKETS = re.compile(r"\([^)]*\)")
_WORDS = re.compile(r"[^\W_]+")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_DATES = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2} [A-Za-z]+ \d{4}"
    r"|[A-Za-z]+ \d{1,2},? \d{4}|[A-Za-z]+ \d{4}"
)
_HOURS = re.compile(r"(?P<hours>\d+(?:\.\d+)?) ?h(?:ours?|rs?)?\b(?: (?P<minutes>\d+) ?min)?")
MINUTES = frozenset(["min", "mins", "minutes"])
_DAYS = re.compile(r"\b\d{1,2} [A-Z][a-z]{2,8}\b(?! \d{4})")
_SAID = {
    **dict.fromkeys(("none", "no", "zero", "nothing", "never"), 0),
    **{word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)},
    "once": 1,
    "twice": 2,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}


MOST_PLACES = 2
"""Figures are told with so many places."""
LONGEST_SMALL = 3
"""Words of so many letters say little."""
MOST_SAID = 0.6
MOST_AROUND = 4
"""A cell of more times the words of an answer is not that answer."""


def is_number(value: Decimal, answer: str) -> bool:
    """Whether a figure is the one that an answer gives, as exactly as the answer does; what stands
    in brackets counts only where nothing else has a figure."""
    bare = _BRACKETS.sub("", answer)
    text = bare if _NUMBER.search(bare) else answer
    for printed in _NUMBER.findall(text):
        plain = printed.replace(",", "")
        exact = min(MOST_PLACES, len(plain.partition(".")[2]))
        if abs(abs(value) - abs(Decimal(plain))) <= Decimal(5).scaleb(-exact - 1):
            return True
    return any(_SAID.get(word) == value for word in _words(bare))


def is_hours(minutes: Decimal, answer: str) -> bool:
    """Whether minutes are the hours that an answer gives: "44.9 hours", "9 h 10 min"."""
    found = _HOURS.search(answer)
    if found is None:
        return False
    hours, places = Decimal(found["hours"]), len(found["hours"].partition(".")[2])
    if found["minutes"]:
        return minutes == 60 * hours + int(found["minutes"])
    return abs(minutes / 60 - hours) <= Decimal(5).scaleb(-places - 1)


def is_decided(told: str, answer: str) -> bool:
    """Whether yes or no is told, and the answer begins so."""
    return says_yes_or_no(told) and _words(told)[:1] == _words(answer)[:1]


def says_yes_or_no(told: str) -> bool:
    """Whether what is told begins with yes or no."""
    return _words(told)[:1] in (["yes"], ["no"])


def holds(told: str, answer: str) -> bool:
    """Whether a cell that is told says most of an answer's longer words, and not much more."""
    said, wanted = _words(told), _words(_BRACKETS.sub("", answer))
    long = [word for word in wanted if len(word) > LONGEST_SMALL] or wanted
    is_said = sum(word in said for word in long) >= MOST_SAID * len(long)
    return bool(wanted) and is_said and len(said) <= MOST_AROUND * len(wanted)


def first_number(text: str) -> Decimal | None:
    """The first number of a text."""
    found = _NUMBER.search(text)
    return Decimal(found[0].replace(",", "")) if found else None


def is_named(told: str, answer: str, values: Collection[str] = ()) -> bool:
    """Whether names, or a day, are those of an answer: all that are told stand in it, and no other
    one of the values that might be told does."""
    bare = _BRACKETS.sub("", answer).strip() or answer
    plain = told.replace(" (a tie)", "")
    if (day := span_of(plain)) is not None:
        ordinal = _ORDINAL.sub("", answer)
        dates = [
            span_of(each, False)
            for each in _DATES.findall(ordinal)
            if span_of(each, False) is not None
        ]
        if dates:
            return any(date is not None and date.first == day.first for date in dates)
        # "Thursday 5 June" of a list of one year
        named = [span_of(f"{each} {day.first.year}") for each in _DAYS.findall(ordinal)]
        if any(date is not None and date.first == day.first for date in named):
            return True
    said, held = set(_words(plain)), set(_words(answer))
    if not said or not said <= held:
        return False
    kept = set(_words(bare))
    return not any(
        (words := set(_words(value))) and words <= kept and not words <= said for value in values
    )


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold().replace(",", ""))
