"""What is derived from documents and kept beside them: graphs, links between them, the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
from neo4j import Record

from backend.ports import LinkState
from backend.records._bundles import check_graph
from backend.records._codecs import packed
from backend.records._neo4j.arrival import insert_communities
from backend.records._neo4j.part import StorePart, create_edges, finish
from backend.records._neo4j.removal import unsettle
from backend.records._neo4j.rows import edge_of
from backend.records._neo4j.server import Transaction
from backend.types import Community, Edge

_PLACE = """
MATCH (d:Document {library: $library, id: $id}) RETURN d.collection AS collection
"""
_COMMUNITY_IDS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY]->(m:Community) RETURN m.id AS id
"""
_LINKS_INTO = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY]->(m:Community)
      <-[r:COMM_SIMILAR_TO|DOC_SIMILAR_TO]-(n)
WHERE r.owner <> $id
RETURN n.id AS source, m.id AS target, type(r) AS kind
"""
_DROP_CHUNK_EDGES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_CHUNK]->(:Chunk)
      -[r:NEXT|SIMILAR_TO|IN_COMMUNITY]-()
WHERE r.owner = $id
WITH DISTINCT r DELETE r
"""
_DROP_COMMUNITIES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY]->(m:Community) DETACH DELETE m
"""
_DROP_COMMUNITY_VECTORS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_COMMUNITY_VECTORS]->(v) DETACH DELETE v
"""
_SET_GRAPH = """
MATCH (d:Document {library: $library, id: $id}) SET d.graph_recipe = $recipe
WITH d WHERE $body IS NOT NULL
CREATE (d)-[:HAS_COMMUNITY_VECTORS]->(:CommunityVectors {body: $body})
"""
_STALE = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
WHERE d.chunks > 0 AND d.graph_recipe <> $recipe
RETURN d.id AS id
"""
_COLLECTION = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.id"
_LINKS_FROM = """
UNWIND $rows AS id
CALL (id) {
    MATCH (n:Community {library: $library, id: id}) RETURN n
    UNION MATCH (n:Document {library: $library, id: id}) RETURN n
    UNION MATCH (n:Chunk {library: $library, id: id}) RETURN n
    UNION MATCH (n:Section {library: $library, id: id}) RETURN n
    UNION MATCH (n:Entity {library: $library, collection: $collection, id: id}) RETURN n
}
MATCH (n)-[r:$($kind)]->(m) WHERE r.owner IS NOT NULL
RETURN n.id, m.id, type(r), r.weight
"""
_STATE = """
MATCH (s:LinkState {library: $library, collection: $id, kind: $kind})
RETURN s.recipe AS recipe, s.sequence AS sequence, s.unsettled AS unsettled
"""
_CHANGED = """
MATCH (v:Change {library: $library}) WHERE v.sequence > $sequence AND v.collection = $id
RETURN v.sequence LIMIT 1
"""
_DROP_LINKS_FROM = """
UNWIND $rows AS id
CALL (id) {
    MATCH (n:Community {library: $library, id: id}) RETURN n
    UNION MATCH (n:Document {library: $library, id: id}) RETURN n
}
MATCH (n)-[r:$($kind)]->() WHERE r.owner IS NOT NULL
DELETE r
"""
_DROP_LINKS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
CALL (d) { RETURN d AS n UNION MATCH (d)-[:HAS_COMMUNITY]->(n:Community) RETURN n }
MATCH (n)-[r:$($kind)]->() WHERE r.owner IS NOT NULL
DELETE r
"""
_OWNERS = """
UNWIND $rows AS id
CALL (id) {
    MATCH (m:Community {library: $library, id: id}) RETURN m.document AS owner
    UNION MATCH (d:Document {library: $library, id: id}) RETURN d.id AS owner
}
RETURN id, owner
"""
_SET_STATE = """
MERGE (s:LinkState {library: $library, collection: $id, kind: $kind})
SET s.recipe = $recipe, s.sequence = $sequence, s.unsettled = []
"""
_SAVE = """
MERGE (v:Derived {library: $library, collection: $id, name: $name})
SET v.payload = $payload, v.sequence = $sequence, v.documents = $documents
"""
_LEFT = """
MATCH (c:Change {library: $library, collection: $id})
WHERE c.sequence > $sequence AND (
    c.action = 'removed' AND ($documents IS NULL OR c.document IN $documents)
    OR c.action = 'added' AND c.document IN $documents
)
RETURN c.sequence LIMIT 1
"""
_THERE = """
MATCH (d:Document {library: $library, collection: $id}) WHERE d.id IN $documents RETURN count(d)
"""
_LOAD = """
MATCH (c:Collection {library: $library, id: $id})
OPTIONAL MATCH (v:Derived {library: $library, collection: $id, name: $name})
RETURN v.payload AS payload, v.sequence AS sequence
"""
_HOLDS = """
MATCH (v:Derived {library: $library, collection: $id}) WHERE v.name STARTS WITH $prefix
RETURN v.name AS name, v.documents AS documents, v.sequence AS sequence
"""
_FORGET = (
    """
    MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
          -[:HAS_COMMUNITY|HAS_COMMUNITY_VECTORS]->(n)
    DETACH DELETE n
    """,
    """
    MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
          -[:HAS_CHUNK]->(:Chunk)-[r:NEXT|SIMILAR_TO|IN_COMMUNITY]->()
    WHERE r.owner IS NOT NULL
    DELETE r
    """,
    """
    MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
          -[r:DOC_SIMILAR_TO]->()
    DELETE r
    """,
    """
    MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
    SET d.graph_recipe = ''
    """,
    """
    MATCH (s:LinkState {library: $library, collection: $id}) WHERE s.kind IS NOT NULL
    DETACH DELETE s
    """,
)


