"""Documents: publishing and deleting whole ones, and the change log that tells of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from backend.errors import StorageError, missing
from backend.ports import DocumentBundle
from backend.records._bundles import check_bundle
from backend.records._neo4j.arrival import insert
from backend.records._neo4j.content import SET_EMBEDDING
from backend.records._neo4j.part import Logged, StorePart, finish
from backend.records._neo4j.removal import (
    NOTHING_REMOVED,
    add_receipts,
    remove_documents,
    settle,
    take_out,
)
from backend.records._neo4j.rows import document_of
from backend.records._neo4j.server import Transaction
from backend.types import Change, Document, JobState, Receipt

_DOCUMENTS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
WHERE ($name = '' OR d.name = $name) AND ($sha256 = '' OR d.sha256 = $sha256)
RETURN d
"""
_DOCUMENT = "MATCH (d:Document {library: $library, id: $id}) RETURN d"
_USES = """
RETURN EXISTS { MATCH (:Document {library: $library, sha256: $sha256}) }
       OR EXISTS {
         MATCH (job:Job {library: $library, sha256: $sha256}) WHERE job.state <> $done
       } AS used
"""
_COLLECTIONS_OF = """
UNWIND $rows AS id
MATCH (d:Document {library: $library, id: id}) RETURN d.id AS id, d.collection AS collection
"""
_LIVE = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.embedding AS embedding"
_OTHERS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
WHERE d.chunks > 0 AND NOT d.id IN $arriving
RETURN d.id LIMIT 1
"""
_SEQUENCE = "MATCH (l:Library {library: $library}) RETURN l.sequence AS sequence"
_CHANGES = """
MATCH (v:Change {library: $library}) WHERE v.sequence > $after
RETURN v.sequence AS sequence, v.collection AS collection, v.document AS document,
       v.action AS action
ORDER BY v.sequence
"""


class Documents(StorePart):
    """The verbs of `Records` about documents as wholes."""

    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """Visible documents, by title then id."""
        rows = self._server.rows_of_collection(collection_id, _DOCUMENTS, name="", sha256="")
        return tuple(
            sorted((document_of(row["d"]) for row in rows), key=lambda each: (each.title, each.id))
        )

    def document(self, document_id: str) -> Document:
        """One document; NotFoundError if it does not exist."""
        row = self._server.read(
            lambda transaction: transaction.one("document", _DOCUMENT, id=document_id)
        )
        return document_of(row["d"])

    def find_documents(
        self, collection_id: str, *, name: str = "", sha256: str = ""
    ) -> tuple[Document, ...]:
        """The collection's documents of that name, of those bytes, or both; by id."""
        rows = self._server.rows_of_collection(collection_id, _DOCUMENTS, name=name, sha256=sha256)
        return tuple(sorted((document_of(row["d"]) for row in rows), key=lambda each: each.id))

    def uses_file(self, sha256: str) -> bool:
        """Whether a document of any collection is of that file, or a job that is not done waits
        for it.
        """
        return bool(
            self._server.read(
                lambda transaction: transaction.value(
                    _USES, sha256=sha256, done=JobState.DONE.value
                )
            )
        )

    def publish(self, bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        """Make documents visible, removing those that they replace, in one transaction."""
        for bundle in bundles:
            check_bundle(bundle)
        arriving = {bundle.document.id for bundle in bundles}
        coming: dict[str, list[DocumentBundle]] = defaultdict(list)
        for bundle in bundles:
            coming[bundle.document.collection_id].append(bundle)

        def publish(transaction: Transaction) -> int:
            leaving = _by_collection(transaction, [*arriving, *replaces])
            collections = sorted({*coming, *leaving})
            for collection in collections:
                transaction.lock_gate(collection)
            changes: list[Logged] = []
            contents = {
                document_bundle.document.id: document_bundle.document.sha256
                for document_bundle in bundles
            }
            for collection in collections:
                departure = take_out(transaction, collection, leaving.get(collection, ()), contents)
                insert(transaction, collection, coming.get(collection, ()))
                settle(transaction, collection, departure)
                _settle_embedding(transaction, collection, coming.get(collection, ()))
                changes += [
                    (collection, document, "removed")
                    for document in departure.documents
                    if document not in arriving
                ]
            changes.sort(key=lambda change: change[1])
            changes += [
                (bundle.document.collection_id, bundle.document.id, "added") for bundle in bundles
            ]
            return finish(transaction, collections, changes)

        return self._server.write(publish)

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt:
        """Remove documents; NotFoundError, with nothing removed, if one does not exist."""

        def delete(transaction: Transaction) -> Receipt:
            leaving = _by_collection(transaction, document_ids)
            for collection in sorted(leaving):
                transaction.lock_gate(collection)
            receipt = NOTHING_REMOVED
            changes: list[Logged] = []
            for collection, ids in sorted(leaving.items()):
                departure = remove_documents(transaction, collection, ids)
                receipt = add_receipts(receipt, departure.receipt)
                changes += [(collection, document, "removed") for document in departure.documents]
            if len(changes) < len(set(document_ids)):
                raise missing("document")
            changes.sort(key=lambda change: change[1])
            finish(transaction, leaving, changes)
            return receipt

        return self._server.write(delete)

    def sequence(self) -> int:
        """Number of the last change."""
        return int(self._server.read(lambda transaction: transaction.value(_SEQUENCE)))

    def changes(self, after: int) -> tuple[Change, ...]:
        """Changes with a sequence number over `after`, in order.

        What they tell of is there when they are seen: the library is held meanwhile.
        """

        def look(transaction: Transaction) -> tuple[Change, ...]:
            if transaction.lock_library() <= after:
                return ()
            rows = transaction.rows(_CHANGES, after=after)
            return tuple(
                Change(row["sequence"], row["collection"], row["document"], row["action"])
                for row in rows
            )

        return self._server.write(look)


def _by_collection(transaction: Transaction, document_ids: Sequence[str]) -> dict[str, list[str]]:
    """Those of the documents that exist, by the collection that holds them."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in transaction.each(_COLLECTIONS_OF, sorted(set(document_ids))):
        found[row["collection"]].append(row["id"])
    return dict(found)


def _settle_embedding(
    transaction: Transaction, collection_id: str, bundles: Sequence[DocumentBundle]
) -> None:
    """The first documents of a collection decide its embedding; later ones must agree with it.

    Raises:
        StorageError: if vectors of two models would mix.
    """
    arriving = {bundle.document.id: bundle.embedding for bundle in bundles if bundle.chunks}
    embeddings = set(arriving.values())
    if not embeddings:
        return
    live = transaction.value(_LIVE, id=collection_id)
    if embeddings == {live}:
        return
    others = transaction.rows(_OTHERS, id=collection_id, arriving=list(arriving))
    if others or len(embeddings) > 1:
        raise StorageError(
            "A document was embedded with another model than its collection uses now; it was "
            "not stored.",
            "Add it again: it will be embedded with the collection's model.",
        )
    transaction.rows(SET_EMBEDDING, id=collection_id, embedding=embeddings.pop())
