"""Figures of the very day that a question names: a balance sheet shows two days of one year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tables.column_periods import period_of
from backend.tasks.calculate.programs.requests import MONTHS
from backend.tasks.calculate.programs.series import Figure, Series

_NAME = rf"(?:{'|'.join(MONTHS)})"
_DAY = re.compile(
    rf"(?i)\b{_NAME} \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d\d\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_NAME},? (?:19|20)\d\d\b"
    r"|\b(?:19|20)\d\d-\d\d-\d\d\b"
)
_ORDINAL = re.compile(r"(?i)(?<=\d)(?:st|nd|rd|th)\b|\bof\b")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def days_in(question: str) -> tuple[str, ...]:
    """The days that a question names in full, as "2022-12-31", each once."""
    found = (period_of([_ORDINAL.sub("", each.group())]) for each in _DAY.finditer(question))
    return tuple(dict.fromkeys(each for each in found if _ISO.fullmatch(each)))


def on_days(series: Sequence[Series], days: Sequence[str]) -> list[Series]:
    """The series without the figures of another day of a year in which a day is named, and without
    series that this leaves empty; all of them where no day is named. Periods that say no last day
    stay."""
    if not days:
        return list(series)
    kept = (replace(each, figures=_kept(each.figures, days)) for each in series)
    return [each for each in kept if each.figures]


def _kept(figures: Sequence[Figure], days: Sequence[str]) -> tuple[Figure, ...]:
    years = {each[:4] for each in days}

    def is_meant(figure: Figure) -> bool:
        day = _ISO.match(figure.operand.period)
        return day is None or day[0] in days or day[0][:4] not in years

    return tuple(each for each in figures if is_meant(each))