class Links(StorePart):
    """The verbs of `Records` about graphs that are made again and links that are kept up."""

    def replace_graph(
        self,
        document_id: str,
        communities: Sequence[Community],
        vectors: npt.NDArray[np.float16],
        edges: Sequence[Edge],
        recipe: str,
    ) -> int:
        """Put other communities and edges in the place of a document's own."""
        check_graph(communities, vectors, recipe)

        def put(transaction: Transaction) -> int:
            collection = transaction.one("document", _PLACE, id=document_id)["collection"]
            transaction.lock_gate(collection)
            transaction.one("document", _PLACE, id=document_id)
            gone = [row["id"] for row in transaction.rows(_COMMUNITY_IDS, id=document_id)]
            links = [
                (row["source"], row["target"], row["kind"])
                for row in transaction.rows(_LINKS_INTO, id=document_id)
            ]
            unsettle(transaction, collection, links, gone)
            for statement in (_DROP_CHUNK_EDGES, _DROP_COMMUNITIES, _DROP_COMMUNITY_VECTORS):
                transaction.rows(statement, id=document_id)
            body = packed(vectors) if vectors.size else None
            transaction.rows(_SET_GRAPH, id=document_id, recipe=recipe, body=body)
            insert_communities(transaction, list(enumerate(communities)), edges)
            create_edges(transaction, collection, [(edge, document_id) for edge in edges])
            return finish(transaction, [collection], [(collection, document_id, "regraphed")])

        return self._server.write(put)

    def stale_graphs(self, collection_id: str, recipe: str) -> tuple[str, ...]:
        """Ids of the documents with chunks whose graph was not made by this recipe."""
        rows = self._server.rows_of_collection(collection_id, _STALE, recipe=recipe)
        return tuple(sorted(row["id"] for row in rows))

    def links_from(self, collection_id: str, kind: str, sources: Sequence[str]) -> tuple[Edge, ...]:
        """Edges of one kind that start at given nodes, by source, then target."""
        wanted = sorted(set(sources))

        def look(transaction: Transaction) -> list[Record]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            return transaction.each(_LINKS_FROM, wanted, collection=collection_id, kind=kind)

        # Questions walk along links one by one: they neither wait for changes nor hold them up.
        rows = self._server.read(look)
        return tuple(edge_of(row) for row in sorted(rows, key=lambda row: (row[0], row[1], row[3])))

    def link_state(self, collection_id: str, kind: str) -> LinkState:
        """How far the links of one kind have come."""
        return self._server.of_collection(
            collection_id, lambda transaction: _state(transaction, collection_id, kind), held=True
        )

    def store_links(
        self,
        collection_id: str,
        kind: str,
        *,
        expected: LinkState,
        sequence: int,
        recipe: str,
        sources: Sequence[str] | None,
        edges: Sequence[Edge],
    ) -> bool:
        """Replace the links that start at `sources` (None: all), unless something came between."""

        def store(transaction: Transaction) -> bool:
            transaction.lock_gate(collection_id)
            if (
                transaction.rows(_CHANGED, id=collection_id, sequence=sequence)
                or _state(transaction, collection_id, kind) != expected
            ):
                return False
            if sources is None:
                transaction.rows(_DROP_LINKS, id=collection_id, kind=kind)
            else:
                transaction.each(_DROP_LINKS_FROM, sorted(set(sources)), kind=kind)
            starts = sorted({edge.source for edge in edges})
            owners = {row["id"]: row["owner"] for row in transaction.each(_OWNERS, starts)}
            owned = [(edge, owners[edge.source]) for edge in edges if edge.source in owners]
            create_edges(transaction, collection_id, owned)
            transaction.rows(
                _SET_STATE, id=collection_id, kind=kind, recipe=recipe, sequence=sequence
            )
            finish(transaction, [collection_id], ())
            return True

        return self._server.write(store)

    def save_derived(
        self,
        collection_id: str,
        name: str,
        payload: bytes,
        sequence: int,
        holds: Collection[str] | None = (),
    ) -> None:
        """Keep something that was worked out from a collection as it was at a sequence number."""
        documents = None if holds is None else sorted(set(holds))

        def save(transaction: Transaction) -> None:
            transaction.lock_gate(collection_id)
            left = documents != [] and _have_left(transaction, collection_id, documents, sequence)
            transaction.rows(
                _SAVE,
                id=collection_id,
                name=name,
                payload=b"" if left else payload,
                sequence=sequence,
                documents=[] if left else documents,
            )

        self._server.write(save)

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        """What was kept last, with its sequence number."""
        row = self._server.read(
            lambda transaction: transaction.one("collection", _LOAD, id=collection_id, name=name)
        )
        return None if row["payload"] is None else (bytes(row["payload"]), int(row["sequence"]))

    def derived_holds(
        self, collection_id: str, prefix: str, among: Collection[str] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The names that begin with a prefix under which something is kept, and the documents whose
        words are in each; only those of `among` where it is given."""
        found = {
            row["name"]: tuple(
                each for each in sorted(row["documents"] or ()) if among is None or each in among
            )
            for row in self._held(collection_id, prefix)
        }
        return {name: found[name] for name in sorted(found)}

    def derived_documents(self, collection_id: str, name: str) -> tuple[str, ...]:
        """The documents whose words are in what is kept under a name."""
        return self.derived_holds(collection_id, name).get(name, ())

    def derived_counts(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and of how many
        documents words are in each."""
        held = self.derived_holds(collection_id, prefix)
        return {name: len(documents) for name, documents in held.items()}

    def derived_versions(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and the sequence number
        of each."""
        found = {row["name"]: int(row["sequence"]) for row in self._held(collection_id, prefix)}
        return {name: found[name] for name in sorted(found)}

    def _held(self, collection_id: str, prefix: str) -> Sequence[Record]:
        return self._server.rows_of_collection(collection_id, _HOLDS, prefix=prefix)


def _have_left(
    transaction: Transaction, collection_id: str, documents: Sequence[str] | None, sequence: int
) -> bool:
    """Whether one of the documents (None: any) went or was published again after a change."""
    asked = {"id": collection_id, "documents": documents}
    if transaction.rows(_LEFT, sequence=sequence, **asked):
        return True
    return documents is not None and int(transaction.value(_THERE, **asked)) < len(documents)


def forget_graphs(transaction: Transaction, collection_id: str) -> None:
    """Remove all that was made from a collection's vectors."""
    for statement in _FORGET:
        transaction.rows(statement, id=collection_id)


def _state(transaction: Transaction, collection_id: str, kind: str) -> LinkState:
    rows = transaction.rows(_STATE, id=collection_id, kind=kind)
    if not rows:
        return LinkState()
    row = rows[0]
    return LinkState(row["recipe"], row["sequence"], tuple(sorted(row["unsettled"])))
