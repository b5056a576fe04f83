"""How the rows of a table belong together: groups under a label, and rows that sum up others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.column_typing import label_cell
from backend.tables.period_labels import is_period_label
from backend.tables.rounded_sums import last_place
from backend.tables.table_parts import Place
from backend.types.tables import Cell, StoredRow

_TOTAL = re.compile(
    r"(?i)(?:grand |sub)?-?totals?\b|.*\btotals?$|gesamt|insgesamt|summe\b|total(?:e|es|aux)?\b"
)
INDENT = 2.0
"""Points by which a label must stand further right to stand under another."""


def structured_rows(
    places: Sequence[Place | None], cells: Sequence[tuple[Cell | None, ...]]
) -> tuple[StoredRow, ...]:
    """Rows with the labels that stand over them, and which of them are totals.

    A row of a label alone opens a group. Where labels are indented, it holds the rows that stand
    further right; where they are not, those down to the next such row or to its total. A period
    that stands alone above all other groups holds down to the next period, wherever it is printed.

    Args:
        places: of the rows' labels. cells: the typed cells of each row.
    """
    rows: list[StoredRow] = []
    groups: list[tuple[float, str]] = []
    opened = False
    since: list[tuple[Cell | None, ...]] = []
    for place, row in zip(places, cells, strict=True):
        label = place.text if place else ""
        indent = place.box.left if place and place.box else 0.0
        if not any(cell is not None for cell in row):
            if label:
                held = _held(groups)
                if (
                    is_period_label(label)
                    and (before := _period_before(groups, indent)) is not None
                ):
                    del groups[before:]
                while (
                    len(groups) > held
                    and groups[-1][0] >= indent - INDENT
                    and not (opened and groups[-1][0] < indent + INDENT)
                ):
                    groups.pop()
                groups.append((indent, label.rstrip(" :")))
                opened, since = True, []
            continue
        opened = False
        if label:
            while len(groups) > _held(groups) and groups[-1][0] > indent + INDENT:
                groups.pop()
        group = tuple(name for _, name in groups)
        named = bool(label) and _TOTAL.match(label) is not None
        total = named or _sums_up(row, since)
        rows.append(StoredRow(label, group, row, total, label_cell(place)))
        if total:
            since = []
            if named and len(groups) > _held(groups) and _closes(label, groups[-1][1]):
                groups.pop()
        else:
            since.append(row)
    return tuple(rows)


def span_of(row: StoredRow) -> tuple[int, int]:
    """Where a row stands in the document's text, from its first cell to its last."""
    cells = [cell for cell in (row.label_cell, *row.cells) if cell is not None]
    return min(cell.start for cell in cells), max(cell.end for cell in cells)


def _held(groups: Sequence[tuple[float, str]]) -> int:
    """How many groups stay open whatever comes: the period above all others."""
    return int(bool(groups) and is_period_label(groups[0][1]))


def _period_before(groups: Sequence[tuple[float, str]], indent: float) -> int | None:
    """The place of the period that another one at this indent takes the place of; None if there is
    none."""
    for place in reversed(range(len(groups))):
        if is_period_label(groups[place][1]) and (
            place == 0 or abs(groups[place][0] - indent) <= INDENT
        ):
            return place
    return None


def _closes(label: str, group: str) -> bool:
    """Whether a total is that of a group: "Total current assets" under "Current assets"."""
    return group.casefold() in label.casefold()


def _sums_up(row: Sequence[Cell | None], rows: Sequence[Sequence[Cell | None]]) -> bool:
    """Whether a row's figures are the sums of at least two rows above it, in every column.

    Each figure is rounded, so a sum may differ by half a unit of the last place for each.
    """
    if len(rows) < 2:
        return False
    compared = 0
    for column, cell in enumerate(row):
        if cell is None or cell.value is None:
            continue
        parts = [
            above.value
            for each in rows
            if (above := each[column]) is not None and above.value is not None
        ]
        if len(parts) < 2 or abs(sum(parts) - cell.value) > last_place(cell.value) * len(parts) / 2:
            return False
        compared += bool(cell.value)
    return compared > 0
