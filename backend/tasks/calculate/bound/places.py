"""Where a figure may stand: which column of which table, by what its header says of it.

A header in two lines ("March › Actual"), a header with a year in it ("Water 2024") and the same
list on several sheets of a workbook ("March", with a column "Actual") say the same of a cell. Each
column of figures therefore has a value in some *dimensions*: its sheet, year, quarter and month,
and what is left of each line of its header.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.calendar_words import MONTH_NAME, month_number
from backend.tasks.calculate.programs.column_words import FIGURES, key_of
from backend.tasks.calculate.programs.requests import quarters_in, years_in
from backend.types.tables import StoredTable

SHEET = "sheet"
YEAR = "year"
QUARTER = "quarter"
MONTH = "month"
LINE = "line"
"""Begins the name of the dimension of what is left of each line of a header."""
TIMES = (YEAR, QUARTER, MONTH)
_IN_BRACKETS = re.compile(r"\([^)]*\)")
_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b\.?")
_TIME = re.compile(
    rf"\b(?:(?:19|20)\d\d|[Qq][1-4]|(?:{MONTH_NAME})\b\.?)(?!\w)"
    r"|(?i:\b(?:first|second|third|fourth) quarter)\b"
)


@dataclass(frozen=True, slots=True)
class FigurePlace:
    """A column of figures, and its value in each dimension in which it has one."""

    table: StoredTable
    column: int
    values: tuple[tuple[str, str], ...]

    def value(self, dimension: str) -> str:
        """Its value in a dimension; empty where it has none."""
        return dict(self.values).get(dimension, "")


@dataclass(frozen=True, slots=True)
class FigureField:
    """The columns of figures of a table, or of the sheets that hold one list each, in their order.
    `tables` has more than one for such sheets."""

    tables: tuple[StoredTable, ...]
    places: tuple[FigurePlace, ...]

    def dimensions(self) -> tuple[str, ...]:
        """Those in which a column has a value, in their order."""
        return tuple(dict.fromkeys(name for place in self.places for name, _ in place.values))

    def values(self, dimension: str) -> tuple[str, ...]:
        """The values of a dimension in the order of the columns."""
        held = (place.value(dimension) for place in self.places)
        return tuple(dict.fromkeys(each for each in held if each))


def fields_of(tables: Sequence[StoredTable]) -> list[FigureField]:
    """The sheets of one list together, and every other table by itself. Columns whose period is a
    part of a year that ends on some day are of statements, and stand in no field."""
    alike: dict[tuple[object, ...], list[StoredTable]] = {}
    for table in tables:
        heads = (table.label_name, *(column.name for column in table.columns))
        alike.setdefault(heads, []).append(table)
    figure_fields: list[FigureField] = []
    for sheets in alike.values():
        names = [_sheet_name(sheet) for sheet in sheets]
        if len(sheets) > 1 and all(names) and len(set(names)) == len(names):
            figure_fields.append(_field(sheets, names))
        else:
            figure_fields += [_field([sheet], [""]) for sheet in sheets]
    return [figure_field for figure_field in figure_fields if figure_field.places]


def times_in(text: str) -> tuple[tuple[str, str], ...]:
    """The years, quarters and months of a text, as dimension and value."""
    years = [(YEAR, year) for year in years_in(text)]
    quarters = [(QUARTER, quarter) for quarter in quarters_in(text)]
    months = [(MONTH, str(month_number(each.strip(".")))) for each in _MONTH.findall(text)]
    return (*years, *quarters, *months)


def is_later(one: str, other: str) -> bool:
    """Whether a value of a dimension of time is later than another of the same dimension."""
    return time_order(one) > time_order(other)


def time_order(value: str) -> int:
    """Where a year, quarter or month stands among others."""
    return int(value.lstrip("Qq"))


def without_times(text: str) -> str:
    """A text without its years, quarters and months, and without what stands in brackets."""
    return " ".join(_TIME.sub(" ", _IN_BRACKETS.sub(" ", text)).split()).strip(" ,;:–-")


def _sheet_name(table: StoredTable) -> str:
    return table.section[-1] if table.section else table.title


def _field(tables: Sequence[StoredTable], names: Sequence[str]) -> FigureField:
    if any("/" in column.period for stored_table in tables for column in stored_table.columns):
        return FigureField(tuple(tables), ())
    bare = [without_times(name) for name in names]
    is_named = len({key_of(each) for each in bare}) > 1
    return FigureField(
        tuple(tables),
        tuple(
            FigurePlace(table, at, tuple(_values(name if is_named else "", whole, column.path)))
            for table, name, whole in zip(tables, bare, names, strict=True)
            for at, column in enumerate(table.columns)
            if column.kind in FIGURES
        ),
    )


def _values(sheet: str, name: str, path: Iterable[str]) -> Iterable[tuple[str, str]]:
    if sheet:
        yield SHEET, sheet
    parts = list(path)
    held = dict(reversed(times_in(" ".join((*parts, name)))))
    yield from held.items()
    for at, part in enumerate(filter(None, map(without_times, parts))):
        yield f"{LINE} {at}", part
