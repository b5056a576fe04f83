"""Tables of very many rows, read row by row: what all cells of a column say, and each cell typed.

Memory does not grow with the rows. What holds of a column must hold of all of its cells: one figure
in another unit, or a day that can be read in two ways, and it counts as a column of words, with
which nothing is reckoned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from itertools import chain, islice

from backend.calendar_words import MONTH_TITLES
from backend.dates import day_of, is_of_open_order, month_comes_first
from backend.readers.layout.characters import clean
from backend.readers.layout.written_headers import header_rows
from backend.readers.layout.written_tables import TextBuilder, paths_over
from backend.tables.cell_values import (
    CellValue,
    cell_value,
    decimal_sign,
    is_year,
    writes_decimal_comma,
)
from backend.tables.column_scales import measure_of
from backend.types import (
    ROWS_IN_COLUMNS,
    CellKind,
    LargeColumn,
    LargeTable,
    Reading,
    TypedCell,
    enumeration,
)

FIRST_ROWS = 40
"""So many rows stand in the document's text, where they can be found and cited."""
SAMPLE_ROWS = 5_000
"""Rows from which the header and the sign before decimals are told."""
HEAD_ROWS = 200
"""Rows among which the header is looked for."""
MOST_DIFFERENT = 20_000
"""Different texts of a column that are counted."""
MOST_FREQUENT = 10
MOST_DIGITS = 30
"""A longer number is a code and no figure."""
STRAY = 100
"""One cell in so many of a column of figures may be none: "unknown", "see note"."""
MOST_NAMED = 20
"""Columns that the card names; further ones are counted there, and told below."""
SUCH = 3
"""Texts of a column in which all are different that are told."""
STEP = 20_000
"""Rows between two reports."""
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?")
_FIGURES = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT)
_SUM = re.compile(
    r"(?i)(?:(?:grand |sub)?-?totals?|sum|average|mean|overall|gesamt|summe|insgesamt)[ :]*"
)
_LONGEST_SUM = 16
Row = Sequence[str]
Report = Callable[[int], None]
"""Is told how many rows were read."""


