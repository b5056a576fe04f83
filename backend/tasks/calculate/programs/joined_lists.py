"""Two small lists that share a key, asked as one: "How much did members in Riverside pay?" of a
list of members with their place and a list of payments with the member's name.

Each row of the one is given the words of its only match in the other. Lists are joined where
exactly one pair of columns is a key, the one is called as the other or as what the other list is
of, and nearly all rows have a match; those that have none are counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    heading,
    is_list,
    plain_heading,
    stemmed,
    value_of,
)
from backend.types.calculations import Calculation, Operand
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

LEAST_MATCHED = 0.9
"""Share of the rows that must have a match."""
FEWEST_KEYS = 2
"""A key with fewer values tells nothing apart."""
MOST_ROWS = 2_000
"""Longer lists are not joined: they would be for every question."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A list whose rows have the words of another list behind their own columns, from the column
    `first` on. `rows` says by each row which row of the other list is its match, `columns` which of
    its columns stand there, `unmatched` how many rows have none, `by` the headers of the key."""

    table: StoredTable
    other: StoredTable
    first: int
    rows: dict[int, int]
    columns: tuple[int, ...]
    unmatched: int
    by: str


def joined_of(table: StoredTable, other: StoredTable, about: str) -> Joined | None:
    """A list with the words of its matches in another one; None where they are not lists in files
    of their own, have no key in common, or several.

    Args:
        table: the list whose rows are asked about.
        other: the list with one row for each key.
        about: the title of the other list's document.
    """
    if not all(map(_is_short_list, (table, other))):
        return None
    # headers are compared before any row is read: each two lists are tried for many questions
    called = [
        (column, key)
        for column in _of_words(table)
        for key in _of_words(other)
        if _is_called(table, column, other, key, about)
    ]
    if not called:
        return None
    (entries, _, doubtful), (found, _, unsure) = entries_of(table), entries_of(other)
    if doubtful or unsure:
        return None
    pairs = [
        (column, key, matches)
        for column, key in called
        if (matches := _matches(table, column, entries, other, key, found))
    ]
    if len(pairs) != 1:
        return None
    ((column, key, matches),) = pairs
    columns = tuple(at for at in _of_words(other) if at != key and _is_filled(other, at, found))
    if not columns:
        return None
    rows = tuple(
        replace(row, cells=(*row.cells, *_words_of(other, matches.get(at), columns)))
        for at, row in enumerate(table.rows)
    )
    heads = tuple(_column(other, word) for word in columns)
    made = replace(table, columns=(*table.columns, *heads), rows=rows)
    unmatched = sum(at not in matches for at in entries)
    by = " and ".join(dict.fromkeys((plain_heading(column, table), plain_heading(key, other))))
    return Joined(made, other, len(table.columns), matches, columns, unmatched, by)


def told_of_joined(made: Calculation, joined: Joined, of: str, others: str) -> Calculation | None:
    """A figure over joined lists with the cells of both, each cell of the first list followed by
    those of its match that say why its row counts; None where the other list has no part in it.

    Args:
        made: what a question over the joined list gives.
        joined: the two lists.
        of: the title of the list whose figures are told.
        others: the title of the other one.
    """
    used = [
        at
        for at in joined.columns
        if re.search(
            rf"(?:\b(?:where|and|per)|^different) {re.escape(plain_heading(at, joined.other))}\b",
            made.over,
        )
    ]
    if not used or any(each.column >= joined.first for each in made.operands):
        return None
    cells: list[Operand] = []
    for operand in made.operands:
        cells.append(operand)
        if (match := joined.rows.get(operand.row)) is not None:
            cells += [cell for at in used for cell in operands(joined.other, [match], at)]
    left = f"; {joined.unmatched} without a match" if joined.unmatched else ""
    key = f" (rows of {of} matched with {others} by {joined.by}{left})"
    formula = f"{made.formula}{key}"
    sentence = made.sentence.replace(made.formula, formula)
    return replace(made, formula=formula, sentence=sentence, operands=tuple(dict.fromkeys(cells)))


def _is_called(table: StoredTable, column: int, other: StoredTable, key: int, about: str) -> bool:
    """Whether a column is headed as the key is ("Member"), or by what the other list is of
    ("Member" beside "Name" of a list "Members")."""
    said = stemmed(WORD.findall(heading(column, table)))
    return bool(said & stemmed(WORD.findall(f"{heading(key, other)} {about} {other.title}")))


def _is_short_list(table: StoredTable) -> bool:
    """Whether a table is a list that is short enough to be joined."""
    return is_list(table) and 0 < len(table.rows) <= MOST_ROWS


def _of_words(table: StoredTable) -> list[int]:
    """The columns that hold words, the labels among them."""
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    return [LABEL, *texts] if table.label_name else texts


def _is_filled(table: StoredTable, column: int, rows: Sequence[int]) -> bool:
    return any(value_of(table.rows[at], column).strip() for at in rows)


def _matches(
    table: StoredTable,
    column: int,
    rows: Sequence[int],
    other: StoredTable,
    key: int,
    others: Sequence[int],
) -> dict[int, int]:
    """The row of the other list for each row of a list, where a column of the one is the key of the
    other; empty where it is none: two of its rows have one value, or too few are found."""
    keys: dict[str, int] = {}
    for at in others:
        text = value_of(other.rows[at], key).strip().casefold()
        if not text or text in keys:
            return {}
        keys[text] = at
    said = {at: value_of(table.rows[at], column).strip().casefold() for at in rows}
    found = {at: keys[text] for at, text in said.items() if text in keys}
    is_key = len(set(found.values())) >= FEWEST_KEYS and len(found) >= LEAST_MATCHED * len(rows)
    return found if is_key else {}


def _words_of(
    other: StoredTable, row: int | None, columns: Sequence[int]
) -> tuple[Cell | None, ...]:
    if row is None:
        return (None,) * len(columns)
    held: StoredRow = other.rows[row]
    return tuple(held.label_cell if at == LABEL else held.cells[at] for at in columns)


def _column(other: StoredTable, at: int) -> Column:
    if at != LABEL:
        return other.columns[at]
    name = other.label_name
    first = other.columns[0]
    return replace(first, name=name, path=(name,), kind=CellKind.TEXT, unit="", period="")
