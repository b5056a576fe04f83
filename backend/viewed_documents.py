"""Which documents a view is of, told by a digest: so many documents, each as it was then."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Sequence

from backend.collection_documents import CollectionDocuments
from backend.errors import NotFoundError
from backend.parcels import changed_documents, changes_text
from backend.ports import Records
from backend.types import Document

_LOG = 64
"""So many last entries of the log of changes tell one history of records from another."""


class ViewedDocuments:
    """The documents that views are of, now and at earlier versions of the records."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.now = CollectionDocuments(records)
        self._digests: dict[str, tuple[Document, int]] = {}
        self._identities: dict[str, tuple[int, int, int]] = {}
        """By collection: a version of the records, how many documents there were then, and the sum
        of their digests."""

    def remember(self, collection_id: str, sequence: int, count: int, identity: str) -> None:
        """How many documents there were at a version of the records, and their digest.

        Raises:
            ValueError: if the digest is none.
        """
        self._identities[collection_id] = sequence, count, int(identity, 16)

    def are_there(self, collection_id: str, sequence: int, identity: str) -> bool:
        """Whether documents of a version of the records, by their digest, are there as they were;
        others may have come."""
        documents = self._present(collection_id)
        # read after the documents: what comes meanwhile is in neither, or in the changes as well
        changed = changed_documents(self._records, collection_id, sequence)
        return (
            self._identity_of(document for document in documents if document.id not in changed)
            == identity
        )

    def identity_at(self, collection_id: str, documents: Sequence[Document], sequence: int) -> str:
        """A digest of all documents of a collection at a version of the records. Where some were
        only added since an earlier one, they are added to what is known of that."""
        since, count, total = self._identities.get(collection_id, (sys.maxsize, 0, 0))
        came = {
            change.document_id
            for change in (self._records.changes(since) if since <= sequence else ())
            if change.collection_id == collection_id
            and change.sequence <= sequence
            and changes_text(change)
        }
        if since > sequence or count + len(came) != len(documents):  # others went or changed
            total = 0
            came = {document.id for document in documents}
        total += int(
            self._identity_of(document for document in documents if document.id in came), 16
        )
        self._identities[collection_id] = sequence, len(documents), total
        return _digits(total)

    def log_until(self, sequence: int) -> str:
        """A digest of what happened last until a version of the records."""
        digest = hashlib.sha256()
        for change in self._records.changes(max(0, sequence - _LOG)):
            if change.sequence <= sequence:
                digest.update(repr(change).encode())
        return digest.hexdigest()

    def _present(self, collection_id: str) -> tuple[Document, ...]:
        """The documents of a collection; none where it has gone."""
        try:
            return tuple(self.now.of(collection_id).values())
        except NotFoundError:
            return ()

    def _identity_of(self, documents: Iterable[Document]) -> str:
        """A digest of which documents these are, and of which of their versions."""
        total = 0
        for document in documents:
            known = self._digests.get(document.id)
            if known is None or known[0] != document:
                known = self._digests[document.id] = document, _digest_of(document)
            total += known[1]
        return _digits(total)


def _digits(total: int) -> str:
    return f"{total % (1 << 256):064x}"


def _digest_of(document: Document) -> int:
    """Digests are added up, so that the order of documents does not matter."""
    fields = (
        *(document.id, document.sha256, document.version, document.chunks, document.pages),
        *(document.added, document.name, document.title, document.media_type, document.key),
    )
    written = repr(fields).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(written).digest(), "big")
