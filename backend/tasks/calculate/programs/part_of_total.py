"""The share that a row has of the total of its table, where the question names the total by what
the table is about: "What share of 2022 sales came from buoys?" over "Sales by product"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.tables.headings_over import text_around
from backend.tables.rounded_sums import RunningSums
from backend.tasks.calculate.programs.confidence import AHEAD_OF_VARIANTS
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import ASKING, Link, figures_for, link
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import Series, SeriesFigure, series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_SHARE = r"(?:share|proportion|part|percentage|percent|per cent|%)"
_FORMS = (
    re.compile(
        rf"(?i)\b{_SHARE} of (?P<whole>.+?) (?:came|comes|come|is|was|were|are|stems?) (?:from )?"
        r"(?P<part>.+)$"
    ),
    re.compile(
        rf"(?i)\b{_SHARE} of (?P<whole>.+?) (?:did|does|do|has|had|have) (?P<part>.+?)"
        r"(?: (?:have|account for|make up|contribute|bring in|represent))?$"
    ),
)
_IN_YEAR = re.compile(r"(?i)\b(?:in|for|during) (?:fiscal |fy ?)?(?:19|20)\d\d\b")
_TOTAL = words_of("total overall entire whole worldwide")


@dataclass(frozen=True, slots=True)
class ShareOfTotal:
    """What part of what is asked for, and of which period."""

    part: str
    whole: frozenset[str]
    years: tuple[str, ...]
    quarters: tuple[str, ...]


def share_asked(question: str) -> ShareOfTotal | None:
    """The part and the words of the whole; None where the question asks for no share or for those
    of several years."""
    text = " ".join(question.split()).rstrip(" ?.")
    years = years_in(text)
    quarters = quarters_in(text) or parts_in(text)
    for form in _FORMS:
        if (match := form.search(_IN_YEAR.sub("", text).strip(" ,"))) and len(years) <= 1:
            whole = words_of(match["whole"]) - ASKING - _TOTAL
            return ShareOfTotal(match["part"].strip(" ,"), whole, years, quarters)
    return None


def part_of_total(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """The share, where every table that has both gives the same one; None else.

    The total is the row whose figure is the sum of rows right above it, the part among them, but
    for rounding: so it is told by arithmetic and not by its label. The table must be about what the
    whole is called.
    """
    asked = share_asked(question)
    if asked is None or not asked.whole:
        return None
    made = [
        each
        for table in tables
        if is_sound(table) and (each := _in_table(question, asked, table, tables, calendar))
    ]
    return of_one_voice(made)


def _in_table(
    question: str,
    asked: ShareOfTotal,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    if not asked.whole <= words_of(text_around(table)):
        return None
    series = series_of(table, calendar)
    linked = link(asked.part, series)
    if linked is None or not _is_certain(linked, asked):
        return None
    figures = figures_for(linked.series, "", "".join(asked.years), asked.quarters)
    total = _total_over(figures[0], series, table) if len(figures) == 1 else None
    if total is None:
        return None
    operands = [figures[0].operand, total.operand]
    return surely_told(question, Operation.SHARE, operands, asked.years, table, beside, calendar)


def _is_certain(linked: Link, asked: ShareOfTotal) -> bool:
    """Whether the part is one row's whole name, and no other row is near."""
    words = words_of(asked.part) - ASKING
    return (
        bool(words)
        and linked.named == 1
        and words <= linked.series.words
        and linked.ahead >= AHEAD_OF_VARIANTS
    )


def _total_over(
    part: SeriesFigure, series: Sequence[Series], table: StoredTable
) -> SeriesFigure | None:
    """The one figure of the part's column that sums up rows right above it, the part among them,
    but for half a unit of rounding for each."""
    at, column = part.operand.row, part.operand.column
    group = table.rows[at].group
    values = [cell.value if (cell := row.cells[column]) is not None else None for row in table.rows]
    sums = RunningSums(values)
    figures = [
        figure
        for one in series
        for figure in one.figures
        if figure.operand.column == column
        and figure.operand.row > at
        and table.rows[figure.operand.row].group in (group, group[:-1])
        and sums.starts(figure.operand.row, 0, at)
    ]
    return figures[0] if len({figure.operand.value for figure in figures}) == 1 else None
