"""Collections: making, renaming, settings, sizes, removal."""

from __future__ import annotations

import sqlite3
import time

from backend.identity import content_id
from backend.records._codecs import folded_name, name_taken, settings_text, tidy_name
from backend.records._sqlite.part import StorePart, collection_key
from backend.records._sqlite.removal import remove_documents
from backend.records._sqlite.rows import COLLECTION_COLUMNS, collection_of, one
from backend.records._sqlite.sharing import give_role
from backend.types import Collection, CollectionCounts, CollectionSettings, Grant, Receipt, Role


class Collections(StorePart):
    """The verbs of `Records` about collections."""

    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT {COLLECTION_COLUMNS} FROM collections ORDER BY folded, id"
            )
            return tuple(map(collection_of, rows))

    def collection(self, collection_id: str) -> Collection:
        """One collection; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            return _collection(connection, collection_id)

    def counts(self, collection_id: str) -> CollectionCounts:
        """How much a collection holds."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            row = connection.execute(
                "SELECT count(*), coalesce(sum(pages), 0), coalesce(sum(chunks), 0), "
                "coalesce(sum(size), 0) FROM documents WHERE collection = ?",
                (key,),
            ).fetchone()
            return CollectionCounts(*row)

    def create_collection(
        self, name: str, settings: CollectionSettings, owner: str = ""
    ) -> Collection:
        """Make a collection. Its id follows from its name, so that the same library built twice
        has the same ids; a name that was used before by a renamed collection gets a counter.
        """
        name = tidy_name(name)
        folded = folded_name(name, owner)
        named = (owner, name) if owner else (name,)
        with self._database.write() as connection:
            _check_free(connection, folded, "")
            attempt = 1
            identity = content_id("collection", *named)
            while connection.execute(
                "SELECT 1 FROM collections WHERE id = ?", (identity,)
            ).fetchone():
                attempt += 1
                identity = content_id("collection", *named, attempt)
            connection.execute(
                "INSERT INTO collections (id, name, folded, created, settings, owner) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (identity, name, folded, time.time(), settings_text(settings), owner),
            )
            if owner:
                give_role(connection, Grant(identity, "person", owner, Role.OWNER))
            return _collection(connection, identity)

    def rename_collection(self, collection_id: str, name: str) -> Collection:
        """Give a collection another name; its id stays."""
        name = tidy_name(name)
        with self._database.write() as connection:
            key = collection_key(connection, collection_id)
            folded = folded_name(name, _collection(connection, collection_id).owner)
            _check_free(connection, folded, collection_id)
            connection.execute(
                "UPDATE collections SET name = ?, folded = ? WHERE pk = ?", (name, folded, key)
            )
            return _collection(connection, collection_id)

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection:
        """Store other settings; documents that are there already are not touched."""
        with self._database.write() as connection:
            key = collection_key(connection, collection_id)
            connection.execute(
                "UPDATE collections SET settings = ? WHERE pk = ?", (settings_text(settings), key)
            )
            return _collection(connection, collection_id)

    def delete_collection(self, collection_id: str) -> Receipt:
        """Remove a collection with its documents, jobs, conversations, marks
        and evaluations."""
        with self._database.write() as connection:
            key = collection_key(connection, collection_id)
            pks = connection.execute("SELECT pk FROM documents WHERE collection = ?", (key,))
            receipt = remove_documents(connection, [pk for (pk,) in pks])
            for statement in (
                "DELETE FROM checkpoints WHERE job IN (SELECT pk FROM jobs WHERE collection = ?)",
                "DELETE FROM jobs WHERE collection = ?",
                "DELETE FROM answers WHERE conversation IN "
                "(SELECT pk FROM conversations WHERE collection = ?)",
                "DELETE FROM conversations WHERE collection = ?",
                "DELETE FROM marks WHERE collection = ?",
            ):
                connection.execute(statement, (collection_id,))
            for table in (
                *("link_states", "unsettled_links", "derived_documents", "derived"),
                *("evaluations", "grants"),
            ):
                connection.execute(f"DELETE FROM {table} WHERE collection = ?", (key,))
            connection.execute("DELETE FROM collections WHERE pk = ?", (key,))
            connection.execute(
                "INSERT INTO changes (collection, document, action) "
                "VALUES (?, '', 'collection_removed')",
                (collection_id,),
            )
        self._documents_left([collection_id])
        return receipt


def _collection(connection: sqlite3.Connection, collection_id: str) -> Collection:
    found = connection.execute(
        f"SELECT {COLLECTION_COLUMNS} FROM collections WHERE id = ?", (collection_id,)
    )
    return collection_of(one(found, "collection"))


def _check_free(connection: sqlite3.Connection, folded: str, collection_id: str) -> None:
    taken = connection.execute(
        "SELECT name FROM collections WHERE folded = ? AND id <> ?", (folded, collection_id)
    ).fetchone()
    if taken:
        raise name_taken(taken[0])
