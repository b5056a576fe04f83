"""What the parts of the record store share: the server, and steps that several verbs take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.records._neo4j.server import Server, Transaction
from backend.types import Edge

Logged = tuple[str, str, str]
"""(collection id, document id, action) of one entry of the change log."""

_NODES = """
UNWIND $rows AS id
CALL (id) {
    MATCH (n:Chunk {library: $library, id: id}) RETURN n
    UNION MATCH (n:Community {library: $library, id: id}) RETURN n
    UNION MATCH (n:Document {library: $library, id: id}) RETURN n
    UNION MATCH (n:Section {library: $library, id: id}) RETURN n
    UNION MATCH (n:Entity {library: $library, collection: $collection, id: id}) RETURN n
}
RETURN id, elementId(n) AS node
"""
_CREATE_EDGES = """
UNWIND $rows AS row
MATCH (source) WHERE elementId(source) = row.source
MATCH (target) WHERE elementId(target) = row.target
CREATE (source)-[r:$(row.kind)]->(target)
SET r.weight = row.weight, r.owner = row.owner
"""
_LOG = """
MATCH (l:Library {library: $library}) SET l.sequence = $sequence
WITH l
UNWIND $rows AS row
CREATE (:Change {library: $library, sequence: row.sequence, collection: row.collection,
                 document: row.document, action: row.action})
"""
_REVISE = """
MATCH (c:Collection {library: $library, id: $id}) SET c.revision = c.revision + 1
"""


class StorePart:
    """One group of the store's verbs over the common server."""

    def __init__(self, server: Server) -> None:
        self._server = server


def create_edges(
    transaction: Transaction, collection_id: str, edges: Sequence[tuple[Edge, str]]
) -> int:
    """Link nodes that exist; edges that lead to something else are left out.

    Args:
        edges: each with the id of the document that it goes with.

    Returns:
        How many were made.
    """
    ids = {each.source for each, _ in edges} | {each.target for each, _ in edges}
    nodes = {
        row["id"]: row["node"]
        for row in transaction.each(_NODES, sorted(ids), collection=collection_id)
    }
    rows = [
        {
            "source": nodes[each.source],
            "target": nodes[each.target],
            "kind": each.kind,
            "weight": each.weight,
            "owner": owner,
        }
        for each, owner in edges
        if each.source in nodes and each.target in nodes
    ]
    transaction.each(_CREATE_EDGES, rows)
    return len(rows)


def finish(transaction: Transaction, collections: Iterable[str], changes: Sequence[Logged]) -> int:
    """The end of every change: collections get a new revision, the log its entries.

    Returns:
        The number of the last change.
    """
    for collection in sorted(set(collections)):
        transaction.rows(_REVISE, id=collection)
    sequence = transaction.lock_library()
    if changes:
        rows = [
            {
                "sequence": sequence + number,
                "collection": collection,
                "document": document,
                "action": action,
            }
            for number, (collection, document, action) in enumerate(changes, start=1)
        ]
        sequence += len(rows)
        transaction.each(_LOG, rows, sequence=sequence)
    return sequence
