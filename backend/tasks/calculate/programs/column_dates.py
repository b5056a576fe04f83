"""Dates as questions bound them and as cells print them, as first and last day of what is meant."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from backend.calendar_words import FULL_MONTH, MONTH_NAME, MONTH_TITLES, month_number
from backend.tasks.calculate.programs.requests import years_in

_NAMES = MONTH_NAME
_YEAR = r"(?:1\d|20)\d\d"
_FORMS = (
    re.compile(rf"(?i)(?P<y>{_YEAR})-(?P<m>\d\d)-(?P<d>\d\d)(?:[T ][\d:.]+Z?)?"),
    re.compile(
        rf"(?i)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.?[ -](?:of )?(?P<n>{_NAMES})\b\.?,?[ -]"
        rf"(?P<y>{_YEAR})"
    ),
    re.compile(rf"(?i)(?P<n>{_NAMES})\b\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>{_YEAR})"),
    re.compile(rf"(?P<d>\d{{1,2}})\.(?P<m>\d{{1,2}})\.(?P<y>{_YEAR})"),
    re.compile(rf"(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})/(?P<y>{_YEAR})"),
    re.compile(rf"(?P<y>{_YEAR})[-/](?P<m>\d\d)(?![-/\d])"),
    re.compile(rf"(?P<m>\d{{1,2}})[/.](?P<y>{_YEAR})"),
    re.compile(rf"(?i)(?P<q>Q[1-4])(?: of)?[ -](?P<y>{_YEAR})"),
    re.compile(rf"(?i)(?P<n>{_NAMES})\b\.?,?[ -](?P<y>{_YEAR})"),
    re.compile(rf"(?P<y>{_YEAR})"),
)
_SEASON = re.compile(r"(?:1\d|20)(\d\d)[-/](\d\d)")
_ANY = "|".join(re.sub(r"\(\?P<\w+>", "(?:", each.pattern.replace("(?i)", "")) for each in _FORMS)
_BARE_MONTH = FULL_MONTH  # "may" in small letters is a verb
_LEADING = {
    "≥": r"since",
    ">": r"after|later than",
    "<": r"before|earlier than|prior to",
    "≤": r"until|till",
    "in": r"in|during|on|of|within|for",
}
_BETWEEN = re.compile(
    rf"(?i)\b(?:between|from)\s+(?P<from>{_ANY}|{_NAMES})\s+(?:and|to|until|till)\s+(?P<to>{_ANY})"
    r"(?![\d/.,]*\d)"
)
_ONE = re.compile(
    r"(?i)\b(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in enumerate(_LEADING.values()))
    + rf")\s+(?:the (?:year|month of)\s+|year\s+)?(?P<when>{_ANY}|(?-i:{_BARE_MONTH})\b)"
    r"(?![\d/.,]*\d)(?P<later>\s+or (?:later|after)|\s+or (?:earlier|before))?"
)
_BARE = re.compile(rf"(?i)(?P<n>{_NAMES})\.?")
_LONG_MONTH = re.compile(rf"(?i)(?P<n>{_BARE_MONTH})")


class Span(NamedTuple):
    """Days from the first to the last, both within."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class DateBound:
    """A bound on a column of dates. `sign` is "in" (within the span) or one of < ≤ > ≥; `month` is
    set, and `span` None, where a month is named without its year. `text` is as it was asked, `near`
    the words before it. `is_period` says that a year or quarter is named with "in", which a column
    of that period may mean as well, `is_bare` that the text is a number that may be no year."""

    sign: str
    span: Span | None
    month: int
    text: str
    near: str
    is_period: bool = False
    is_bare: bool = False


def without_dates(text: str) -> tuple[str, list[DateBound]]:
    """The text without its bounds on dates, and these. A date of an open order of day and month
    stays in the text."""
    found: list[DateBound] = []

    def between(match: re.Match[str]) -> str:
        last = span_of(match["to"])
        first = span_of(match["from"])
        if first is None and last is not None and (name := _BARE.fullmatch(match["from"])):
            first = span_of(f"{name['n']} {last.first.year}")
        if first is None or last is None or first.first > last.last:
            return match[0]
        near = text[: match.start()]
        bare = match["from"].isdigit() and match["to"].isdigit()
        found.append(DateBound("≥", first, 0, match["from"], near, is_bare=bare))
        found.append(DateBound("≤", last, 0, match["to"], near, is_bare=bare))
        return " "

    def one(match: re.Match[str]) -> str:
        sign = next(sign for at, sign in enumerate(_LEADING) if match[f"s{at}"])
        if match["later"]:
            if sign != "in":
                return match[0]
            sign = "≥" if "later" in match["later"] or "after" in match["later"] else "≤"
        span = span_of(match["when"])
        near = text[: match.start()]
        if match["when"].isdigit() and match[0].casefold().startswith(("of", "for", "within")):
            return match[0]  # "a price of 2000"
        if span is None:
            month = _LONG_MONTH.fullmatch(match["when"])
            if month is None or sign != "in":
                return match[0]
            at = month_number(month["n"])
            found.append(DateBound("in", None, at, match["when"], near))
            return " "
        plain = sign == "in" and bool(re.fullmatch(rf"(?i){_YEAR}|Q[1-4].*", match["when"]))
        found.append(DateBound(sign, span, 0, match["when"], near, plain))
        return " "

    text = _BETWEEN.sub(between, text)
    return _ONE.sub(one, text), found


