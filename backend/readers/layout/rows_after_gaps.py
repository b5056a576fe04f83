"""Rows of a list that go on below an empty row.

People leave a row free between months, or where they began to type again. What stands below has no
names of columns: read as a table of its own it would say of nothing what its cells are.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.readers.layout.cells import is_period
from backend.readers.layout.spacer_columns import TOTAL_LABEL
from backend.tables.cell_values import cell_value, is_year
from backend.types import CellKind

Rows = Sequence[Sequence[str]]
FEWEST_CELLS = 2
"""Cells of an entry, at least: one alone is a line of text, or names the rows below it."""
LEAST_TYPED = 0.5
"""Share of the cells of a column that are figures, or days, where it is one of them."""
LEAST_AGAIN = 0.5
"""Share of a row's words that stand in the same columns above, where no column has figures."""
MOST_GROUP_WORDS = 3
"""Words that the name of a group has at most: more are a remark."""
_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])


def goes_on(header: Rows, body: Rows, below: Rows) -> bool:
    """Whether rows below a gap are further entries of the table above it: the first of them has
    figures and days where that has them, and words elsewhere; in a table of words it says what is
    said above in the same columns. Names of columns are words over figures, or years.

    Args:
        header: the names of the table's columns; without any there is nothing to go on with.
        body: its entries.
        below: rows of the same columns.
    """
    entry = next((row for row in below if _filled(row) >= FEWEST_CELLS), None)
    if entry is None or not header or not body or _says(entry) in map(_says, header):
        return False
    columns = [(cell.strip(), _cells(body, at)) for at, cell in enumerate(entry)]
    kinds = [_kind_of(cells) for _, cells in columns]
    held = [(cell, cells, kind) for (cell, cells), kind in zip(columns, kinds, strict=True) if cell]
    if not any(kinds):
        again = sum(cell.casefold() in map(str.casefold, cells) for cell, cells, _ in held)
        return again >= LEAST_AGAIN * len(held)
    alike = sum(kind is not None and _is_of(kind, cell) for cell, _, kind in held)
    unlike = sum(cell not in cells and _is_otherwise(kind, cell) for cell, cells, kind in held)
    return alike > unlike


def parted(below: Rows) -> int:
    """How many rows above the first entry are lines of text, and name no group of entries."""
    lines = 0
    for row in below:
        said = " ".join(cell.strip() for cell in row if cell.strip())
        is_group = bool(row[0].strip()) and len(said.split()) <= MOST_GROUP_WORDS
        if _filled(row) >= FEWEST_CELLS or is_group:
            break
        lines += 1
    return lines


def _says(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(cell.strip().casefold() for cell in row)


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _cells(rows: Rows, at: int) -> list[str]:
    return [cell for row in rows if at < len(row) and (cell := row[at].strip())]


def _kind_of(cells: Sequence[str]) -> CellKind | None:
    """Whether a column is one of figures or of days; None where it is one of words."""
    kinds = [cell_value(cell).kind for cell in cells]
    for kind, several in ((CellKind.NUMBER, _FIGURES), (CellKind.DATE, {CellKind.DATE})):
        if cells and sum(each in several for each in kinds) >= LEAST_TYPED * len(cells):
            return kind
    return None


def _is_of(kind: CellKind, cell: str) -> bool:
    own = cell_value(cell).kind
    if kind is CellKind.DATE:
        return own is kind
    return own in _FIGURES and not is_year(cell) and not is_period(cell)


def _is_otherwise(kind: CellKind | None, cell: str) -> bool:
    """Whether a cell is of another kind than its column: nothing is of any kind, and a total of
    entries with days for names is called one."""
    own = cell_value(cell).kind
    if own is CellKind.NIL or TOTAL_LABEL.match(cell):
        return False
    return own in _FIGURES if kind is None else not _is_of(kind, cell)
