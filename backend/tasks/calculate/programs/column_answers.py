"""Calculations over a column: their cells, and how they are said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.column_conditions import (
    figure_at,
    said_conditions,
    scale_at,
    unit_at,
)
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_requests import ColumnRequest
from backend.tasks.calculate.programs.column_units import unit_of_header
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    heading,
    says_of_one,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import unit_sizes, units_in_words
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.tables import CellKind, StoredTable

MOST_LISTED = 10
"""Names that an answer says in a sentence; further ones stand in its list."""
ONE = Decimal(1)
MIXED_UNITS = "The figures of the column are of different units."
_UNITS = frozenset(["unit", "units", "unit of measure"])
_PER = re.compile(r"(?i) per |/")
_FURTHER_UNITS = frozenset(
    ["t", "ha", "m²", "km²", "%", "kWh", "MWh", "GWh", "Kg", "KG", "lbs", "pcs"]
)
_CURRENCIES = frozenset(CURRENCIES.values())
_MEASURED = frozenset([Operation.SUM, Operation.MEAN, Operation.MEAN_OF_GROUPS])


@dataclass(frozen=True, slots=True)
class Selected:
    """A request, what it means in a table, and the rows that keep to it: `entries` are all rows
    of their kind, `left` says in words which of them were left out and why."""

    request: ColumnRequest
    link: ColumnLink
    table: StoredTable
    entries: list[int]
    rows: list[int]
    left: str

    @property
    def many(self) -> str:
        """How many rows of how many, and under which conditions: "3 of 8 rows where ..."."""
        return f"{self.counted(len(self.rows))}{said_conditions(self.link, self.table)}"

    def counted(self, rows: int) -> str:
        """So many rows of how many there are."""
        all_rows = len(self.entries)
        of = f" of {all_rows}" if rows != all_rows else ""
        return f"{rows}{of} row{'s' if all_rows != 1 else ''}"

    @property
    def subject(self) -> str:
        """What the figures are of: "Price of 3 of 8 rows"."""
        return f"{self.measure} of {self.many}"

    @property
    def measure(self) -> str:
        """The header of the column of figures, or of two with what joins them."""
        between = f" {self.link.joint} " if self.link.joint else " and "
        headings = [heading(each, self.table) for each in self.link.measure]
        return between.join(headings) if self.link.joint else headings[0]

    def name(self, at: int) -> str:
        """What a row is called."""
        return value_of(self.table.rows[at], self.link.entity)

    def unit(self) -> tuple[str, Decimal] | Refusal:
        """Unit and scale of the figures, which all rows share."""
        first, *others = self.link.measure
        unit, scale = unit_at(self.table, self.rows[0], first), self._scale(first)
        if not self.link.joint and first >= 0 and not unit:
            said = unit_of_header(self.table.columns[first].name) or self._unit_beside(first)
            return said if isinstance(said, Refusal) else (said, scale)
        if not self.link.joint or self.link.joint in ("+", "−"):
            return unit, scale
        second, by = unit_at(self.table, self.rows[0], others[0]), self._scale(others[0])
        if self.link.joint == "×":
            if unit and second:
                return Refusal("A product of two units is no figure of the table.")
            of_both = unit or second  # "kg" is no unit of a price by weight
            return of_both if of_both in _CURRENCIES or self._is_of_pieces() else "", scale * by
        if unit == second:
            return "", scale / by
        if second:
            return Refusal("A quotient of two units is no figure of the table.")
        return unit, scale / by

    def _unit_beside(self, column: int) -> str | Refusal:
        """The unit that a column "Unit" says of the rows' only figures; empty where there is none,
        another column may be meant, or no value of it is a unit of measure."""
        columns = self.table.columns
        beside = [
            at
            for at, each in enumerate(columns)
            if each.kind is CellKind.TEXT and each.name.casefold() in _UNITS
        ]
        plain = [at for at, each in enumerate(columns) if each.kind in FIGURES and not each.unit]
        if len(beside) != 1 or plain != [column]:
            return ""
        if self.link.group is not None and self.link.group.column == beside[0]:
            return ""  # each group has its own
        if not any(_is_unit(value_of(row, beside[0])) for row in self.table.rows):
            return ""  # of a building or a firm
        said = {value_of(self.table.rows[at], beside[0]) for at in self.rows}
        return said.pop() if len(said) == 1 else Refusal(MIXED_UNITS)

    def _is_of_pieces(self) -> bool:
        """Whether so many pieces are multiplied by what is so of each of them."""
        heads = [heading(each, self.table) for each in self.link.measure]
        return any(map(says_of_one, heads)) and not all(map(says_of_one, heads))

    def _scale(self, column: int) -> Decimal:
        return scale_at(self.table, self.rows[0], column)

    def value(self, at: int) -> Decimal | Refusal:
        """The figure of a row, of two columns by their joint."""
        figures = [figure_at(self.table, at, each) for each in self.link.measure]
        return joined(figures, self.link.joint)

    def values(self) -> dict[int, Decimal] | Refusal:
        """The figures of all rows."""
        made: dict[int, Decimal] = {}
        for at in self.rows:
            value = self.value(at)
            if isinstance(value, Refusal):
                return value
            made[at] = value
        return made

    def cells(
        self, rows: Sequence[int], columns: Sequence[int], of: str = ""
    ) -> tuple[Operand, ...]:
        """The cells of columns, row by row; `of` stands for the rows' labels. A day that is empty
        because something is not done yet has none."""
        return tuple(
            operand
            for at in rows
            for column in columns
            if column not in self.link.compared or value_of(self.table.rows[at], column)
            for operand in operands(self.table, [at], column, of)
        )


def _is_unit(text: str) -> bool:
    """Whether a text is a unit of measure or a currency: "kg", "EUR per kg"."""
    said = _PER.split(text)[0].strip()
    is_sign = said in CURRENCIES or said in unit_sizes() or said in _FURTHER_UNITS
    return is_sign or said.casefold() in units_in_words()


def joined(figures: Sequence[Decimal], joint: str) -> Decimal | Refusal:
    """One figure, or two joined by × − + or ÷."""
    first, *others = figures
    if not joint:
        return first
    match joint:
        case "×":
            return first * others[0]
        case "+":
            return first + others[0]
        case "−":
            return first - others[0]
        case _:
            return first / others[0] if others[0] else Refusal("A divisor is nought.")


def made(
    operation: Operation,
    answer: str,
    value: Decimal,
    formula: str,
    cells: tuple[Operand, ...],
    over: str,
    unit: str = "",
    scale: Decimal = ONE,
    *,
    listed: tuple[tuple[str, str], ...] = (),
    joint: str = "",
) -> Calculation:
    """A calculation over a column, sure because every word of the question is accounted for."""
    behind = measured(unit, scale) if operation in _MEASURED else ""
    return Calculation(
        operation,
        answer,
        value,
        unit,
        scale,
        formula,
        f"{answer}{behind} ({formula})",
        cells,
        1.0,
        exact=True,
        over=over,
        listed=listed,
        joint=joint,
    )


def operands(
    table: StoredTable, rows: Sequence[int], column: int, of: str = ""
) -> tuple[Operand, ...]:
    """The cells of a column; of labels, groups and whole rows those of the label. `of` is what
    they count towards, the rows' labels where it is empty."""
    found: list[Operand] = []
    for at in rows:
        row = table.rows[at]
        place = column
        cell = row.cells[place] if place >= 0 else row.label_cell
        if cell is None:
            cell = row.label_cell or next(each for each in row.cells if each is not None)
            place = LABEL if cell is row.label_cell else row.cells.index(cell)
        column_there = table.columns[place] if place >= 0 else None
        value = cell.value if column_there and column_there.kind in FIGURES else None
        found.append(
            Operand(
                table.document_id,
                table.id,
                at,
                max(place, LABEL),
                of or row.label,
                column_there.name if column_there else table.label_name,
                column_there.period if column_there else "",
                cell.text,
                value if value is not None else ONE,
                scale_at(table, at, place) if value is not None else ONE,
                unit_at(table, at, place) if value is not None else "",
                cell.start,
                cell.end,
                cell.page,
                cell.box,
            )
        )
    return tuple(found)


def said_list(texts: Sequence[str], between: str = ", ") -> str:
    """The first names, and how many further there are."""
    further = len(texts) - MOST_LISTED
    if any("," in text for text in texts):
        between = "; "  # "Falk, Ines" is one name
    return between.join(texts[:MOST_LISTED]) + (f" and {further} more" if further > 0 else "")