@dataclass(slots=True)
class _Column:
    """What the cells of a column say, as far as they were read."""

    comma: bool
    filled: int = 0
    kinds: dict[tuple[CellKind, str], int] = field(default_factory=dict)
    counts: dict[str, int] | None = field(default_factory=dict)
    signs: set[str] = field(default_factory=set)
    orders: set[bool] = field(default_factory=set)
    is_slashed: bool = False
    is_vague: bool = False
    places: int = 0
    digits: int = 0
    least: Decimal | None = None
    largest: Decimal | None = None
    days: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        counts = self.counts
        if counts is not None:
            if text in counts:
                counts[text] += 1
                return
            counts[text] = 1
            if len(counts) > MOST_DIFFERENT:
                self._uncounted()
                counts[text] = 0
        self._look(text, 1)

    def _uncounted(self) -> None:
        """Take over what was counted so far: from here on each cell is looked at."""
        counts, self.counts = self.counts or {}, None
        for text, count in counts.items():
            self._count(text, count - 1)

    def finished(self) -> None:
        """Count what was only looked at once."""
        for text, count in (self.counts or {}).items():
            self._count(text, count - 1)

    def _count(self, text: str, more: int) -> None:
        if more > 0:
            value = self._value(text)
            if value is not None:
                self.filled += more
                key = (value.kind, value.unit)
                self.kinds[key] = self.kinds.get(key, 0) + more

    def _look(self, text: str, count: int) -> None:
        value = self._value(text)
        if value is None:
            return
        self.filled += count
        key = (value.kind, value.unit)
        self.kinds[key] = self.kinds.get(key, 0) + count
        if value.value is not None:
            self._figure(text, value.value)
        elif value.kind is CellKind.DATE:
            self._day(text)

    def _value(self, text: str) -> CellValue | None:
        if _PLAIN.fullmatch(text) and not (self.comma and "." in text):
            return CellValue(CellKind.NUMBER, Decimal(text), "", "")
        value = cell_value(text, decimal_comma=self.comma)
        return None if value.kind is CellKind.NIL else value

    def _figure(self, text: str, value: Decimal) -> None:
        if "," in text or "." in text:
            self.signs.add(decimal_sign(text))
        exponent = value.as_tuple().exponent
        self.places = max(self.places, -exponent if isinstance(exponent, int) else 0)
        self.digits = max(self.digits, value.adjusted() + 1)
        if self.least is None or value < self.least:
            self.least = value
        if self.largest is None or value > self.largest:
            self.largest = value

    def _day(self, text: str) -> None:
        if is_of_open_order(text):
            self.is_slashed = True
            if (order := month_comes_first(text)) is not None:
                self.orders.add(order)
        found_day = day_of(text, False) or day_of(text, True)
        if found_day is None:
            self.is_vague = True
            return
        day = found_day.isoformat()
        if not self.days:
            self.days = {day}
        else:
            self.days = {min(*self.days, day), max(*self.days, day)}

    def told(self, name: str) -> LargeColumn:
        """The column of all cells."""
        self.finished()
        kind, unit = self._kind()
        own = measure_of(name)
        is_figure = kind in _FIGURES
        if is_figure and kind is not CellKind.PER_CENT:
            unit = unit or own.unit
            if own.unit == "%" and not unit.replace("%", ""):
                kind, unit = CellKind.PER_CENT, "%"
        least = largest = ""
        if is_figure and self.least is not None and self.largest is not None:
            least, largest = f"{self.least:f}", f"{self.largest:f}"
        order = next(iter(self.orders)) if len(self.orders) == 1 else None
        if kind is CellKind.DATE and not self.is_slashed:
            least, largest = min(self.days), max(self.days)
        counted = self.counts
        held = {each: count for each, count in (counted or {}).items() if self._value(each)}
        frequent = sorted(held.items(), key=lambda each: (-each[1], each[0]))[:MOST_FREQUENT]
        return LargeColumn(
            name,
            kind,
            unit if is_figure else "",
            (own.scale if is_figure and kind is not CellKind.PER_CENT else None) or Decimal(1),
            self.places if is_figure else 0,
            self.filled,
            None if counted is None else len(held),
            tuple(frequent),
            least,
            largest,
            self.comma,
            order if kind is CellKind.DATE else None,
        )

    def _kind(self) -> tuple[CellKind, str]:
        figures = {key: count for key, count in self.kinds.items() if key[0] in _FIGURES}
        if figures and len(figures) == 1 and not {",", "."} <= self.signs:
            (key, count), others = next(iter(figures.items())), 0
            others = self.filled - count
            wrong = "," if not self.comma else "."
            fits = self.digits + self.places <= MOST_DIGITS and wrong not in self.signs
            if fits and others * STRAY <= self.filled:
                return key
        days = self.kinds.get((CellKind.DATE, ""), 0)
        told = not self.is_slashed or len(self.orders) == 1
        if days and days == self.filled and told and not self.is_vague:
            return CellKind.DATE, ""
        return CellKind.TEXT, ""


@dataclass(frozen=True, slots=True)
class LargeRead:
    """A large table with its first rows as they are printed, and the numbers (from 1) of the first
    lines that have more or fewer cells than the header, with how many those are."""

    table: LargeTable
    said: tuple[str, ...]
    first_rows: tuple[tuple[str, ...], ...]
    uneven: tuple[int, ...]
    uneven_count: int


def read_large(rows: Iterable[Row], report: Report = lambda _: None) -> LargeRead | None:
    """What all rows of a table say; None where no row has two cells that hold something."""
    source = enumerate(rows, start=1)
    sample = list(islice(source, SAMPLE_ROWS))
    filled = [_filled(row) for _, row in sample]
    first = next((at for at, count in enumerate(filled) if count > 1), -1)
    if first < 0:
        return None
    head = [list(row) for (_, row), count in zip(sample, filled, strict=True) if count][
        sum(1 for count in filled[:first] if count) :
    ][:HEAD_ROWS]
    wide = max(map(len, head))
    count = header_rows([row + [""] * (wide - len(row)) for row in head])
    width = max((_width(row) for row in head[:count] or head), default=0)
    names = [" › ".join(path) for path in paths_over(head[:count], width)] or [""] * width
    comma = writes_decimal_comma(plain(cell) for _, row in sample for cell in row[1:])
    columns = [_Column(comma) for _ in range(width)]
    said = tuple(plain(" ".join(row)) for _, row in sample[:first] if _filled(row))
    body = _after_header(chain(sample, source), first, count)
    kept: list[tuple[str, ...]] = []
    uneven: list[int] = []
    uneven_count = total = sums = 0
    last: tuple[str, ...] = ()
    for number, row in body:
        if _width(row) != width:
            uneven_count += 1
            if len(uneven) < 8:
                uneven.append(number)
        texts = fitted(row, width)
        total += 1
        if is_sum(texts):
            sums += 1
        else:
            for column, text in zip(columns, texts, strict=True):
                if text:
                    column.add(text)
        if len(kept) < FIRST_ROWS:
            kept.append(texts)
        if total % STEP == 0:
            report(total)
        last = texts
    if not total:
        return None
    told = tuple(column.told(name) for column, name in zip(columns, names, strict=True))
    table = LargeTable(told, total, sums, count, first)
    if last and not is_sum(last) and _is_bare_sum(last, table):
        table = LargeTable(told, total, sums, count, first, last_is_open=True)
    return LargeRead(table, said, tuple(kept), tuple(uneven), uneven_count)


