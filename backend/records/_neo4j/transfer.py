"""What another record store needs to hold the same: whole documents, collections, preferences."""

from __future__ import annotations

import numpy as np

from backend.errors import StorageError
from backend.ports import DocumentBundle
from backend.records._codecs import folded_name, name_taken, settings_text
from backend.records._neo4j.content import CHUNKS_OF, LINES, SECTIONS, VECTORS_OF
from backend.records._neo4j.graph import COMMUNITIES
from backend.records._neo4j.part import StorePart
from backend.records._neo4j.removal import LINK_KINDS
from backend.records._neo4j.rows import (
    chunk_of,
    community_of,
    document_of,
    edge_of,
    section_of,
    unpacked,
)
from backend.records._neo4j.server import Transaction
from backend.records._neo4j.tables import table_of
from backend.records._packing import text_of_block, unpack_lines
from backend.types import Collection, Entity, Triple

_FAR = 2**31 - 1

_DOCUMENT = """
MATCH (d:Document {library: $library, id: $id})
MATCH (c:Collection {library: $library, id: d.collection})
RETURN d, c.embedding AS embedding
"""
_TEXTS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_TEXT]->(t:Text)
RETURN t.body AS body ORDER BY t.block
"""
_ENTITIES = """
MATCH (:Document {library: $library, id: $id})-[n:NAMES]->(e:Entity)
RETURN e.id AS id, n.name AS name, n.kind AS kind, n.aliases AS aliases
"""
_MENTIONS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_CHUNK]->(k:Chunk)-[m:MENTIONS]->(e:Entity)
RETURN e.id, k.id, m.count
"""
_TRIPLES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_CHUNK]->(k:Chunk)-[:STATES]->(t:Statement)
RETURN t.subject, t.predicate, t.object, k.id
"""
_COMMUNITY_VECTORS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY_VECTORS]->(v) RETURN v.body AS body
"""
_TABLES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_TABLE]->(t:StoredTable)
RETURN t ORDER BY t.ordinal
"""
_EDGES = """
MATCH (d:Document {library: $library, id: $id})
CALL (d) {
    MATCH (d)-[r]-() WHERE r.owner = $id RETURN r
    UNION MATCH (d)-[:HAS_SECTION]->(:Section)-[r]-() WHERE r.owner = $id RETURN r
    UNION MATCH (d)-[:HAS_CHUNK]->(:Chunk)-[r]-() WHERE r.owner = $id RETURN r
    UNION MATCH (d)-[:HAS_COMMUNITY]->(:Community)-[r]-() WHERE r.owner = $id RETURN r
    UNION MATCH (d)-[:NAMES]->(:Entity)-[r:RELATES_TO|SIMILAR_TO|CITES|NEXT]-()
          WHERE r.owner = $id RETURN r
}
WITH DISTINCT r
RETURN startNode(r).id, endNode(r).id, type(r), r.weight
"""
_TAKEN = """
MATCH (c:Collection {library: $library, folded: $folded}) WHERE c.id <> $id RETURN c.name AS name
"""
_RESTORE = """
MERGE (c:Collection {library: $library, id: $id})
ON CREATE SET c.embedding = '', c.revision = timestamp() * 1000
SET c.name = $name, c.folded = $folded, c.created = $created, c.settings = $settings,
    c.owner = $owner
MERGE (:Gate {library: $library, collection: $id})
"""
_PREFERENCES = """
MATCH (p:Preference {library: $library}) WHERE p.name IS NOT NULL
RETURN p.name AS name, p.value AS value
"""


class Transfer(StorePart):
    """The verbs of `Records` about moving to another store."""

    def bundle(self, document_id: str) -> DocumentBundle:
        """A document with all that goes with it; lists that have no order of their own sorted."""
        return self._server.of_document(
            document_id, lambda transaction: _bundle(transaction, document_id)
        )

    def restore_collection(self, collection: Collection) -> None:
        """Make a collection with the id, time and settings that it has elsewhere."""

        def restore(transaction: Transaction) -> None:
            transaction.next_number("collections")
            folded = folded_name(collection.name, collection.owner)
            for row in transaction.rows(_TAKEN, folded=folded, id=collection.id):
                raise name_taken(row["name"])
            transaction.rows(
                _RESTORE,
                id=collection.id,
                name=collection.name,
                folded=folded,
                created=collection.created,
                settings=settings_text(collection.settings),
                owner=collection.owner,
            )

        self._server.write(restore)

    def preferences(self) -> dict[str, str]:
        """All workbench-wide settings that were changed on screen."""
        rows = self._server.read(lambda transaction: transaction.rows(_PREFERENCES))
        return {row["name"]: row["value"] for row in sorted(rows, key=lambda row: row["name"])}


def _bundle(transaction: Transaction, document_id: str) -> DocumentBundle:
    row = transaction.one("document", _DOCUMENT, id=document_id)
    document, embedding = document_of(row["d"]), row["embedding"]
    texts = transaction.rows(_TEXTS, id=document_id)
    lines = transaction.value(LINES, id=document_id)
    chunks = tuple(chunk_of(each["k"]) for each in transaction.rows(CHUNKS_OF, id=document_id))
    stored = transaction.rows(VECTORS_OF, id=document_id, embedding=embedding)
    made = len(stored[0]["chunk_ids"]) if stored else 0
    if made != len(chunks):
        raise StorageError(
            f"{len(chunks) - made} passages of “{document.title}” have no vector, so that it "
            "cannot be moved.",
            "Run check and repair first, or add the document again.",
        )
    communities = tuple(
        community_of(each["m"]) for each in transaction.rows(COMMUNITIES, id=document_id)
    )
    edges = sorted(
        (row[2], row[0], row[1], row[3])
        for row in transaction.rows(_EDGES, id=document_id)
        if row[2] not in LINK_KINDS
    )
    entities = transaction.rows(_ENTITIES, id=document_id)
    mentions = transaction.rows(_MENTIONS, id=document_id)
    triples = transaction.rows(_TRIPLES, id=document_id)
    body = transaction.value(_COMMUNITY_VECTORS, id=document_id) or b""
    return DocumentBundle(
        document=document,
        text="".join(text_of_block(text["body"]) for text in texts),
        lines=unpack_lines(lines, -1, _FAR) if lines else (),
        sections=tuple(
            section_of(each["s"]) for each in transaction.rows(SECTIONS, id=document_id)
        ),
        chunks=chunks,
        vectors=unpacked(stored[0]["body"] if stored else b"", made).astype(np.float16),
        embedding=embedding if chunks else "",
        entities=tuple(
            Entity(entity["id"], entity["name"], entity["kind"], tuple(entity["aliases"]))
            for entity in sorted(entities, key=lambda each: each["id"])
        ),
        mentions=tuple(sorted((mention[0], mention[1], mention[2]) for mention in mentions)),
        triples=tuple(Triple(*each) for each in sorted(tuple(triple) for triple in triples)),
        communities=communities,
        edges=tuple(edge_of((edge[1], edge[2], edge[0], edge[3])) for edge in edges),
        community_vectors=unpacked(body, len(communities)).astype(np.float16),
        graph_recipe=row["d"]["graph_recipe"],
        tables=tuple(table_of(each["t"]) for each in transaction.rows(_TABLES, id=document_id)),
    )
