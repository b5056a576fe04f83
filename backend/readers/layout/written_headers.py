"""Which rows at the top of a table that comes as rows of texts name its columns, and which are
notes above them or text below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from backend.readers.layout.cells import is_period
from backend.readers.layout.filled_cells import FEWEST_CELLS, Rows, cells_at, filled, only_text
from backend.readers.layout.first_entries import has_a_day, has_a_year, is_formed_as
from backend.tables.cell_values import cell_value, is_year
from backend.tables.column_scales import measure_of
from backend.tables.column_typing import is_dated_measure, is_measure
from backend.types import CellKind

MAX_HEADER_ROWS = 4
FEWEST_NOTES = 2
"""Rows above the names of columns, at least, that say something else than names."""
MOST_COMPARED = 100
"""Rows at the top with which the first one is compared."""
LEAST_ALIKE = 0.5
"""Share of a column's cells that are written like its first one, where that is no name."""
LONG_TEXT = 6
"""Words of a cell that are more than the name of a column has."""
LEAST_LENGTH = 0.75
"""What a first cell has at least of the words that half of the others have, to be one of them."""
LEAST_SENTENCE = 3
"""Words of a sentence, at least: “No.” is short for number."""
_TYPED = re.compile(r"[-–*@#&~+!%^/\\.<>$:_|=?`](?: ?\S|$)")
"""How what is typed to a program begins."""
_ASKS = re.compile(
    r"(?i)\W*(?:what|which|how|who|whom|whose|why|where|when|do|did|does|are|were|would|will|have|"
    r"can|could|should|please|was|wer|wie|warum|welche[nrs]?|bitte|que|quel(?:le)?s?|comment|"
    r"pourquoi|qué|cuál(?:es)?|cómo)\b|.*\?$"
)
"""How a form asks for what stands in the column below."""
_COUNTED_BY = re.compile(r"(?:per|a|an|by|each|every|of|pro|par|je)\b")
_IN_UNITS = re.compile(r"in \w+")
"""How a second row of names says what the figures below are counted by, and in."""
_FIGURES = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT, CellKind.NIL)


def notes_above(rows: Rows) -> int:
    """How many rows at the top are notes that somebody wrote above the names of the columns: the
    last row above the figures names every column, as none above it does, and two or more of those
    have a text over the labels, too, as no further level of names has. Periods and units are names.
    """
    count = _above_figures(rows)
    over = rows[: count - 1]
    if count < FEWEST_NOTES + 1 or not _names_each(rows[count - 1]) or any(map(_names_each, over)):
        return 0
    if sum(bool(row[0].strip()) for row in over) < FEWEST_NOTES:
        return 0
    texts = [cell.strip() for row in over for cell in row]
    named = any(is_period(text) or is_year(text) or is_measure(text) for text in texts)
    return 0 if named else count - 1


def stands_below(rows: Rows) -> bool:
    """Whether the last row is text below a table: it has one cell at most, or neither label nor
    figure, and words where the other rows have figures."""
    *above, row = rows
    if filled(row) < FEWEST_CELLS:
        return True
    if row[0].strip() or _has_figures(row):
        return False
    columns = [cells_at(above, at) for at in range(len(row))]
    return any(
        cell.strip() and _are_figures(others) and cell_value(cell).kind is CellKind.TEXT
        for cell, others in zip(row, columns, strict=True)
    )


def _above_figures(rows: Rows) -> int:
    """How many rows down to the last one of several texts stand above the first with figures."""
    figures = [_has_figures(row) and not _is_of_measure(row) and not _is_dated(row) for row in rows]
    first = figures.index(True) if True in figures else 0
    wide = [number for number in range(first) if filled(rows[number]) > 1]
    return wide[-1] + 1 if wide else 0


