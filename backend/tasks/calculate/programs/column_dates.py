"""Dates as questions bound them and as cells print them, as first and last day of what is meant."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from backend.calendar_words import FULL_MONTH, MONTH_NAME, month_number
from backend.dates import ANY_DATE, YEAR, Span, month_comes_first, span_of, without_no_year
from backend.tasks.calculate.programs.odd_days import plain_days
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.several_dates import SEVERAL, each_of
from backend.written_days import first_of_days, in_full

_SEASON = re.compile(r"(?:1\d|20)(\d\d)[-/](\d\d)")
_LEADING = {
    "≥": r"since",
    ">": r"after|later than",
    "<": r"before|earlier than|prior to",
    "≤": r"until|till",
    "in": r"in|during|on|of|within|for",
}
_BETWEEN = re.compile(
    rf"(?i)\b(?:between|from)\s+(?P<from>{ANY_DATE}|{MONTH_NAME})\s+(?:and|to|until|till)\s+(?P<to>{ANY_DATE})"
    r"(?![\d/.,]*\d)"
)
_ONE = re.compile(
    r"(?i)\b(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in enumerate(_LEADING.values()))
    + rf")\s+(?:the (?:year|month of)\s+|year\s+)?(?P<when>{ANY_DATE}|(?-i:{FULL_MONTH})\b)"
    r"(?![\d/.,]*\d)(?P<later>\s+or (?:later|after)|\s+or (?:earlier|before))?"
)
_BARE = re.compile(rf"(?i)(?P<n>{MONTH_NAME})\.?")
_LONG_MONTH = re.compile(rf"(?i)(?P<n>{FULL_MONTH})")


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
    further: tuple[DateBound, ...] = ()


FEWEST_SURE = 2
"""Dates that tell in which order the others are written."""
AROUND = 31
"""Days around those whose order is known."""
MOST_WORDS_OF_DAYS = 0.5
"""Words for each day in a column of days, at most."""


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
        shown = {end: without_no_year(match[end]) for end in ("from", "to")}
        found.append(DateBound("≥", first, 0, shown["from"], near, is_bare=bare))
        found.append(DateBound("≤", last, 0, shown["to"], near, is_bare=bare))
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
        plain = sign == "in" and bool(re.fullmatch(rf"(?i){YEAR}|Q[1-4].*", match["when"]))
        found.append(DateBound(sign, span, 0, without_no_year(match["when"]), near, plain))
        return " "

    def several(match: re.Match[str]) -> str:
        named = [_within(each, text[: match.start()]) for each in each_of(match["all"])]
        known = [each for each in named if each is not None]
        if not known or len(known) < len(named):
            return match[0]
        first, *others = known
        said = " or ".join((first.text, *(other.text for other in others)))
        found.append(replace(first, text=said, further=tuple(others)))
        return " "

    text = _BETWEEN.sub(between, text)
    text = SEVERAL.sub(several, text)
    return _ONE.sub(one, text), found


def _within(text: str, near: str) -> DateBound | None:
    """The bound to a month, quarter or day; None where there is no such day, or a quarter has no
    year."""
    span = span_of(text)
    if span is not None:
        shown = without_no_year(text)
        return DateBound("in", span, 0, shown, near, is_period=text.startswith("Q"))
    name = _BARE.fullmatch(text)
    return DateBound("in", None, month_number(name["n"]), text, near) if name else None


def day_spans(texts: Sequence[str], month_first: bool | None = None) -> dict[str, Span]:
    """The days of each text of a column; nothing where one of them cannot be read.

    Whether day or month comes first in "3/4/2024" is what the column's other dates of that form
    say, or else its dates of other forms, beside which it lies in one way only; where none says so,
    or two disagree, no date of the column is read.

    Args:
        texts: in the order of the rows.
        month_first: what other columns of the table say, where the column itself does not.
    """
    held = {text for text in texts if text}
    if held and all(map(_is_season, held)):
        return {}
    ranges = {text: days for text in held if (days := first_of_days(text)) is not None}
    if ranges:
        return _with_ranges(texts, ranges, month_first)
    written = in_full(texts)
    orders = {each for each in map(month_comes_first, written.values()) if each is not None}
    order = orders.pop() if len(orders) == 1 else None
    if order is None and not orders:
        others = _order_by_others([written[text] for text in texts if text in written])
        order = month_first if others is None else others
    spans = {text: span_of(full, order) for text, full in written.items()}
    read = {text: span for text, span in spans.items() if span is not None}
    return read if len(read) == len(held) and not orders else {}


def _with_ranges(
    texts: Sequence[str], ranges: Mapping[str, tuple[str, int, int]], month_first: bool | None
) -> dict[str, Span]:
    """The days of a column of which some texts name several days one behind the other."""
    firsts = {text: ranges[text][0] if text in ranges else text for text in texts if text}
    read = day_spans([firsts.get(text, "") for text in texts], month_first)
    spans = {text: read[first] for text, first in firsts.items() if first in read}
    for text, (_, month, day) in ranges.items():
        if (first := spans.get(text)) is None:
            return {}
        last = _on(first.first.year + (month < first.first.month), month, day)
        if last is None:
            return {}
        spans[text] = Span(first.first, last)
    return spans


def _on(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _order_by_others(texts: Sequence[str]) -> bool | None:
    """Whether the month comes first in dates of open order, by those of other forms: read in one
    way all lie among them, or all rows follow on each other, in the other way not; None where that
    does not tell."""
    sure = [span for text in texts if (span := span_of(text)) is not None]
    if len(sure) == len(texts) or len(sure) < FEWEST_SURE:
        return None
    first = min(span.first for span in sure).toordinal() - AROUND
    last = max(span.last for span in sure).toordinal() + AROUND
    read = {order: [span_of(text, order) for text in texts] for order in (False, True)}
    held = {
        order: [span for span in spans if span is not None]
        for order, spans in read.items()
        if None not in spans
    }
    among = [
        order
        for order, spans in held.items()
        if all(first <= span.first.toordinal() and span.last.toordinal() <= last for span in spans)
    ]
    rising = [
        order
        for order, spans in held.items()
        if all(before.first <= behind.first for before, behind in itertools.pairwise(spans))
    ]
    if len(among) == 1:
        return among[0] if not rising or among[0] in rising else None
    return rising[0] if len(rising) == 1 and len(sure) > FEWEST_SURE else None


def days_of_rows(texts: Sequence[str], month_first: bool | None = None) -> dict[str, Span]:
    """The days of each text of a column as `day_spans` reads them, without the few texts that have
    no figure: in place of a day may stand "cancelled" or "not yet". A few days that are typed
    otherwise are read as the others are."""
    return _as_others(partial(_days_and_words, month_first=month_first), texts)


def days_of_labels(texts: Sequence[str]) -> dict[str, Span]:
    """The days of the labels of rows as `day_spans` reads them, a few that are typed otherwise as
    the others are."""
    return _as_others(day_spans, texts)


def _as_others(
    read_of: Callable[[Sequence[str]], dict[str, Span]], texts: Sequence[str]
) -> dict[str, Span]:
    if (read := read_of(texts)) or not (plain := plain_days(texts)):
        return read
    read = read_of([plain.get(text, text) for text in texts])
    return {text: read[full] for text in texts if (full := plain.get(text, text)) in read}


def _days_and_words(texts: Sequence[str], month_first: bool | None) -> dict[str, Span]:
    if read := day_spans(texts, month_first):
        return read
    days = [text for text in texts if any(map(str.isdigit, text))]
    words = sum(bool(text) for text in texts) - len(days)
    return day_spans(days, month_first) if 0 < words <= MOST_WORDS_OF_DAYS * len(days) else {}


def _is_season(text: str) -> bool:
    """Whether a text may as well be a year that ends in the next one: “2010-11”."""
    match = _SEASON.fullmatch(text.strip())
    return match is not None and int(match[2]) == (int(match[1]) + 1) % 100


def keeps_one_of(span: Span, sign: str, bounds: Sequence[Span]) -> bool | None:
    """Whether a span keeps to one of several bounds; None where one lies within it."""
    kept = [_keeps(span, sign, bound) for bound in bounds]
    if True in kept:
        return True
    return None if None in kept else False


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
    for bound in bounds:
        yield from years_in(bound.text)
