"""What the cells of a list come to, over its rows or over its file of columns.

This is reckoned apart from the rules that answer questions, so that both can be compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Protocol

from backend.briefing.list_wording import MOST_WORDS
from backend.briefing.listed_tables import SECONDS, Listed, plain, words_in
from backend.ports import ColumnFile
from backend.ports.querying import CELLS, QueryFailedError
from backend.types import CellKind, LargeColumn, StoredRow
from backend.types.large_tables import SqlValue

FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])
FIRST_ROWS = 8
"""Rows of which one is asked for; they are taken from the top."""
MOST_VALUES = 20
"""A column of more different words does not group rows."""
LONGEST_VALUE = 30
CURRENCY = re.compile(r"[$€£¥]|\b[A-Z]{3}\b")
WORDS = re.compile(r"[^\W\d_][\w .&’'/-]*")
_SAYS_NOTHING = frozenset(
    ["yes", "no", "y", "n", "x", "none", "na", "n/a", "nil", "unknown", "other", "tbd", "true"]
)


class ListFigures(Protocol):
    """What a list's cells come to; places are those of its columns."""

    def total(self, place: int) -> Decimal | None:
        """The sum of a column of figures, before its scale; None where it is not whole: where a row
        has no figure, one is below nought, they are in several currencies, or one may be the sum
        of all others."""
        ...

    def largest(self, place: int) -> tuple[str, StoredRow] | None:
        """The name of the row with the largest figure of a column that is whole, and a row to quote
        for it; None where several have it."""
        ...

    def group(self, place: int) -> tuple[str, int]:
        """The word that most rows have in a column where several have it and others have others,
        and how many have it; empty and 0 where the column groups no rows, or the word cannot be
        asked for by itself."""
        ...

    def told_apart(self) -> list[int]:
        """The first rows whose names are no part of another one's."""
        ...


def figures_of(listed: Listed) -> ListFigures:
    """What a list's cells come to."""
    return _OfRows(listed) if listed.file is None else _OfFile(listed, listed.file)


class _OfRows:
    def __init__(self, listed: Listed) -> None:
        self._listed = listed

    def total(self, place: int) -> Decimal | None:
        values = self._whole(place)
        return sum(values, Decimal(0)) if values else None

    def largest(self, place: int) -> tuple[str, StoredRow] | None:
        values = self._whole(place)
        if not values or values.count(max(values)) > 1:
            return None
        first = values.index(max(values))
        return self._listed.names[first], self._listed.rows[first]

    def group(self, place: int) -> tuple[str, int]:
        texts = [words_in(row, place) for row in self._listed.rows]
        first = {plain(text): text for text in reversed(texts)}
        counts = Counter(map(plain, texts))
        if "" in counts:
            return "", 0
        for each in _grouping(counts.most_common(), len(texts)):
            if not self._is_elsewhere(each, place):
                return first[each], counts[each]
        return "", 0

    def told_apart(self) -> list[int]:
        words = [frozenset(plain(name).split()) for name in self._listed.names]
        first = range(min(FIRST_ROWS, len(words)))
        return [each for each in first if sum(words[each] <= other for other in words) == 1]

    def _whole(self, place: int) -> list[Decimal]:
        """The figures of a column, of all rows in order; none where it is not whole."""
        cells = [row.cells[place] for row in self._listed.rows]
        values = [
            cell.value
            for cell in cells
            if cell is not None and cell.kind in FIGURES and cell.value is not None
        ]
        marks = {frozenset(CURRENCY.findall(cell.text)) for cell in cells if cell is not None}
        if len(values) < len(cells) or len(marks) > 1:
            return []
        return values if _is_whole(min(values), max(values), sum(values, Decimal(0))) else []

    def _is_elsewhere(self, value: str, place: int) -> bool:
        others = [each for each in range(len(self._listed.table.columns)) if each != place]
        return any(
            value in (plain(row.label), *(plain(words_in(row, other)) for other in others))
            for row in self._listed.rows
        )


