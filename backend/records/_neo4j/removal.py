"""Taking documents out, with everything that hangs on them, and counting it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.records._codecs import merged_entity
from backend.records._neo4j.part import create_edges
from backend.records._neo4j.rows import edge_of
from backend.records._neo4j.server import Transaction
from backend.types import Edge, Receipt

LINK_KINDS = frozenset(["COMM_SIMILAR_TO", "DOC_SIMILAR_TO"])
"""Links between documents, which are derived data: kept up by replaying the change log."""

_LEAVING = """
MATCH (d:Document {library: $library}) WHERE d.id IN $ids AND d.collection = $collection
RETURN d.id AS id, d.title AS title, d.size AS size, d.sha256 AS sha256
"""
# Edges bear the document that they go with (`owner`); what a document is made of does not.
_EDGES = """
UNWIND $rows AS id
MATCH (d:Document {library: $library, id: id})
CALL (d) {
    MATCH (d)-[r]-() WHERE r.owner IS NOT NULL RETURN r
    UNION MATCH (d)-[:HAS_SECTION]->(:Section)-[r]-() WHERE r.owner IS NOT NULL RETURN r
    UNION MATCH (d)-[:HAS_CHUNK]->(:Chunk)-[r]-() WHERE r.owner IS NOT NULL RETURN r
    UNION MATCH (d)-[:HAS_COMMUNITY]->(:Community)-[r]-() WHERE r.owner IS NOT NULL RETURN r
    UNION MATCH (d)-[:NAMES]->(:Entity)-[r:RELATES_TO|SIMILAR_TO|CITES|NEXT]-()
          WHERE r.owner = d.id RETURN r
}
WITH DISTINCT r
RETURN startNode(r).id AS source, endNode(r).id AS target, type(r) AS kind, r.weight AS weight,
       r.owner AS owner, elementId(r) AS edge
"""
_ENTITIES = """
UNWIND $rows AS id
MATCH (:Document {library: $library, id: id})-[:NAMES]->(e:Entity)
RETURN DISTINCT e.id AS id
"""
_PARTS = {
    "relations": """
        UNWIND $rows AS id
        MATCH ()-[r:RELATES_TO {library: $library, document: id}]->() DELETE r RETURN count(*)
        """,
    "entity edges": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:NAMES]->(:Entity)
              -[r:RELATES_TO|SIMILAR_TO|CITES|NEXT]-() WHERE r.owner = id
        WITH DISTINCT r DELETE r RETURN count(*)
        """,
    "triples": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_CHUNK]->(:Chunk)-[:STATES]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "communities": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_COMMUNITY]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "community vectors": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_COMMUNITY_VECTORS]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "vectors": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_VECTORS]->(n)
        WITH n, size(n.chunk_ids) AS vectors
        DETACH DELETE n RETURN coalesce(sum(vectors), 0)
        """,
    "texts": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_TEXT|HAS_LAYOUT]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "tables": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_TABLE]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "chunks": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_CHUNK]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "sections": """
        UNWIND $rows AS id
        MATCH (:Document {library: $library, id: id})-[:HAS_SECTION]->(n)
        DETACH DELETE n RETURN count(*)
        """,
    "documents": """
        UNWIND $rows AS id
        MATCH (n:Document {library: $library, id: id}) DETACH DELETE n RETURN count(*)
        """,
}
_UNNAMED = """
UNWIND $rows AS id
MATCH (e:Entity {library: $library, collection: $collection, id: id})
WHERE NOT (e)<-[:NAMES]-()
RETURN id
"""
_UNNAMED_EDGES = """
UNWIND $rows AS id
MATCH (:Entity {library: $library, collection: $collection, id: id})-[r]-()
WHERE r.owner IS NOT NULL
RETURN count(DISTINCT r)
"""
_REMOVE_ENTITIES = """
UNWIND $rows AS id
MATCH (e:Entity {library: $library, collection: $collection, id: id}) DETACH DELETE e
"""
_FORMS = """
UNWIND $rows AS id
MATCH (:Entity {library: $library, collection: $collection, id: id})<-[n:NAMES]-(:Document)
WITH DISTINCT id, n.name AS name, n.kind AS kind, n.aliases AS aliases
RETURN id, name, kind, aliases
"""
SET_ENTITIES = """
UNWIND $rows AS row
MATCH (e:Entity {library: $library, collection: $collection, id: row.id})
SET e.name = row.name, e.kind = row.kind, e.aliases = row.aliases
"""
_UNSETTLE = """
UNWIND $rows AS row
MERGE (s:LinkState {library: $library, collection: $collection, kind: row.kind})
ON CREATE SET s.recipe = '', s.sequence = 0, s.unsettled = []
SET s.unsettled = s.unsettled + [each IN row.sources WHERE NOT each IN s.unsettled]
"""
_SETTLE_GONE = """
MATCH (s:LinkState {library: $library, collection: $collection}) WHERE s.kind IS NOT NULL
SET s.unsettled = [each IN s.unsettled WHERE NOT each IN $gone]
"""
# No `documents`: any of the collection may be in it, as in all that older versions kept. Weights,
# and which model named a document, hold no words.
_EMPTY_DERIVED = """
MATCH (v:Derived {library: $library, collection: $collection})
WHERE v.documents IS NULL AND NOT v.name STARTS WITH 'tuning/' AND v.name <> 'extract/documents'
      OR any(each IN v.documents WHERE each IN $gone)
