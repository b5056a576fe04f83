"""Small files that are read as large tables, for tests."""

from __future__ import annotations

from pathlib import Path

from backend.column_files.duckdb import DuckdbFiles
from backend.ports import LargeSource
from backend.readers.delimited import DelimitedReader

ORDERS = """Order,Date,Customer,Region,Units,Price (EUR),State
1001,2024-01-05,Ada Finch,North,2,10.50,paid
1002,2024-01-20,Omar Rell,South,1,100.00,open
1003,2024-02-02,Ada Finch,North,4,2.25,paid
1004,2024-02-03,Jo Marsh,East,3,7.00,open
1005,2024-03-09,Omar Rell,South,10,1.10,paid
1006,2024-03-30,Lia Bow,North,5,20.00,
"""
"""Six orders; that of Lia Bow has no state."""


def quiet(stage: str, done: int, total: int) -> None:
    """Nobody looks at the progress."""


def source_of(
    folder: Path, text: str | bytes, name: str = "orders.csv", rows: int = 2
) -> LargeSource:
    """A file's text as a large table in a file of columns; tables of more than `rows` are."""
    written = folder / f"written-{name}"
    written.write_bytes(text.encode() if isinstance(text, str) else text)
    reader = DelimitedReader(200, rows)
    found = reader.large_table(written, name, quiet)
    assert found is not None
    target = folder / f"{name}.columns"
    DuckdbFiles().write(target, *found)
    title = reader.read(written, name, None, quiet).title
    return LargeSource("d", "t", title, 0, 10, DuckdbFiles().open(target))
