"""Tables that come as rows of texts (delimited files, spreadsheets, HTML) as a document's text.

Each row becomes a line, its cells parted by two blanks, as in what is read from PDF; so passages,
citations and spans work alike for all of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from backend.readers.layout.characters import clean
from backend.readers.layout.filled_cells import FEWEST_CELLS, Rows, filled, only_text
from backend.readers.layout.group_labels import with_group_labels
from backend.readers.layout.rows_after_gaps import (
    ListAbove,
    goes_on,
    header_above_gap,
    is_total,
    list_above,
    names_period,
)
from backend.readers.layout.spacer_columns import joined_blocks
from backend.readers.layout.spanned_cells import reach_of
from backend.readers.layout.written_headers import header_rows, notes_above, stands_below
from backend.types import Block, BlockKind, PageSize, Reading, Table, TableRow

MAX_CELLS = 500_000
"""Most cells that one file may have."""
MAX_UNPACKED_MEGABYTES = 500
"""Most that a workbook, which is an archive, may unpack to."""
JOINT = "  "


@dataclass(slots=True)
class TextBuilder:
    """A document's text as it grows, with its blocks, tables and pages."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    page_starts: list[int] = field(default_factory=list)
    caption: str = ""
    rows_without: int = 0
    """Rows that have no figure of their own, since a cell of a row above reaches into them."""

    def page(self) -> None:
        """Begin a page (a sheet of a workbook) with what comes next."""
        self.page_starts.append(self.length + (2 if self.length else 0))

    def block(self, kind: BlockKind, text: str, level: int = 0) -> None:
        """Add a heading, paragraph or list; nothing where the text is blank."""
        plain = clean(text).strip()
        if not plain:
            return
        start = self._apart()
        self._add(plain)
        self.blocks.append(Block(kind, start, self.length, self._page(), level))
        if kind == "heading":
            self.caption = " ".join(plain.split())

    def table(self, header: Rows, body: Rows, title: str = "") -> None:
        """Add a table of one column for the labels and at least one more.

        Args:
            header: rows that stand over the columns, from the top down.
            body: rows of one length each, those of the header among them.
        """
        start = self._apart()
        paths = paths_over(header, max(map(len, body), default=0))
        for row in header:
            line = JOINT.join(cell for cell in dict.fromkeys(map(_plain, row)) if cell)
            if line:
                self._add(line + "\n")
        rows: list[TableRow] = []
        for cells in body:
            plain = tuple(map(_plain, cells))
            if not any(plain):
                continue
            if rows:
                self._add("\n")
            begin = self.length
            self._add(JOINT.join(cell for cell in plain if cell))
            rows.append(TableRow(begin, self.length, plain, reach=reach_of(cells)))
        names = tuple(" ".join(path) for path in paths)
        page = self._page()
        self.tables.append(
            Table(start, self.length, page, title or self.caption, names, tuple(rows), paths)
        )
        self.blocks.append(Block("table", start, self.length, page))

    def reading(
        self, title: str, metadata: dict[str, str], warnings: Sequence[str] = ()
    ) -> Reading:
        """What was built, as one document."""
        starts = tuple(min(start, self.length) for start in self.page_starts) or (0,)
        return Reading(
            text="".join(self.parts),
            title=title,
            page_sizes=tuple(PageSize(0.0, 0.0) for _ in starts),
            page_starts=starts,
            blocks=tuple(self.blocks),
            tables=tuple(self.tables),
            lines=(),
            metadata=metadata,
            warnings=(*warnings, *about_rows_without(self.rows_without)),
        )

    def _apart(self) -> int:
        if self.length:
            self._add("\n\n")
        return self.length

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _page(self) -> int:
        return max(0, len(self.page_starts) - 1)


def about_rows_without(rows: int) -> list[str]:
    """What a person is told of rows into which the figure of another one reaches."""
    if not rows:
        return []
    have = "1 row has" if rows == 1 else f"{rows:,} rows have"
    return [
        f"{have} no figure of their own where a cell was merged over several rows: its figure "
        "stands in the first of them alone, so that it is not counted twice."
    ]


