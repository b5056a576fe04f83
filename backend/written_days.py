"""Days as people write them in lists: with the day of the week before them, with two figures of the
year, or without a year.

The texts of a whole column are read together. "06-Jan-25", "Sat 13 Jan 2024" and "01.04.25" are
days in full; "2 Apr", "Mon 3 June" and "10.03." are days of one year that the list does not name,
or of two where its rows, which are in order, go on from December to January. Where only some texts
lack their year, those beside them say it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise

from backend.calendar_words import MONTH_NAME, WEEKDAYS, month_number
from backend.dates import (
    NO_YEAR,
    day_of,
    is_day,
    is_of_open_order,
    month_comes_first,
    span_of,
)

_DAY_NAME = "|".join((*WEEKDAYS, "tues", "weds", "thurs", "thur", *(day[:3] for day in WEEKDAYS)))
_BEFORE = re.compile(rf"(?i)^(?:{_DAY_NAME})\b[.,]?\s+(?=\S)")
_BEHIND = re.compile(rf"(?i)(?<=\S),?\s+\(?(?:{_DAY_NAME})\b\.?\)?$")
_SHORT_YEAR = re.compile(
    r"(?P<one>\d{1,2})(?P<between>[./-])(?P<two>\d{1,2})(?P=between)['’]?(?P<y>\d\d)"
)
_DASHED = re.compile(r"(?P<one>\d{1,2})-(?P<two>\d{1,2})-(?P<y>\d{4})")
_NAMED_SHORT = re.compile(
    rf"(?i)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+|-|\.\s*)(?P<n>{MONTH_NAME})\b\.?"
    r"(?:,?\s+|-)['’]?(?P<y>\d\d)"
)
_RUN_TOGETHER = re.compile(rf"(?i)(?P<d>\d{{1,2}})(?P<n>{MONTH_NAME})(?P<y>(?:19|20)?\d\d)")
_MONTH_SHORT = re.compile(rf"(?i)(?P<n>{MONTH_NAME})\b\.?(?:-|\s*['’])(?P<y>\d\d)")
_DAY_OF_YEAR = (
    re.compile(
        rf"(?i)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?:of\s+)?|-|\.\s*)(?P<n>{MONTH_NAME})\b\.?"
    ),
    re.compile(rf"(?i)(?P<n>{MONTH_NAME})\b\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"),
)
_DOTTED_BEHIND_DAY = re.compile(
    rf"(?i)(?:{_DAY_NAME})[.,]?\s+(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\."
)
"""A number such as "10.3." is a day only behind a day of the week; "Mon 6.10" may be a time."""
_FROM_TO = re.compile(
    rf"(?i)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?P<n>{MONTH_NAME})\b\.?)?\s*(?:[-–—]|\bto\b)\s*"
    rf"(?P<e>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m>{MONTH_NAME})\b\.?(?P<y>,?\s+\d{{4}})?"
)
"""Days one behind the other: "24-28 June", "30 June to 4 July 2025"."""
_MAY_BE_YEAR = re.compile(rf"(?i)(?:{MONTH_NAME})\b\.?\s+\d\d")
_SHORT_DAY = 3
_SHORT_DAYS = frozenset(day[:_SHORT_DAY] for day in WEEKDAYS)
_LONGEST = 28
_LAST_OF_CENTURY = 60
"""Years of two figures above this are of the last century: people are born then."""
_NEAR = 20
"""A column with years on both sides of that, all so near to it, is not read."""
_LAST_DAY = 31
_LAST_MONTH = 12
FEW_YEARS = 2
"""Days of a list are of so many years, or of half as many as there are days of the month."""
_AROUND = 31
"""Days around the others among which one that lacks its year may lie."""
FEWEST_IN_ORDER = 3
"""Days that show an order."""
_YEAR_BEHIND = re.compile(r"\d{4}$")
_EARLY, _LATE = 2, 11
"""The months between which a year ends: up to February, and from November on."""
FEWEST_OVER_NEW_YEAR = 4
"""Rows that show an order of their days."""


def in_full(texts: Sequence[str]) -> Mapping[str, str]:
    """The texts of a column as `backend.dates.span_of` reads them, by what stands there; texts that
    it reads as they are, or that are no days, stay what they are. Days without a year are of the
    year `NO_YEAR`.

    Args:
        texts: in the order of the rows.
    """
    return _in_full(tuple(text for text in texts if text))


@lru_cache(1 << 8)
def _in_full(held: tuple[str, ...]) -> dict[str, str]:
    if all(span_of(text) is not None or is_of_open_order(text) for text in held):
        return {text: text for text in held}
    if all(day_and_month(text) is not None for text in held):
        return {} if _may_be_years(held) else _with_years(held)
    if _may_be_codes(held) or _are_of_two_centuries(held):
        return {text: text for text in held}
    full = {text: _in_order(text.strip()) for text in held}
    return full | _with_years_beside(held, full)


def _may_be_codes(texts: Iterable[str]) -> bool:
    """Whether days with two figures of the year may be numbers of clauses, versions or parts
    ("4.1.10", "4.2.11"; "14-02-10", "20-03-12", "25-01-11"), or have the year first: none has a day
    of the week, a slash, or zeros before single figures between points."""
    found = [_SHORT_YEAR.fullmatch(text.strip()) for text in texts]
    held = [each for each in found if each is not None]
    years, firsts = ({int(each[name]) for each in held} for name in ("y", "one"))
    if not held or len(held) < len(found) or max(years) > _LAST_DAY:
        return False
    between = {each["between"] for each in held}
    if between == {"/"}:
        return False
    if between == {"."} and (
        all(len(each["one"]) == len(each["two"]) == 2 for each in held)
        or (max(firsts) > _LAST_MONTH and len(firsts) > 1)
    ):
        return False
    return (len(firsts) == 1 and len(years) > 1) or len(years) > max(FEW_YEARS, len(firsts) // 2)


def _are_of_two_centuries(texts: Iterable[str]) -> bool:
    """Whether years of two figures lie on both sides of what parts the centuries, all near it."""
    forms = (_SHORT_YEAR, _NAMED_SHORT, _RUN_TOGETHER, _MONTH_SHORT)
    found = [
        int(match["y"])
        for text in texts
        for form in forms
        if (match := form.fullmatch(without_weekday(text.strip()))) is not None
        and len(match["y"]) == 2
    ]
    near = range(_LAST_OF_CENTURY - _NEAR, _LAST_OF_CENTURY + _NEAR + 1)
    return (
        bool(found)
        and min(found) <= _LAST_OF_CENTURY < max(found)
        and all(year in near for year in found)
    )


def _may_be_years(texts: Iterable[str]) -> bool:
    """Whether "Jan 24" and all others may be months of a year."""
    return all(_MAY_BE_YEAR.fullmatch(text) for text in texts)


def first_of_days(text: str) -> tuple[str, int, int] | None:
    """The first day, and month and day of the last one, of days that are written one behind the
    other; None for other texts and where the last one is not later."""
    found = _FROM_TO.fullmatch(without_weekday(text.strip()))
    if found is None:
        return None
    month, day = month_number(found["m"]), int(found["e"])
    name = found["n"] or found["m"]
    begins = month_number(name)
    if begins == month and day <= int(found["d"]):
        return None
    year = found["y"] or ""
    if begins > month:
        if begins < _LATE or month > _EARLY:
            return None
        # the year stands behind the last day, and the first is of the one before
        year = f" {int(year.strip(', ')) - 1}" if year else ""
    return f"{found['d']} {name}{year}", month, day


def is_written_day(text: str) -> bool:
    """Whether a text that `backend.dates` does not read is a day as people write it."""
    begins = text[:1].isdigit() or text[:_SHORT_DAY].casefold() in _SHORT_DAYS
    if not begins or len(text) > _LONGEST:
        return False
    forms = (_NAMED_SHORT, _RUN_TOGETHER)
    if day_and_month(text) is not None or any(form.fullmatch(text) for form in forms):
        return True
    bare = without_weekday(text)
    return bare != text and day_of(with_century(bare), month_first=False) is not None


def without_weekday(text: str) -> str:
    """A text without the day of the week before or behind it."""
    return _BEHIND.sub("", _BEFORE.sub("", text))


def _in_order(text: str) -> str:
    """A day in full; of "Mon 4/11/2024" its day of the week says which is the month."""
    full = with_century(without_weekday(text))
    said = _BEFORE.match(text) or _BEHIND.search(text)
    if said is None or not is_of_open_order(full) or month_comes_first(full) is not None:
        return full
    weekday = re.sub(r"\W", "", said[0]).casefold()[:_SHORT_DAY]
    days = {day_of(full, month_first) for month_first in (False, True)}
    held = [day for day in days if day and WEEKDAYS[day.weekday()][:_SHORT_DAY] == weekday]
    return held[0].isoformat() if len(held) == 1 else full


def with_century(text: str) -> str:
    """A day with all four figures of its year, where it is written with two: "12.03.25"."""
    if found := _SHORT_YEAR.fullmatch(text):
        between = "." if found["between"] == "." else "/"
        return between.join((found["one"], found["two"], _century(found["y"])))
    if found := _DASHED.fullmatch(text):
        return f"{found['one']}/{found['two']}/{found['y']}"
    if found := _NAMED_SHORT.fullmatch(text):
        return f"{found['d']} {found['n']} {_century(found['y'])}"
    if found := _RUN_TOGETHER.fullmatch(text):
        year = found["y"] if len(found["y"]) > 2 else _century(found["y"])
        return f"{found['d']} {found['n']} {year}"
    if found := _MONTH_SHORT.fullmatch(text):
        return f"{found['n']} {_century(found['y'])}"
    return text


def _century(year: str) -> str:
    return f"{19 if int(year) > _LAST_OF_CENTURY else 20}{year}"


def day_and_month(text: str) -> tuple[int, int] | None:
    """Month and day of a text that names no year."""
    bare = without_weekday(text.strip())
    found = next(filter(None, (form.fullmatch(bare) for form in _DAY_OF_YEAR)), None)
    found = found or _DOTTED_BEHIND_DAY.fullmatch(text.strip())
    if found is None:
        return None
    held = found.groupdict()
    month = month_number(held["n"]) if held.get("n") else int(held["m"])
    return month, int(held["d"])


def _with_years(texts: Sequence[str]) -> dict[str, str]:
    """Each day with its year. Rows in the order of their days, or against it, may go on from
    December to January once; days of a winter, or of more than a year, are read in such an order
    alone. In other lists all are of one year, such as birthdays are. Nothing where a text is of two
    years, or a year has no such day."""
    days = [each for each in map(day_and_month, texts) if each is not None]
    turns = [at for at in range(1, len(days)) if _is_new_year(days[at - 1], days[at])]
    step = _step_over_new_year(days, turns)
    if step is None:
        return {}
    for first in (NO_YEAR, NO_YEAR - step):
        found: dict[str, str] = {}
        for at, (text, (month, day)) in enumerate(zip(texts, days, strict=True)):
            year = first + (step if step and at >= turns[0] else 0)
            full = f"{year:04}-{month:02}-{day:02}" if is_day(year, month, day) else ""
            if not full or found.setdefault(text, full) != full:
                break
        else:
            return found
    return {}


def _with_years_beside(texts: Sequence[str], full: Mapping[str, str]) -> dict[str, str]:
    """The days that lack a year, with that of the days beside them: of one year all of them, but
    for rows in order that go on over New Year; of several years in rows that are in order, or in
    the only year that lies among the others. Nothing where a text would be of two years, or no
    other day has a year."""
    lacking = {text: day for text in texts if (day := day_and_month(text)) is not None}
    orders = {month_comes_first(day) for text, day in full.items() if text not in lacking} - {None}
    month_first = orders.pop() if len(orders) == 1 else None
    days = [None if text in lacking else day_of(full[text], month_first) for text in texts]
    years = {day.year for day in days if day is not None}
    years |= {
        int(year[0])
        for text in full
        if text not in lacking and is_of_open_order(full[text])
        for year in [_YEAR_BEHIND.search(full[text])]
        if year is not None
    }
    if not lacking or not years:
        return {}
    chosen = _chosen(texts, lacking, days, years)
    found: dict[str, str] = {}
    for text, read in zip(texts, chosen, strict=True):
        if text not in lacking:
            continue
        if read is None or found.setdefault(text, read.isoformat()) != read.isoformat():
            return {}
    return found


def _chosen(
    texts: Sequence[str],
    lacking: Mapping[str, tuple[int, int]],
    days: Sequence[date | None],
    years: Iterable[int],
) -> list[date | None]:
    """The days, those that lack a year with the one that they are of; None where it is open."""
    orders = [
        chosen
        for is_upwards in (True, False)
        if len(texts) >= FEWEST_IN_ORDER
        and (chosen := _ordered(texts, lacking, days, is_upwards=is_upwards)) is not None
    ]
    # of one known day either direction may be: the one that takes less time
    orders = sorted(orders, key=_length)[:1] if len(texts) - len(lacking) < 2 else orders
    only = set(years)
    if len(only) == 1:
        (year,) = only
        of_year = [
            _day_in(year, *lacking[text]) if text in lacking else day
            for text, day in zip(texts, days, strict=True)
        ]
        return of_year if _are_in_order(of_year) or len(orders) != 1 else orders[0]
    return orders[0] if len(orders) == 1 else _among(texts, lacking, days)


def _length(days: Sequence[date | None]) -> int:
    held = [day for day in days if day is not None]
    return (max(held) - min(held)).days


def _ordered(
    texts: Sequence[str],
    lacking: Mapping[str, tuple[int, int]],
    days: Sequence[date | None],
    *,
    is_upwards: bool,
) -> list[date | None] | None:
    """The days in their order, those that lack a year in the only one that keeps it; at the ends of
    the list in the next one. None where there is no such order, or more than one such year."""
    sign = 1 if is_upwards else -1
    held = [day for day in days if day is not None]
    if not held or any(sign * (b - a).days < 0 for a, b in pairwise(held)):
        return None
    chosen: list[date | None] = list(days)
    known = [at for at, text in enumerate(texts) if text not in lacking and days[at] is not None]
    if len(known) + sum(text in lacking for text in texts) < len(texts):
        return None  # days of open order among them
    for at in (*range(known[0], len(texts)), *range(known[0], -1, -1)):
        if texts[at] not in lacking or chosen[at] is not None:
            continue
        before, behind = (
            chosen[at - 1] if at else None,
            chosen[at + 1] if at + 1 < len(texts) else None,
        )
        nearest = before if before is not None else behind
        assert nearest is not None
        step = sign if before is not None else -sign
        limit = next((days[later] for later in known if later > at), None) if before else None
        years = (nearest.year - 1, nearest.year, nearest.year + 1)
        read = [day for year in years if (day := _day_in(year, *lacking[texts[at]])) is not None]
        read = [day for day in read if step * (day - nearest).days >= 0]
        read = [day for day in read if limit is None or sign * (limit - day).days >= 0]
        if not read or (limit is not None and len(read) > 1):
            return None
        chosen[at] = min(read, key=lambda day: abs((day - nearest).days))
    return chosen


def _among(
    texts: Sequence[str], lacking: Mapping[str, tuple[int, int]], days: Sequence[date | None]
) -> list[date | None]:
    """The days, those that lack a year in the only one in which they lie among the others."""
    held = [day.toordinal() for day in days if day is not None]
    if not held:
        return list(days)
    first, last = min(held) - _AROUND, max(held) + _AROUND
    years = range(
        min(day.year for day in days if day) - 1, max(day.year for day in days if day) + 2
    )
    chosen: list[date | None] = []
    for text, day in zip(texts, days, strict=True):
        if text not in lacking:
            chosen.append(day)
            continue
        read = [day for year in years if (day := _day_in(year, *lacking[text])) is not None]
        among = [day for day in read if first <= day.toordinal() <= last]
        chosen.append(among[0] if len(among) == 1 else None)
    return chosen


def _day_in(year: int, month: int, day: int) -> date | None:
    is_there = date.min.year <= year <= date.max.year and is_day(year, month, day)
    return date(year, month, day) if is_there else None


def _are_in_order(days: Sequence[date | None]) -> bool:
    """Whether days follow on each other, upwards or downwards."""
    held = [day for day in days if day is not None]
    return any(
        all(in_order(*pair) for pair in pairwise(held)) for in_order in (operator.le, operator.ge)
    )


def _step_over_new_year(days: Sequence[tuple[int, int]], turns: Sequence[int]) -> int | None:
    """By how much the year goes on at the only turn: 1 where days follow on each other upwards, -1
    downwards; 0 where all are of one year, and None where their order is open."""
    if not turns:
        return 0
    steps = [at for at in range(1, len(days)) if at not in turns]
    rises, falls = (
        any(in_order(days[at], days[at - 1]) for at in steps)
        for in_order in (operator.gt, operator.lt)
    )
    if rises and falls:
        is_winter = all(month >= _LATE or month <= _EARLY for month, _ in days)
        return None if is_winter else 0
    if len(turns) > 1 or len(days) < FEWEST_OVER_NEW_YEAR:
        return None
    is_upwards = days[turns[0] - 1] > days[turns[0]]
    if is_upwards:
        return None if falls else 1
    return -1 if falls else None


def _is_new_year(before: tuple[int, int], behind: tuple[int, int]) -> bool:
    """Whether the end of one year and the beginning of another follow on each other."""
    sooner, later = sorted((before[0], behind[0]))
    return sooner <= _EARLY and later >= _LATE
