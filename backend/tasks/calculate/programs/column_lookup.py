"""The one cell that a question asks for: of the row that it names, under the header it names."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.column_answers import MOST_LISTED, ONE, Selected, made
from backend.tasks.calculate.programs.column_conditions import figure_at, said_conditions
from backend.tasks.calculate.programs.column_readings import readings_of_entries, taken_together
from backend.tasks.calculate.programs.column_requests import Repeats
from backend.tasks.calculate.programs.column_words import FIGURES, LABEL, heading, key_of, value_of
from backend.tasks.calculate.programs.column_years import written_in
from backend.tasks.calculate.programs.series import LENGTHS
from backend.tasks.calculate.programs.trusted_tables import lacks_name_below
from backend.types.calculations import Calculation, Operation, Refusal

MANY_ROWS_FIT = "Several rows fit equally well."


def looked_up(selected: Selected) -> Calculation | Refusal:
    """The cell; where several rows keep to the conditions, only if the column depends on what they
    name: a product's price is the same in all of its rows, and that of every other is, too."""
    link, table = selected.link, selected.table
    on_day = any(date.sign == "in" and date.span.first == date.span.last for date in link.dates)
    named = any(not equal.is_negated and len(equal.texts) == 1 for equal in link.equals)
    is_only = selected.request.repeats is Repeats.BY_ROW and len(selected.rows) == 1
    named = named or (is_only and link.is_narrowed)
    if not named and not on_day:
        return Refusal("It is open which row is meant.")
    column = link.measure[0]
    if any(bound.column == column for bound in link.bounds):
        return Refusal("The question itself bounds the figure that it asks for.")
    texts = {at: value_of(table.rows[at], column) for at in selected.rows}
    are_alike = len({key_of(each) for each in texts.values()}) == 1
    if len(texts) > 1 and not (named and are_alike and _depends(selected, column)):
        nearest = tuple(f"{table.rows[at].label}: {text}" for at, text in texts.items())
        readings = (*taken_together(selected), *readings_of_entries(link.equals, selected))
        return Refusal(MANY_ROWS_FIT, nearest[:MOST_LISTED], is_open=True, readings=readings)
    at = selected.rows[0]
    text = texts[at]
    where = said_conditions(link, table)
    same = f" (the same in {len(texts)} rows)" if len(texts) > 1 else ""
    by_label = {equal.column for equal in link.equals} == {LABEL}
    below = lacks_name_below(table, at) if by_label else ""
    value, unit, scale = ONE, "", ONE
    if column >= 0 and table.columns[column].kind in FIGURES:
        measure = selected.unit()
        if isinstance(measure, Refusal):
            return measure
        unit, scale = measure
        value = figure_at(table, at, column)
        unit = unit.removesuffix("s") if value == 1 and unit in LENGTHS else unit
        text = written_in(table, column, value, unit, scale)
    formula = f"{heading(column, table)}{where} = {text}{same}{below}"
    cells = selected.cells(selected.rows, (column,))
    found = made(
        Operation.LOOKUP, text, Decimal(value), formula, cells, selected.subject, unit, scale
    )
    return replace(found, listed=((table.rows[at].label, text),) if len(texts) > 1 else ())


def _depends(selected: Selected, column: int) -> bool:
    """Whether every value that is named of the rows has one text of the column in all its rows,
    and not one text for all."""
    held: dict[tuple[tuple[str, ...], ...], str] = {}
    by = [equal.column for equal in selected.link.equals]
    for at in selected.entries:
        row = selected.table.rows[at]
        key = tuple(key_of(value_of(row, each)) for each in by)
        text = value_of(row, column)
        if held.setdefault(key, text) != text:
            return False
    return len(set(held.values())) > 1
