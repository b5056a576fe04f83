"""Figures per group over all rows of a large table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from backend.dates import part_of, span_of
from backend.ports import CELLS
from backend.tasks.calculate.large.asked_table import AskedTable, decimal_of
from backend.tasks.calculate.large.condition_sql import (
    NOT_WORKED_OUT,
    column_of,
    text_of,
    value_sql,
)
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import MOST_LISTED, ONE, made, said_list
from backend.tasks.calculate.programs.column_groups import (
    MONTHS_OF,
    NOT_IN_ALL,
    NOT_TWO,
    OPERATIONS,
    gaps_in,
    mean_formula,
    none_of,
    per_of,
    ranking_formula,
)
from backend.tasks.calculate.programs.column_links import ColumnLink, Grouping
from backend.tasks.calculate.programs.column_readings import mean_per_group
from backend.tasks.calculate.programs.column_repeats import amounts_of, most_of
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_words import ROWS, headers_of, heading, key_of
from backend.tasks.calculate.programs.ties import ranked_groups
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.large_tables import SqlValue
from backend.types.tables import CellKind

MOST_GROUPS = 500
"""Groups that a figure is worked out for."""
_PARTS = {"month": 7, "year": 4, "day": 10}
"""Characters of year-month-day that a part of it takes."""
_FUNCTIONS = {"sum": "sum", "mean": "sum", "largest": "max", "smallest": "min"}
_OF_NONE = (ColumnOperation.COUNT, ColumnOperation.SUM)


@dataclass(frozen=True, slots=True)
class _Groups:
    """The groups in the order of their first rows: what a database calls them, how they are told,
    and their figures with unit and scale."""

    keys: list[str]
    names: list[str]
    figures: list[Decimal]
    unit: str
    scale: Decimal


def of_groups(asked: AskedTable) -> Calculation | Refusal:
    """One figure for each group, or the groups in the order of their rank.

    Args:
        asked: the table, with its rows counted.
    """
    request, by = asked.request, asked.link.group
    if by is None or request.operation not in OPERATIONS:
        return Refusal("It is open what is to be worked out for each group.")
    if not request.is_open:
        return _grouped(asked, by)
    plain = partial(grouped_again, asked)
    closed = replace(request, is_open=False)
    if request.is_of_totals or request.operation is ColumnOperation.MEAN:
        refusal = mean_per_group(asked.selected(asked.first()), by)
        return refusal or plain(closed, asked.link)
    rows = range(len(asked.table.rows))
    columns = amounts_of(request, asked.table, headers_of(asked.table, ""), rows)
    first = plain(closed, asked.link)
    return most_of(request, asked.link, asked.table, columns, first, plain)


def grouped_again(
    asked: AskedTable, request: ColumnRequest, link: ColumnLink
) -> Calculation | Refusal:
    """Figures of groups over the rows of the same table."""
    again = asked.again(request, link)
    return again if isinstance(again, Refusal) else of_groups(again)


def _grouped(asked: AskedTable, by: Grouping) -> Calculation | Refusal:
    request = asked.request
    operation, word = OPERATIONS[request.operation]
    key = _key(asked, by)
    if isinstance(key, Refusal):
        return key
    is_fewest = request.rank == "low" and request.operation in _OF_NONE
    none = _without_rows(asked, by, key) if is_fewest or request.is_of_totals else []
    if none and is_fewest:
        return none_of(none)
    figure = _figure(asked, word)
    if isinstance(figure, Refusal):
        return figure
    groups = _groups(asked, by, key, figure)
    if isinstance(groups, Refusal):
        return groups
    if request.is_of_totals:
        return _mean_of_totals(asked, by, groups, none)
    return _told(asked, by, groups, operation, word)


def _key(asked: AskedTable, by: Grouping) -> str | Refusal:
    """What rows are put together by, as SQL."""
    if not by.part:
        return text_of(by.column)
    if column_of(asked.large, by.column).kind is not CellKind.DATE:
        return Refusal(NOT_WORKED_OUT)
    at = value_sql(by.column)
    if by.part == "quarter":
        quarter = f"CAST((CAST(substr({at}, 6, 2) AS INTEGER) + 2) // 3 AS VARCHAR)"
        return f"('Q' || {quarter} || ' ' || substr({at}, 1, 4))"
    return f"substr({at}, 1, {_PARTS[by.part]})"


def _without_rows(asked: AskedTable, by: Grouping, key: str) -> list[str]:
    """The first groups of the whole table that have no row which keeps to the conditions."""
    if not asked.link.is_narrowed or by.column in asked.link.conditioned:
        return []
    kept = asked.conditions.kept
    found = asked.ask(
        f"SELECT min({key}) FROM {CELLS} WHERE NOT is_sum AND {key} IS NOT NULL"
        f" AND lower({key}) NOT IN (SELECT lower({key}) FROM {CELLS} WHERE {kept.text})"
        f" GROUP BY lower({key}) ORDER BY min(row_id) LIMIT {MOST_LISTED + 1}",
        kept,
        most=MOST_LISTED + 1,
    )
    return [_named(str(name), by.part) for (name,) in found]


def _figure(asked: AskedTable, word: str) -> tuple[str, str, Decimal] | Refusal:
    """The figure of a group as SQL, with its unit and scale."""
    if asked.request.operation is ColumnOperation.COUNT:
        named = asked.link.entity != ROWS
        name = text_of(asked.link.entity)
        return (f"count(DISTINCT lower({name}))" if named else "count(*)"), "", ONE
    row_figure = asked.figure()
    measure = asked.selected(asked.first()).unit()
    if isinstance(row_figure, Refusal):
        return row_figure
    if isinstance(measure, Refusal):
        return measure
    if measure[0] == "%" and word == "sum":
        return Refusal("Shares of different wholes are not added up.")
    return f"{_FUNCTIONS[word]}({row_figure})", *measure


def _groups(
    asked: AskedTable, by: Grouping, key: str, figure: tuple[str, str, Decimal]
) -> _Groups | Refusal:
    request, kept = asked.request, asked.conditions.kept
    sql, unit, scale = figure
    ((many,),) = asked.ask(
        f"SELECT count(DISTINCT lower({key})) FROM {CELLS} WHERE {kept.text}", kept
    )
    if int(many or 0) < 2:
        return NOT_TWO
    if int(many or 0) > MOST_GROUPS and not (request.rank or request.is_of_totals):
        return Refusal(f"They are {int(many or 0):,} groups, too many to be told.")
    found = asked.ask(
        f"SELECT min_by({key}, row_id), {sql}, count(*), min(row_id) AS first_row"
        f" FROM {CELLS} WHERE {kept.text} GROUP BY lower({key}) ORDER BY first_row",
        kept,
        most=asked.large.rows,
    )
    keys = [str(each[0]) for each in found]
    names = [_named(each, by.part) for each in keys]
    if not by.part and len({key_of(name) for name in names}) < len(names):
        return Refusal("Two groups are of nearly one name.")
    is_mean = request.operation is ColumnOperation.MEAN

    def of(value: SqlValue, rows: SqlValue) -> Decimal:
        return rounded(decimal_of(value) / int(rows or 1)) if is_mean else decimal_of(value)

    figures = [of(value, rows) for _, value, rows, _ in found]
    return _Groups(keys, names, figures, unit, scale)


def _mean_of_totals(
    asked: AskedTable, by: Grouping, groups: _Groups, none: list[str]
) -> Calculation | Refusal:
    """See `column_groups`: what the groups come to, divided by how many they are."""
    if by.part in MONTHS_OF and not none:
        spans = [span_of(key) for key in groups.keys]
        none = gaps_in([span.first for span in spans if span is not None], by.part)
    if none:
        return Refusal(NOT_IN_ALL.format(said_list(none)), tuple(none[:MOST_LISTED]), is_open=True)
    link = asked.link
    total = sum(groups.figures, Decimal(0))
    value = rounded(total / len(groups.figures))
    what = asked.measured if link.measure else "rows"
    per = per_of(by, asked.table)
    formula = mean_formula(what, per, asked.many, total, len(groups.figures), value)
    return asked.made(
        made(
            Operation.MEAN_OF_GROUPS,
            written(value),
            value,
            f"{formula}{measured(groups.unit, groups.scale)}{asked.left}",
            asked.cells(asked.first(), link.measure or (link.entity,)),
            f"{what} per {per} of {asked.many}",
            groups.unit,
            groups.scale,
            joint=link.joint,
        )
    )


def _told(
    asked: AskedTable, by: Grouping, groups: _Groups, operation: Operation, word: str
) -> Calculation | Refusal:
    link, request = asked.link, asked.request
    names, figures = groups.names, groups.figures
    is_low = request.rank == "low"
    order = sorted(range(len(names)), key=lambda at: figures[at] if is_low else -figures[at])
    if not request.rank and by.part:
        order = sorted(range(len(names)), key=lambda at: _moment(groups.keys[at]))
    behind = measured(groups.unit, groups.scale)
    listed = tuple((names[at], f"{written(figures[at])}{behind}") for at in order)
    what = asked.measured if link.measure else "rows"
    if not link.measure and link.entity != ROWS:
        what = heading(link.entity, asked.table)
    per = per_of(by, asked.table)
    formula = f"{word} of {what} per {per}, {len(order):,} groups of {asked.many}"
    if request.rank:
        told = ranked_groups([figures[at] for at in order], listed, request.most)
        if isinstance(told, Refusal):
            return told
        answer, listed = told
        formula = ranking_formula(formula, listed, request.most, is_low=is_low)
    else:
        answer = said_list([f"{name}: {figure}" for name, figure in listed], "; ")
    return asked.made(
        made(
            operation,
            answer,
            figures[order[0]],
            f"{formula}{asked.left}",
            asked.cells(asked.first(), link.measure or (link.entity,)),
            f"{what} per {per} of {asked.many}",
            groups.unit,
            groups.scale,
            listed=listed[:MOST_GROUPS],
            joint=link.joint,
        )
    )


def _named(key: str, part: str) -> str:
    """A group's name: "March 2024" of 2024-03."""
    span = span_of(key) if part == "month" else None
    return part_of(span, part) if span is not None else key


def _moment(key: str) -> str:
    """What puts periods in their order: the year of a quarter first."""
    return f"{key[3:]} {key[:2]}" if key.startswith("Q") else key
