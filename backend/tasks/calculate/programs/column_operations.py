"""Counts, lists, rankings, sums and means over the rows of a table, from typed cells alone."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.tables.column_scales import measure_of, scale_of_cell
from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_linking import (
    GROUP,
    LABEL,
    ColumnLink,
    key_of,
    link_columns,
    value_of,
)
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    ColumnRequest,
    Comparison,
    column_request_of,
)
from backend.tasks.calculate.programs.series import unit_of_cell
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.tables import HEADER_JOINT, StoredRow, StoredTable

MOST_LISTED = 10
"""Names that an answer says in a sentence; further ones stand in its list."""
_ONE = Decimal(1)
_RANKED = (ColumnOperation.TOP, ColumnOperation.BOTTOM, ColumnOperation.GROWTH)


def calculate_columns(
    question: str, tables: Sequence[StoredTable], about: str = ""
) -> Calculation | Refusal | None:
    """The answer from all rows of one table; None where the question wants no such operation.

    Every word of the question must be an operation, a column, a value or name the table. Where
    two tables answer differently, none is told.

    Args:
        question: as it was asked.
        tables: those that may answer.
        about: the title of their document.
    """
    request = column_request_of(question)
    if request is None:
        return None
    tried = [operate(request, table, about) for table in tables if is_sound(table)]
    made = [each for each in tried if isinstance(each, Calculation)]
    if not made:
        refused = [each for each in tried if isinstance(each, Refusal)]
        return refused[0] if refused else None
    if any((each.answer, each.unit, each.scale) != _said(made[0]) for each in made):
        sentences = tuple(dict.fromkeys(each.sentence for each in made))
        return Refusal("Several tables give different answers.", sentences, is_open=True)
    return made[0]


def operate(request: ColumnRequest, table: StoredTable, about: str = "") -> Calculation | Refusal:
    """The result of a request over one table, with every cell that it rests on, or a refusal.

    Rows of totals are left out. Rows without a figure where one is needed are left out too, and
    the formula says how many.
    """
    if is_statement(table) and request.operation is not ColumnOperation.GROWTH:
        return Refusal("The rows of a financial statement are not of one kind.")
    if ":" in table.label_name:  # the label of a first group: where it ends is not marked
        return Refusal("The header over the labels is that of a group.")
    link = link_columns(request, table, about)
    if isinstance(link, Refusal):
        return link
    if request.operation is ColumnOperation.LIST and not (link.equals or link.bounds):
        return Refusal("The question does not say which rows.")
    doubtful = [each for each in table.rows if each.total and each.label and not _is_named(each)]
    if doubtful:
        labels = tuple(each.label for each in doubtful)
        return Refusal("It is open whether a row sums up others.", labels)
    totals = sum(each.total for each in table.rows)
    rows = [at for at, each in enumerate(table.rows) if not each.total]
    needed = (*link.measure, *(each.column for each in link.bounds))
    rows = [
        at
        for at in rows
        if all(
            key_of(value_of(table.rows[at], each.column)) == key_of(each.text)
            for each in link.equals
        )
    ]
    whole = [at for at in rows if all(_has_figure(table.rows[at], each) for each in needed)]
    blank = len(rows) - len(whole)
    if reason := _unclear(table, whole, link):
        return Refusal(reason)
    for each in link.bounds:
        whole = [at for at in whole if _keeps(table, at, each.column, each.comparison)]
    if not whole:
        return Refusal("No row fits.")
    left = [
        f"{count} {what} left out"
        for count, what in ((totals, "of totals"), (blank, "without a figure"))
        if count
    ]
    return _told(request, link, table, whole, f" ({', '.join(left)})" if left else "")


def _told(
    request: ColumnRequest,
    link: ColumnLink,
    table: StoredTable,
    rows: list[int],
    left: str,
) -> Calculation | Refusal:
    names = [value_of(table.rows[at], link.entity) for at in rows]
    where = _where(link, table)
    many = f"{len(rows)} row{'s' if len(rows) != 1 else ''}{where}"
    if request.operation is ColumnOperation.COUNT:
        if link.entity != LABEL and (
            not all(names) or len({key_of(each) for each in names}) < len(names)
        ):
            return Refusal("Several rows are of one name: it is open what is to be counted.")
        column = link.bounds[0].column if link.bounds else LABEL
        if column == LABEL and link.equals:
            column = max(each.column for each in link.equals)
        cells = _operands(table, rows, column)
        formula = f"count of {many} = {len(rows)}{left}"
        return _made(Operation.COUNT, str(len(rows)), Decimal(len(rows)), formula, cells, many)
    if request.operation is ColumnOperation.LIST:
        if not all(names):
            return Refusal("A row has no name.")
        first = list({key_of(name): at for name, at in zip(names, rows, strict=True)}.values())
        texts = [value_of(table.rows[at], link.entity) for at in first]
        cells = _operands(table, first, link.entity)
        formula = f"{_heading(link.entity, table)} of {many}: {len(texts)}{left}"
        listed = tuple((text, "") for text in texts)
        value = Decimal(len(texts))
        return _made(Operation.LIST, _said_list(texts), value, formula, cells, many, listed=listed)
    column = link.measure[0]
    unit, scale = _unit(table, rows[0], column), _scale(table, rows[0], column)
    subject = f"{_heading(column, table)} of {many}"
    if request.operation in _RANKED:
        return _ranked(request, link, table, rows, subject, left)
    cells = _operands(table, rows, column)
    total = sum((each.value for each in cells), Decimal(0))
    mean = request.operation is ColumnOperation.MEAN
    value = rounded(total / len(cells)) if mean else total
    operation = Operation.MEAN if mean else Operation.SUM
    result = f"{written(value)}{measured(unit, scale)}"
    name = "mean" if mean else "sum"
    formula = f"{name} of {subject} = {result}{left}"
    if unit == "%" and not mean:
        return Refusal("Shares of different wholes are not added up.")
    return _made(operation, written(value), value, formula, cells, subject, unit, scale)


def _ranked(
    request: ColumnRequest,
    link: ColumnLink,
    table: StoredTable,
    rows: list[int],
    subject: str,
    left: str,
) -> Calculation | Refusal:
    """The rows of the largest or smallest figures; two that tie for the last place are told."""
    names = {at: value_of(table.rows[at], link.entity) for at in rows}
    if not all(names.values()) or len({key_of(each) for each in names.values()}) < len(names):
        return Refusal("Several rows are of one name, or have none.")
    column = link.measure[0]
    unit, scale = _unit(table, rows[0], column), _scale(table, rows[0], column)
    grows = request.operation is ColumnOperation.GROWTH
    values = {at: _value(table.rows[at], column) for at in rows}
    if grows:
        before = {at: _value(table.rows[at], link.measure[1]) for at in rows}
        if any(each <= 0 for each in (*before.values(), *values.values())):
            return Refusal("A figure is nought or negative: its growth can be read both ways.")
        values = {at: rounded((values[at] / before[at] - 1) * HUNDRED) for at in rows}
        unit, scale = "%", _ONE
        subject = f"growth in {subject}"
    if len(rows) < max(2, request.most):
        return Refusal("There are too few rows to compare.")
    low = request.operation is ColumnOperation.BOTTOM
    order = sorted(rows, key=lambda at: (values[at] if low else -values[at], at))
    best = order[: request.most]
    tied = [at for at in order if values[at] == values[best[-1]] and at not in best]
    if tied:
        choices = tuple(names[at] for at in (*best, *tied))[:MOST_LISTED]
        return Refusal("Several rows tie.", choices, is_open=True)
    answer = _said_list([names[at] for at in best])
    behind = measured(unit, scale)
    listed = tuple((names[at], f"{written(values[at])}{behind}") for at in best)
    cells = _operands(table, order, column)
    if grows:
        cells = tuple(
            each
            for at in order
            for number in link.measure
            for each in _operands(table, [at], number)
        )
    if request.most > 1:
        operation = Operation.BOTTOM if low else Operation.TOP
        what = f"{request.most} {'smallest' if low else 'largest'}"
    else:
        operation = Operation.SMALLEST if low else Operation.LARGEST
        what = "smallest" if low else "largest"
    if grows:
        operation = Operation.GROWTH
    told = ", ".join(f"{name}: {value}" for name, value in listed)
    formula = f"{what} {subject}: {told}{left}"
    value = values[best[0]]
    shown = listed if request.most > 1 else ()
    return _made(operation, answer, value, formula, cells, subject, unit, scale, listed=shown)


def _made(
    operation: Operation,
    answer: str,
    value: Decimal,
    formula: str,
    operands: tuple[Operand, ...],
    over: str,
    unit: str = "",
    scale: Decimal = _ONE,
    *,
    listed: tuple[tuple[str, str], ...] = (),
) -> Calculation:
    behind = measured(unit, scale) if operation in (Operation.SUM, Operation.MEAN) else ""
    return Calculation(
        operation,
        answer,
        value,
        unit,
        scale,
        formula,
        f"{answer}{behind} ({formula})",
        operands,
        1.0,
        exact=True,
        over=over,
        listed=listed,
    )


def _operands(table: StoredTable, rows: Sequence[int], column: int) -> tuple[Operand, ...]:
    """The cells of a column; of labels and groups those of the label."""
    made: list[Operand] = []
    for at in rows:
        row = table.rows[at]
        place = column
        cell = row.cells[place] if place >= 0 else row.label_cell
        if cell is None:
            cell = next(each for each in row.cells if each is not None)
            place = row.cells.index(cell)
        is_figure = place >= 0 and cell.value is not None
        made.append(
            Operand(
                table.document_id,
                table.id,
                at,
                max(place, 0),
                row.label,
                table.columns[place].name if place >= 0 else table.label_name,
                table.columns[place].period if place >= 0 else "",
                cell.text,
                cell.value if is_figure and cell.value is not None else _ONE,
                _scale(table, at, place) if is_figure else _ONE,
                _unit(table, at, place) if is_figure else "",
                cell.start,
                cell.end,
                cell.page,
                cell.box,
            )
        )
    return tuple(made)


def _unclear(table: StoredTable, rows: Sequence[int], link: ColumnLink) -> str:
    """Why the figures of a column cannot be put together; empty where they can."""
    for column in {*link.measure, *(each.column for each in link.bounds)}:
        if len({_unit(table, at, column) for at in rows}) > 1:
            return "The figures of the column are of different units."
        if len({_scale(table, at, column) for at in rows}) > 1:
            return "The figures of the column are of different scales."
    if len(link.measure) == 2 and rows:
        first, second = (
            (_unit(table, rows[0], at), _scale(table, rows[0], at)) for at in link.measure
        )
        if first != second:
            return "The two columns are of different units or scales."
    for each in link.bounds:
        if not rows:
            continue
        unit, scale = _unit(table, rows[0], each.column), _scale(table, rows[0], each.column)
        if each.comparison.unit and unit and each.comparison.unit != unit:
            return "The bound is of another unit than the column."
        if scale != _ONE and not each.comparison.is_scaled and unit != "%":
            return "It is open in what scale the bound is meant."
    return ""


def _keeps(table: StoredTable, at: int, column: int, comparison: Comparison) -> bool:
    value = _value(table.rows[at], column)
    if comparison.unit != "%":
        value *= _scale(table, at, column)
    bound = comparison.bound
    match comparison.sign:
        case ">":
            return value > bound
        case "<":
            return value < bound
        case "≥":
            return value >= bound
        case _:
            return value <= bound


def _where(link: ColumnLink, table: StoredTable) -> str:
    said = [f"{_heading(each.column, table)} is {each.text}" for each in link.equals]
    for each in link.bounds:
        unit = table.columns[each.column].unit
        bound = f"{written(each.comparison.bound)}{measured(unit, _ONE)}"
        said.append(f"{_heading(each.column, table)} {each.comparison.sign} {bound}")
    return f" where {' and '.join(said)}" if said else ""


def _heading(column: int, table: StoredTable) -> str:
    if column == GROUP:
        return "group"
    if column == LABEL:
        return table.label_name or "label"
    return table.columns[column].name.replace(HEADER_JOINT, ", ")


def _said_list(texts: Sequence[str]) -> str:
    further = len(texts) - MOST_LISTED
    return ", ".join(texts[:MOST_LISTED]) + (f" and {further} more" if further > 0 else "")


def _said(made: Calculation) -> tuple[str, str, Decimal]:
    return made.answer, made.unit, made.scale


def _is_named(row: StoredRow) -> bool:
    return "total" in row.label.casefold()


def _has_figure(row: StoredRow, column: int) -> bool:
    cell = row.cells[column]
    return cell is not None and cell.value is not None


def _value(row: StoredRow, column: int) -> Decimal:
    cell = row.cells[column]
    if cell is None or cell.value is None:
        raise ValueError("a cell without a figure was asked for its value")
    return cell.value


def _unit(table: StoredTable, at: int, column: int) -> str:
    row = table.rows[at]
    cell = row.cells[column]
    return unit_of_cell(cell, row.label, table.columns[column]) if cell is not None else ""


def _scale(table: StoredTable, at: int, column: int) -> Decimal:
    row = table.rows[at]
    return measure_of(row.label).scale or scale_of_cell(table, row, column)
