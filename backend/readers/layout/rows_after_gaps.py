"""Rows of a list that go on below an empty row.

People leave a row free between months, or where they began to type again. What stands below has no
names of columns: read as a table of its own it would say of nothing what its cells are. A budget, a
summary or another table below a list are none of its entries, and would be added up with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.calendar_words import MONTHS
from backend.readers.layout.cells import is_period
from backend.readers.layout.filled_cells import FEWEST_CELLS, Rows, cells_at, filled
from backend.readers.layout.spacer_columns import TOTAL_LABEL
from backend.tables.cell_values import cell_value, is_year
from backend.types import CellKind

FEWEST_FILLED = 3
"""Columns that entries fill, at least: of two cells alone nothing tells what they are."""
MOST_COMPARED = 100
"""Entries of the table above that are looked at."""
LEAST_TYPED = 0.5
"""Share of the cells of a column that are figures, or days, where it is one of them."""
LEAST_FILLED = 0.9
"""Share of entries that fill a column which all of them must fill."""
LEAST_AGAIN = 0.5
"""Share of a row's words that stand in the same columns above, where no column has figures."""
_STEPS = (1, 2)
"""By how much numbers rise that are names of columns: weeks, sizes."""
_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])


@dataclass(frozen=True, slots=True)
class ListAbove:
    """What is known of a table that may go on below a gap: the names of its columns, what each
    column holds, and which of them its entries fill."""

    names: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    kinds: tuple[CellKind | None, ...]
    filled: tuple[int, ...]


def list_above(header: Rows, body: Rows) -> ListAbove | None:
    """What is known of a table; None where it has no names of columns, or a row of totals, below
    which nothing is added any more.

    Args:
        header: the names of the table's columns.
        body: its entries.
    """
    if not header or (body and is_total(body[-1])):
        return None
    seen = body[:MOST_COMPARED]
    columns = [cells_at(seen, at) for at in range(max(map(len, header)))]
    always = [at for at, cells in enumerate(columns) if len(cells) >= LEAST_FILLED * len(seen)]
    return ListAbove(
        _says(header[-1]),
        tuple(frozenset(map(str.casefold, cells)) for cells in columns),
        tuple(map(_kind_of, columns)),
        tuple(always),
    )


def goes_on(above: ListAbove, below: Rows) -> bool:
    """Whether rows below a gap are further entries of a table, or its total. An entry fills what
    all entries fill, and has figures and days where they have them and words elsewhere; in a table
    of words it says what is said above in the same columns. Above the first one stands nothing, or
    a period. Names of columns are words over figures, years, or numbers that count."""
    rows = [row for row in below if filled(row)]
    if rows and filled(rows[0]) < FEWEST_CELLS:
        if not names_period(rows[0]):
            return False
        rows = rows[1:]
    if not rows or filled(rows[0]) < FEWEST_CELLS:
        return False
    if is_total(rows[0]):
        return len(rows) == 1 and _is_alike(above, rows[0])
    return (
        not _are_names(above, rows[0])
        and len(above.filled) >= FEWEST_FILLED
        and _are_filled(above, rows)
        and _is_alike(above, rows[0])
    )


def header_above_gap(row: Sequence[str], below: Rows) -> bool:
    """Whether a row that stands alone names the columns of the rows below the gap: it has another
    word for each, and most of theirs in one column at least are figures or days."""
    names = [cell.strip() for cell in row]
    if len(names) < FEWEST_FILLED or not all(names) or len(set(names)) < len(names):
        return False
    if any(cell_value(name).kind is not CellKind.TEXT for name in names):
        return False
    kinds = [_kind_of(cells_at(below[:MOST_COMPARED], at)) for at in range(len(names))]
    first = below[0] if below else ()
    return any(kinds) and all(
        kind is None or not cell.strip() or not _is_otherwise(kind, cell)
        for kind, cell in zip(kinds, first, strict=False)
    )


def is_total(row: Sequence[str]) -> bool:
    """Whether a row adds up others, by its first word."""
    return TOTAL_LABEL.match(next((cell.strip() for cell in row if cell.strip()), "")) is not None


def _are_names(above: ListAbove, row: Sequence[str]) -> bool:
    """Whether a row names columns: as those above are named, or by numbers that count."""
    if _says(row) == above.names or (row[0].strip() and _says(row)[0] == above.names[0]):
        return True
    figures = [cell.strip() for cell in row[1:] if cell.strip()]
    if len(figures) < 2 or not all(figure.isdigit() for figure in figures):
        return False
    steps = {int(behind) - int(before) for before, behind in pairwise(figures)}
    return len(steps) == 1 and steps <= set(_STEPS)


def _are_filled(above: ListAbove, rows: Rows) -> bool:
    """Whether most rows fill what entries fill; one place may be empty where these are many."""
    may_lack = int(len(above.filled) > FEWEST_FILLED + 1)
    entries = [row for row in rows if not is_total(row)]
    lacking = [sum(not row[at].strip() for at in above.filled) for row in entries]
    return lacking[0] <= may_lack and 2 * sum(each <= may_lack for each in lacking) >= len(entries)


def _is_alike(above: ListAbove, row: Sequence[str]) -> bool:
    columns = zip(row, above.words, above.kinds, strict=True)
    held = [(cell.strip(), words, kind) for cell, words, kind in columns if cell.strip()]
    if not any(above.kinds):
        again = sum(cell.casefold() in words for cell, words, _ in held)
        return again >= LEAST_AGAIN * len(held)
    alike = sum(kind is not None and _is_of(kind, cell) for cell, _, kind in held)
    unlike = sum(
        cell.casefold() not in words and _is_otherwise(kind, cell) for cell, words, kind in held
    )
    return alike > unlike


def names_period(row: Sequence[str]) -> bool:
    """Whether a row has nothing but the name of a month, a year or a day."""
    text = " ".join(row).strip()
    is_day = cell_value(text).kind is CellKind.DATE
    return is_period(text) or is_day or text.casefold().strip(" .:") in MONTHS


def _says(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(cell.strip().casefold() for cell in row)


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
