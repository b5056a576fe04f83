"""Entities, mentions, triples, communities and edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from neo4j import Record

from backend.ports import Vectors
from backend.records._community_vectors import joined
from backend.records._neo4j.part import StorePart
from backend.records._neo4j.rows import community_of, edge_of, unpacked
from backend.types import Community, Edge, EdgeKind, Entity, Triple

_ENTITIES = """
MATCH (e:Entity {library: $library, collection: $id}) WHERE e.id IS NOT NULL
RETURN e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases
"""
_MENTIONS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
      -[:HAS_CHUNK]->(k:Chunk)-[m:MENTIONS]->(e:Entity)
RETURN e.id, k.id, m.count
"""
_OF_SEVERAL_NAMES = """
MATCH (e:Entity {library: $library, collection: $id})
WHERE e.id IS NOT NULL AND size(e.aliases) > 0
RETURN e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases
"""
_OF_SEVERAL_NAMES_IN = """
UNWIND $rows AS id
MATCH (:Document {library: $library, id: id})-[:NAMES]->(e:Entity {collection: $id})
WHERE size(e.aliases) > 0
RETURN DISTINCT e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases
"""
_MENTIONS_IN = """
MATCH (:Document {library: $library, id: $id})-[:HAS_CHUNK]->(k:Chunk)-[m:MENTIONS]->(e:Entity)
RETURN e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases, k.id AS chunk,
       m.count AS count
"""
_TRIPLES = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
      -[:HAS_CHUNK]->(k:Chunk)-[:STATES]->(t:Statement)
RETURN t.subject, t.predicate, t.object, k.id
"""
COMMUNITIES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY]->(m:Community)
RETURN m ORDER BY m.ordinal
"""
_COMMUNITIES_NAMED = """
UNWIND $rows AS id MATCH (m:Community {library: $library, id: id}) RETURN m
"""
_COMMUNITIES_OF_COLLECTION = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
      -[:HAS_COMMUNITY]->(m:Community)
