"""Whether a list has a row that fits at all, and what stands in it more than once."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.column_answers import Selected, made, operands, said_list
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import keeps_one_of
from backend.tasks.calculate.programs.column_links import ColumnLink, Dated
from backend.tasks.calculate.programs.column_operations import NO_ROW
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import value_of
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

YES_TOLD, NO_TOLD = "Yes", "No"


def any_row(
    counted: Calculation | Refusal, link: ColumnLink, table: StoredTable, *, is_wanted: bool = True
) -> Calculation | Refusal:
    """Whether rows are there, by how many they are; that none is there is shown by the cells of
    all rows that the conditions are about, which must be words or days, and none of them empty. Of
    a month in which the list has no row at all nothing is known. Where they are not wanted ("Did
    everybody pay?"), it is answered the other way."""
    some, none = (YES_TOLD, NO_TOLD) if is_wanted else (NO_TOLD, YES_TOLD)
    if isinstance(counted, Calculation):
        return replace(counted, answer=some, sentence=f"{some} ({counted.formula})", listed=())
    columns = sorted(link.conditioned)
    is_of_words = not (link.bounds or link.pairs or link.blanks or link.filled)
    if counted.is_open or counted.reason != NO_ROW or not columns or not is_of_words:
        return counted
    entries = entries_of(table)[0]
    if not all(_is_covered(date, table, entries) for date in link.dates):
        return counted
    nothing = ColumnRequest(ColumnOperation.COUNT, "", "")
    said = Selected(nothing, link, table, entries, [], "").many
    if not all(value_of(table.rows[at], each) for at in entries for each in columns):
        return counted  # what stands in an empty cell is not known
    cells = tuple(
        cell for at in entries for each in columns for cell in operands(table, [at], each)
    )
    formula = f"no row fits: {said}"
    return made(Operation.COUNT, none, Decimal(0), formula, cells, said)


def _is_covered(date: Dated, table: StoredTable, entries: list[int]) -> bool:
    """Whether a list has rows of the months or the year that are asked for."""
    if date.sign != "in" or date.is_weekday:
        return False
    days = spans_of(table, date.column, entries).values()
    return any(keeps_one_of(day, date.sign, date.spans) for day in days)


def repeated(counts: Calculation | Refusal, least: int) -> Calculation | Refusal:
    """The groups of at least so many rows, by how many rows each group has."""
    if isinstance(counts, Refusal):
        return counts
    named = tuple(each for each in counts.listed if Decimal(each[1].replace(",", "")) >= least)
    if not named:
        return Refusal("Nothing is there so often.")
    names = {name for name, _ in named}
    answer = said_list([f"{name}: {many}" for name, many in named], "; ")
    formula = f"{counts.formula}, those of at least {least}"
    return replace(
        counts,
        answer=said_list([name for name, _ in named]),
        value=Decimal(named[0][1].replace(",", "")),
        formula=formula,
        sentence=f"{answer} ({formula})",
        operands=tuple(each for each in counts.operands if each.label in names),
        listed=named,
    )
