"""What the parts of the record store share: the database, and looking up a collection's key."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from backend.records._sqlite.database import Database
from backend.records._sqlite.rows import one
from backend.view_files import drop_views


class StorePart:
    """One group of the store's verbs over the common database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _documents_left(self, collection_ids: Iterable[str]) -> None:
        """What was made of collections that lost documents goes with these: the files of their
        views hold words of them. Whatever a crash keeps from going here goes at the next start.
        """
        for collection_id in set(collection_ids):
            drop_views(self._database.path.parent, collection_id)


def collection_key(connection: sqlite3.Connection, collection_id: str) -> int:
    """The integer key of a collection.

    Raises:
        NotFoundError: if it does not exist.
    """
    found = connection.execute("SELECT pk FROM collections WHERE id = ?", (collection_id,))
    return int(one(found, "collection")[0])


def document_key(connection: sqlite3.Connection, document_id: str) -> int:
    """The integer key of a document.

    Raises:
        NotFoundError: if it does not exist.
    """
    found = connection.execute("SELECT pk FROM documents WHERE id = ?", (document_id,))
    return int(one(found, "document")[0])


def last_change(connection: sqlite3.Connection) -> int:
    """Number of the last change, 0 if there was none."""
    return int(connection.execute("SELECT coalesce(max(sequence), 0) FROM changes").fetchone()[0])
