"""Question sets, runs and what came of them: entries by kind and key."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Mapping

from backend.records._neo4j.part import StorePart
from backend.records._neo4j.server import Transaction

_COLLECTION = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.id"
_SAVE = """
UNWIND $rows AS row
MERGE (e:Evaluation {library: $library, collection: $id, kind: $kind, name: row.name})
SET e.payload = row.payload
"""
_ENTRIES = """
MATCH (e:Evaluation {library: $library, collection: $id, kind: $kind})
WHERE e.name STARTS WITH $prefix
RETURN e.name AS name, e.payload AS payload
"""
_DELETE = """
UNWIND $rows AS name
MATCH (e:Evaluation {library: $library, collection: $id, kind: $kind, name: name}) DELETE e
"""
_KINDS = """
MATCH (e:Evaluation {library: $library, collection: $id}) RETURN DISTINCT e.kind AS kind
"""


class Evaluations(StorePart):
    """The verbs of `Records` about evaluations."""

    def save_entries(self, collection_id: str, kind: str, entries: Mapping[str, str]) -> None:
        """Keep entries by key, in one transaction, in place of those of the same keys."""
        rows = [{"name": key, "payload": payload} for key, payload in entries.items()]

        def save(transaction: Transaction) -> None:
            transaction.lock_gate(collection_id)
            transaction.each(_SAVE, rows, id=collection_id, kind=kind)

        self._server.write(save)

    def entries(self, collection_id: str, kind: str, prefix: str = "") -> dict[str, str]:
        """The entries of a kind whose key begins so, in the order of their keys."""

        def look(transaction: Transaction) -> dict[str, str]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            rows = transaction.rows(_ENTRIES, id=collection_id, kind=kind, prefix=prefix)
            return {row["name"]: row["payload"] for row in rows}

        return dict(sorted(self._server.read(look).items()))

    def delete_entries(self, collection_id: str, kind: str, keys: Group[str]) -> None:
        """Forget entries; keys that are not there are passed over."""

        def delete(transaction: Transaction) -> None:
            transaction.one("collection", _COLLECTION, id=collection_id)
            transaction.each(_DELETE, list(keys), id=collection_id, kind=kind)

        self._server.write(delete)

    def entry_kinds(self, collection_id: str) -> tuple[str, ...]:
        """The kinds that there are entries of, in order."""

        def look(transaction: Transaction) -> tuple[str, ...]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            return tuple(sorted(row["kind"] for row in transaction.rows(_KINDS, id=collection_id)))

        return self._server.read(look)
