"""From a document of the records to its entries in the index, space by space."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from backend.errors import NotFoundError
from backend.ports import IndexEntry, Records
from backend.types import Document

PATH_SEPARATOR = " › "


def chunk_entries(records: Records, document: Document, embedding: str) -> list[IndexEntry]:
    """A document's chunks with their vectors under one embedding."""
    chunks = records.chunks_of(document.id)
    ids, vectors = records.vectors_of(document.id, embedding)
    row_of = {identity: row for row, identity in enumerate(ids)}
    return [
        IndexEntry(
            id=chunk.id,
            collection_id=document.collection_id,
            document_id=document.id,
            media_type=document.media_type,
            kind=chunk.kind,
            title=chunk.title,
            path=PATH_SEPARATOR.join(chunk.path),
            text=chunk.text,
            vector=vectors[row_of[chunk.id]].astype(np.float16) if chunk.id in row_of else None,
        )
        for chunk in chunks
    ]


def community_entries(records: Records, document: Document, embedding: str) -> list[IndexEntry]:
    """A document's groups of chunks by what their summaries say, with the summaries' vectors."""
    communities = records.communities(document.id)
    vectors = records.community_vectors_of(document.id)
    whole = len(vectors) == len(communities)
    return [
        IndexEntry(
            id=community.id,
            collection_id=document.collection_id,
            document_id=document.id,
            media_type=document.media_type,
            kind="community",
            title=document.title,
            path=community.title,
            text="\n".join((community.summary, ", ".join(community.keywords))),
            vector=vectors[row].astype(np.float16) if whole else None,
        )
        for row, community in enumerate(communities)
    ]


SPACES: Mapping[str, Callable[[Records, Document, str], list[IndexEntry]]] = {
    "chunk": chunk_entries,
    "community": community_entries,
}
"""What is searchable, and where its entries come from. A space that is added here needs a new
`FORMAT` of each engine, which has every index built anew."""


def document_entries(
    records: Records, document_id: str, embedding: str
) -> dict[str, list[IndexEntry]]:
    """All entries of a document by space; empty lists if the document is gone."""
    try:
        document = records.document(document_id)
        return {space: make(records, document, embedding) for space, make in SPACES.items()}
    except NotFoundError:
        return {space: [] for space in SPACES}


def by_collection(touched: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Document ids by collection id, from pairs of both: each once, as they came."""
    documents: dict[str, list[str]] = {}
    for collection_id, document_id in dict.fromkeys(touched):
        documents.setdefault(collection_id, []).append(document_id)
    return documents
