"""A document of paragraphs, lists and tables as it is taken from an Office file."""

from __future__ import annotations

from collections.abc import Sequence

from backend.readers.engines.office_parts import TextLimit
from backend.readers.engines.protocol import FileRefusal
from backend.readers.layout.spanned_cells import SpannedCell, grid_of, rows_without
from backend.readers.layout.written_headers import header_rows
from backend.readers.layout.written_tables import MAX_CELLS, TextBuilder

BULLET = "•"


class OfficeText:
    """Puts paragraphs, list items and tables into a text; items in a row become one list."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.limit = TextLimit()
        self._items: list[str] = []
        self._cells = 0

    def page(self) -> None:
        """Begin a page (a slide)."""
        self.end_list()
        self.builder.page()

    def heading(self, text: str, level: int) -> None:
        """Add a heading on one line."""
        self.end_list()
        self.builder.block("heading", " ".join(self.limit.take(text).split()), level)

    def paragraph(self, text: str) -> None:
        """Add a paragraph."""
        self.end_list()
        self.builder.block("paragraph", self.limit.take(text))

    def item(self, text: str, mark: str = BULLET) -> None:
        """Add an item to the list that is being written, or to a new one."""
        plain = self.limit.take(text).strip()
        if plain:
            self._items.append(f"{mark} {plain}")

    def end_list(self) -> None:
        """Write the list that is being collected."""
        if self._items:
            self.builder.block("list", "\n".join(self._items))
            self._items.clear()

    def table(self, cells: Sequence[Sequence[SpannedCell]], title: str = "") -> None:
        """Add a table; one of a single column, which only sets text off, as its paragraphs.

        Raises:
            Refusal: `too_large` over MAX_CELLS cells.
        """
        self.end_list()
        self._cells += sum(cell.columns * cell.rows for row in cells for cell in row)
        if self._cells > MAX_CELLS:
            raise FileRefusal("too_large", MAX_CELLS)
        for row in cells:
            for cell in row:
                self.limit.take(cell.text)
        marked = sum(bool(row) and all(cell.is_header for cell in row) for row in cells)
        grid, bodies = grid_of(cells, header=True), grid_of(cells, header=False)
        kept = [number for number, row in enumerate(grid) if any(cell.strip() for cell in row)]
        if not kept:
            return
        rows, body = [grid[number] for number in kept], [bodies[number] for number in kept]
        if len(rows[0]) < 2 or len(rows) < 2:
            for texts in body:
                self.paragraph("\n".join(text for text in texts if text.strip()))
            return
        count = sum(number < marked for number in kept) or header_rows(rows)
        count = min(count, len(rows) - 1)
        self.builder.table(rows[:count], body[count:], title)
        self.builder.rows_without += rows_without(cells)
