"""Lists for tests, read from delimited text as a file would be."""

from __future__ import annotations

from backend.ingestion.sections import sections_of
from backend.readers.delimited import read_delimited
from backend.tables.stored_tables import stored_tables
from backend.types import StoredTable


def list_of(text: str, name: str = "list.csv") -> StoredTable:
    """The only table of a file."""
    reading = read_delimited(text, name)
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    return table
