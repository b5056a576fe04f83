"""First rows of a list that look like a second line of its header.

Years and hours are no figures where a header is looked for. So a first row with a wage of 2000, or
one of hours above a row with a dash, was taken for a line of names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.readers.layout.cells import is_period
from backend.readers.layout.filled_cells import cells_at
from backend.tables.cell_values import cell_value, is_year
from backend.types.tables import CellKind

_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"\d[:./-]\d")
_DASHES = ("-", "–", "—")
_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY])


def has_a_year(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row below the names of all columns is an entry with such a figure: every cell is of
    the kind that stands below it, its years stand over years or, one of them alone, over figures.
    """
    if not below or not row[0].strip():
        return False
    columns = [(cell.strip(), cells_at(below, at)) for at, cell in enumerate(row)]
    years = [others for cell, others in columns[1:] if is_year(cell)]
    plain = [others for others in years if not all(map(is_year, others))]
    if not years or len(plain) > 1 or not all(_are_figures(others) for others in plain):
        return False
    label, labels = columns[0]
    if label in labels or is_period(label) is not any(map(is_period, labels)):
        return False
    return all(
        not others or cell_value(cell).kind in {cell_value(other).kind for other in others}
        for cell, others in columns
        if cell and not is_year(cell)
    )


def is_formed_as(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a cell of a row, right of its label, is formed as all below it, figures apart, and
    has a sign within its figures: "06:10" over "06:18"; two cells, where the label comes again
    below, as that of a reader does who borrowed two books."""
    if not row[0].strip():
        return False
    formed = 0
    for at, cell in enumerate(row[1:], start=1):
        shapes = {_shape(each) for each in cells_at(below, at) if each not in _DASHES}
        formed += _SIGN.search(cell) is not None and shapes == {_shape(cell)}
    return formed > int(row[0].strip() in cells_at(below, 0))


def has_a_day(names: Sequence[str], row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row below the names of all columns has a day where most rows below have one, and
    the name does not: in a list by days the first ones may hold nothing but words."""
    for at, cell in enumerate(row):
        others = cells_at(below, at)
        if _is_day(cell) and not _is_day(names[at]):
            return sum(map(_is_day, others)) > len(others) / 2
    return False


def _is_day(text: str) -> bool:
    return cell_value(text).kind is CellKind.DATE


def _shape(text: str) -> str:
    return _DIGIT.sub("0", text.strip())


def _are_figures(texts: Sequence[str]) -> bool:
    return bool(texts) and all(cell_value(text).kind in _FIGURES for text in texts)
