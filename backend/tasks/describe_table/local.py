"""A table described by a template, without a language model.

What its rows and columns are called, its periods and units, and the figures of its totals as they
are printed. Nothing is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.ports import StopSignal, TableDescriber
from backend.settings import Settings
from backend.tables.table_wording import column_names, periods, row_names, units
from backend.types import CellKind, Column, StoredRow, StoredTable, TableDescription

NAME = "local"
MOST_WORDS = 120
MOST_ROWS, MOST_COLUMNS, MOST_TOTALS = 12, 8, 2
LONGEST_NAME = 12
"""Words of a title, label or header."""
_BRACKETS = re.compile(r"\([^()]*\)")
_FIGURES = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT)


def build(settings: Settings) -> TableDescriber:
    """The template; it holds no state."""
    return TemplateDescriber()


class TemplateDescriber:
    """Names what stands in a table."""

    def describe(self, table: StoredTable, stop: StopSignal) -> TableDescription:
        """See `backend.ports.TableDescriber`."""
        return TableDescription(described(table), NAME)


def described(table: StoredTable) -> str:
    """The sentences that fit into `MOST_WORDS` words, in their order."""
    kept: list[str] = []
    left = MOST_WORDS
    for sentence in _sentences(table):
        left -= len(sentence.split())
        if left < 0:
            break
        kept.append(sentence)
    return " ".join(kept)


def _sentences(table: StoredTable) -> Iterator[str]:
    about = _short(table.title or (table.section[-1] if table.section else ""))
    labels = [name for name in row_names(table) if name.casefold() != about.casefold()]
    rows = _listing(labels, MOST_ROWS)
    opening = f"The table “{about}”" if about else "This table"
    yield f"{opening} gives {rows}." if rows else f"{opening} has rows without labels."
    over = [name for name in column_names(table) if name != " ".join(table.label_name.split())]
    if over:
        yield f"Its columns are {_listing(over, MOST_COLUMNS)}."
    if named := _short(_BRACKETS.sub(" ", table.label_name)):  # "(in millions)" names no rows
        yield f"Its rows are called by {named}."
    if spans := periods(table):
        yield f"Its figures are of {_listing(spans, MOST_COLUMNS)}."
    if measures := units(table):
        yield f"They are given as {_listing(measures, MOST_COLUMNS)}."
    yield from _totals(table)


def _totals(table: StoredTable) -> Iterator[str]:
    """The first figure of each total, as it is printed."""
    for row in [each for each in table.rows if each.total and each.label][:MOST_TOTALS]:
        first = _first_figure(table, row)
        if first is not None:
            column, text = first
            header = _short(" ".join(column.path) or column.name)
            yield f"{_short(row.label)} is {text}{f' in {header}' if header else ''}."


def _first_figure(table: StoredTable, row: StoredRow) -> tuple[Column, str] | None:
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is not None and cell.kind in _FIGURES:
            return column, " ".join(cell.text.split())
    return None


def _listing(names: Sequence[str], most: int) -> str:
    """“a, b and c”; of more than `most` the first, and how many more there are."""
    shown = [_short(name) for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _short(text: str) -> str:
    words = text.split()
    cut = words[:LONGEST_NAME]
    return " ".join(cut).rstrip(" :;,.") + ("…" if len(words) > LONGEST_NAME else "")
