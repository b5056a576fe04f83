"""Collections: making, renaming, settings, sizes, removal."""

from __future__ import annotations

from dataclasses import replace

from backend.identity import content_id
from backend.records._codecs import folded_name, name_taken, settings_text, tidy_name
from backend.records._neo4j.part import StorePart, finish
from backend.records._neo4j.removal import NOTHING_REMOVED, add_receipts, remove_documents
from backend.records._neo4j.rows import collection_of
from backend.records._neo4j.server import Transaction
from backend.records._neo4j.sharing import give_role
from backend.types import Collection, CollectionCounts, CollectionSettings, Grant, Receipt, Role

REMOVED_AT_ONCE = 200
"""Documents of a collection that one transaction removes: the server holds it in memory."""

_ALL = "MATCH (c:Collection {library: $library}) WHERE c.folded IS NOT NULL RETURN c"
_ONE = "MATCH (c:Collection {library: $library, id: $id}) RETURN c"
_TAKEN = (
    "MATCH (c:Collection {library: $library, folded: $folded}) RETURN c.name AS name, c.id AS id"
)
_COUNTS = """
MATCH (c:Collection {library: $library, id: $id})
OPTIONAL MATCH (c)-[:HAS_DOCUMENT]->(d:Document)
RETURN count(d) AS documents, coalesce(sum(d.pages), 0) AS pages,
       coalesce(sum(d.chunks), 0) AS chunks, coalesce(sum(d.size), 0) AS bytes
"""
_CREATE = """
CREATE (c:Collection {library: $library, id: $id, name: $name, folded: $folded,
                      created: timestamp() / 1000.0, settings: $settings, embedding: '',
                      owner: $owner,
                      revision: timestamp() * 1000})
CREATE (:Gate {library: $library, collection: $id})
RETURN c
"""
_RENAME = """
MATCH (c:Collection {library: $library, id: $id}) SET c.name = $name, c.folded = $folded RETURN c
"""
_SETTINGS = """
MATCH (c:Collection {library: $library, id: $id}) SET c.settings = $settings RETURN c
"""
_DOCUMENTS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document) RETURN d.id AS id
"""
_REMOVE = (
    """
    MATCH (j:Job {library: $library}) WHERE j.state IS NOT NULL AND j.collection = $id
    OPTIONAL MATCH (j)-[:HAS_CHECKPOINT]->(p:Checkpoint) DETACH DELETE p, j
    """,
    """
    MATCH (v:Conversation {library: $library}) WHERE v.id IS NOT NULL AND v.collection = $id
    OPTIONAL MATCH (v)-[:HAS_ANSWER]->(a:Answer) DETACH DELETE a, v
    """,
    "MATCH (m:Mark {library: $library, collection: $id}) DETACH DELETE m",
    "MATCH (g:Grant {library: $library, collection: $id}) DETACH DELETE g",
    """
    MATCH (s:LinkState {library: $library, collection: $id}) WHERE s.kind IS NOT NULL
    DETACH DELETE s
    """,
    """
    MATCH (v:Derived {library: $library, collection: $id}) WHERE v.name IS NOT NULL
    DETACH DELETE v
    """,
    "MATCH (e:Evaluation {library: $library, collection: $id}) DETACH DELETE e",
    "MATCH (g:Gate {library: $library, collection: $id}) DELETE g",
    "MATCH (c:Collection {library: $library, id: $id}) DETACH DELETE c",
)


class Collections(StorePart):
    """The verbs of `Records` about collections."""

    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        rows = self._server.read(lambda transaction: transaction.rows(_ALL))
        nodes = sorted((row["c"] for row in rows), key=lambda c: (c["folded"], c["id"]))
        return tuple(map(collection_of, nodes))

    def collection(self, collection_id: str) -> Collection:
        """One collection; NotFoundError if it does not exist."""
        row = self._server.read(
            lambda transaction: transaction.one("collection", _ONE, id=collection_id)
        )
        return collection_of(row["c"])

    def counts(self, collection_id: str) -> CollectionCounts:
        """How much a collection holds."""
        row = self._server.of_collection(
            collection_id,
            lambda transaction: transaction.one("collection", _COUNTS, id=collection_id),
            held=True,
        )
        return CollectionCounts(row["documents"], row["pages"], row["chunks"], row["bytes"])

    def create_collection(
        self, name: str, settings: CollectionSettings, owner: str = ""
    ) -> Collection:
        """Make a collection. Its id follows from its name, so that the same library built twice
        has the same ids; a name that was used before by a renamed collection gets a counter.
        """
        name = tidy_name(name)
        folded = folded_name(name, owner)
        named = (owner, name) if owner else (name,)

        def create(transaction: Transaction) -> Collection:
            transaction.next_number("collections")
            _check_free(transaction, folded, "")
            attempt = 1
            identity = content_id("collection", *named)
            while transaction.rows(_ONE, id=identity):
                attempt += 1
                identity = content_id("collection", *named, attempt)
            row = transaction.one(
                "collection",
                _CREATE,
                id=identity,
                name=name,
                folded=folded,
                settings=settings_text(settings),
                owner=owner,
            )
            if owner:
                give_role(transaction, Grant(identity, "person", owner, Role.OWNER))
            return collection_of(row["c"])

        return self._server.write(create)

    def rename_collection(self, collection_id: str, name: str) -> Collection:
        """Give a collection another name; its id stays."""
        name = tidy_name(name)

        def rename(transaction: Transaction) -> Collection:
            transaction.next_number("collections")
            before = collection_of(transaction.one("collection", _ONE, id=collection_id)["c"])
            folded = folded_name(name, before.owner)
            _check_free(transaction, folded, collection_id)
            row = transaction.one("collection", _RENAME, id=collection_id, name=name, folded=folded)
            return collection_of(row["c"])

        return self._server.write(rename)

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection:
        """Store other settings; documents that are there already are not touched."""
        row = self._server.write(
            lambda transaction: transaction.one(
                "collection", _SETTINGS, id=collection_id, settings=settings_text(settings)
            )
        )
        return collection_of(row["c"])

    def delete_collection(self, collection_id: str) -> Receipt:
        """Remove a collection with its documents, jobs, conversations and marks.

        The documents of a large one go in several transactions, each document wholly; the
        collection itself goes with the last.
        """

        def remove(transaction: Transaction) -> tuple[Receipt, bool]:
            transaction.lock_gate(collection_id)
            ids = [row["id"] for row in transaction.rows(_DOCUMENTS, id=collection_id)]
            now = ids[:REMOVED_AT_ONCE]
            departure = remove_documents(transaction, collection_id, now)
            changes = [(collection_id, document, "removed") for document in departure.documents]
            last = len(now) == len(ids)
            if last:
                for statement in _REMOVE:
                    transaction.rows(statement, id=collection_id)
                changes = [(collection_id, "", "collection_removed")]
            finish(transaction, [collection_id], changes)
            return departure.receipt, last

        receipt, last = NOTHING_REMOVED, False
        while not last:
            removed, last = self._server.write(remove)
            receipt = add_receipts(receipt, removed)
        return replace(receipt, titles=tuple(sorted(receipt.titles)))


def _check_free(transaction: Transaction, folded: str, collection_id: str) -> None:
    for row in transaction.rows(_TAKEN, folded=folded):
        if row["id"] != collection_id:
            raise name_taken(row["name"])
