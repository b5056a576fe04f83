"""The figures of a table, each with all words that stand over and beside it, without its period."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.calendar_words import MONTHS
from backend.remembered import Remembered
from backend.tables.headings_over import text_around
from backend.tables.period_labels import is_period_label
from backend.tables.unnamed_totals import with_named_totals
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.period_parts import quarter_of
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.series import (
    MOST_KEPT,
    KeptTable,
    cells_in,
    series_of,
    words_of,
)
from backend.types.calculations import Operand
from backend.types.tables import StoredTable

_TIME_WORDS = (
    "ended ending end year years month months week weeks quarter fiscal financial period periods "
    "unaudited audited note notes first second third fourth three six nine twelve full"
)
_TIMES = frozenset(term for word in (*MONTHS, *_TIME_WORDS.split()) for term in term_texts(word))
_OTHER = re.compile(r"(?i)\bothers?\b")
_OTHER_NAME = "otherrow"


@dataclass(frozen=True, slots=True)
class TableFigure:
    """A figure in its table.

    `label`, `group` and `header` are the stems of the words beside, above and over it without
    those of its period, `heading` those of the last line above it alone; `line` is the same for all
    figures that differ in their period alone.
    `year` is "" where no period is named, `part` as that of a series' figure.
    """

    operand: Operand
    year: str
    more_years: tuple[str, ...]
    part: str
    label: frozenset[str]
    group: frozenset[str]
    heading: frozenset[str]
    header: frozenset[str]
    line: tuple[object, ...]
    said: str
    is_total: bool
    is_per_cent: bool
    order: int

    def is_of_part(self, parts: Sequence[str]) -> bool:
        """Whether it is of one of these parts of a year; without parts, of no shorter period."""
        if not parts:
            return not self.part
        numbered = all(part.startswith("Q") for part in parts)
        return self.part in parts or (numbered and quarter_of(self.operand.period) in parts)

    @property
    def words(self) -> frozenset[str]:
        """All words of label, group and header."""
        return self.label | self.group | self.header


@dataclass(frozen=True, slots=True)
class Cells:
    """The figures of a table, the words around it, and how many lines have each word."""

    spots: tuple[TableFigure, ...]
    lines: dict[tuple[object, ...], tuple[TableFigure, ...]]
    around: frozenset[str]
    frequency: dict[str, int]
    years: tuple[str, ...]
    years_around: tuple[str, ...]


@lru_cache(maxsize=4096)
def named_terms(text: str) -> tuple[str, ...]:
    """The stems of a text in their order, without figures and function words; "other" is none,
    since rows are called so."""
    spelt = _OTHER.sub(_OTHER_NAME, text)
    return tuple(each for each in term_texts(spelt) if not any(map(str.isdigit, each)))


@lru_cache(maxsize=4096)
def stems_of(text: str) -> frozenset[str]:
    """The stems of a text's words, without figures."""
    return frozenset(named_terms(text)) or (words_of(text) if text.strip() else frozenset())


def bare_stems(text: str) -> frozenset[str]:
    """The stems of a text without those of its period, if it names one."""
    stems = stems_of(text)
    if is_period_label(text):
        return frozenset()
    return stems - _TIMES if years_in(text) else stems


def cells_of(table: StoredTable, calendar: FiscalCalendar | None = None) -> Cells:
    """The figures of a table in the order of its rows, by the years of a calendar if one is
    given; those of the latest tables are kept."""
    return _KEPT.of((KeptTable(table), calendar), lambda: _made(table, calendar))


_KEPT: Remembered[tuple[KeptTable, FiscalCalendar | None], Cells] = Remembered(MOST_KEPT, cells_in)


def _made(table: StoredTable, calendar: FiscalCalendar | None) -> Cells:
    spots: list[TableFigure] = []
    table = with_named_totals(table)
    for series in series_of(table, calendar):
        alike = Counter((each.year, each.part, each.operand.unit == "%") for each in series.figures)
        for figure in series.figures:
            used = figure.operand
            row, column = table.rows[used.row], table.columns[used.column]
            group = " ".join(row.group)
            named = [years_in(each) for each in (row.label, group, column.name)]
            year = figure.year or next((each[0] for each in named if each), "")
            more = tuple({each for one in named for each in one} - {year})
            label, header = bare_stems(row.label), bare_stems(column.name)
            above = frozenset(stem for one in row.group for stem in bare_stems(one))
            if row.label and years_in(row.label):  # a row that is a period: columns are lines
                line: tuple[object, ...] = (used.column, label, above, used.unit == "%")
            else:
                apart = header if alike[figure.year, figure.part, used.unit == "%"] > 1 else ""
                line = (used.row, apart, used.unit == "%")
            spots.append(
                TableFigure(
                    used,
                    year,
                    tuple(sorted(more)),
                    figure.part,
                    label,
                    above,
                    bare_stems(row.group[-1]) if row.group else frozenset(),
                    header,
                    line,
                    row.label.casefold(),
                    row.total,
                    used.unit == "%",
                    used.row * len(table.columns) + used.column,
                )
            )
    spots.sort(key=lambda table_figure: table_figure.order)
    lines: dict[tuple[object, ...], list[TableFigure]] = {}
    for spot in spots:
        lines.setdefault(spot.line, []).append(spot)
    frequency: dict[str, int] = {}
    for those in lines.values():
        for word in those[0].words:
            frequency[word] = frequency.get(word, 0) + 1
    beside = f"{text_around(table)} {table.label_name}"
    around = stems_of(beside)
    years = tuple(sorted({table_figure.year for table_figure in spots if table_figure.year}))
    return Cells(
        tuple(spots),
        {key: tuple(each) for key, each in lines.items()},
        around,
        frequency,
        years,
        years_in(beside),
    )
