"""Which tables are lists: their rows are things or events, as members, orders or outings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.briefing.list_wording import (
    Thing,
    is_named_for_time,
    names_time,
    only_numbers_rows,
    says_when,
    spoken_column,
    thing_of_label,
    thing_of_title,
)
from backend.ports import ColumnFile
from backend.ports.querying import CELLS, QueryFailedError
from backend.types import CellKind, Chunk, StoredRow, StoredTable

LEAST_ROWS = 4
SECONDS = 5.0
"""For a query over a file of columns, which reads a million rows in a part of a second."""
MOST_TOTALS = 2
"""So many rows at the end of a list may sum up the others."""
_NAMES = frozenset(["name", "full name"])
_SUM = re.compile(r"(?i)^(?:grand |sub)?-?totals?\b|\btotals?$|^sum\b|^summe\b|gesamt")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Listed:
    """A list: its rows without those that sum up others, what they are called (`thing`, if that is
    said), and the name of each.

    Names are the labels, or where those are numbers, what a column of names says
    (`are_named_aside`), which is at `name_place`, -1 for the labels. `are_told_apart` says that no
    two rows have the same. Of a large table `rows` and `names` are those of its first rows; all of
    them stand in `file`.
    """

    table: StoredTable
    rows: tuple[StoredRow, ...]
    thing: Thing | None
    names: tuple[str, ...]
    are_told_apart: bool
    name_place: int = -1
    file: ColumnFile | None = None

    @property
    def are_named_aside(self) -> bool:
        """Whether the rows' names stand in a column of their own."""
        return self.name_place >= 0


def lists_among(tables: Sequence[StoredTable], title: str) -> list[Listed]:
    """The lists among the tables of a document of some title."""
    found = (list_of(table, title) for table in tables)
    return [each for each in found if each is not None]


def list_of(table: StoredTable, title: str) -> Listed | None:
    """A table as a list; None where its rows are no things: where they stand in groups, columns are
    times, or something has no name.

    Args:
        title: of its document.
    """
    rows = _entries(table)
    if (
        len(rows) < LEAST_ROWS
        or not table.label_name
        or any(row.group or not row.label for row in rows)
    ):
        return None
    if any(
        len(column.path) != 1 or column.period or names_time(column.name)
        for column in table.columns
    ):
        return None
    headers = [
        plain(each) for each in (table.label_name, *(column.name for column in table.columns))
    ]
    if len(set(headers)) < len(headers):
        return None
    labels = tuple(" ".join(entry.label.split()) for entry in rows)
    apart = _are_told_apart(labels)
    place, names = _names_aside(table, rows, labels)
    thing = thing_of_label(table.label_name) if apart else None
    if thing is None and place >= 0:
        thing = thing_of_label(table.columns[place].name)
    thing = thing or thing_of_title(table.title) or thing_of_title(title)
    return Listed(table, rows, thing, names, apart or place >= 0, place)


def large_list_of(table: StoredTable, file: ColumnFile, title: str) -> Listed | None:
    """A large table as a list; None also where not every entry has a name of its own, as a sum at
    the end without a word of it has none.

    Args:
        table: its first rows. file: all of them. title: of its document.
    """
    large = file.table
    named = [column.name for column in large.columns] == [
        table.label_name,
        *(column.name for column in table.columns),
    ]
    if not named:
        return None
    columns = tuple(
        replace(own, kind=column.kind, unit=column.unit, scale=column.scale)
        for own, column in zip(table.columns, large.columns[1:], strict=True)
    )
    found = list_of(replace(table, columns=columns), title)
    if found is None:
        return None
    entries = large.rows - large.sums
    name = large.columns[found.name_place + 1]
    if name.filled != entries or not _all_differ(file, found.name_place + 1, entries):
        return None
    return replace(found, file=file)


def _all_differ(file: ColumnFile, column: int, entries: int) -> bool:
    """Whether no two entries have the same text in a column of the file."""
    counted = f"SELECT count(DISTINCT t{column}) FROM {CELLS} WHERE NOT is_sum"
    try:
        return file.select(counted, seconds=SECONDS, most=1) == ((entries,),)
    except QueryFailedError:
        return False


def _entries(table: StoredTable) -> tuple[StoredRow, ...]:
    """The rows that are entries, without sums at the end; none where it is not sure which those
    are. A row that was taken for a sum by its figures alone is an entry where it has words in every
    column of words, as no sum has."""
    rows = list(table.rows)
    while rows and _is_sum(rows[-1]):
        rows.pop()
    words = [
        place
        for place, column in enumerate(table.columns)
        if column.kind in (CellKind.TEXT, CellKind.DATE)
    ]
    for row in rows:
        filled = words and all(words_in(row, place) for place in words)
        if _is_sum(row) or (row.total and not filled):
            return ()
    return tuple(rows) if len(table.rows) - len(rows) <= MOST_TOTALS else ()


