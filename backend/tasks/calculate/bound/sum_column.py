"""The column that adds up the others of its row: "Total" of a table of guests by month and kind."""

from __future__ import annotations

import re

from backend.tasks.calculate.bound.places import LINE, FigureField, FigurePlace
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.types.tables import StoredTable

FEWEST_PARTS = 2
FEWEST_ROWS = 2
_TOTAL = re.compile(r"(?i)\b(?:total|sum|all|altogether|overall)\b")


def sum_column(among: FigureField) -> FigurePlace | None:
    """The only column called a total that is the sum of all others, entry by entry; None where
    there is none, or headers say more than a name."""
    if len(among.tables) != 1 or any(len(place.values) != 1 for place in among.places):
        return None
    totals = [figure_place for figure_place in among.places if _TOTAL.search(name_of(figure_place))]
    parts = [place for place in among.places if place not in totals]
    if len(totals) != 1 or len(parts) < FEWEST_PARTS or not name_of(totals[0]):
        return None
    (table,) = among.tables
    entries = entries_of(table)[0]
    adds_up = all(_adds_up(table, at, parts, totals[0]) for at in entries)
    return totals[0] if adds_up and len(entries) >= FEWEST_ROWS else None


def name_of(place: FigurePlace) -> str:
    """What a column is called; empty where its header is of a period or a sheet alone."""
    return next((value for name, value in place.values if name.startswith(LINE)), "")


def _adds_up(table: StoredTable, at: int, parts: list[FigurePlace], whole: FigurePlace) -> bool:
    cells = [table.rows[at].cells[part.column] for part in (*parts, whole)]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    return len(values) == len(cells) and sum(values[:-1]) == values[-1]


def total_row(table: StoredTable, columns: list[int]) -> int | None:
    """The only row of a total that is the sum of all entries in some columns."""
    entries = entries_of(table)[0]
    found = [at for at, row in enumerate(table.rows) if row.total and at not in entries]
    if len(found) != 1:
        return None
    for column in columns:
        cells = [table.rows[at].cells[column] for at in (*entries, found[0])]
        values = [cell.value for cell in cells if cell is not None and cell.value is not None]
        if len(values) != len(cells) or sum(values[:-1]) != values[-1]:
            return None
    return found[0]
