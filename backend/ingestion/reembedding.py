"""A collection moves to another embedding model without ever mixing two kinds of vectors.

The new vectors are made beside the live ones; questions go on against the old model until the last
one is there, then one transaction switches the collection over.
"""

from __future__ import annotations

import numpy as np

from backend.errors import EmbedderError, StorageError
from backend.ingestion.communities import build_stale_graphs
from backend.ingestion.parts import IngestionParts
from backend.ingestion.passage_text import embedding_text
from backend.ingestion.queueing import REEMBED, queue, waiting_job
from backend.ports import Embedder, Embedders, Progress, Records
from backend.question_vectors.kept_network import clear_networks, is_fine_tuned

_BATCH = 128
_MOST_ROUNDS = 5


def reembed(parts: IngestionParts, collection_id: str, progress: Progress) -> None:
    """Make all vectors of a collection anew with the model that its settings ask for, then switch.

    Interrupted, it goes on where it was: vectors that are there are not made again.

    Raises:
        EmbedderError: if the model cannot be loaded.
        StorageError: if documents kept arriving faster than they could be embedded.
    """
    while (embedder := parts.embedders.wanted(collection_id)).identity != (
        parts.records.collection(collection_id).embedding
    ):  # once more where the settings were changed meanwhile
        _move(parts, collection_id, embedder, progress)


def _move(
    parts: IngestionParts, collection_id: str, embedder: Embedder, progress: Progress
) -> None:
    for _ in range(_MOST_ROUNDS):
        documents = parts.records.documents(collection_id)
        total = sum(document.chunks for document in documents)
        done = 0
        for document in documents:
            chunks = parts.records.chunks_of(document.id)
            there, _vectors = parts.records.vectors_of(document.id, embedder.identity)
            missing = [chunk for chunk in chunks if chunk.id not in set(there)]
            for start in range(0, len(missing), _BATCH):
                batch = missing[start : start + _BATCH]
                made = embedder.embed(
                    [
                        embedding_text(chunk.title, chunk.path, chunk.text, chunk.kind)
                        for chunk in batch
                    ]
                ).astype(np.float16)
                parts.records.store_vectors(
                    document.id,
                    embedder.identity,
                    {chunk.id: vector for chunk, vector in zip(batch, made, strict=True)},
                )
                progress("embedding", done + start + len(batch), total)
            done += len(chunks)
        try:
            parts.records.activate_embedding(collection_id, embedder.identity)
        except StorageError:
            continue  # a document arrived meanwhile: embed it too
        parts.index.catch_up()
        clear_networks(parts.records, collection_id)
        build_stale_graphs(parts, collection_id, progress)
        return
    raise StorageError(
        "The collection kept growing while its passages were embedded anew.",
        "Wait until all files are read, then change the model again.",
    )


def notice_changed_embedder(records: Records, embedders: Embedders, collection_id: str) -> None:
    """Queue the re-embedding of a collection whose model is not the one of its settings: they were
    changed, or a document went that had taught its fine-tuned model."""
    collection = records.collection(collection_id)
    if not collection.embedding or waiting_job(records, collection_id, REEMBED) is not None:
        return
    try:
        wanted = embedders.wanted(collection_id)
    except EmbedderError:
        return  # the status page says so; the passages keep the vectors they have
    if wanted.identity != collection.embedding:
        queue(records, collection, REEMBED, "passages embedded anew")
    else:
        clear_networks(records, collection_id)


def notice_lost_teacher(records: Records, embedders: Embedders, collection_id: str) -> None:
    """After documents went or were replaced: where one had taught the collection's fine-tuned
    model, its passages are embedded by the model before, and what was learned is cleared."""
    collection = records.collection(collection_id)
    if collection.settings.fine_tuned or is_fine_tuned(collection.embedding):
        notice_changed_embedder(records, embedders, collection_id)
    else:
        clear_networks(records, collection_id)
