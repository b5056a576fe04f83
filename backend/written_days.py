"""Days as people write them in lists: with the day of the week before them, with two figures of the
year, or without a year.

The texts of a whole column are read together. "06-Jan-25", "Sat 13 Jan 2024" and "01.04.25" are
days in full; "2 Apr", "Mon 3 June" and "10.03." are days of one year that the list does not name,
or of two where its rows, which are in order, go on from December to January.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
_MAY_BE_YEAR = re.compile(rf"(?i)(?:{MONTH_NAME})\b\.?\s+\d\d")
_SHORT_DAY = 3
_SHORT_DAYS = frozenset(day[:_SHORT_DAY] for day in WEEKDAYS)
_LONGEST = 28
_LAST_OF_CENTURY = 60
"""Years of two figures above this are of the last century: people are born then."""
NEAR = 20
"""Years around that in which a column is of one century."""
_LAST_DAY = 31
FEW_YEARS = 2
_HALF_A_YEAR = 6
"""Months that one row is at most behind the one before it, where both are of one year."""
FEWEST_OVER_NEW_YEAR = 4
"""Rows that show an order of their days."""


def in_full(texts: Sequence[str]) -> dict[str, str]:
    """The texts of a column as `backend.dates.span_of` reads them, by what stands there; texts that
    it reads as they are, or that are no days, stay what they are. Days without a year are of the
    year `NO_YEAR`.

    Args:
        texts: in the order of the rows.
    """
    held = [text for text in texts if text]
    if all(span_of(text) is not None or is_of_open_order(text) for text in held):
        return {text: text for text in held}
    if all(_day_of_year(text) is not None for text in held):
        return {} if _may_be_years(held) else _with_years(held)
    if _may_be_codes(held) or _are_of_two_centuries(held):
        return {text: text for text in held}
    return {text: _in_order(text.strip()) for text in held}


def _may_be_codes(texts: Iterable[str]) -> bool:
    """Whether "4.1.10", "4.1.11" and "4.2.12" are of many years, as numbers of clauses, versions
    and parts seem to be, or have the year first."""
    found = [_SHORT_YEAR.fullmatch(_without_weekday(text.strip())) for text in texts]
    held = [each for each in found if each is not None]
    if not held or any(int(each["y"]) > _LAST_DAY for each in held):
        return False
    years, firsts = ({each[name] for each in held} for name in ("y", "one"))
    return len(years) > max(FEW_YEARS, len(firsts) // 2)


def _are_of_two_centuries(texts: Iterable[str]) -> bool:
    """Whether years of two figures lie on both sides of what parts the centuries, all near it."""
    forms = (_SHORT_YEAR, _NAMED_SHORT)
    found = [
        int(match["y"])
        for text in texts
        for form in forms
        if (match := form.fullmatch(_without_weekday(text.strip()))) is not None
    ]
    near = range(_LAST_OF_CENTURY - NEAR, _LAST_OF_CENTURY + NEAR + 1)
    return (
        bool(found)
        and min(found) <= _LAST_OF_CENTURY < max(found)
        and all(year in near for year in found)
    )


def _may_be_years(texts: Iterable[str]) -> bool:
    """Whether "Jan 24" and all others may be months of a year."""
    return all(_MAY_BE_YEAR.fullmatch(text) for text in texts)


def is_written_day(text: str) -> bool:
    """Whether a text that `backend.dates` does not read is a day as people write it."""
    begins = text[:1].isdigit() or text[:_SHORT_DAY].casefold() in _SHORT_DAYS
    if not begins or len(text) > _LONGEST:
        return False
    forms = (_NAMED_SHORT, _RUN_TOGETHER)
    if _day_of_year(text) is not None or any(form.fullmatch(text) for form in forms):
        return True
    bare = _without_weekday(text)
    return bare != text and day_of(_with_century(bare), month_first=False) is not None


def _without_weekday(text: str) -> str:
    return _BEHIND.sub("", _BEFORE.sub("", text))


def _in_order(text: str) -> str:
    """A day in full; of "Mon 4/11/2024" its day of the week says which is the month."""
    full = _with_century(_without_weekday(text))
    said = _BEFORE.match(text) or _BEHIND.search(text)
    if said is None or not is_of_open_order(full) or month_comes_first(full) is not None:
        return full
    weekday = re.sub(r"\W", "", said[0]).casefold()[:_SHORT_DAY]
    days = {day_of(full, month_first) for month_first in (False, True)}
    held = [day for day in days if day and WEEKDAYS[day.weekday()][:_SHORT_DAY] == weekday]
    return held[0].isoformat() if len(held) == 1 else full


def _with_century(text: str) -> str:
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


def _day_of_year(text: str) -> tuple[int, int] | None:
    """Month and day of a text that names no year."""
    bare = _without_weekday(text.strip())
    found = next(filter(None, (form.fullmatch(bare) for form in _DAY_OF_YEAR)), None)
    found = found or _DOTTED_BEHIND_DAY.fullmatch(text.strip())
    if found is None:
        return None
    held = found.groupdict()
    month = month_number(held["n"]) if held.get("n") else int(held["m"])
    return month, int(held["d"])


def _with_years(texts: Sequence[str]) -> dict[str, str]:
    """Each day with its year. Rows in the order of their days, or against it, may go on from
    December to January once; where they are in no order all are of one year. Nothing where a text
    is of two years, or a year has no such day."""
    days = [each for each in map(_day_of_year, texts) if each is not None]
    new_year = _over_new_year(days)
    step = 0 if new_year is None else 1 if days[0] > days[-1] else -1
    for first in (NO_YEAR, NO_YEAR - step):
        found: dict[str, str] = {}
        for at, (text, (month, day)) in enumerate(zip(texts, days, strict=True)):
            year = first + (step if new_year is not None and at >= new_year else 0)
            full = f"{year:04}-{month:02}-{day:02}" if is_day(year, month, day) else ""
            if not full or found.setdefault(text, full) != full:
                break
        else:
            return found
    return {}


def _over_new_year(days: Sequence[tuple[int, int]]) -> int | None:
    """Where rows in one order, upwards or downwards, go on in another year; None where none do."""
    if len(days) < FEWEST_OVER_NEW_YEAR:
        return None
    for order in (1, -1):
        turns = [
            at
            for at in range(1, len(days))
            if (days[at] < days[at - 1] if order > 0 else days[at] > days[at - 1])
        ]
        if len(turns) != 1 or (days[-1] >= days[0] if order > 0 else days[-1] <= days[0]):
            continue
        (at,) = turns
        if abs(days[at][0] - days[at - 1][0]) > _HALF_A_YEAR:
            return at
    return None
