"""A rota read by people: one row for each person and duty, where a list names the same people in
several columns ("Gate", "Lunch hall", "Club").

What is told then cites the cells of the list itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import LABEL, value_of
from backend.types.calculations import Calculation, Operand
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

FEWEST_DUTIES = 2
LEAST_SHARED = 0.2
"""Share of a column's names that stand in another one as well, at least: a single one may be a word
of two things, as "Lift" is of a place and of a category."""
MOST_NAMED = 0.6
"""Share of the texts of a column above which it is one of names."""
WHO, DUTY = "Who", "Duty"
_NAME = re.compile(r"[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2}")
_AND = re.compile(r"\s*(?:\+|/|&|,|;|\band\b)\s*")
_NOBODY = re.compile(
    r"(?i:tbc|tba|nobody|none|closed|shut|off|out|training|vacant|holidays?|leave|sick|ill|away|spare"
    r"|free|cover|n|na|bank holiday|half term|day off|on call|cancelled|everyone|everybody|all"
    r"|yes|no)"
    r"|[A-Z]{2,}(?: [A-Z]{2,})+"
)
"""What stands in place of a name."""


@dataclass(frozen=True, slots=True)
class PeopleOfRota:
    """A rota by people. `places` are the row and the column of the list that each row is of."""

    table: StoredTable
    places: tuple[tuple[int, int], ...]
    columns: tuple[int, ...]
    """The columns of the list that stand before those of people and duties."""
    duties: tuple[int, ...]
    """The columns of the list that name people."""

    def in_own_cells(self, made: Calculation) -> Calculation:
        """A result with the cells of the list itself."""
        return replace(made, operands=tuple(map(self._own, made.operands)))

    def _own(self, operand: Operand) -> Operand:
        row, column = self.places[operand.row]
        if operand.column == LABEL:
            return replace(operand, row=row)
        is_kept = operand.column < len(self.columns)
        return replace(operand, row=row, column=self.columns[operand.column] if is_kept else column)


def people_of_rota(table: StoredTable) -> PeopleOfRota | None:
    """A list by people; None where it does not name the same people in several columns."""
    entries = entries_of(table)[0]
    duties = _duties(table, entries)
    if len(duties) < FEWEST_DUTIES:
        return None
    kept = tuple(
        at
        for at, column in enumerate(table.columns)
        if column.kind in (CellKind.DATE, CellKind.TEXT) and at not in duties
    )
    rows: list[StoredRow] = []
    places: list[tuple[int, int]] = []
    for at in entries:
        row = table.rows[at]
        before = tuple(row.cells[column] for column in kept)
        for column in duties:
            cell = row.cells[column]
            for name in _names(cell.text) if cell is not None else ():
                assert cell is not None
                duty = table.columns[column].name
                own = (_named(cell, name), _named(cell, duty))
                rows.append(replace(row, cells=(*before, *own)))
                places.append((at, column))
    columns = (
        *(table.columns[at] for at in kept),
        *(Column(name, (name,), CellKind.TEXT, "", Decimal(1), "") for name in (WHO, DUTY)),
    )
    return PeopleOfRota(
        replace(table, columns=columns, rows=tuple(rows)), tuple(places), kept, tuple(duties)
    )


def _named(cell: Cell, text: str) -> Cell:
    return replace(cell, text=text, kind=CellKind.TEXT, value=None, note="")


def _duties(table: StoredTable, entries: list[int]) -> list[int]:
    """The columns of people's names that share some with other columns."""
    named: dict[int, set[str]] = {}
    for at, column in enumerate(table.columns):
        texts = [text for entry in entries if (text := value_of(table.rows[entry], at))]
        held = [list(_names(text)) for text in texts]
        if column.kind is CellKind.TEXT and sum(map(bool, held)) > MOST_NAMED * len(texts) > 0:
            named[at] = {name for names in held for name in names}
    columns: dict[str, set[int]] = defaultdict(set)
    for at, names in named.items():
        for name in names:
            columns[name.split()[0]].add(at)
    shared = Counter(at for own in columns.values() if len(own) > 1 for at in own)
    many = Counter(at for own in columns.values() for at in own)
    return [at for at in named if shared[at] and shared[at] >= LEAST_SHARED * many[at]]


def _names(text: str) -> Iterator[str]:
    """The names of a cell; none where a part of it is something else."""
    parts = [part for part in _AND.split(text.strip()) if part]
    if all(_NAME.fullmatch(part) and not _NOBODY.fullmatch(part) for part in parts):
        yield from parts
