"""Whether the stored graphs of documents are what their passages' vectors and the settings give."""

from __future__ import annotations

from collections import defaultdict

from backend.graph.document_graph import (
    PASSAGE_LINKS,
    document_graph,
    grouped_rows,
    recipe,
)
from backend.ports import Records
from backend.types import Collection, Edge


def wrong_graphs(records: Records, collection: Collection) -> list[str]:
    """Ids of the documents whose groups or links between passages are not what a fresh computation
    gives, or whose groups say nothing.

    Documents that wait to be grouped are left out, and so are those whose vectors are incomplete:
    that is found elsewhere.
    """
    waiting = set(
        records.stale_graphs(collection.id, recipe(collection.settings, collection.embedding))
    )
    stored: dict[str, list[Edge]] = defaultdict(list)
    for edge in records.edges(collection.id, PASSAGE_LINKS):
        stored[edge.source].append(edge)
    wrong = []
    for document in records.documents(collection.id):
        chunks = records.chunks_of(document.id)
        ids, vectors = records.vectors_of(document.id, collection.embedding)
        if document.id in waiting or not chunks or ids != tuple(chunk.id for chunk in chunks):
            continue
        rows = grouped_rows(chunks)
        chunk_ids = tuple(chunks[row].id for row in rows)
        graph = document_graph(chunk_ids, vectors[rows], collection.settings)
        groups = records.communities(document.id)
        right = (
            {frozenset(community.chunk_ids) for community in groups}
            == {frozenset(chunk_ids[row] for row in group) for group in graph.groups}
            and {edge for chunk_id in chunk_ids for edge in stored[chunk_id]} == set(graph.edges)
            and all(group.title and group.summary for group in groups)
        )
        if not right:
            wrong.append(document.id)
    return wrong
