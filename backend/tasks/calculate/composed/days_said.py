"""Days that the words of a question name without their year, and words that bound them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from backend.calendar_words import (
    MONTH_FORMS,
    MONTH_NAME,
    MONTH_TITLES,
    WEEKDAY,
    WEEKDAYS,
    month_number,
)
from backend.dates import Span, is_day, names_year
from backend.tasks.calculate.programs.column_words import WORD, stemmed

_WEEKDAYS = {
    **{day: at for at, day in enumerate(WEEKDAYS)},
    **{day[:3]: at for at, day in enumerate(WEEKDAYS) if day != "saturday"},  # "sat" is a verb
    "tues": 1,
    "thurs": 3,
}
ORDINAL = re.compile(r"(?i)(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)")
"""The day of a month as "20th" names it."""
_NUMBER_OF_DAY = re.compile(r"(?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_UNTIL_THE_END = re.compile(
    r"(?i)\b(?:up to|by|until|till|before) (?:the )?end of (?=(?:the year )?[A-Z\d])"
    rf"|\b(?:by|up to) (?=\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH_NAME})\b)"
)
_TWO_OF_MONTH = re.compile(
    r"(?i)\b(?P<how>between|from) (?:the )?(?P<one>\d{1,2})(?:st|nd|rd|th)? "
    r"(?P<to>and|to|until|till) "
    rf"(?:the )?(?P<two>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH_NAME})\b"
)
_MONTHS_BETWEEN = re.compile(
    rf"(?i)\b(?:(?P<between>between)|(?:from|for|in|over|during))? ?(?P<one>{MONTH_NAME})\b"
    rf"(?: (?:to|until|till|through) |(?P<and> and )| ?[-–] ?)(?P<two>{MONTH_NAME})\b(?!\.? ?\d)"
)
_DAY_OF_MONTH = re.compile(
    rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH_NAME})\b(?!,? \d)"
)
_BOUND_MONTH = re.compile(
    rf"(?i)\b(?:before|after|since|until|till) (?P<month>{MONTH_NAME})\b(?!,? \d)"
)
_THE_DAY = re.compile(rf"(?i)\bthe (?=\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH_NAME})\b)")
_FROM_THE_START = re.compile(
    r"(?i)\b(?:from|since) (?:the )?(?:start|beginning) of (?=(?:the year )?[A-Z\d])"
)
_WEEK = re.compile(
    r"(?i)\b(?:(?:in|for|during|over) )?(?:the )?"
    r"(?:week (?P<end>ending|beginning|commencing|starting|from)|w/?(?P<short>[ceb]))\.? "
    r"(?:on )?"
    rf"(?:the )?(?:(?:{WEEKDAY})\w*,? )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? "
    rf"(?P<month>{MONTH_NAME})\b(?:,? (?P<year>(?:19|20)\d\d))?"
)
_REST_OF_WEEK = timedelta(days=6)
_ANY_YEAR = 2001
"""A year without a leap day, for a week whose year is not said."""
_BOUNDING = frozenset(
    [
        *("before", "after", "since", "until", "till", "from", "between", "by", "than", "past"),
        *("prior", "up", "beyond"),
    ]
)
_EARLIER_THAN = frozenset(["later", "earlier", "sooner"])
_BETWEEN_BOUND_AND_DAY = frozenset(["the", "to", "and", "including", "on", "of"])
_OPEN_BEHIND = (["or", "later"], ["or", "after"], ["or", "earlier"], ["or", "before"])
_BEFORE_DAYS = frozenset(["on", "by", "since", "from", "until", "till", "before", "after"])

NamedDay = tuple[tuple[int, ...], Callable[[Span], bool]]
"""The places of the words that name days, and whether a day is one of them."""


def calendar_days(
    said: Sequence[str], taken: Collection[int], known: Collection[str]
) -> Iterator[NamedDay]:
    """The days of the week, of the month and of the year that words name.

    Args:
        said: the words of the question.
        taken: the places of those that have named something.
        known: the stems of the words of the list, which name no day of the week or of the month.
    """
    used, of_list = set(taken), frozenset(known)
    for at, word in enumerate(said):
        if at in used:
            continue
        if (of_year := day_named(said, at)) is not None:
            places, month, number = of_year
            used.update(places)
            yield places, partial(_is_of_year, month, number)
        elif stemmed([word]) <= of_list:
            continue
        elif (weekday := _weekday(said, at)) is not None:
            if not _is_dated(said, at + 1):
                yield (at,), partial(_is_of_week, weekday)
        elif (of_month := _day_of_month(said, at)) is not None:
            yield (at,), partial(_is_of_month, of_month)


def places_in(text: str, said: Sequence[str]) -> frozenset[int]:
    """The places of the words of a bound: "5" stands for "5th" as well."""
    own = {word.casefold() for word in WORD.findall(text)}
    plain = (ORDINAL.sub(r"\g<day>", word.casefold()) for word in said)
    return frozenset(at for at, word in enumerate(plain) if word in own)


def _weekday(said: Sequence[str], at: int) -> int | None:
    """The day of the week that a word is, from 0 for Monday; a short name counts in a capital or
    behind "on"."""
    word = said[at].casefold()
    weekday = _WEEKDAYS.get(word, _WEEKDAYS.get(word.removesuffix("s")))
    is_short = not word.removesuffix("s").endswith("day")
    before = said[at - 1].casefold() if at else ""
    return None if is_short and not (said[at][0].isupper() or before == "on") else weekday


def _day_of_month(said: Sequence[str], at: int) -> int | None:
    """The day that an ordinal is behind "on the" or the like: "the 2nd best" is none."""
    found = ORDINAL.fullmatch(said[at])
    before = [word.casefold() for word in said[max(0, at - 2) : at]]
    is_day = before[-1:] == ["on"] or (
        len(before) > 1 and (before[0] in _BEFORE_DAYS or before[0] in _WEEKDAYS)
    )
    is_day = is_day and before[-1] in ("the", "on")
    return int(found["day"]) if found is not None and is_day else None


def day_named(said: Sequence[str], at: int) -> tuple[tuple[int, ...], int, int] | None:
    """The places, the month and the day of "5 May", "5th of May" or "May 5th" where it begins."""
    words = [word.casefold() for word in said[at : at + 3]]
    if len(words) == 3 and words[1] == "of":
        words, places = [words[0], words[2]], (at, at + 2)
    else:
        words, places = words[:2], (at, at + 1)
    for day, month in (words, words[::-1]) if len(words) == 2 else ():
        number = _NUMBER_OF_DAY.fullmatch(day)
        if number is not None and month in MONTH_FORMS:
            return places, month_number(month), int(number["day"])
    return None


def is_bound(said: Sequence[str], places: Sequence[int]) -> bool:
    """Whether words before or behind a day make a bound of it: "after the 5th of May", "5 to 9
    May", "14 May or later"."""
    words = [word.casefold() for word in said]
    at = places[0] - 1
    while at >= 0 and words[at] in _BETWEEN_BOUND_AND_DAY:
        at -= 1
    before = words[at] if at >= 0 else ""
    if before == "than" and words[max(0, at - 1)] not in _EARLIER_THAN:
        before = ""  # "more on 12 May than on 3 May" bounds nothing
    is_run = at < places[0] - 1 and _NUMBER_OF_DAY.fullmatch(before) is not None
    behind = words[places[-1] + 1 : places[-1] + 3]
    return before in _BOUNDING or is_run or behind in _OPEN_BEHIND or behind[:1] == ["onwards"]