def _is_sum(row: StoredRow) -> bool:
    """Whether the first words of a row say that it sums up others."""
    texts = (row.label, *(words_in(row, place) for place in range(len(row.cells))))
    return _SUM.search(next(filter(None, texts), "")) is not None


def plain(text: str) -> str:
    """A text for comparing: in small letters, with single spaces."""
    return " ".join(text.split()).casefold()


def words_in(row: StoredRow, place: int) -> str:
    """What a row has in a column, on one line; empty where nothing is printed or a dash is."""
    cell = row.cells[place] if place < len(row.cells) else None
    return " ".join(cell.text.split()) if cell is not None and cell.kind is not CellKind.NIL else ""


def _are_told_apart(names: Sequence[str]) -> bool:
    return "" not in names and len(set(map(plain, names))) == len(names)


def _names_aside(
    table: StoredTable, rows: Sequence[StoredRow], labels: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    """The names of rows and where they stand: the labels (-1), or where those are numbers a column
    of names or, of numbers of nothing that is named, the first column of words; it must have a name
    for each, and no two the same."""
    if not all(any(letter.isdigit() for letter in label) for label in labels):
        return -1, labels
    words = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    named = [at for at in words if plain(table.columns[at].name) in _NAMES]
    if not named and only_numbers_rows(table.label_name):
        named = [at for at in words[:1] if thing_of_label(table.columns[at].name) is not None]
    for place in named[:1]:
        names = tuple(words_in(row, place) for row in rows)
        if _are_told_apart(names):
            return place, names
    return -1, labels


# --- what several lists have alike -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AlikeLists:
    """How many lists have the same things with the same column, the same row with the same column,
    and the same column: a question over what several have must say which of them it means. `large`
    are the columns of large tables, of which not all rows are known here."""

    things: Mapping[tuple[str, str], int]
    rows: Mapping[tuple[str, str], int]
    columns: Mapping[str, int]
    large: frozenset[str] = frozenset()


def shared_by(found: Sequence[Listed]) -> AlikeLists:
    """What lists have alike, in small letters; see `AlikeLists`."""
    things: Counter[tuple[str, str]] = Counter()
    rows: Counter[tuple[str, str]] = Counter()
    columns: Counter[str] = Counter()
    large: set[str] = set()
    for each in found:
        many = each.thing.many if each.thing is not None else ""
        own = {plain(spoken_column(column.name)) for column in each.table.columns} - {""}
        columns.update(own)
        large |= own if each.file is not None else set()
        things.update((many, column) for column in own)
        names = set(map(plain, each.names))
        rows.update((name, column) for name in names for column in own)
    return AlikeLists(things, rows, columns, frozenset(large))


# --- when their rows are ---------------------------------------------------------------------


def years_of_document(found: Sequence[Listed], passages: Sequence[Chunk]) -> tuple[str, str]:
    """The years of `years_of_rows`, of a document that is mostly lists; empty of another one, whose
    lists need not say of when it is.

    Args:
        passages: all of the document.
    """
    if any(each.file is not None for each in found):
        return years_of_rows(found)  # such a document is its table
    end = max((passage.end for passage in passages), default=0)
    listed = sum(_length(each.rows) for each in found)
    return years_of_rows(found) if 2 * listed >= end else ("", "")


def years_of_rows(found: Sequence[Listed]) -> tuple[str, str]:
    """The first and the last year in which the rows of lists are: by the labels, or by the first
    column that says when a row was. Both are empty where none does."""
    years: set[str] = set()
    for each in found:
        if each.file is not None:
            years.update(_years_of_file(each.table, each.file))
            continue
        days = [row.label for row in each.rows]
        if not is_named_for_time(each.table.label_name):
            place = _dated_column(each.table)
            if place is None:
                continue
            days = [words_in(row, place) for row in each.rows]
        told = [_YEAR.findall(day) for day in days]
        years.update(year[0] for year in told if len(year) == 1)
    return (min(years), max(years)) if years else ("", "")


def _years_of_file(table: StoredTable, file: ColumnFile) -> Iterator[str]:
    """The first and the last year of a large table's rows."""
    place = -1 if is_named_for_time(table.label_name) else _dated_column(table)
    if place is not None:
        column = file.table.columns[place + 1]
        for day in (column.least, column.largest) if column.kind is CellKind.DATE else ():
            yield from _YEAR.findall(day)[:1]


def _dated_column(table: StoredTable) -> int | None:
    """The column that says when rows were; the year of a book is none, nor is a birthday."""
    dated = [
        place
        for place, column in enumerate(table.columns)
        if column.kind is CellKind.DATE and says_when(column.name)
    ]
    named = [place for place in dated if is_named_for_time(table.columns[place].name)]
    return next(iter(named or dated), None)


def _length(rows: Sequence[StoredRow]) -> int:
    """Characters of a document's text from the first to the last cell of rows."""
    cells = [cell for row in rows for cell in (row.label_cell, *row.cells) if cell is not None]
    return max(cell.end for cell in cells) - min(cell.start for cell in cells) if cells else 0
