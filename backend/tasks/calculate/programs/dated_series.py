"""Figures of the very day that a question names: a balance sheet shows two days of one year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.scope.periods import times_in
from backend.tasks.calculate.programs.series import Series, SeriesFigure

_QUARTER_ENDS = {"Q1": "03-31", "Q2": "06-30", "Q3": "09-30", "Q4": "12-31"}
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def days_in(question: str) -> tuple[str, ...]:
    """The days that a question names in full, as "2022-12-31", in their order in time."""
    return tuple(day.isoformat() for day in times_in(question).days)


def on_days(series: Sequence[Series], days: Sequence[str]) -> list[Series]:
    """The series without the figures of another day of a year in which a day is named and they have
    a figure of that day; where they have none, which period they are of is told later. Periods that
    say no last day stay."""
    if not days:
        return list(series)
    return [replace(each, figures=_kept(each.figures, days)) for each in series]


def _kept(figures: Sequence[SeriesFigure], days: Sequence[str]) -> tuple[SeriesFigure, ...]:
    """The figures of the days; of a year that has none of its day, all."""
    held = {_last_day(series_figure.operand.period) for series_figure in figures}
    settled = {each[:4] for each in days if each in held}

    def is_meant(figure: SeriesFigure) -> bool:
        day = _last_day(figure.operand.period)
        return day in days or day[:4] not in settled

    return tuple(figure for figure in figures if is_meant(figure))


def _last_day(period: str) -> str:
    """The last day of a period that says it or is a quarter of the calendar; empty for others."""
    if day := _ISO.match(period):
        return day[0]
    end = _QUARTER_ENDS.get(period[5:])
    return f"{period[:5]}{end}" if end else ""
