"""One chunk per row of each table, in words that stand alone.

A row says nothing without its header, so its text repeats both: "Statements of income: Net
revenue — 2023: 17,846; 2022: 15,301". This chunker makes rows only; the prose chunkers cover the
tables' own text as well, so that a whole table can be found too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from backend.chunkers._drafts import sections_of
from backend.chunkers._units import regions
from backend.ports import ChunkDraft, Chunker, Embedder, TokenCounter
from backend.tables.cell_headers import header_in_full, periods_above, takes_period
from backend.tables.merged_marks import marked
from backend.tables.row_structure import span_of
from backend.tables.stored_tables import stored_tables
from backend.types import CollectionSettings, Reading, Section, StoredRow, StoredTable

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
        tables = stored_tables(reading, sections, "")
        return passages_of_tables(tables, reading, sections, embedder, limit)


def passages_of_tables(
    tables: Sequence[StoredTable],
    reading: Reading,
    sections: Sequence[Section],
    counter: TokenCounter,
    limit: int,
) -> list[ChunkDraft]:
    """The rows of a document's stored tables as chunks that know their table and row."""
    rows = [
        (number, place, row)
        for number, table in enumerate(tables)
        for place, row in enumerate(table.rows)
    ]
    spans = [span_of(row) for _, _, row in rows]
    places = sections_of(spans, regions(len(reading.text), sections))
    texts = _within_limit([(tables[number], row) for number, _, row in rows], counter, limit)
    return [
        ChunkDraft(start, end, text, "table_row", section, number, place)
        for (number, place, _), (start, end), section, parts in zip(
            rows, spans, places, texts, strict=True
        )
        for text in parts
    ]


def row_text(table: StoredTable, row: StoredRow) -> str:
    """A row as "title: group: label — header: value; header: value"; empty cells are left out.

    A header says its period in full, wherever the table prints it.
    """
    return _sentence(_opening(table, row), _values(table, row))


def _sentence(opening: str, values: Sequence[str]) -> str:
    return " — ".join(part for part in (opening, "; ".join(values)) if part)


def _opening(table: StoredTable, row: StoredRow) -> str:
    title = _plain(table.title)[:TITLE_CHARACTERS].rstrip()
    label = _label(row.label)[:LABEL_CHARACTERS].rstrip()
    said = _said_in_headers(table, row)
    groups = (_plain(each)[:LABEL_CHARACTERS].rstrip() for each in row.group if each not in said)
    return ": ".join(part for part in chain((title,), groups, (label,)) if part)


def _said_in_headers(table: StoredTable, row: StoredRow) -> tuple[str, ...]:
    """The periods above a row that the headers of all its cells say."""
    columns = zip(table.columns, row.cells, strict=True)
    each_says = all(takes_period(column) for column, cell in columns if cell is not None)
    return periods_above(row) if each_says else ()


def _values(table: StoredTable, row: StoredRow) -> list[str]:
    """The cells after the label with their headers."""
    found: list[str] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None:
            continue
        header = header_in_full(table, row, column)
        value = marked(_plain(cell.text), cell.reach)
        found.append(f"{header}: {value}" if header else value)
    return found


def _label(text: str) -> str:
    """A label that consists of several cells keeps the two spaces between them."""
    return "  ".join(cell for each in text.split("  ") if (cell := _plain(each)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _within_limit(
    rows: Sequence[tuple[StoredTable, StoredRow]], counter: TokenCounter, limit: int
) -> list[list[str]]:
    """Per row its text, or several texts where one would exceed the limit."""
    texts = [row_text(table, row) for table, row in rows]
    sizes = [len(offset) for offset in counter.token_offsets(texts)]
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
