"""Passages of documents that were deleted between the search and the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.errors import NotFoundError
from backend.ports import Records, Retrieval
from backend.types import Hit, enumeration

NOTHING_LEFT = "Deleted while the question was answered, so not read: {names}."


def without_deleted(records: Records, retrieval: Retrieval) -> Retrieval:
    """The evidence without passages of documents that are gone, with a notice that names them."""
    gone = _gone(records, (hit.chunk.document_id for hit in retrieval.hits))
    if not gone:
        return retrieval
    names = _named(hit for hit in retrieval.hits if hit.chunk.document_id in gone)
    hits = tuple(hit for hit in retrieval.hits if hit.chunk.document_id not in gone)
    notice = NOTHING_LEFT.format(names=names)
    return replace(retrieval, hits=hits, notices=(*retrieval.notices, notice))


def _gone(records: Records, document_ids: Iterable[str]) -> frozenset[str]:
    gone: set[str] = set()
    for document_id in set(document_ids):
        try:
            records.document(document_id)
        except NotFoundError:
            gone.add(document_id)
    return frozenset(gone)


def _named(hits: Iterable[Hit]) -> str:
    titles: Sequence[str] = list(dict.fromkeys(hit.chunk.title or "a document" for hit in hits))
    return enumeration([f"“{title}”" for title in titles], "and")
