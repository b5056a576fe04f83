"""Figures that a field has a name for and that two rows make: "What was the operating margin in Q1
2023?" is operating profit ÷ net revenue. What is made of what stands in the glossaries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.glossaries import NamedRatio, RatioForm, named_ratios
from backend.tables.rounded_sums import last_place
from backend.tasks.calculate.programs.agreement import ROUNDING
from backend.tasks.calculate.programs.dated_series import days_in, on_days
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import figures_for, of_period
from backend.tasks.calculate.programs.named_figures import (
    SEVERAL,
    bare_label,
    further_words,
    says_before,
    titled,
    without,
)
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.rewording import period_said, places_of
from backend.tasks.calculate.programs.series import Series, SeriesFigure, series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import (
    is_statement,
    of_the_whole,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

OPEN_PERIOD = "It is open of which period the figure is meant."
_MADE_OF = re.compile(
    r"(?i)(?P<over>.+?),? (?:as a )?(?:percentage|percent|per cent|%|share) of (?P<under>.+)"
)
_PLAIN = words_of("revenue expense cost income profit loss asset liability activity operating cash")
"""What headings within a statement say that is true of the whole."""


@dataclass(frozen=True, slots=True)
class RatioAsked:
    """Which ratio, and of which period; `days` as `days_in` tells them."""

    ratio: NamedRatio
    words: frozenset[str]
    years: tuple[str, ...]
    quarters: tuple[str, ...]
    days: tuple[str, ...]


def ratio_asked(question: str) -> RatioAsked | None:
    """The one named ratio of one period that the question asks for, and for nothing else but what
    is always said; None else."""
    found = [(each, match) for each in named_ratios() if (match := each.asks.search(question))]
    years = years_in(question)
    if len(found) != 1 or len(years) > 1 or SEVERAL.search(question):
        return None
    ratio, match = found[0]
    quarters = quarters_in(question) or parts_in(question)
    words = further_words(without(question, match))
    return RatioAsked(ratio, words, years, quarters, days_in(question))


def named_ratio(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """The ratio, where every table that has both rows gives the same one, else the one that a row
    of its name prints; None else, or where what is printed is another than what the rows make.

    Rows are told by their whole label. A question with a further word ("of the cloud segment",
    "adjusted") means another figure and gets none.
    """
    asked = ratio_asked(question)
    if asked is None or asked.words:
        return None
    whole = of_the_whole(question, tables)
    made = [
        one
        for stored_table in whole
        if (one := _in_table(question, asked, stored_table, tables, calendar))
    ]
    read = [
        one
        for stored_table in whole
        if (one := _printed_in(question, asked, stored_table, tables, calendar))
    ]
    computed, printed = of_one_voice(made), of_one_voice(read)
    if not made:
        return printed
    if computed is not None and printed is not None and not _is_rounded(computed, printed):
        return None
    return computed


def open_ratio(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Refusal | None:
    """The periods of which the ratio could be meant, where the question names none; None where it
    names one, or where no table has both rows for two periods at least."""
    asked = ratio_asked(question)
    if asked is None or asked.words or asked.years or asked.quarters:
        return None
    whole = of_the_whole(question, tables)
    # of whole years first; an interim report has quarters and months alone
    for is_interim in (False, True):
        for table in whole:
            readings = _readings_of(asked.ratio, table, calendar, is_interim)
            if len(readings) > 1:
                return Refusal(OPEN_PERIOD, (asked.ratio.name,), is_open=True, readings=readings)
    return None


def _readings_of(
    ratio: NamedRatio, table: StoredTable, calendar: FiscalCalendar | None, is_interim: bool
) -> tuple[Interpretation, ...]:
    """The periods of a table for which the ratio is made by two rows, or else printed by one."""
    series = series_of_the_whole(table, calendar)
    over, under = (_row(each, series) for each in (ratio.over, ratio.under))
    printed = [each for each in series if _is_called(each.label, ratio)]
    made = _readings(ratio.form, over, under, is_interim) if over and under else ()
    if not made and len(printed) == 1:
        return _readings(ratio.form, printed[0], None, is_interim)
    return made


def _row(labels: Sequence[str], series: Sequence[Series]) -> Series | None:
    rows = rows_called(labels, series)
    return rows[0] if len(rows) == 1 else None


def rows_called(labels: Sequence[str], series: Sequence[Series]) -> list[Series]:
    """The rows that are called like the likeliest of the labels that any is called like."""
    for label in labels:
        words, before = words_of(label), says_before(label)
        rows = [
            each for each in series if each.words == words and says_before(each.label) is before
        ]
        if rows:
            return rows
    return []


def _readings(
    form: RatioForm, over: Series, under: Series | None, is_interim: bool
) -> tuple[Interpretation, ...]:
    """One reading for each whole period, or each part of one, that both rows have; that the row
    has, where it is alone."""
    beneath = {each.operand.column: each.operand for each in under.figures} if under else {}
    found = []
    for figure in over.figures:
        other = beneath.get(figure.operand.column)
        said = _said(figure)
        if not said or bool(figure.part) is not is_interim:
            continue
        if under is None:
            cells = places_of([figure.operand])
        elif other is not None and _make(form, figure.operand, other):
            cells = places_of([figure.operand, other])
        else:
            continue
        found.append(Interpretation(figure.operand.when, ((("", f" {said}"),),), cells))
    return tuple(found)


def _said(figure: SeriesFigure) -> str:
    """A period as a question names it."""
    if figure.part.startswith("Q"):
        return f"in {figure.part} {figure.year}" if figure.year else ""
    return period_said(figure.operand.period) or (f"in {figure.year}" if figure.year else "")


def _in_table(
    question: str,
    asked: RatioAsked,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    series = series_of_the_whole(table, calendar, asked.days)
    over = _figure(asked.ratio.over, series, asked)
    under = _figure(asked.ratio.under, series, asked)
    if over is None or under is None or not _belong_together(over.operand, under.operand):
        return None
    operands = [over.operand, under.operand]
    operation = _operation(asked.ratio.form, operands)
    if operation is None:
        return None
    calculation = surely_told(question, operation, operands, asked.years, table, beside, calendar)
    if calculation is None:
        return None
    return replace(calculation, sentence=f"{titled(asked.ratio.name)} – {calculation.sentence}")


def _printed_in(
    question: str,
    asked: RatioAsked,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The figure of the table's one row that is called like the ratio."""
    series = series_of_the_whole(table, calendar, asked.days)
    rows = [each for each in series if _is_called(each.label, asked.ratio)]
    figure = _one_of(rows, asked) if len(rows) == 1 else None
    if figure is None or (figure.operand.unit == "%") != (asked.ratio.form is RatioForm.PER_CENT):
        return None
    return surely_told(
        question, Operation.LOOKUP, [figure.operand], asked.years, table, beside, calendar
    )


