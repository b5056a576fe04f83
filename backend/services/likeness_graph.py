"""The passages of a collection joined by three likenesses within each document (KarGus's graph).

Made when it is asked for, from what the records hold; nothing of it is kept.
"""

from __future__ import annotations

import numpy as np

from backend.graph.collection_graph import graph_of, passage_label
from backend.graph.likenesses import (
    likeness_of_keywords,
    likeness_of_meaning,
    likeness_of_names,
    nearest_edges,
)
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.name_factors import names_held
from backend.passage_view.views import views_over
from backend.ports import Parts
from backend.retrievers.shared_entities import name_vectors
from backend.sparse import Matrix
from backend.types import CollectionGraph, Edge, EdgeKind, GraphNode

KINDS: tuple[EdgeKind, ...] = ("ALIKE_IN_MEANING", "ALIKE_IN_KEYWORDS", "ALIKE_IN_NAMES")


def likeness_graph(parts: Parts, collection_id: str, document_id: str = "") -> CollectionGraph:
    """Each passage with the five of its document that it is most like, by meaning, by keywords and
    by names.

    Args:
        document_id: only this document; empty for the whole collection.

    Raises:
        NotFoundError: if there is no such collection or document.
    """
    records = parts.records
    embedding = records.collection(collection_id).embedding
    documents = (
        [records.document(document_id)] if document_id else list(records.documents(collection_id))
    )
    view = views_over(parts).of(collection_id, wait=True)
    held = names_held(view)
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    for document in documents:
        chunks = {chunk.id: chunk for chunk in records.chunks_of(document.id)}
        nodes += [
            GraphNode(chunk.id, "chunk", passage_label(chunk.text), document.id)
            for chunk in chunks.values()
        ]
        ids, vectors = records.vectors_of(document.id, embedding)
        known = [number for number, each in enumerate(ids) if each in view.row_of]
        own = [ids[number] for number in known]
        edges += _edges(view, held, own, np.asarray(vectors[known], np.float32))
    return graph_of(nodes, edges)


def _edges(view: CollectionView, held: Matrix, ids: list[str], vectors: Array) -> list[Edge]:
    if len(ids) < 2:
        return []
    rows = view.rows(ids)
    names = held[rows]
    used = np.flatnonzero(np.asarray(names.sum(0)).ravel())
    named = name_vectors([view.key_texts[each] for each in used.tolist()]) if used.size else None
    likenesses = [
        likeness_of_meaning(vectors),
        likeness_of_keywords(rows_of(view.counts, rows).matrix()),
        *([] if named is None else [likeness_of_names(names[:, used], named)]),
    ]
    return [
        Edge(ids[source], ids[target], kind, min(float(value), 1.0))
        for kind, likeness in zip(KINDS, likenesses, strict=False)
        for source, target, value in zip(*nearest_edges(likeness), strict=True)
    ]
