"""Lists for tests, read from delimited text as a file would be."""

from __future__ import annotations

from backend.ingestion.sections import sections_of
from backend.readers.delimited import read_delimited
from backend.tables.stored_tables import stored_tables
from backend.types import Chunk, StoredTable


def list_of(text: str, name: str = "list.csv") -> StoredTable:
    """The only table of a file."""
    reading = read_delimited(text, name)
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    return table


def passage_of(table: StoredTable) -> Chunk:
    """A passage that holds every cell of a list."""
    cells = [
        cell for row in table.rows for cell in (row.label_cell, *row.cells) if cell is not None
    ]
    text = " ".join(cell.text for cell in cells)
    return Chunk("c", "d", "s", 0, text, 0, max(cell.end for cell in cells), (), "table")
