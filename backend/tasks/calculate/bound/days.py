"""The days of rows that a question names: by dates, months and days of the week.

A day of the week holds for whatever dates of the column fall on it, whether or not the list has a
column for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.calendar_words import FULL_MONTH, WEEKDAY, WEEKDAYS
from backend.dates import Span, names_year
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_choice import dated
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import without_dates
from backend.tasks.calculate.programs.column_links import Dated
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import headers_of
from backend.tasks.calculate.programs.days_completed import with_year_completed
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

_UP_TO = re.compile(r"(?i)\bup to (?=\d{1,2} [A-Z]|(?-i:[A-Z][a-z]+ \d))")
_BARE_MONTH = re.compile(rf"(?<!\w)(?P<month>{FULL_MONTH})(?= |$|['’])")
_ON_A_DAY = re.compile(
    r"(?i)\b(?P<which>(?:on )?(?:which|what) )?(?:f[ae]lls? )?(?:on )?(?:a |the )?"
    rf"(?P<day>{WEEKDAY})s?\b"
)


@dataclass(frozen=True, slots=True)
class DaysNamed:
    """The text without its days, the conditions that they make, and the column of dates where the
    question asks which days it were."""

    rest: str
    dates: tuple[Dated, ...] = ()
    asked: int | None = None


def days_named(text: str, table: StoredTable, about: str) -> DaysNamed | None:
    """The days that a question names of the rows of a table; None where they cannot be read. A
    table without dates leaves the text as it is."""
    headers = headers_of(table, about)
    if len(headers.dates) != 1:
        return DaysNamed(text)
    (column,) = headers.dates
    entries = entries_of(table)[0]
    plain = _UP_TO.sub("until ", text)
    plain = _BARE_MONTH.sub(lambda found: _in_month(found, plain), plain)
    bare, bounds = without_dates(with_year_completed(plain, table))
    found: list[Dated] = []
    for bound in bounds:
        meant = dated(bound, table, headers, entries)
        if isinstance(meant, Refusal | ColumnBound) or bound.further:
            return None
        found.append(Dated(meant[0], bound.sign, meant[1], bound.text))
    asked = None
    for day in _ON_A_DAY.finditer(bare):
        at = WEEKDAYS.index(day["day"].casefold())
        spans = {
            span
            for span in spans_of(table, column, entries).values()
            if _is_day(span) and names_year(span)
        }
        held = sorted(span for span in spans if span.first.weekday() == at)
        if not held or (day["which"] and asked is not None):
            return None
        asked = column if day["which"] else asked
        first, *further = held
        found.append(Dated(column, "in", first, day["day"].title(), tuple(further), True))
    return DaysNamed(_ON_A_DAY.sub(lambda day: day["which"] or " ", bare), tuple(found), asked)


def _in_month(found: re.Match[str], text: str) -> str:
    """A month that no word puts in time ("September events") is the time of its rows."""
    before = text[: found.start()].split()[-1:]
    is_placed = bool(before) and (
        before[0].casefold() in _PLACING or before[0].rstrip(",").isdigit()
    )
    behind = text[found.end() :].split()[:1]
    is_dated = bool(behind) and behind[0][:1].isdigit()
    return found[0] if is_placed or is_dated else f"in {found[0]}"


_PLACING = frozenset(
    [
        *("in", "during", "of", "for", "on", "since", "before", "after", "until", "till", "from"),
        *("to", "and", "between", "than", "by", "within", "or"),
    ]
)


def _is_day(span: Span) -> bool:
    return span.first == span.last
