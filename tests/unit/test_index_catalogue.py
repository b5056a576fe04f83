"""What the index's catalogue looks at does not grow with the collection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from backend.indexes._embedded.catalogue import (
    Catalogue,
    EntryRow,
    add_rows,
    make_part,
    mark_removed,
    removed_since,
)


def steps(path: Path, documents: int, what: str) -> int:
    """How many instructions SQLite needs for something in a part of so many documents of ten
    entries each, of which one has been removed before."""
    catalogue = Catalogue(path)
    catalogue.prepare()
    with catalogue.write() as connection:
        part = make_part(connection, "c", "chunk").pk
        rows = [
            EntryRow(number, f"e{number}", f"d{number // 10}", "text/plain", True)
            for number in range(10 * documents)
        ]
        add_rows(connection, part, rows)
        assert mark_removed(connection, part, ["d3"], 5) == 10
        done: dict[str, Callable[[], object]] = {
            "remove": lambda: mark_removed(connection, part, ["d7"], 6),
            "remove what is not there": lambda: mark_removed(connection, part, ["d"], 6),
            "ask what has gone": lambda: removed_since(connection, part, 4),
        }
        count = 0

        def counted() -> int:
            nonlocal count
            count += 1
            return 0

        connection.set_progress_handler(counted, 1)
        done[what]()
        connection.set_progress_handler(None, 0)
    catalogue.close()
    return count


@pytest.mark.parametrize("what", ["remove", "remove what is not there", "ask what has gone"])
def test_one_document_costs_the_same_in_a_large_part(tmp_path: Path, what: str) -> None:
    few, many = (steps(tmp_path / f"{size}.sqlite3", size, what) for size in (20, 400))
    assert many < 2 * few