def _plain(text: str) -> str:
    return " ".join(clean(text).split())


def paths_over(header: Rows, width: int) -> tuple[tuple[str, ...], ...]:
    """Per column its headers from the top down. What is printed once over several columns (all but
    the lowest row) reaches over the empty places right of it."""
    if not header:
        return ()
    columns: list[list[str]] = [[] for _ in range(width)]
    for number, row in enumerate(header):
        latest = ""
        for place in range(width):
            text = _plain(row[place]) if place < len(row) else ""
            spans = number + 1 < len(header) and place > 0
            latest = text or (latest if spans else "")
            if latest and (not columns[place] or columns[place][-1] != latest):
                columns[place].append(latest)
    return tuple(map(tuple, columns))


# --- where tables and their headers are ----------------------------------------------------------


def regions(grid: Rows) -> list[list[list[str]]]:
    """The parts of a sheet that empty rows or columns keep apart, from top to bottom; figures
    without labels go with those left of them, and entries without names of columns with the table
    above them."""
    found: list[list[list[str]]] = []
    width = max(map(len, grid), default=0)
    above: _Above | None = None
    for rows in _runs([any(cell.strip() for cell in row) for row in grid]):
        part = [[*grid[number], *[""] * (width - len(grid[number]))] for number in rows]
        held = [any(row[place].strip() for row in part) for place in range(width)]
        blocks = joined_blocks(part, _runs(held))
        if above is not None and set(above.columns).issuperset(itertools.chain(*blocks)):
            below = _of_columns(part, above.columns)
            if above.goes_on(below):
                above.region.extend(below)
                continue
            if len(part) == 1 and names_period(part[0]):
                found.append(below)
                continue
        found.extend(_of_columns(part, columns) for columns in blocks)
        above = _Above(blocks[0], found[-1]) if len(blocks) == 1 else None
    return found


@dataclass(slots=True)
class _Above:
    """The last region of a sheet, which may go on below the next gap."""

    columns: Sequence[int]
    region: list[list[str]]
    known: ListAbove | None = None
    is_read: bool = False

    def goes_on(self, below: Rows) -> bool:
        """Whether rows of the same columns go on with the region."""
        if not self.is_read:
            # a long list is looked at once, however many gaps it has
            self.is_read = True
            first, last = _table_within(self.region)
            body = self.region[first:last]
            if len(body) == 1 and header_above_gap(body[0], below):
                is_header = header_rows([*body, *below]) == 1
                self.known = list_above(body, below) if is_header else None
                return self.known is not None
            count = header_rows(body)
            self.known = list_above(body[:count], body[count:])
        if self.known is None or is_total(self.region[-1]):
            return False
        return goes_on(self.known, below)


def _of_columns(rows: Rows, columns: Sequence[int]) -> list[list[str]]:
    return [[row[place] for place in columns] for row in rows]


def _runs(filled: Sequence[bool]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number, there in enumerate(filled):
        if there and number and filled[number - 1]:
            runs[-1].append(number)
        elif there:
            runs.append([number])
    return runs


def add_region(builder: TextBuilder, region: Rows) -> None:
    """Add a part of a sheet: lines of one cell above and below it as text, the rest as a table."""
    rows = [list(row) for row in region]
    first, last = _table_within(rows)
    title = _plain(only_text(rows[0])) if filled(rows[0]) < FEWEST_CELLS else ""
    for row in rows[:first]:
        builder.block("paragraph", only_text(row))
    if last > first:
        body = rows[first:last]
        count = header_rows(body)
        builder.table(body[:count], with_group_labels(body[count:]), title)
    for row in rows[last:]:
        builder.block("paragraph", only_text(row))


def _table_within(rows: Rows) -> tuple[int, int]:
    """Where the table of a region begins and ends: between lines of one cell, and below notes."""
    first, last = 0, len(rows)
    while first < last and filled(rows[first]) < FEWEST_CELLS:
        first += 1
    while last > first and stands_below(rows[:last]):
        last -= 1
    return first + notes_above(rows[first:last]), last
