"""Rows whose only figures may be years: a wage of 2000, a price of 1999.

Years are no figures where a header is looked for, since they stand over columns. A first row of a
list with such a figure was taken for a second line of the header.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.readers.layout.cells import is_period
from backend.tables.cell_values import cell_value, is_year
from backend.types.tables import CellKind

_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY])


def has_a_year(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row below the names of all columns is an entry with such a figure: every cell is of
    the kind that stands below it, its years stand over years or, one of them alone, over figures.
    """
    if not below or not row[0].strip():
        return False
    columns = [(cell.strip(), _below(below, at)) for at, cell in enumerate(row)]
    years = [others for cell, others in columns[1:] if is_year(cell)]
    plain = [others for others in years if not all(map(is_year, others))]
    if not years or len(plain) > 1 or not all(_are_figures(others) for others in plain):
        return False
    label, labels = columns[0]
    if label in labels or is_period(label) is not any(map(is_period, labels)):
        return False
    return all(
        not others or cell_value(cell).kind in {cell_value(each).kind for each in others}
        for cell, others in columns
        if cell and not is_year(cell)
    )


def _below(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [cell for row in rows if at < len(row) and (cell := row[at].strip())]


def _are_figures(texts: Sequence[str]) -> bool:
    return bool(texts) and all(cell_value(each).kind in _FIGURES for each in texts)
