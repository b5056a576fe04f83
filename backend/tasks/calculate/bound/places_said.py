"""How a column is called in the sentence of a figure."""

from __future__ import annotations

from backend.calendar_words import MONTH_TITLES
from backend.tasks.calculate.bound.places import (
    LINE,
    MONTH,
    QUARTER,
    SHEET,
    TIMES,
    FigurePlace,
)
from backend.types.tables import HEADER_JOINT


def parts_said(place: FigurePlace) -> list[str]:
    """What a column is called, with the period of its sheet where its header does not say it."""
    column = place.table.columns[place.column]
    lines = [value for key, value in place.values if key.startswith(LINE)]
    # a period of the column is said beside it
    name = HEADER_JOINT.join(lines) if column.period and lines else column.name
    said = (
        []
        if column.period
        else [time_said(key, each) for key, each in place.values if key in TIMES]
    )
    said += [value for key, value in place.values if key == SHEET]
    return [*(each for each in said if each.casefold() not in name.casefold()), name]


def column_said(place: FigurePlace) -> str:
    return ", ".join(parts_said(place)).replace(HEADER_JOINT, ", ")


def time_said(name: str, value: str) -> str:
    if name == MONTH:
        return MONTH_TITLES[int(value) - 1]
    return value if name != QUARTER else value.upper()