class _OfFile:
    """Over all rows of a large table; the column of labels is the first of its file."""

    def __init__(self, listed: Listed, file: ColumnFile) -> None:
        self._listed, self._file = listed, file

    def total(self, place: int) -> Decimal | None:
        if self._file.table.columns[place + 1].kind not in FIGURES:
            return None
        figure = f"v{place + 1}"
        found = self._select(
            f"SELECT count({figure}), min({figure}), max({figure}), sum({figure}) FROM {CELLS} "
            "WHERE NOT is_sum"
        )
        if len(found) != 1 or found[0][0] != self._entries():
            return None
        least, most, whole = (Decimal(str(each)) for each in found[0][1:])
        return whole if _is_whole(least, most, whole) else None

    def largest(self, place: int) -> tuple[str, StoredRow] | None:
        if self.total(place) is None:
            return None
        figure, name = f"v{place + 1}", f"t{self._listed.name_place + 1}"
        most = f"SELECT max({figure}) FROM {CELLS} WHERE NOT is_sum"
        found = self._select(
            f"SELECT {name} FROM {CELLS} WHERE NOT is_sum AND {figure} = ({most}) LIMIT 2"
        )
        if len(found) != 1:
            return None
        return " ".join(str(found[0][0]).split()), self._listed.rows[0]

    def group(self, place: int) -> tuple[str, int]:
        column = self._file.table.columns[place + 1]
        counts = {plain(text): number for text, number in column.frequent}
        if self._entries() != column.filled or len(counts) != column.different:
            return "", 0
        first = {plain(text): text for text, _ in column.frequent}
        for each in _grouping(list(counts.items()), column.filled):
            if not self._is_elsewhere(first[each], place):
                return first[each], counts[each]
        return "", 0

    def told_apart(self) -> list[int]:
        name = f"t{self._listed.name_place + 1}"
        having = f"SELECT count(*) FROM {CELLS} WHERE NOT is_sum AND contains(lower({name}), ?)"
        return [
            number
            for number, each in enumerate(self._listed.names[:FIRST_ROWS])
            if self._select(having, [each.lower()]) == ((1,),)
        ]

    def _entries(self) -> int:
        return self._file.table.rows - self._file.table.sums

    def _is_elsewhere(self, value: str, place: int) -> bool:
        own = place + 1
        columns: Sequence[LargeColumn] = self._file.table.columns
        others = [f"t{each} = ?" for each in range(len(columns)) if each != own]
        found = self._select(
            f"SELECT count(*) FROM {CELLS} WHERE {' OR '.join(others)}", [value] * len(others)
        )
        return found != ((0,),)

    def _select(
        self, sql: str, parameters: Sequence[SqlValue] = ()
    ) -> tuple[tuple[SqlValue, ...], ...]:
        """The rows of a query; none where it took too long."""
        try:
            return self._file.select(sql, parameters, seconds=SECONDS, most=2)
        except QueryFailedError:
            return ()


def _is_whole(least: Decimal, most: Decimal, whole: Decimal) -> bool:
    return least >= 0 and most > 0 and 2 * most != whole


def _grouping(counts: Sequence[tuple[str, int]], rows: int) -> Iterable[str]:
    """The words of a column, the most frequent first, that can be asked for: names or words that
    several rows have, and that have no word of another one of the column. None where the column
    groups no rows."""
    if not 2 <= len(counts) <= min(MOST_VALUES, rows * 3 // 4):
        return
    for each, number in counts:
        words = set(each.split())
        said = len(each) <= LONGEST_VALUE and len(each.split()) <= MOST_WORDS
        said = said and WORDS.fullmatch(each) is not None and each not in _SAYS_NOTHING
        alike = any(words & set(other.split()) for other, _ in counts if other != each)
        if number > 1 and said and not alike:
            yield each