def typed_rows(
    rows: Iterable[Row], table: LargeTable, report: Report = lambda _: None
) -> Iterator[tuple[bool, tuple[TypedCell, ...]]]:
    """Each row of a table that `read_large` has read: whether it sums up others, and its cells."""
    width = len(table.columns)
    remembered: list[dict[str, TypedCell]] = [{} for _ in range(width)]
    body = _after_header(enumerate(rows, start=1), table.first, table.header_rows)
    for number, (_, row) in enumerate(body, start=1):
        texts = fitted(row, width)
        cells: list[TypedCell] = []
        for column, known, text in zip(table.columns, remembered, texts, strict=True):
            cell = known.get(text)
            if cell is None:
                if len(known) > MOST_DIFFERENT:
                    known.clear()
                cell = known[text] = typed(text, column)
            cells.append(cell)
        yield is_sum(texts), tuple(cells)
        if number % STEP == 0:
            report(number)


def typed(text: str, column: LargeColumn) -> TypedCell:
    """A cell of a column with what it says."""
    if not text:
        return None, None
    if column.kind is CellKind.TEXT:
        nil = len(text) < _LONGEST_SUM and cell_value(text).kind is CellKind.NIL
        return (None, None) if nil else (text, None)
    if column.kind is CellKind.DATE:
        day = day_of(text, column.month_first)
        return text, day.isoformat() if day else None
    value = cell_value(text, decimal_comma=column.decimal_comma)
    if value.kind is CellKind.NIL:
        return None, None
    try:
        return text, value.value
    except InvalidOperation:  # pragma: no cover - the grammar of numbers gives none
        return text, None


def fitted(row: Row, width: int) -> tuple[str, ...]:
    """As many cells as the table has columns, each in one line."""
    texts = [plain(cell) for cell in row[:width]]
    return tuple(texts + [""] * (width - len(texts)))


def plain(text: str) -> str:
    """A cell's text in one line."""
    if text.isascii() and text.isalnum():
        return text
    return " ".join(clean(text).split())


def is_sum(texts: Sequence[str]) -> bool:
    """Whether a row says that it sums up others."""
    first = next((text for text in texts if text), "")
    return len(first) <= _LONGEST_SUM and _SUM.fullmatch(first) is not None


def _is_bare_sum(texts: Sequence[str], table: LargeTable) -> bool:
    """Whether the last row has figures and none of the words that all other rows have."""
    worded = [at for at, column in enumerate(table.columns) if column.kind not in _FIGURES]
    full = [at for at in worded if table.columns[at].filled >= table.rows - table.sums - 1]
    return bool(full) and not any(texts[at] for at in worded)


def _after_header(
    rows: Iterable[tuple[int, Row]], first: int, header: int
) -> Iterator[tuple[int, Row]]:
    """The rows below the header that hold something. `first` counts all lines above the header,
    `header` those of its rows that hold something."""
    left = header
    for number, row in rows:
        if number <= first or not any(cell.strip() for cell in row):
            continue
        if left:
            left -= 1
            continue
        yield number, row


def _filled(row: Row) -> int:
    return sum(1 for cell in row if cell.strip())


def _width(row: Row) -> int:
    """Cells up to the last that holds something, or is separated by name."""
    return len(row)


# --- the document's text -------------------------------------------------------------------------


