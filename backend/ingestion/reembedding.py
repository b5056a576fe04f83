"""A collection moves to another embedding model without ever mixing two kinds of vectors.

The new vectors are made beside the live ones; questions go on against the old model until the last
one is there, then one transaction switches the collection over.
"""

from __future__ import annotations

import numpy as np

from backend.errors import StorageError
from backend.ingestion.communities import build_stale_graphs
from backend.ingestion.parts import IngestionParts
from backend.ingestion.passage_text import embedding_text
from backend.ports import Progress

_BATCH = 128
_MOST_ROUNDS = 5


def reembed(parts: IngestionParts, collection_id: str, progress: Progress) -> None:
    """Make all vectors of a collection anew with the model that its settings name, then switch.

    Interrupted, it goes on where it was: vectors that are there are not made again.

    Raises:
        EmbedderError: if the model cannot be loaded.
        StorageError: if documents kept arriving faster than they could be embedded.
    """
    collection = parts.records.collection(collection_id)
    embedder = parts.embedders.named(collection.settings.embedder)
    if embedder.identity == collection.embedding:
        return
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
        build_stale_graphs(parts, collection_id, progress)
        return
    raise StorageError(
        "The collection kept growing while its passages were embedded anew.",
        "Wait until all files are read, then change the model again.",
    )