def header_rows(rows: Rows) -> int:
    """How many rows at the top are the header: those without figures (years are none) above the
    first with some; one, where the whole table holds texts and the first row names every column.
    None, where the first row is written like the rows below it, as no names of columns are.
    """
    seen = rows[:MOST_COMPARED]
    if _opens_with_a_mark(seen) or _opens_with_a_sentence(seen):
        return 0
    figures = [_has_figures(row) and not _is_of_measure(row) and not _is_dated(row) for row in rows]
    first = figures.index(True) if True in figures else -1
    if first > 0:
        count = _above_figures(rows)
        while 0 < count < first and _says_a_measure(rows[count]):
            count += 1
        if count > 1 and _names_each(rows[0]):
            below = [row for row in rows[count:] if list(row) not in map(list, rows[:count])]
            if all(
                _is_entry(row, below)
                or has_a_year(row, below)
                or is_formed_as(row, below)
                or has_a_day(rows[0], row, below)
                for row in rows[1:count]
            ):
                return 1  # rows of words above the first with a figure
        return min(count, MAX_HEADER_ROWS)
    if first < 0 and len(rows) > 1:
        return int(_names_each(rows[0]) and not _opens_with_a_long_text(seen))
    return 0


def _names_each(row: Sequence[str]) -> bool:
    """Whether a row has another name for each column."""
    names = [cell.strip() for cell in row]
    return all(names) and len(set(names)) == len(names)


def _is_entry(row: Sequence[str], below: Rows) -> bool:
    """Whether a row below the names of all columns is one of what the table lists: it has a label
    of its own, several cells that differ, none that says a period or a unit, and what speaks for an
    entry. Names in a second language or of a second level (“Spring” over “Plan”) have all but that.
    """
    cells = [cell.strip() for cell in row if cell.strip()]
    label = row[0].strip()
    return (
        label[:1].isupper()
        and 1 < len(cells) == len(set(cells))
        and not any(
            is_period(cell)
            or is_year(cell)
            or is_measure(cell)
            or measure_of(f"({cell})").unit
            or cell.startswith(("(", "["))
            for cell in cells
        )
        and _is_written_as_entries(row, below)
    )


def _is_written_as_entries(row: Sequence[str], below: Rows) -> bool:
    """Whether a cell of a row of words comes again below it or has an amount in a unit of the cells
    below (“60 days or 30 days” over “60 days”), or several words in small letters stand where the
    rows below have figures (“none yet”) and the others are written as below."""
    columns = [(cell, cells_at(below, at)) for at, cell in enumerate(map(str.strip, row))]
    if any(cell and (cell in others or _is_in_units_of(cell, others)) for cell, others in columns):
        return True
    filled = [(cell, others) for cell, others in columns[1:] if cell]
    over_figures = [each for each in filled if _are_figures(each[1])]
    over_words = [each for each in filled if not _are_figures(each[1])]
    return (
        bool(over_figures and over_words)
        and all(_is_remark(*figure) for figure in over_figures)
        and all(
            cell[:1].isupper() == (sum(other[:1].isupper() for other in others) > len(others) / 2)
            for cell, others in over_words
        )
    )


def _is_in_units_of(cell: str, others: Sequence[str]) -> bool:
    words = cell.split()
    return cell[:1].isdigit() and any(cell_value(other).unit in words for other in others)


def _are_figures(cells: Sequence[str]) -> bool:
    """Whether most cells are figures."""
    return sum(cell_value(cell).kind in _FIGURES for cell in cells) > len(cells) / 2


def _is_remark(cell: str, figures: Sequence[str]) -> bool:
    """Whether a cell says something in several words, and not what the figures below are counted by
    or in (“per day”, “in metres”); “in advance” over “60 days” is no unit, since these have one."""
    if len(cell.split()) < 2 or not cell[:1].islower() or _COUNTED_BY.match(cell):
        return False
    has_units = all(cell_value(figure).unit for figure in figures)
    return has_units or not _IN_UNITS.fullmatch(cell)


def _opens_with_a_mark(rows: Rows) -> bool:
    """Whether the first column holds what is typed (“-q”, “/help”, “*”), its first cell too: names
    of columns begin with letters."""
    first, *rest = [_cell(row, 0) for row in rows] or [""]
    marked = [_is_typed(cell) for cell in rest if cell]
    named = len(first) == 1 and all(first == cell[0] < cell for cell in rest if _is_typed(cell))
    is_first = _is_typed(first) and not named  # “#” over “#1” and “#2” is a name
    return is_first and sum(marked) >= LEAST_ALIKE * max(1, len(marked)) and any(marked)