def _is_dated(said: Sequence[str], at: int) -> bool:
    """Whether a day follows a day of the week: "Friday 3 May", "Friday the 3rd"."""
    at += said[at : at + 1] == ["the"]
    behind = said[at] if at < len(said) else ""
    return day_named(said, at) is not None or ORDINAL.fullmatch(behind) is not None


def _is_of_year(month: int, number: int, day: Span) -> bool:
    return (day.first.month, day.first.day) == (month, number)


def _is_of_week(weekday: int, day: Span) -> bool:
    return names_year(day) and day.first.weekday() == weekday


def _is_of_month(number: int, day: Span) -> bool:
    return day.first.day == number


def with_weeks(question: str) -> tuple[str, frozenset[str], bool]:
    """A question in which "the week beginning 11 May" is from 11 May to 17 May, the words that said
    so, and whether a week is left open, which goes on over New Year and names no year."""
    words: set[str] = set()
    left: list[str] = []

    def days_of(found: re.Match[str]) -> str:
        year = int(found["year"] or _ANY_YEAR)
        month, day = month_number(found["month"]), int(found["day"])
        if not is_day(year, month, day):
            return found[0]
        words.update(word.casefold() for word in WORD.findall(found[0]))
        first = last = date(year, month, day)
        if "e" in (found["short"] or "").casefold() or (found["end"] or "").casefold() == "ending":
            first -= _REST_OF_WEEK
        else:
            last += _REST_OF_WEEK
        if first.year != last.year and not found["year"]:
            left.append(found[0])
            return found[0]
        said = [f"{each.day} {MONTH_TITLES[each.month - 1]}" for each in (first, last)]
        years = [f" {each.year}" if found["year"] else "" for each in (first, last)]
        return f" from {said[0]}{years[0]} to {said[1]}{years[1]}"

    return _WEEK.sub(days_of, question), frozenset(words), bool(left)


def with_known_years(question: str, year_of: Mapping[int, int]) -> str:
    """A question whose days without a year, and months behind a bound, have that in which alone the
    list has days of their month.

    Args:
        year_of: by months, from 1, those that the list has of one year alone.
    """
    if re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", question):
        return question

    def completed(found: re.Match[str]) -> str:
        year = year_of.get(month_number(found["month"]))
        return f"{found[0]} {year}" if year else found[0]

    return _BOUND_MONTH.sub(completed, _DAY_OF_MONTH.sub(completed, question))


def with_months_between(question: str, year_of: Mapping[int, int]) -> str:
    """A question whose months from one to another are bounds, in the years in which alone the list
    has days of them: "for April to September" is from April 2025 to September 2025.

    Args:
        year_of: by months, from 1, those that the list has of one year alone.
    """

    def completed(found: re.Match[str]) -> str:
        one, two = (year_of.get(month_number(found[name])) for name in ("one", "two"))
        is_joined = found["and"] is not None
        if one is None or two is None or is_joined is not (found["between"] is not None):
            return found[0]
        return f" from {found['one']} {one} to {found['two']} {two}"

    return _MONTHS_BETWEEN.sub(completed, question)


def with_ends_of_periods(question: str) -> str:
    """A question in which "by the end of May" is until May, "from the start of May" since, and
    "between 3 and 9 May" says its month twice."""
    both = _TWO_OF_MONTH.sub(r"\g<how> \g<one> \g<month> \g<to> \g<two> \g<month>", question)
    plain = _UNTIL_THE_END.sub("until ", _THE_DAY.sub("", both))
    return _FROM_THE_START.sub("since ", plain)
