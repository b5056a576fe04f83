"""One chunk per row of each table, in words that stand alone.

A row says nothing without its header, so its text repeats both: "Statements of income: Net
revenue — 2023: 17,846; 2022: 15,301". This chunker makes rows only; the prose chunkers cover the
tables' own text as well, so that a whole table can be found too.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.chunkers._drafts import sections_of
from backend.chunkers._units import regions, tables_inside
from backend.ports import ChunkDraft, Chunker, Embedder, TokenCounter
from backend.types import CollectionSettings, Reading, Section, Table, TableRow

TITLE_CHARACTERS = 120
LABEL_CHARACTERS = 200


def build() -> Chunker:
    """The table chunker."""
    return TableChunker()


class TableChunker:
    """Rows of tables as chunks of kind `table_row`; a document without tables gives none."""

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Rows in document order; a row over the limit becomes several that repeat its label.

        The size in the settings plays no part: a row is a unit of meaning.
        """
        rows = [
            (table, row)
            for table in tables_inside(reading)
            for row in table.rows
            if row.start < row.end and any(cell.strip() for cell in row.cells[1:])
        ]
        spans = [(row.start, row.end) for _, row in rows]
        places = sections_of(spans, regions(len(reading.text), sections))
        return [
            ChunkDraft(start, end, text, "table_row", section)
            for (start, end), section, texts in zip(
                spans, places, _within_limit(rows, embedder, limit), strict=True
            )
            for text in texts
        ]


def row_text(table: Table, row: TableRow) -> str:
    """A row as "title: label — header: value; header: value"; empty cells are left out."""
    return _sentence(_opening(table, row), _values(table, row))


def _sentence(opening: str, values: Sequence[str]) -> str:
    return " — ".join(part for part in (opening, "; ".join(values)) if part)


def _opening(table: Table, row: TableRow) -> str:
    title = _plain(table.title)[:TITLE_CHARACTERS].rstrip()
    label = _label(row.cells[0])[:LABEL_CHARACTERS].rstrip() if row.cells else ""
    return ": ".join(part for part in (title, label) if part)


def _values(table: Table, row: TableRow) -> list[str]:
    """The cells after the label with their headers, which are matched from the right: a header
    that says nothing over the labels is often one shorter than its rows.
    """
    values = [_plain(cell) for cell in row.cells[1:]]
    headers = [_plain(cell) for cell in table.header][-len(values) :] if values else []
    headers = [""] * (len(values) - len(headers)) + headers
    return [
        f"{header}: {value}" if header else value
        for header, value in zip(headers, values, strict=True)
        if value
    ]


def _label(text: str) -> str:
    """A label that consists of several cells keeps the two spaces between them."""
    return "  ".join(cell for each in text.split("  ") if (cell := _plain(each)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _within_limit(
    rows: Sequence[tuple[Table, TableRow]], counter: TokenCounter, limit: int
) -> list[list[str]]:
    """Per row its text, or several texts where one would exceed the limit."""
    texts = [row_text(table, row) for table, row in rows]
    sizes = [len(each) for each in counter.token_offsets(texts)]
    return [
        [text]
        if size <= limit
        else _parts(_opening(table, row), _values(table, row), counter, limit)
        for (table, row), text, size in zip(rows, texts, sizes, strict=True)
    ]


def _parts(opening: str, values: Sequence[str], counter: TokenCounter, limit: int) -> list[str]:
    """Texts that each hold some of the values and fit the limit."""
    text = _sentence(opening, values)
    tokens = counter.token_offsets([text])[0]
    if len(tokens) <= limit:
        return [text]
    if len(values) > 1:
        middle = len(values) // 2
        return [
            *_parts(opening, values[:middle], counter, limit),
            *_parts(opening, values[middle:], counter, limit),
        ]
    if opening:  # one huge cell: it stands alone, then in pieces
        return _parts("", values, counter, limit)
    cut = max(1, min(int(tokens[limit][0]), len(text) - 1))
    pieces = (text[:cut].strip(), text[cut:].strip())
    return [part for piece in pieces if piece for part in _parts("", [piece], counter, limit)]
