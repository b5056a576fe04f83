"""Check and repair of the record store."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import partial

from neo4j import Record

from backend.errors import StorageError
from backend.records._neo4j.part import StorePart
from backend.records._neo4j.schema import SCHEMA
from backend.records._neo4j.server import Transaction
from backend.records._packing import text_of_block
from backend.types import Problem, ServiceStatus

WHERE = "records"


@dataclass(frozen=True, slots=True)
class _Rule:
    """Something that must hold: a query that counts what breaks it, and what mends it."""

    what: str
    count: str
    repair: str = ""


# Parents first: each repair may leave nodes that a later rule removes.
_RULES: tuple[_Rule, ...] = (
    _Rule(
        "{} documents belong to no collection.",
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND NOT (d)<-[:HAS_DOCUMENT]-(:Collection) RETURN count(d)
        """,
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND NOT (d)<-[:HAS_DOCUMENT]-(:Collection)
        OPTIONAL MATCH (d)-[:HAS_TEXT|HAS_LAYOUT|HAS_VECTORS|HAS_COMMUNITY_VECTORS|HAS_TABLE]->(n)
        DETACH DELETE n, d
        """,
    ),
    _Rule(
        "{} sections belong to no document.",
        """
        MATCH (n:Section {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_SECTION]-(:Document) RETURN count(n)
        """,
        """
        MATCH (n:Section {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_SECTION]-(:Document) DETACH DELETE n
        """,
    ),
    _Rule(
        "{} passages belong to no document.",
        """
        MATCH (n:Chunk {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_CHUNK]-(:Document) RETURN count(n)
        """,
        """
        MATCH (n:Chunk {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_CHUNK]-(:Document)
        OPTIONAL MATCH (n)-[:STATES]->(t:Statement) DETACH DELETE t, n
        """,
    ),
    _Rule(
        "{} tables belong to no document.",
        """
        MATCH (n:StoredTable {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_TABLE]-(:Document) RETURN count(n)
        """,
        """
        MATCH (n:StoredTable {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_TABLE]-(:Document) DETACH DELETE n
        """,
    ),
    _Rule(
        "{} passages name a table that does not exist.",
        """
        MATCH (d:Document {library: $library})-[:HAS_CHUNK]->(k:Chunk)
        WHERE k.stored_table <> '' AND NOT EXISTS {
            MATCH (d)-[:HAS_TABLE]->(:StoredTable {id: k.stored_table}) }
        RETURN count(k)
        """,
        """
        MATCH (d:Document {library: $library})-[:HAS_CHUNK]->(k:Chunk)
        WHERE k.stored_table <> '' AND NOT EXISTS {
            MATCH (d)-[:HAS_TABLE]->(:StoredTable {id: k.stored_table}) }
        SET k.stored_table = '', k.row = -1
        """,
    ),
    _Rule(
        "{} groups of passages belong to no document.",
        """
        MATCH (n:Community {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_COMMUNITY]-(:Document) RETURN count(n)
        """,
        """
        MATCH (n:Community {library: $library})
        WHERE n.id IS NOT NULL AND NOT (n)<-[:HAS_COMMUNITY]-(:Document) DETACH DELETE n
        """,
    ),
    _Rule(
        "The groups of passages of {} documents hold a passage that does not exist.",
        """
        MATCH (d:Document {library: $library})-[:HAS_COMMUNITY]->(m:Community)
        WHERE d.id IS NOT NULL AND any(each IN m.chunk_ids WHERE NOT EXISTS {
            MATCH (d)-[:HAS_CHUNK]->(:Chunk {id: each}) })
        RETURN count(DISTINCT d)
        """,
        """
        MATCH (d:Document {library: $library})-[:HAS_COMMUNITY]->(m:Community)
        WHERE d.id IS NOT NULL AND any(each IN m.chunk_ids WHERE NOT EXISTS {
            MATCH (d)-[:HAS_CHUNK]->(:Chunk {id: each}) })
        WITH DISTINCT d
        MATCH (d)-[:HAS_COMMUNITY]->(m:Community) DETACH DELETE m
        """,
    ),
    _Rule(
        "{} documents are said to have groups of passages which are not there or not whole.",
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND d.graph_recipe <> '' AND d.chunks > 0
        OPTIONAL MATCH (d)-[:HAS_COMMUNITY_VECTORS]->(v)
        WITH d, v, COUNT { (d)-[:HAS_COMMUNITY]->() } AS communities
        WITH d WHERE v IS NULL OR communities = 0 OR size(v.body) % (2 * communities) <> 0
        RETURN count(d)
        """,
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND d.graph_recipe <> '' AND d.chunks > 0
        OPTIONAL MATCH (d)-[:HAS_COMMUNITY_VECTORS]->(v)
        WITH d, v, COUNT { (d)-[:HAS_COMMUNITY]->() } AS communities
        WITH d, v WHERE v IS NULL OR communities = 0 OR size(v.body) % (2 * communities) <> 0
        SET d.graph_recipe = '' DETACH DELETE v
        """,
    ),
    _Rule(
        "{} edges belong to a document that does not exist.",
        """
        MATCH (n {library: $library})-[r]->() WHERE r.owner IS NOT NULL
        AND NOT EXISTS { MATCH (:Document {library: $library, id: r.owner}) } RETURN count(r)
        """,
        """
        MATCH (n {library: $library})-[r]->() WHERE r.owner IS NOT NULL
        AND NOT EXISTS { MATCH (:Document {library: $library, id: r.owner}) } DELETE r
        """,
    ),
    _Rule(
        "{} entities are named by no document.",
        """
        MATCH (e:Entity {library: $library})
        WHERE e.collection IS NOT NULL AND e.id IS NOT NULL AND NOT (e)<-[:NAMES]-(:Document)
        RETURN count(e)
        """,
        """
        MATCH (e:Entity {library: $library})
        WHERE e.collection IS NOT NULL AND e.id IS NOT NULL AND NOT (e)<-[:NAMES]-(:Document)
        DETACH DELETE e
        """,
    ),
    _Rule(
        "{} roles are in no collection.",
        """
        MATCH (g:Grant {library: $library})
        WHERE g.collection IS NOT NULL AND NOT EXISTS {
            MATCH (:Collection {library: $library, id: g.collection}) } RETURN count(g)
        """,
        """
        MATCH (g:Grant {library: $library})
        WHERE g.collection IS NOT NULL AND NOT EXISTS {
            MATCH (:Collection {library: $library, id: g.collection}) } DELETE g
        """,
    ),
    _Rule(
        "{} documents say a wrong number of passages.",
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND d.chunks <> COUNT { (d)-[:HAS_CHUNK]->() } RETURN count(d)
        """,
        """
        MATCH (d:Document {library: $library})
        WHERE d.id IS NOT NULL AND d.chunks <> COUNT { (d)-[:HAS_CHUNK]->() }
        SET d.chunks = COUNT { (d)-[:HAS_CHUNK]->() }
        """,
    ),
    _Rule(
        "{} passages have no vector of their collection's embedding model: add their documents "
        "again, or change the model and back.",
        """
        MATCH (c:Collection {library: $library})-[:HAS_DOCUMENT]->(d:Document)-[:HAS_CHUNK]->(k)
        WHERE c.id IS NOT NULL
        OPTIONAL MATCH (d)-[:HAS_VECTORS]->(v:Vectors {embedding: c.embedding})
        WITH k, v WHERE v IS NULL OR NOT k.id IN v.chunk_ids OR size(v.body) = 0
        RETURN count(k)
        """,
    ),
)

_TITLES = """
MATCH (d:Document {library: $library}) WHERE d.id IS NOT NULL
RETURN d.id AS id, d.title AS title, d.length AS length
"""
_BODIES = """
UNWIND $rows AS id
MATCH (:Document {library: $library, id: id})-[:HAS_TEXT]->(t:Text)
WITH id, t ORDER BY t.block
RETURN id, collect(t.body) AS bodies
"""
_REMAKE_LINKS = """
MATCH (s:LinkState {library: $library}) WHERE s.collection IS NOT NULL AND s.kind IS NOT NULL
SET s.recipe = '', s.sequence = 0
"""
_TEXTS_AT_ONCE = 50

_HELD = """
CALL {
    MATCH (c:Collection {library: $library}) WHERE c.folded IS NOT NULL
    RETURN count(c) AS collections
}
CALL {
    MATCH (d:Document {library: $library}) WHERE d.id IS NOT NULL
    RETURN count(d) AS documents, coalesce(sum(d.chunks), 0) AS chunks
}
CALL {
    MATCH (m:Community {library: $library}) WHERE m.id IS NOT NULL RETURN count(m) AS communities
}
CALL {
    MATCH (e:Entity {library: $library}) WHERE e.collection IS NOT NULL AND e.id IS NOT NULL
    RETURN count(e) AS entities
}
MATCH (l:Library {library: $library})
RETURN collections, documents, chunks, communities, entities, l.sequence AS changes
"""


class Maintenance(StorePart):
    """The verbs of `Records` that look after the store itself."""

    def check(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the records: references, counts, texts."""
        try:
            found = [(rule, self._count(rule)) for rule in _RULES]
            return (
                *(
                    Problem(WHERE, rule.what.format(count), bool(rule.repair))
                    for rule, count in found
                    if count
                ),
                *self._unreadable_texts(),
            )
        except StorageError as error:
            return (Problem(WHERE, error.what, False),)

    def _count(self, rule: _Rule) -> int:
        return int(self._server.read(lambda transaction: transaction.value(rule.count)))

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended."""

        def mend(transaction: Transaction) -> tuple[Problem, ...]:
            mended = []
            for rule in _RULES:
                count = transaction.value(rule.count) if rule.repair else 0
                if count:
                    transaction.rows(rule.repair)
                    mended.append(Problem(WHERE, rule.what.format(count), True))
            if mended:
                # What was removed may have been linked: all links are made anew.
                transaction.rows(_REMAKE_LINKS)
            return tuple(mended)

        return self._server.write(mend)

    def version(self) -> str:
        """Engine and schema version, for the status page."""
        return f"Neo4j {self._server.edition()}, schema {SCHEMA}"

    def status(self) -> ServiceStatus:
        """The server as the status page shows it: version and what it holds."""
        held = self._server.read(lambda transaction: transaction.one("library", _HELD))
        documents, collections = held["documents"], held["collections"]
        return ServiceStatus(
            "Records",
            "ok",
            f"{documents:,} {'document' if documents == 1 else 'documents'} in "
            f"{collections:,} {'collection' if collections == 1 else 'collections'}",
            {
                "engine": self.version(),
                "server": self._server.url,
                "database": f"{self._server.database}, library {self._server.library}",
                "passages": f"{held['chunks']:,}",
                "groups of passages": f"{held['communities']:,}",
                "names": f"{held['entities']:,}",
                "changes so far": f"{held['changes']:,}",
            },
        )

    def close(self) -> None:
        """Close the connections; the store may be used again, which opens them anew."""
        self._server.close()

    def _unreadable_texts(self) -> list[Problem]:
        documents = self._server.read(lambda transaction: transaction.rows(_TITLES))
        problems = []
        for start in range(0, len(documents), _TEXTS_AT_ONCE):
            batch = documents[start : start + _TEXTS_AT_ONCE]
            ids = [each["id"] for each in batch]
            rows = self._server.read(partial(_bodies, ids=ids))
            bodies = {row["id"]: row["bodies"] for row in rows}
            for each in batch:
                if not _readable(bodies.get(each["id"], ()), each["length"]):
                    problems.append(
                        Problem(
                            WHERE,
                            f"The stored text of “{each['title']}” cannot be read: add the "
                            "document again.",
                            False,
                        )
                    )
        return problems


def _bodies(transaction: Transaction, ids: list[str]) -> list[Record]:
    return transaction.rows(_BODIES, rows=ids)


def _readable(bodies: list[bytes] | tuple[bytes, ...], length: int) -> bool:
    try:
        return sum(len(text_of_block(body)) for body in bodies) == length
    except (zlib.error, UnicodeDecodeError):
        return False
