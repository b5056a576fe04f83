"""The records of collections, documents and passages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.ports.bundles import DocumentBundle
from backend.ports.embedding import Vectors
from backend.types.layout import Line
from backend.types.library import (
    Chunk,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Document,
    Receipt,
    Section,
)
from backend.types.tables import StoredTable


class LibraryRecords(Protocol):
    """Collections, and the documents in them with their passages and vectors."""

    # collections
    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        ...

    def collection(self, collection_id: str) -> Collection: ...

    def counts(self, collection_id: str) -> CollectionCounts: ...

    def create_collection(
        self, name: str, settings: CollectionSettings, owner: str = ""
    ) -> Collection:
        """Make an empty collection; a person who is named as its owner has that role from the
        beginning. Its id follows from the name, and the person's if there is one.

        Raises:
            NameTakenError: if that person (or nobody) made one of that name (case-folded, trimmed).
        """
        ...

    def rename_collection(self, collection_id: str, name: str) -> Collection: ...

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection: ...

    def delete_collection(self, collection_id: str) -> Receipt: ...

    # documents
    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """Visible documents, by title then id."""
        ...

    def document(self, document_id: str) -> Document: ...

    def find_documents(
        self, collection_id: str, *, name: str = "", sha256: str = ""
    ) -> tuple[Document, ...]:
        """The collection's documents of that name, of those bytes, or both; by id."""
        ...

    def uses_file(self, sha256: str) -> bool:
        """Whether a document of any collection, or a job that is not done, is of a file of that
        hash."""
        ...

    def publish(self, bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        """Make documents visible and remove those that they replace, in one transaction.

        Publishing a document that is there already (same id) replaces it. Returns the sequence
        number of the change log after it.

        Raises:
            NotFoundError: if the collection is gone (the job is then moot).
        """
        ...

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt: ...

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str: ...

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that the span touches, in reading order."""
        ...

    def sections(self, document_id: str) -> tuple[Section, ...]: ...

    # chunks and vectors
    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """The chunks that exist; ids that are gone are left out."""
        ...

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The document's chunks by ordinal."""
        ...

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        """Chunk ids by ordinal and their vectors under one embedding (possibly none)."""
        ...

    def store_vectors(
        self, document_id: str, embedding: str, vectors: Mapping[str, npt.NDArray[np.float16]]
    ) -> None:
        """Add vectors of a second embedding beside the live one (re-embedding)."""
        ...

    def activate_embedding(self, collection_id: str, embedding: str) -> int:
        """Switch the collection to another embedding, once every chunk has a vector of it.

        Drops the vectors of all others and all communities, edges between chunks and links, which
        were made from them; every document's graph is then stale. Logs `reembedded`, returns the
        sequence number.

        Raises:
            StorageError: if some chunk has no vector under it.
        """
        ...

    # tables
    def tables(
        self, collection_id: str, document_ids: Sequence[str] = ()
    ) -> tuple[StoredTable, ...]:
        """The tables of a collection, or of those of its documents that are named; by document id,
        then in the order of the text."""
        ...

    def table(self, table_id: str) -> StoredTable: ...