SET v.payload = $nothing, v.documents = []
"""
_LINKING_NODES = """
UNWIND $rows AS id
MATCH (d:Document {library: $library, id: id})
OPTIONAL MATCH (d)-[:HAS_COMMUNITY]->(m:Community)
RETURN id, collect(m.id) AS communities
"""

NOTHING_REMOVED = Receipt((), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Departure:
    """Documents that were taken out of one collection, and what has to be seen to afterwards.

    `displaced` are edges of other documents that lost an end, each with the document that it goes
    with; `entities` were named by what left.
    """

    documents: tuple[str, ...]
    receipt: Receipt
    displaced: tuple[tuple[Edge, str], ...]
    entities: tuple[str, ...]


def take_out(
    transaction: Transaction,
    collection_id: str,
    document_ids: Sequence[str],
    arriving: Mapping[str, str] | None = None,
) -> Departure:
    """Remove those of the documents that the collection holds.

    Between this and `settle`, new versions may be put in whose nodes bear the same ids.

    Args:
        arriving: SHA-256 of the contents that come in their place, by id: words of a document that
            comes back with the same content do not leave.
    """
    leaving = transaction.rows(_LEAVING, ids=list(document_ids), collection=collection_id)
    ids = sorted(row["id"] for row in leaving)
    if not ids:
        return Departure((), NOTHING_REMOVED, (), ())
    leaving_ids = frozenset(ids)
    coming = arriving or {}
    left = [row["id"] for row in leaving if coming.get(row["id"]) != row["sha256"]]
    if left:
        transaction.rows(_EMPTY_DERIVED, collection=collection_id, gone=left, nothing=b"")
    edges = {row["edge"]: tuple(row) for row in transaction.each(_EDGES, ids)}.values()
    own = [row for row in edges if row[4] in leaving_ids]
    others = [row for row in edges if row[4] not in leaving_ids]
    links = [row for row in others if row[2] in LINK_KINDS]
    linking = transaction.each(_LINKING_NODES, ids)
    gone = [*ids, *(each for row in linking for each in row["communities"])]
    unsettle(transaction, collection_id, links, gone)
    entities = sorted({row["id"] for row in transaction.each(_ENTITIES, ids)})
    removed = {
        name: sum(row[0] for row in transaction.each(query, ids)) for name, query in _PARTS.items()
    }
    receipt = Receipt(
        titles=tuple(row["title"] for row in sorted(leaving, key=_by_title)),
        documents=removed["documents"],
        sections=removed["sections"],
        chunks=removed["chunks"],
        vectors=removed["vectors"],
        entities=0,
        triples=removed["triples"],
        communities=removed["communities"],
        edges=len(own) + len(links),
        bytes=sum(row["size"] for row in leaving),
        at=time.time(),
        tables=removed["tables"],
    )
    displaced = tuple(
        sorted(
            ((edge_of(row), str(row[4])) for row in others if row[2] not in LINK_KINDS),
            key=lambda pair: (pair[0].kind, pair[0].source, pair[0].target, pair[1]),
        )
    )
    return Departure(tuple(ids), receipt, displaced, tuple(entities))


def _by_title(row: object) -> tuple[str, str]:
    return row["title"], row["id"]  # type: ignore[index]


def unsettle(
    transaction: Transaction,
    collection_id: str,
    links: Sequence[tuple[object, ...]],
    gone: Sequence[str],
) -> None:
    """Note which nodes lost a link to what is gone; what is gone has no links to settle."""
    sources: dict[str, set[str]] = defaultdict(set)
    for source, _, kind, *_ in links:
        sources[str(kind)].add(str(source))
    rows = [{"kind": kind, "sources": sorted(each)} for kind, each in sorted(sources.items())]
    transaction.each(_UNSETTLE, rows, collection=collection_id)
    transaction.rows(_SETTLE_GONE, collection=collection_id, gone=list(gone))


def settle(transaction: Transaction, collection_id: str, departure: Departure) -> Departure:
    """Bring back edges of other documents whose ends are there (again); forget entities that no
    document names any more, and call the others what the remaining documents call them.
    """
    if not departure.documents:
        return departure
    restored = create_edges(transaction, collection_id, departure.displaced)
    names = list(departure.entities)
    unnamed = [row["id"] for row in transaction.each(_UNNAMED, names, collection=collection_id)]
    dropped = sum(
        row[0] for row in transaction.each(_UNNAMED_EDGES, unnamed, collection=collection_id)
    )
    transaction.each(_REMOVE_ENTITIES, unnamed, collection=collection_id)
    forms: dict[str, list[tuple[str, str, Sequence[str]]]] = defaultdict(list)
    for row in transaction.each(_FORMS, names, collection=collection_id):
        forms[row["id"]].append((row["name"], row["kind"], row["aliases"]))
    merged = [merged_entity(identity, each) for identity, each in sorted(forms.items())]
    rows = [
        {"id": each.id, "name": each.name, "kind": each.kind, "aliases": list(each.aliases)}
        for each in merged
    ]
    transaction.each(SET_ENTITIES, rows, collection=collection_id)
    receipt = replace(
        departure.receipt,
        entities=len(unnamed),
        edges=departure.receipt.edges + len(departure.displaced) - restored + dropped,
    )
    return replace(departure, receipt=receipt)


def remove_documents(
    transaction: Transaction, collection_id: str, document_ids: Sequence[str]
) -> Departure:
    """Remove documents for good and say what went."""
    return settle(transaction, collection_id, take_out(transaction, collection_id, document_ids))


def add_receipts(first: Receipt, second: Receipt) -> Receipt:
    """Two receipts as one."""
    return Receipt(
        titles=first.titles + second.titles,
        documents=first.documents + second.documents,
        sections=first.sections + second.sections,
        chunks=first.chunks + second.chunks,
        vectors=first.vectors + second.vectors,
        entities=first.entities + second.entities,
        triples=first.triples + second.triples,
        communities=first.communities + second.communities,
        edges=first.edges + second.edges,
        bytes=first.bytes + second.bytes,
        at=max(first.at, second.at),
        tables=first.tables + second.tables,
    )