def _is_called(label: str, ratio: NamedRatio) -> bool:
    """Whether a row's label is the ratio's name or says what it is made of: "Operating income as a
    percentage of net sales"."""
    plain = bare_label(label)
    if ratio.asks.fullmatch(plain):
        return True
    match = _MADE_OF.fullmatch(plain)
    if match is None or ratio.form is not RatioForm.PER_CENT:
        return False
    over, under = words_of(match["over"]), words_of(match["under"])
    return over in map(words_of, ratio.over) and under in map(words_of, ratio.under)


def _is_rounded(computed: Calculation, printed: Calculation) -> bool:
    """Whether a printed figure is the computed one, rounded as it is printed; amounts are each a
    rounded one and may differ a little more."""
    last = last_place(printed.value)
    first, second = computed.value * computed.scale, printed.value * printed.scale
    return abs(first - second) <= max(last * printed.scale, ROUNDING * abs(second))


def series_of_the_whole(
    table: StoredTable, calendar: FiscalCalendar | None, days: Sequence[str] = ()
) -> list[Series]:
    """The rows of the whole business, on these days where some are named."""
    stated = is_statement(table)  # then no heading over a row says that it is of a part
    whole = [
        series
        for series in series_of(table, calendar)
        if not series.is_movement and (stated or series.heading - series.words <= _PLAIN)
    ]
    return on_days(whole, days)


def _figure(
    labels: Sequence[str], series: Sequence[Series], asked: RatioAsked
) -> SeriesFigure | None:
    """The one figure of the period in the row that is called like the likeliest of the labels."""
    return _one_of(rows_called(labels, series), asked)


def _one_of(rows: Sequence[Series], asked: RatioAsked) -> SeriesFigure | None:
    """The one figure of the period in the rows; None where they have several or none."""
    dated = bool(asked.years or asked.quarters)
    found = {
        figure.operand.value: figure
        for row in rows
        for figure in (
            figures_for(row, "", "".join(asked.years), asked.quarters)
            if dated
            else of_period(row.figures, "", ())  # of several periods none is meant more
        )
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _belong_together(one: Operand, other: Operand) -> bool:
    """Whether both cells are amounts of one period."""
    return one.period == other.period and one.unit == other.unit != "%"


def _make(form: RatioForm, over: Operand, under: Operand) -> bool:
    """Whether two cells make the ratio."""
    return _belong_together(over, under) and _operation(form, [over, under]) is not None


def _operation(form: RatioForm, operands: Sequence[Operand]) -> Operation | None:
    """What is done with the two cells; None where a sign leaves it open. What is paid may be
    printed as a negative figure: it is then added."""
    over, under = operands
    if form is RatioForm.LESS:
        return Operation.SUM if under.value < 0 else Operation.DIFFERENCE
    if under.value <= 0 or over.value < 0:
        return None
    return Operation.SHARE if form is RatioForm.PER_CENT else Operation.RATIO