def _opens_with_a_sentence(rows: Rows) -> bool:
    """Whether a column holds whole sentences, its first cell too; a question over sentences that
    answer it is the name of a column."""
    return any(
        _is_sentence(first)
        and sum(_is_sentence(each) and _asks(each) >= _asks(first) for each in rest)
        >= LEAST_ALIKE * max(1, len(rest))
        for first, rest in _columns(rows)
        if not _is_asked(first, rest)
    )


def _opens_with_a_long_text(rows: Rows) -> bool:
    """Whether a column holds long texts and its first cell is no shorter than they are: names of
    columns are few words."""
    return any(
        len(first.split()) >= LONG_TEXT
        and len(first.split()) >= LEAST_LENGTH * median(len(cell.split()) for cell in rest) > 0
        for first, rest in _columns(rows)
        if not _is_asked(first, rest) and not _is_written_otherwise(first, rest)
        if sum(len(cell.split()) >= LONG_TEXT for cell in rest) >= LEAST_ALIKE * max(1, len(rest))
    )


def _is_asked(first: str, rest: Sequence[str]) -> bool:
    """Whether a first cell asks for what the others say, as a form does: “What was good?”."""
    asking = sum(_ASKS.match(cell) is not None for cell in rest)
    return _ASKS.match(first) is not None and asking < LEAST_ALIKE * len(rest)


def _is_written_otherwise(first: str, rest: Sequence[str]) -> bool:
    """Whether a first cell begins with a capital where the others do not, or has no figure where
    they have some (“Address of the owner” over addresses)."""
    small = sum(cell[:1].islower() for cell in rest) > LEAST_ALIKE * len(rest)
    figures = sum(any(map(str.isdigit, cell)) for cell in rest) > LEAST_ALIKE * len(rest)
    return (small and first[:1].isupper()) or (figures and not any(map(str.isdigit, first)))


def _columns(rows: Rows) -> list[tuple[str, list[str]]]:
    """Of each column the first cell, and the others that are filled; those without any left out."""
    wide = len(rows[0]) if rows else 0
    columns = [[_cell(row, number) for row in rows] for number in range(wide)]
    return [(cells[0], [cell for cell in cells[1:] if cell]) for cells in columns if any(cells[1:])]


def _cell(row: Sequence[str], number: int) -> str:
    return row[number].strip() if number < len(row) else ""


def _is_typed(cell: str) -> bool:
    return _TYPED.match(cell) is not None and cell_value(cell).kind not in _FIGURES


def _is_sentence(cell: str) -> bool:
    return len(cell.split()) >= LEAST_SENTENCE and cell.endswith((".", "!", "?"))


def _asks(cell: str) -> bool:
    return cell.endswith("?")


def _says_a_measure(row: Sequence[str]) -> bool:
    """Whether a row has one cell alone, right of its label, and that says nothing but unit and
    scale: "(in millions)" under the years."""
    return not row[0].strip() and filled(row) == 1 and is_measure(only_text(row))


def _is_of_measure(row: Sequence[str]) -> bool:
    """Whether a row stands under nothing but unit and scale, so that it heads columns, whatever its
    other cells say: "$ million", "53 weeks", "52 weeks"."""
    words = [cell for cell in row[1:] if any(map(str.isalpha, cell))]
    return is_measure(row[0].strip()) and len(words) == filled(row[1:]) > 0


def _is_dated(row: Sequence[str]) -> bool:
    """Whether a row without a label has nothing but years with their scale: "2019 €m"."""
    cells = [cell for cell in row[1:] if cell.strip()]
    return not row[0].strip() and bool(cells) and all(map(is_dated_measure, cells))


def _has_figures(row: Sequence[str]) -> bool:
    """Whether a row holds a figure right of its label that is no year or period."""
    return any(
        cell_value(cell).kind in _FIGURES and not is_year(cell) and not is_period(cell.strip())
        for cell in row[1:]
        if cell.strip()
    )