@lru_cache(1 << 14)
def span_of(text: str, month_first: bool | None = None) -> Span | None:
    """The days that a text names; None where it names none.

    Args:
        text: a day, a month, a quarter or a year.
        month_first: what "3/4/2024" means; None where nothing says so, which leaves it open.
    """
    for form in _FORMS:
        found = form.fullmatch(text.strip())
        if found is not None:
            return _span(found.groupdict(), month_first)
    return None


def _span(held: dict[str, str | None], month_first: bool | None) -> Span | None:
    year = int(held["y"] or 0)
    if held.get("q"):
        at = 3 * int(str(held["q"])[1])
        return Span(date(year, at - 2, 1), date(year, at, monthrange(year, at)[1]))
    day = int(held.get("d") or 0)
    month = int(held.get("m") or 0)
    if name := held.get("n"):
        month = month_number(name)
    if held.get("one"):
        one, two = int(str(held["one"])), int(str(held["two"]))
        if month_first is None:
            if (one > 12) == (two > 12) and one != two:
                return None
            month_first = two > 12
        month, day = (one, two) if month_first else (two, one)
    if not month:
        return Span(date(year, 1, 1), date(year, 12, 31))
    if month > 12 or day > monthrange(year, month)[1]:
        return None
    if not day:
        return Span(date(year, month, 1), date(year, month, monthrange(year, month)[1]))
    return Span(date(year, month, day), date(year, month, day))


def day_spans(texts: Sequence[str]) -> dict[str, Span]:
    """The days of each text of a column; nothing where one of them cannot be read.

    Whether day or month comes first in "3/4/2024" is what the column's other dates of that form
    say; where none says so, or two disagree, no date of the column is read.
    """
    held = {each for each in texts if each}
    if held and all(map(_is_season, held)):
        return {}
    orders = {each for each in map(_month_comes_first, held) if each is not None}
    order = orders.pop() if len(orders) == 1 else None
    spans = {each: span_of(each, order) for each in held}
    read = {text: span for text, span in spans.items() if span is not None}
    return read if len(read) == len(held) and not orders else {}


def _is_season(text: str) -> bool:
    """Whether a text may as well be a year that ends in the next one: “2010-11”."""
    found = _SEASON.fullmatch(text.strip())
    return found is not None and int(found[2]) == (int(found[1]) + 1) % 100


def _month_comes_first(text: str) -> bool | None:
    found = _FORMS[4].fullmatch(text.strip())
    if found is None:
        return None
    one, two = int(found["one"]), int(found["two"])
    return None if (one > 12) == (two > 12) else two > 12


def part_of(span: Span, part: str) -> str:
    """The year, quarter or month of a span as "2024", "Q1 2024" or "March 2024"; empty where it is
    longer than that."""
    first, last = span
    if part == "year":
        return str(first.year) if first.year == last.year else ""
    if part == "quarter":
        quarter = (first.month + 2) // 3
        same = (first.year, quarter) == (last.year, (last.month + 2) // 3)
        return f"Q{quarter} {first.year}" if same else ""
    same = (first.year, first.month) == (last.year, last.month)
    return f"{MONTH_TITLES[first.month - 1]} {first.year}" if same else ""


def keeps_dates(span: Span, bounds: Iterable[tuple[str, Span]]) -> bool | None:
    """Whether a span keeps to all bounds; None where a bound lies within it."""
    kept = [_keeps(span, sign, bound) for sign, bound in bounds]
    if False in kept:
        return False
    return None if None in kept else True


def _keeps(span: Span, sign: str, bound: Span) -> bool | None:
    if sign == "in":
        inside = bound.first <= span.first and span.last <= bound.last
        outside = span.last < bound.first or bound.last < span.first
        return True if inside else False if outside else None
    if sign in (">", "≤"):
        behind = span.first > bound.last
        clear = behind or span.last <= bound.last
        return (behind if sign == ">" else not behind) if clear else None
    before = span.last < bound.first
    clear = before or span.first >= bound.first
    return (before if sign == "<" else not before) if clear else None


def years_of(bounds: Iterable[DateBound]) -> Iterator[str]:
    """The years that bounds of whole periods name."""
    for each in bounds:
        yield from years_in(each.text)