def large_reading(
    read: LargeRead, title: str, metadata: dict[str, str], said: Sequence[str] = ()
) -> Reading:
    """The card of a table and its first rows as a document. `said` are further warnings."""
    table = read.table
    builder = TextBuilder()
    builder.page()
    builder.caption = title
    builder.block("paragraph", about_table(table, title))
    for text in read.said:
        builder.block("paragraph", text)
    for column in table.columns:
        builder.block("paragraph", about_column(column, table.rows - table.sums))
    builder.block(
        "paragraph", f"The first {len(read.first_rows)} of the {table.rows:,} rows are these:"
    )
    header = [[each.name for each in table.columns]] if table.header_rows else []
    builder.table(header, read.first_rows, title)
    shown = ", ".join(map(str, read.uneven)) + (
        " …" if read.uneven_count > len(read.uneven) else ""
    )
    warnings = (
        [
            f"{read.uneven_count:,} rows have not {len(table.columns)} cells like the header "
            f"(line {shown}): missing cells are empty, those beyond are left out."
        ]
        if read.uneven_count
        else []
    )
    warnings.append(
        f"The table has {table.rows:,} rows: its first {len(read.first_rows)} can be read and "
        "cited, all of them are counted and added up."
    )
    return builder.reading(
        title, {**metadata, ROWS_IN_COLUMNS: str(table.rows)}, (*said, *warnings)
    )


def about_table(table: LargeTable, title: str) -> str:
    """What a table is, in sentences: how large, what its columns are called, what tells its rows
    apart, and from when to when it is."""
    names = [each.name or "one without a header" for each in table.columns]
    further = len(names) - MOST_NAMED
    shown = names[:MOST_NAMED] if further > 1 else names
    listed = enumeration([*shown, f"{further} more"] if further > 1 else shown)
    many = f"{len(names)} column{'s' if len(names) != 1 else ''}"
    said = [f"{title} is a table of {table.rows:,} rows and {many}: {listed}."]
    if table.sums:
        sums = "row sums" if table.sums == 1 else "rows sum"
        said.append(f"{table.sums:,} {sums} up others and is left out of all figures.")
    first = table.columns[0]
    if first.name and first.filled and first.different == first.filled == table.rows - table.sums:
        said.append(f"Each row has its own {first.name}.")
    for column in table.columns:
        if column.kind is CellKind.DATE and column.least:
            span = f"from {_day(column.least)} to {_day(column.largest)}"
            said.append(f"By {column.name or 'its days'} it reaches {span}.")
    return " ".join(said)


def about_column(column: LargeColumn, rows: int = 0) -> str:
    """What a column holds, in a sentence, and in how many of so many rows it is empty."""
    name = column.name or "A column without a header"
    if not column.filled:
        return f"{name} is empty in all rows."
    left = rows - column.filled
    empty = f" It is empty in {left:,} row{'s' if left != 1 else ''}." if left > 0 else ""
    if column.kind in _FIGURES and column.least:
        unit = f" {column.unit}" if column.unit else ""
        span = f"from {_figure(column.least)} to {_figure(column.largest)}{unit}"
        return f"{name} holds figures {span}.{empty}"
    if column.kind is CellKind.DATE and column.least:
        return f"{name} holds days from {_day(column.least)} to {_day(column.largest)}.{empty}"
    if column.different is None:
        return f"{name} holds more than {MOST_DIFFERENT:,} different texts.{empty}"
    many = f"{column.different:,} different text{'s' if column.different != 1 else ''}"
    if column.frequent and column.frequent[0][1] == 1 and column.different > len(column.frequent):
        such = enumeration([text for text, _ in column.frequent[:SUCH]])
        return f"{name} holds {many}, one for each row, such as {such}.{empty}"
    shown = enumeration([_counted_text(*each) for each in column.frequent])
    if column.different > len(column.frequent):
        return f"{name} holds {many}, most often {shown}.{empty}"
    return f"{name} holds {many}: {shown}.{empty}"


def _counted_text(text: str, count: int) -> str:
    return f"{text} ({count:,} row{'s' if count != 1 else ''})"


def _day(day: str) -> str:
    """A day as it is said: 5 January 2024 for 2024-01-05."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTH_TITLES[found.month - 1]} {found.year}"


def _figure(text: str) -> str:
    if is_year(text):
        return text
    return f"{Decimal(text):,f}"
