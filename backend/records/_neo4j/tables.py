"""The tables of documents, read whole."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import StorageError, missing
from backend.records._neo4j.part import StorePart
from backend.records._neo4j.rows import Node
from backend.records._table_packing import unpack_table
from backend.types import StoredTable

_TABLES = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
      -[:HAS_TABLE]->(t:StoredTable)
WHERE size($documents) = 0 OR d.id IN $documents
RETURN t ORDER BY d.id, t.ordinal
"""
_TABLE = "MATCH (t:StoredTable {library: $library, id: $id}) RETURN t"


class Tables(StorePart):
    """The verbs of `Records` about tables."""

    def tables(
        self, collection_id: str, document_ids: Sequence[str] = ()
    ) -> tuple[StoredTable, ...]:
        """The tables of a collection, or of those of its documents that are named."""
        rows = self._server.rows_of_collection(collection_id, _TABLES, documents=list(document_ids))
        return tuple(table_of(row["t"]) for row in rows)

    def table(self, table_id: str) -> StoredTable:
        """One table; NotFoundError if it does not exist."""
        rows = self._server.read(lambda transaction: transaction.rows(_TABLE, id=table_id))
        if not rows:
            raise missing("table")
        return table_of(rows[0]["t"])


def table_of(node: Node) -> StoredTable:
    """A stored table.

    Raises:
        StorageError: if it is damaged, or of a format that this version does not know.
    """
    try:
        return unpack_table(node["id"], node["document"], node["body"])
    except ValueError as error:
        raise StorageError(
            "A stored table cannot be read.", "Run check and repair, or add its document again."
        ) from error
