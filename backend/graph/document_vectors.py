"""The vectors of a collection's documents, each the mean of its passages', kept as files come and
go.

A change of one document reads that document alone. The mean of a document depends on its own
passages and on nothing else, so what is kept equals what a fresh reading would give, and so do the
documents that are nearest to each other by it.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from backend.errors import NotFoundError
from backend.graph.document_neighbours import mean_vectors
from backend.ports import Records, Vectors

_CHANGING = frozenset(["added", "removed", "reembedded", "collection_removed"])


@dataclass(frozen=True, slots=True, eq=False)
class MeanVectors:
    """Ids of a collection's documents, sorted, and (D, dimension) their unit vectors; zeros where a
    document has no passages."""

    ids: tuple[str, ...]
    vectors: Vectors


@dataclass(slots=True)
class _KeptMeans:
    """What is kept of one collection: the number of the last change that it knows of, its means by
    document, and the same put together."""

    embedding: str
    sequence: int = -1
    means: dict[str, Vectors] = field(default_factory=dict)
    joined: MeanVectors | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class DocumentVectors:
    """The document vectors of the collections of a record store. Safe for several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._held: dict[str, _KeptMeans] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, embedding: str, dimension: int) -> MeanVectors:
        """The documents as they are now.

        Args:
            embedding: identity of the model whose vectors count.
            dimension: of these.

        Raises:
            NotFoundError: if there is no such collection.
        """
        with self._lock:
            held = self._held.get(collection_id)
            if held is None or held.embedding != embedding:
                held = self._held[collection_id] = _KeptMeans(embedding)
        with held.lock:
            return self._brought_up(held, collection_id, dimension)

    def _brought_up(self, held: _KeptMeans, collection_id: str, dimension: int) -> MeanVectors:
        sequence = self._records.sequence()
        if held.joined is not None and held.sequence == sequence:
            return held.joined
        changes = self._records.changes(held.sequence) if held.joined is not None else ()
        changed = {
            change.document_id
            for change in changes
            if change.collection_id == collection_id and change.action in _CHANGING
        }
        if held.joined is None or changed:
            if "" in changed:  # all were embedded anew, or went
                held.means.clear()
            there = sorted(document.id for document in self._records.documents(collection_id))
            known = {each: mean for each, mean in held.means.items() if each not in changed}
            held.means = {}
            for each in there:
                with suppress(NotFoundError):  # it went in the meantime
                    held.means[each] = (
                        known[each]
                        if each in known
                        else self._mean(each, held.embedding, dimension)
                    )
            rows = list(held.means.values())
            matrix = np.stack(rows) if rows else np.zeros((0, dimension), np.float32)
            held.joined = MeanVectors(tuple(held.means), matrix)
        held.sequence = sequence
        return held.joined

    def _mean(self, document_id: str, embedding: str, dimension: int) -> Vectors:
        _, vectors = self._records.vectors_of(document_id, embedding)
        if not len(vectors):
            return np.zeros(dimension, np.float32)
        whole = np.zeros(len(vectors), np.int64)
        mean: Vectors = mean_vectors(vectors.astype(np.float32), whole, 1)[0]
        return mean
