"""Figures that a field has a name for and that several rows make, also of two tables and of two
year ends: a quick ratio, an inventory turnover, days sales outstanding.

What each is made of stands in the glossaries (`[[composites]]`), with the ways in which it is made.
Where two ways give different figures, each is offered; where a row is missing, it is said which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal

from backend.glossaries import (
    Composite,
    CompositeForm,
    CompositeWay,
    ItemTerm,
    balances,
    composites,
    line_items,
)
from backend.tasks.calculate.programs.agreement import ROUNDING
from backend.tasks.calculate.programs.arithmetic import (
    CannotComputeError,
    conversions,
    must_be_amounts,
    rounded,
    scale_of,
    value_in,
    written,
)
from backend.tasks.calculate.programs.called_otherwise import is_beside_other_costs
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.linking import figures_for
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.named_figures import (
    SEVERAL,
    bare_label,
    further_words,
    says_before,
    titled,
    without,
)
from backend.tasks.calculate.programs.named_ratio import rows_called, series_of_the_whole
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.rewording import places_of
from backend.tasks.calculate.programs.series import Series, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import (
    has_own_header,
    is_of_cash_flows,
    is_statement,
    of_the_whole,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

DAYS = 365
NO_YEAR = "It is open of which year the {name} is meant."
IN_PARTS = "The {name} is worked out of whole years, and the question names a part of one."
MISSING = "The {name} needs {items} for {years}, which no table of the document tells for certain."
SEVERAL_WAYS = "The {name} is worked out in several ways, which give different figures."
NEGATIVE = "A figure is nought or negative: the {name} says nothing then."
_EXACT = Context(prec=50, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class CompositeAsked:
    """Which composite, by which of its ways, and of which year; empty where none is named."""

    composite: Composite
    ways: tuple[CompositeWay, ...]
    year: str
    is_of_a_part: bool


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """A table with the rows of the whole business that it holds."""

    table: StoredTable
    series: tuple[Series, ...]


class _MissingError(Exception):
    """Items that no table holds; `found` says how many it does hold."""

    def __init__(self, items: Sequence[str], found: int) -> None:
        super().__init__(", ".join(items))
        self.items = tuple(items)
        self.found = found


def composite_asked(question: str) -> CompositeAsked | None:
    """The one composite that the question asks for, and for nothing else but what is always said;
    None else."""
    named = [(each, match) for each in composites() if (match := each.asks.search(question))]
    years = years_in(question)
    if len(named) != 1 or len(years) > 1:
        return None
    composite, match = named[0]
    rest = without(question, match)
    ways = composite.ways
    for way in composite.ways:
        if way.name and (said := re.search(rf"(?i),? \b{re.escape(way.name)}(?!\w)", rest)):
            ways, rest = (way,), f"{rest[: said.start()]} {rest[said.end() :]}"
            break
    if SEVERAL.search(rest):
        return None
    if further_words(rest):
        return None
    is_of_a_part = bool(quarters_in(rest) or parts_in(rest))
    return CompositeAsked(composite, ways, "".join(years), is_of_a_part)


def named_composite(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | Refusal | None:
    """The composite that a question asks for, or why there is none; None where it asks for none, or
    the tables have hardly a row of it.

    A row that prints the figure goes before.
    """
    asked = composite_asked(question)
    if asked is None:
        return None
    places = places_in(question, tables, calendar)
    if (printed := _printed(question, asked, places, tables, calendar)) is not None:
        return printed
    name = asked.composite.name
    if asked.is_of_a_part:
        return Refusal(IN_PARTS.format(name=name)) if _has_some(asked, places) else None
    if not asked.year:
        return _open_years(question, asked, places, tables, calendar)
    return _of_year(question, asked, asked.year, places, tables, calendar)


def places_in(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> list[ItemPlace]:
    """The tables of the whole business from which may be computed, with their rows."""
    whole = of_the_whole(question, tables)
    return [
        ItemPlace(stored_table, tuple(series_of_the_whole(stored_table, calendar)))
        for stored_table in whole
    ]


def _of_year(
    question: str,
    asked: CompositeAsked,
    year: str,
    places: Sequence[ItemPlace],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | Refusal | None:
    """The figure of a year, where all ways that the tables allow give the same one."""
    made: list[tuple[CompositeWay, Calculation]] = []
    refused: list[Refusal] = []
    missing: list[_MissingError] = []
    name = asked.composite.name
    for way in asked.ways:
        try:
            made.append(
                (way, _made(question, asked.composite, way, year, places, tables, calendar))
            )
        except _MissingError as error:
            missing.append(error)
        except CannotComputeError as error:
            refused.append(Refusal(str(error), (name,), is_open=True))
    if refused:
        return refused[0]
    if made:
        values = [each.value for _, each in made]
        if max(values) - min(values) <= ROUNDING * max(map(abs, values)):
            return made[0][1]
        readings = tuple(
            Interpretation(
                titled(way.name),
                ((("", f", {way.name}"),),),
                places_of(each.operands),
            )
            for way, each in made
        )
        return Refusal(
            SEVERAL_WAYS.format(name=name),
            tuple(each.sentence for _, each in made),
            is_open=True,
            readings=readings,
        )
    nearest = max(missing, key=lambda missing_error: missing_error.found, default=None)
    if nearest is None or not nearest.found:
        return None
    items = " and ".join(nearest.items)
    return Refusal(MISSING.format(name=name, items=items, years=year), (name,))


def _made(
    question: str,
    composite: Composite,
    way: CompositeWay,
    year: str,
    places: Sequence[ItemPlace],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation:
    """One way of a composite.

    Raises:
        _MissingError: if a row is missing.
        CannotComputeError: if something about the cells is open.
    """
    found = {item_term: _cells(item_term, year, places) for item_term in (*way.over, *way.under)}
    missing = [
        each.item
        for each, cells in found.items()
        if not cells and not _may_lack(each, found, places)
    ]
    if missing:
        raise _MissingError(missing, sum(bool(each) for each in found.values()))
    terms = {term: [cell for _, cell in cells] for term, cells in found.items() if cells}
    held = [pair for cells in found.values() for pair in cells]
    must_be_sure(question, held, tables, calendar, year)
    operands = [replace(cell, unit=stated_unit(cell, table)) for table, cell in held]
    must_be_amounts(operands)
    # what is paid may be printed as a negative figure: it is taken off all the same
    paid = {cell.place for term, cells in terms.items() if term.is_less for cell in cells}
    if any(operand.value < 0 and operand.place not in paid for operand in operands):
        raise CannotComputeError(NEGATIVE.format(name=composite.name))
    return _told(composite, way, terms, operands)


def must_be_sure(
    question: str,
    held: Sequence[tuple[StoredTable, Operand]],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
    year: str,
) -> None:
    """Refuses cells whose header, period or scale is open."""
    if not all(has_own_header(cell, table) for table, cell in held):
        raise CannotComputeError("The headers of the table do not tell its columns apart.")
    own = {table.id: table for table, _ in held}
    # of an average the calendar has to name the cells of the year before as well
    named = calendar is not None and all(calendar.named(cell.period) for _, cell in held)
    current = [cell for _, cell in held if not cell.period or cell.period[:4] == year]
    if not named and (reason := open_period(question, (year,), current, tables)[0]):
        raise CannotComputeError(reason)
    if len(own) == 1:
        return  # of one table the scale is not needed, whatever it is
    for table in own.values():
        cells = [cell for one, cell in held if one.id == table.id]
        if reason := open_scale(Operation.SUM, cells, table, tables):
            raise CannotComputeError(reason)


def _cells(
    term: ItemTerm, year: str, places: Sequence[ItemPlace]
) -> list[tuple[StoredTable, Operand]]:
    """The cells of a term: one, or of an average those of the year before and of the year; none
    where one is missing, or is not told for certain."""
    years = (str(int(year) - 1), year) if term.is_average else (year,)
    cells = [cell_of(term.item, each, places) for each in years]
    return [each for each in cells if each] if all(cells) else []


def cell_of(
    item: str, year: str, places: Sequence[ItemPlace]
) -> tuple[StoredTable, Operand] | None:
    """The one cell of a line item in a year: that of a statement before others, and of several that
    say the same the most precisely printed one."""
    found: list[tuple[StoredTable, Operand]] = []
    for place in places:
        if item in balances() and is_of_cash_flows(place.table):
            continue
        rows = _rows_of_item(item, place)
        cells = {
            figure.operand.value: figure.operand
            for row in rows
            for figure in figures_for(row, "", year, ())
        }
        if len(cells) > 1:
            return None
        found += [(place.table, cell) for cell in cells.values()]
    found = [each for each in found if is_statement(each[0])] or found
    if not found:
        return None
    best = min(found, key=lambda each: each[1].scale)
    exact = best[1].value * best[1].scale
    same = (abs(cell.value * cell.scale - exact) <= ROUNDING * abs(exact) for _, cell in found)
    return best if all(same) else None


def _rows_of_item(item: str, place: ItemPlace) -> list[Series]:
    """The rows of a line item: all that bear one of its labels, or the totals among them; none
    where a row of other costs stands beside. Rows that differ leave it open which one is meant."""
    meant = [words_of(label) for label in line_items()[item]]
    own = [series for series in place.series if not says_before(series.label)]
    rows = [series for series in own if series.words in meant]
    totals = [row for row in rows if row.label.casefold().startswith("total")]
    rows = totals or rows
    labels = [series.label for series in place.series]
    return [] if any(is_beside_other_costs(row.label, labels) for row in rows) else rows


def _may_lack(
    term: ItemTerm,
    found: dict[ItemTerm, list[tuple[StoredTable, Operand]]],
    places: Sequence[ItemPlace],
) -> bool:
    """Whether a term may be left out: the company has none of it, as the rows that stand around its
    place in the table follow each other."""
    if not term.is_optional or any(_holds(term.item, place) for place in places):
        return False
    cells = [pair for other, pairs in found.items() if other is not term for pair in pairs[-1:]]
    of_table = [(table, cell) for table, cell in cells if table.id == cells[0][0].id]
    rows = sorted(cell.row for _, cell in of_table)[:2]
    if len(rows) < 2:
        return False
    return rows[1] == rows[0] + 1


def _holds(item: str, place: ItemPlace) -> bool:
    return bool(rows_called(line_items()[item], place.series))


def _has_some(asked: CompositeAsked, places: Sequence[ItemPlace]) -> bool:
    return any(
        _holds(term.item, place)
        for way in asked.ways
        for term in (*way.over, *way.under)
        for place in places
    )


def _told(
    composite: Composite,
    way: CompositeWay,
    terms: dict[ItemTerm, list[Operand]],
    operands: Sequence[Operand],
) -> Calculation:
    """The composite with its formula, the cells in the order of the formula."""
    scale = scale_of(operands)
    over, over_said = _side(
        [item_term for item_term in way.over if item_term in terms], terms, scale
    )
    under, under_said = _side(
        [item_term for item_term in way.under if item_term in terms], terms, scale
    )
    if under <= 0:
        raise CannotComputeError(NEGATIVE.format(name=composite.name))
    factor = {CompositeForm.PER_CENT: 100, CompositeForm.TIMES: 1, CompositeForm.DAYS: DAYS}
    value = rounded(_EXACT.divide(over * factor[composite.form], under))
    unit = {CompositeForm.PER_CENT: "%", CompositeForm.TIMES: "", CompositeForm.DAYS: "days"}
    said = unit[composite.form]
    times = f" × {DAYS}" if composite.form is CompositeForm.DAYS else ""
    result = f"{written(value)}{measured(said, Decimal(1))}"
    formula = f"{conversions(operands)}{over_said}{times} ÷ {under_said} = {result}"
    calculation = Calculation(
        Operation.COMBINED,
        written(value),
        value,
        said,
        Decimal(1),
        formula,
        "",
        tuple(operands),
        1.0,
    )
    return replace(
        calculation,
        sentence=f"{titled(composite.name)}, {way.name} – {calculation.subject}: {formula}",
    )


def _side(
    sides: Sequence[ItemTerm], terms: dict[ItemTerm, list[Operand]], scale: Decimal
) -> tuple[Decimal, str]:
    """What the terms above or below the line come to, and how it is written."""
    total, said = Decimal(0), ""
    for side in sides:
        values = [value_in(cell, scale) for cell in terms[side]]
        text = " + ".join(map(written, values))
        value = values[0]
        if side.is_average:
            value, text = sum(values, Decimal(0)) / 2, f"(({text}) ÷ 2)"
        is_off = side.is_less and value >= 0
        total += -value if is_off else value
        text = f"({text})" if value < 0 else text
        said = f"{said} {'−' if is_off else '+'} {text}" if said else text
    return total, f"({said})" if len(sides) > 1 else said


def _printed(
    question: str,
    asked: CompositeAsked,
    places: Sequence[ItemPlace],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The figure of the rows that are called like the composite, where they say the same."""
    if not asked.year or asked.is_of_a_part or len(asked.ways) != len(asked.composite.ways):
        return None
    calculations: list[Calculation] = []
    for place in places:
        for row in place.series:
            if not asked.composite.asks.fullmatch(bare_label(row.label)):
                continue
            figures = figures_for(row, "", asked.year, ())
            is_share = asked.composite.form is CompositeForm.PER_CENT
            if len(figures) != 1 or (figures[0].operand.unit == "%") is not is_share:
                continue
            calculation = surely_told(
                question,
                Operation.LOOKUP,
                [figures[0].operand],
                (asked.year,),
                place.table,
                tables,
                calendar,
            )
            calculations += [calculation] if calculation is not None else []
    return of_one_voice(calculations)


def _open_years(
    question: str,
    asked: CompositeAsked,
    places: Sequence[ItemPlace],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Refusal | None:
    """The years of which the composite could be meant; None where there is none."""
    years = sorted(
        {
            figure.year
            for place in places
            for row in place.series
            for figure in row.figures
            if figure.year and not figure.part
        },
        reverse=True,
    )
    readings = []
    for year in years:
        made = _of_year(f"{question} in {year}", asked, year, places, tables, calendar)
        if isinstance(made, Calculation):
            cells = places_of(made.operands)
            readings.append(Interpretation(year, ((("", f" in {year}"),),), cells))
    if not readings:
        return None
    name = asked.composite.name
    return Refusal(NO_YEAR.format(name=name), (name,), is_open=True, readings=tuple(readings))
