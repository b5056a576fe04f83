"""The rows of a query as a calculation with its cells, or why they are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from sqlglot import exp

from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import operands, said_list
from backend.tasks.calculate.programs.column_words import FIGURES, LABEL
from backend.tasks.calculate.programs.measures import open_scale
from backend.tasks.calculate.written.allowed_sql import DIALECT
from backend.tasks.calculate.written.query_measures import measure_of_output
from backend.tasks.calculate.written.running_sql import Rows
from backend.tasks.calculate.written.sql_tables import SqlTable
from backend.tasks.calculate.written.traced_sql import SourceColumn, Traced
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.large_tables import SqlValue
from backend.types.tables import StoredTable

NO_ROW = "The query of the language model finds no row."
NO_CELLS = "The language model's figure cannot be traced to cells."
_PLACES = 2
_SIGNIFICANT = 4
_ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class _Output:
    """An output column of the query: whether it holds figures, their cells, and what they are
    measured in."""

    is_figure: bool
    cells: tuple[Operand, ...]
    unit: str
    scale: Decimal
    places: int


def result_of(query: Traced, rows: Rows, tables: Mapping[str, SqlTable]) -> Calculation | Refusal:
    """What a query's rows answer, with every cell that they were made of.

    Raises:
        UnitsDifferError: if cells were put together that do not go together.
    """
    width = len(query.outputs)
    kept = [row for row in rows.rows if any(each is not None for each in row[:width])]
    if not kept:
        return Refusal(NO_ROW)
    noted = _noted(query, rows, tables)
    cells = [each for _, each in noted]
    if not cells:
        return Refusal(NO_CELLS)
    parts = _named(query.parsed)
    outputs: list[_Output] = []
    for at, expression in enumerate(query.outputs):
        is_figure = any(isinstance(row[at], int | float | Decimal) for row in kept)
        of = tuple(each for output, each in noted if output in (at, -1)) if is_figure else ()
        figures = tuple(each for each in of if _is_figure(each, tables))
        unit, scale = measure_of_output(expression, figures, parts) if is_figure else ("", _ONE)
        places = max((-int(figure.value.as_tuple().exponent) for figure in figures), default=0)
        outputs.append(_Output(is_figure, figures, unit, scale, max(places, 0)))
    if reason := _open(outputs, tables):
        return Refusal(reason, tuple(dict.fromkeys(cell.label for cell in cells))[:3])
    return _told(query, kept, outputs, cells)


def _told(
    query: Traced,
    rows: Sequence[Sequence[SqlValue]],
    outputs: Sequence[_Output],
    cells: list[Operand],
) -> Calculation:
    figures = [at for at, output in enumerate(outputs) if output.is_figure]
    names = [at for at, output in enumerate(outputs) if not output.is_figure]
    listed = tuple(
        (
            ", ".join(str(row[at]) for at in names if row[at] is not None),
            ", ".join(_said(row[at], outputs[at]) for at in figures if row[at] is not None),
        )
        for row in rows
    )
    entries = [": ".join(filter(None, each)) for each in listed]
    answer = said_list(entries, "; " if figures else ", ")
    first = outputs[figures[0]] if figures else None
    value = _decimal(rows[0][figures[0]], first.places) if figures and first else _ONE
    formula = query.parsed.sql(DIALECT)
    return Calculation(
        Operation.QUERY,
        answer,
        value,
        first.unit if first else "",
        first.scale if first else _ONE,
        formula,
        answer,
        tuple(dict.fromkeys(cells)),
        0.0,
        over=_over(cells),
        listed=listed if len(rows) > 1 else (),
    )


def _over(cells: Sequence[Operand]) -> str:
    headers = list(dict.fromkeys(cell.header or cell.label for cell in cells))
    rows = len({(operand.table_id, operand.row) for operand in cells})
    return f"{said_list(headers[:3])} of {rows} row{'s' if rows > 1 else ''}"


def _noted(query: Traced, rows: Rows, tables: Mapping[str, SqlTable]) -> list[tuple[int, Operand]]:
    """The cells of each output, in the order of the result, then of reading."""
    places: dict[tuple[SourceColumn, int], None] = {}
    width = len(query.outputs)
    for row in rows.rows:
        for spot, at in query.looked_up:
            number = row[width + at]
            if isinstance(number, int):
                places[spot, number] = None
    for at, number in rows.noted:
        places[query.spots[at], number] = None
    found: list[tuple[int, Operand]] = []
    for spot, number in places:
        given = tables[spot.table]
        at = next((column.place for column in given.columns if column.name == spot.column), LABEL)
        found += [(spot.output, cell) for cell in _cells(given.table, number, at)]
    return found


def _cells(table: StoredTable, row: int, place: int) -> tuple[Operand, ...]:
    """A cell that is printed; of a heading or a row itself the row's label."""
    if place >= 0 and table.rows[row].cells[place] is None:
        return ()
    return operands(table, [row], place)


def _is_figure(each: Operand, tables: Mapping[str, SqlTable]) -> bool:
    table = next(one.table for one in tables.values() if one.table.id == each.table_id)
    cell = table.rows[each.row].cells[each.column] if each.column >= 0 else None
    return cell is not None and cell.value is not None and cell.kind in FIGURES


def _open(outputs: Sequence[_Output], tables: Mapping[str, SqlTable]) -> str:
    """Why the scale of a result is open; empty where it is not."""
    for output in outputs:
        if not output.cells or output.unit == "%":
            continue
        for one in {cell.table_id for cell in output.cells}:
            table = next(each.table for each in tables.values() if each.table.id == one)
            cells = [cell for cell in output.cells if cell.table_id == one]
            if reason := open_scale(Operation.LOOKUP, cells, table):
                return reason
    return ""


def _named(query: exp.Select) -> dict[str, exp.Expr]:
    """What the parts of the query put out, by name."""
    found: dict[str, exp.Expr] = {}
    for part in query.find_all(exp.CTE, exp.Subquery):
        inner = part.this
        if isinstance(inner, exp.Select):
            for expression in inner.expressions:
                if expression.alias:
                    found.setdefault(expression.alias.casefold(), expression.this)
    return found


def _said(value: SqlValue, output: _Output) -> str:
    if not isinstance(value, int | float | Decimal):
        return str(value)
    return f"{written(_decimal(value, output.places))}{measured(output.unit, output.scale)}"


def _decimal(value: SqlValue, places: int) -> Decimal:
    """A number of SQLite to as many places as its cells have, two at least, half up; smaller ones
    to four figures."""
    if isinstance(value, int):
        return Decimal(value)
    exact = value if isinstance(value, Decimal) else Decimal(repr(float(value or 0)))
    least = max(places, _PLACES)
    if exact and exact.adjusted() < -least:
        least = _SIGNIFICANT - 1 - exact.adjusted()
    found = exact.quantize(Decimal(1).scaleb(-least), rounding=ROUND_HALF_UP)
    whole = found == found.to_integral_value()
    return found.quantize(_ONE) if whole else found.normalize()
