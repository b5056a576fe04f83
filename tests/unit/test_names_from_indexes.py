"""Documents whose rows are lost are told from the indexes of their table, as far as these hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from backend import identity
from backend.records._sqlite.salvage import _add_indexed
from backend.records._sqlite.schema import migrate

HASH = "ab" * 32


@pytest.fixture
def files() -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """A damaged file with a document (key 7) and a new one that has its collection alone."""
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as damaged,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh,
    ):
        for each in (damaged, fresh):
            migrate(each)
            each.execute("PRAGMA foreign_keys = OFF")
            each.execute(
                "INSERT INTO collections (pk, id, name, folded, created, settings) "
                "VALUES (1, 'c', 'Valleys', 'valleys', 0, '{}')"
            )
        add(damaged, 7, identity.document_id("c", HASH, "copy 2"), "valley.txt")
        yield damaged, fresh


def add(connection: sqlite3.Connection, key: int, document: str, name: str) -> None:
    connection.execute(
        "INSERT INTO documents (pk, id, collection, name, title, media_type, sha256, size, pages, "
        "chunks, version, added, key, page_sizes, metadata, warnings, length) "
        "VALUES (?, ?, 1, ?, ?, 'text/plain', ?, 5, 1, 1, 1, 9, '', '[]', '{}', '[]', 5)",
        (key, document, name, name, HASH),
    )


def test_a_lost_row_keeps_its_name_and_what_tells_copies_apart(files) -> None:
    damaged, fresh = files
    assert _add_indexed(damaged, fresh) == {7}
    row = fresh.execute("SELECT name, sha256, key, media_type FROM documents").fetchall()
    assert row == [("valley.txt", HASH, "copy 2", "")]


def test_a_row_that_is_there_is_left_alone(files) -> None:
    damaged, fresh = files
    add(fresh, 7, "other", "kept.txt")
    assert _add_indexed(damaged, fresh) == set()
    assert fresh.execute("SELECT name FROM documents").fetchall() == [("kept.txt",)]


def test_an_index_that_names_a_document_twice_stops_no_repair(files) -> None:
    damaged, fresh = files
    add(fresh, 3, identity.document_id("c", HASH, "copy 2"), "valley.txt")
    assert _add_indexed(damaged, fresh) == set()
    assert fresh.execute("SELECT pk FROM documents").fetchall() == [(3,)]


def test_an_index_whose_name_is_no_text_stops_no_repair(files) -> None:
    damaged, fresh = files
    damaged.execute("UPDATE documents SET name = x'a5a5'")
    assert _add_indexed(damaged, fresh) == set()