RETURN m
"""
_COMMUNITY_VECTORS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
      -[:HAS_COMMUNITY_VECTORS]->(v:CommunityVectors)
MATCH (d)-[:HAS_COMMUNITY]->(m:Community)
WITH d, v, m ORDER BY m.ordinal
RETURN d.id AS document, v.body AS body, collect(m.id) AS ids
"""
_COMMUNITY_VECTORS_OF = """
MATCH (d:Document {library: $library, id: $id})-[:HAS_COMMUNITY_VECTORS]->(v:CommunityVectors)
RETURN v.body AS body, COUNT { (d)-[:HAS_COMMUNITY]->() } AS rows
"""
# Edges bear the document that they go with (`owner`); what a document is made of does not.
_EDGES = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
CALL (d) {
    MATCH (d)-[r:$any($kinds)]->(m) WHERE r.owner IS NOT NULL RETURN d AS n, r, m
    UNION ALL
    MATCH (d)-[:HAS_SECTION]->(n:Section)-[r:$any($kinds)]->(m) WHERE r.owner IS NOT NULL
    RETURN n, r, m
    UNION ALL
    MATCH (d)-[:HAS_CHUNK]->(n:Chunk)-[r:$any($kinds)]->(m) WHERE r.owner IS NOT NULL
    RETURN n, r, m
    UNION ALL
    MATCH (d)-[:HAS_COMMUNITY]->(n:Community)-[r:$any($kinds)]->(m) WHERE r.owner IS NOT NULL
    RETURN n, r, m
}
RETURN n.id, m.id, type(r), r.weight
"""
_ENTITY_EDGES = """
MATCH (n:Entity {library: $library, collection: $id})-[r:$any($kinds)]->(m)
WHERE n.id IS NOT NULL AND r.owner IS NOT NULL
RETURN n.id, m.id, type(r), r.weight
"""


class Graph(StorePart):
    """The verbs of `Records` about the graph. All orders are made here, by code point."""

    def entities(self, collection_id: str) -> tuple[Entity, ...]:
        """Entities by id. Where documents name one differently, the alphabetically first name is
        its name and the others are aliases, whichever document came first.
        """
        rows = self._server.rows_of_collection(collection_id, _ENTITIES)
        return tuple(map(_entity_of, sorted(rows, key=lambda row: row["id"])))

    def entities_of_several_names(
        self, collection_id: str, document_ids: Sequence[str] | None = None
    ) -> tuple[Entity, ...]:
        """Those entities that have aliases, by id; of those alone that some documents name, where
        documents are given."""
        asked = _OF_SEVERAL_NAMES if document_ids is None else _OF_SEVERAL_NAMES_IN
        wanted = sorted(document_ids or ())
        rows = self._server.rows_of_collection(collection_id, asked, rows=wanted)
        return tuple(map(_entity_of, sorted(rows, key=lambda row: row["id"])))

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        """(entity id, chunk id, count), sorted."""
        rows = self._server.rows_of_collection(collection_id, _MENTIONS)
        return iter(sorted((row[0], row[1], row[2]) for row in rows))

    def mentions_in(self, document_id: str) -> tuple[tuple[Entity, str, int], ...]:
        """(entity as its collection calls it, chunk id, count) of one document, sorted by id."""
        rows = self._server.rows_of_document(document_id, _MENTIONS_IN)
        ordered = sorted(rows, key=lambda row: (row["id"], row["chunk"]))
        return tuple((_entity_of(row), row["chunk"], row["count"]) for row in ordered)

    def triples(self, collection_id: str) -> tuple[Triple, ...]:
        """Triples by subject, predicate, object and chunk."""
        rows = self._server.rows_of_collection(collection_id, _TRIPLES)
        return tuple(Triple(*row) for row in sorted(tuple(row) for row in rows))

    def communities(self, document_id: str) -> tuple[Community, ...]:
        """The document's communities in the order in which they were published."""
        rows = self._server.rows_of_document(document_id, COMMUNITIES)
        return tuple(community_of(row["m"]) for row in rows)

    def communities_named(self, community_ids: Iterable[str]) -> dict[str, Community]:
        """The communities that exist, in the order of the ids."""
        wanted = list(dict.fromkeys(community_ids))
        if not wanted:
            return {}
        rows = self._server.read(lambda transaction: transaction.each(_COMMUNITIES_NAMED, wanted))
        found = {
            row["m"]["id"]: community_of(row["m"])
            for row in rows
            if row["m"].get("retry") is not None
        }
        return {each: found[each] for each in wanted if each in found}

    def communities_of_collection(self, collection_id: str) -> tuple[Community, ...]:
        """All communities of a collection, by id."""
        rows = self._server.rows_of_collection(collection_id, _COMMUNITIES_OF_COLLECTION)
        return tuple(sorted((community_of(row["m"]) for row in rows), key=lambda each: each.id))

    def community_vectors(
        self, collection_id: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], Vectors]:
        """Ids of all communities, sorted, the document id of each, and their vectors."""
        rows = self._server.rows_of_collection(collection_id, _COMMUNITY_VECTORS)
        return joined((row["document"], row["ids"], row["body"]) for row in rows)

    def community_vectors_of(self, document_id: str) -> Vectors:
        """Vectors of a document's communities, in the order of `communities`."""
        rows = self._server.rows_of_document(document_id, _COMMUNITY_VECTORS_OF)
        return unpacked(rows[0]["body"], rows[0]["rows"]) if rows else unpacked(b"", 0)

    def edges(self, collection_id: str, kinds: Sequence[str] = ()) -> Iterator[Edge]:
        """Edges of the collection's documents, sorted by kind, source, target."""
        wanted = list(kinds) or list(get_args(EdgeKind))
        rows = self._server.of_collection(
            collection_id,
            lambda transaction: (
                *transaction.rows(_EDGES, id=collection_id, kinds=wanted),
                *transaction.rows(_ENTITY_EDGES, id=collection_id, kinds=wanted),
            ),
        )
        found = sorted((row[2], row[0], row[1], row[3]) for row in rows)
        return (edge_of((row[1], row[2], row[0], row[3])) for row in found)


def _entity_of(row: Record) -> Entity:
    return Entity(row["id"], row["name"], row["kind"], tuple(row["aliases"]))
