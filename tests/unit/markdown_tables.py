"""The tables of a small report, as its Markdown is read."""

from __future__ import annotations

from backend.ingestion.sections import sections_of
from backend.readers.text import read_text
from backend.tables.stored_tables import stored_tables
from backend.types import StoredTable


def tables_in(text: str) -> tuple[StoredTable, ...]:
    """The tables of a report in their order."""
    reading = read_text(text, "report.md", markdown=True)
    return stored_tables(reading, sections_of(reading, "d"), "d")
