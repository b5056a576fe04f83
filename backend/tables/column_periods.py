"""Which period a column's header names, in one normal form.

Forms: "2022" (a year, or one that ends in it), "2022-Q4" (a quarter), "2022-12" (a month),
"2022-12-31" (a day), and "2023-01-28/12M", "2022-09-30/9M", "2023-01-28/13W" (so many months or
weeks that end on that day).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD, QUARTER_ORDINALS, month_number
from backend.dates import full_year, ordered
from backend.years_over_two import with_last_years

_MONTH = rf"({MONTH_NAME}|{MONTH_NAME_ABROAD})\b\.?"
_DAY_FIRST = re.compile(rf"(?i)\b(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+{_MONTH}")
_MONTH_FIRST = re.compile(rf"(?i)\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?(?![\d])")
# not "Mei-Lin"
_MONTH_ALONE = re.compile(rf"(?i)\b(?!(?:{MONTH_NAME_ABROAD})-\D){_MONTH}(?=[\s,-]|$)")
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b")
_YEAR = re.compile(r"(?<![\d,.])((?:19|20)\d\d)(?![\d,]|\.\d)")
_SHORT_YEAR = re.compile(r"(?:\bFY|\bCY|['’]|Q[1-4][ -]?['’]?|[1-4]Q[ -]?['’]?)(\d\d)\b")
_QUARTER = re.compile(
    r"(?i)\bq([1-4])(?=\D|\d\d\b|$)|\b([1-4])q|\b(first|second|third|fourth) (?:fiscal )?quarter"
    r"|\b([1-4])(?:st|nd|rd|th) quarter"
)
_TO_NINE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TO_NINETEEN = (
    *_TO_NINE,
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
NUMERALS = {
    **{word: count for count, word in enumerate(_TO_NINETEEN, start=1)},
    **_TENS,
    **{
        f"{ten}-{word}": count + more
        for ten, count in _TENS.items()
        for more, word in enumerate(_TO_NINE, start=1)
    },
}
"""Numbers of months and weeks as headers write them out."""
_LENGTH = re.compile(
    r"(?i)(?<![\w-])(\d{1,2}|" + "|".join(sorted(NUMERALS, key=len, reverse=True)) + r")[ -]"
    r"(months?|weeks?|wks?)(?:[ -](?:period|ended|ending))?"
)
_YEAR_ENDED = re.compile(r"(?i)\b(?:fiscal |financial )?years? (?:ended|ending)\b")
_QUARTER_ENDED = re.compile(r"(?i)\bquarters? (?:ended|ending)\b")
_WHOLE_YEAR = re.compile(r"(?i)\b(?:full|whole|entire|fiscal|financial)[ -]years?\b")
_TO_DATE = re.compile(r"(?i)\bto[ -]date\b|\b[YQ]TD\b")


def says_whole_year(text: str) -> bool:
    """Whether a text says that its periods are whole years: "Full year", "Twelve months ended"."""
    if _QUARTER.search(text) or says_to_date(text):
        return False
    length = _length(text)
    return length == "12M" or (not length and _WHOLE_YEAR.search(text) is not None)


def says_to_date(text: str) -> bool:
    """Whether a text says that its periods are a part of the year that is not yet over."""
    return _TO_DATE.search(text) is not None


def says_part(text: str) -> bool:
    """Whether a text says which part of a year its periods are: "Fourth quarter", "Six months"."""
    return bool(_quarter(text)) or _length(text) not in ("", "12M") or says_to_date(text)


def period_of(path: Sequence[str]) -> str:
    """The period that a column's header, from the top down, names; empty if it names none.

    Several years in one header ("2022 vs. 2021") are no period.
    """
    text = with_last_years(" ".join(path))
    exact = _exact_day(text)
    years = set(_YEAR.findall(text))
    if not years:
        years = {f"20{year}" for year in _SHORT_YEAR.findall(text)}
    if exact is None and len(years) != 1:
        return ""
    year = years.pop() if exact is None else str(exact[0])
    day = exact or _day(text, year)
    quarter = _quarter(text)
    if quarter:
        return f"{year}-Q{quarter}"
    length = _length(text)
    if day is None:
        month = _MONTH_ALONE.search(text)
        if month is not None and not length:
            return f"{year}-{month_number(month[1]):02d}"
        return year if not length or length == "12M" else f"{year}/{length}"
    return _ending(day, length)


def _ending(day: tuple[int, int, int], length: str) -> str:
    year, month, date = day
    written = f"{year:04d}-{month:02d}-{date:02d}"
    if not length:
        return written
    if length == "12M" and month == 12 and date == 31:
        return f"{year:04d}"
    if length == "3M" and (month, date) in ((3, 31), (6, 30), (9, 30), (12, 31)):
        return f"{year:04d}-Q{month // 3}"
    return f"{written}/{length}"


def _exact_day(text: str) -> tuple[int, int, int] | None:
    match = _ISO.search(text)
    if match is not None:
        return _valid(int(match[1]), int(match[2]), int(match[3]))
    match = _SLASHED.search(text)
    if match is None:
        return None
    one, two = int(match[1]), int(match[2])
    # where both may be the month, it comes first
    month, day = ordered(one, two) or (one, two)
    return _valid(full_year(match[3]), month, day)


def _valid(year: int, month: int, day: int) -> tuple[int, int, int] | None:
    return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _day(text: str, year: str) -> tuple[int, int, int] | None:
    match = _MONTH_FIRST.search(text)
    if match is not None:
        return _valid(int(year), month_number(match[1]), int(match[2]))
    match = _DAY_FIRST.search(text)
    return _valid(int(year), month_number(match[2]), int(match[1])) if match else None


def _quarter(text: str) -> int:
    match = _QUARTER.search(text)
    if match is None:
        return 0
    plain = match[1] or match[2] or match[4]
    return int(plain) if plain else QUARTER_ORDINALS.index(match[3].lower()) + 1


def _length(text: str) -> str:
    """ "3M", "6M", "9M", "12M" or "13W" and the like; empty if none is said."""
    match = _LENGTH.search(text)
    if match is not None:
        count = NUMERALS.get(match[1].lower()) or int(match[1])
        if match[2].lower().startswith("w"):
            return "12M" if count in (52, 53) else f"{count}W"
        return f"{count}M"
    if _YEAR_ENDED.search(text):
        return "12M"
    return "3M" if _QUARTER_ENDED.search(text) else ""
