"""The tables of documents, read whole."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import StorageError
from backend.records._codecs import compact
from backend.records._sqlite.part import StorePart, collection_key
from backend.records._sqlite.rows import one
from backend.records._table_packing import unpack_table
from backend.types import StoredTable

_FROM = "FROM tables t JOIN documents d ON d.pk = t.document"


class Tables(StorePart):
    """The verbs of `Records` about tables."""

    def tables(
        self, collection_id: str, document_ids: Sequence[str] = ()
    ) -> tuple[StoredTable, ...]:
        """The tables of a collection, or of those of its documents that are named."""
        named = "AND d.id IN (SELECT value FROM json_each(?)) " if document_ids else ""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                f"SELECT t.id, d.id, t.body {_FROM} WHERE d.collection = ? {named}"
                "ORDER BY d.id, t.ordinal",
                (key, compact(list(document_ids))) if document_ids else (key,),
            ).fetchall()
        return tuple(read_table(*row) for row in rows)

    def table(self, table_id: str) -> StoredTable:
        """One table; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            found = connection.execute(
                f"SELECT t.id, d.id, t.body {_FROM} WHERE t.id = ?", (table_id,)
            )
            row = one(found, "table")
        return read_table(*row)


def read_table(identity: str, document_id: str, body: bytes) -> StoredTable:
    """A stored table.

    Raises:
        StorageError: if it is damaged, or of a format that this version does not know.
    """
    try:
        return unpack_table(identity, document_id, body)
    except ValueError as error:
        raise StorageError(
            "A stored table cannot be read.", "Run check and repair, or add its document again."
        ) from error
