"""The graph of a document: its groups of passages, what each is about, and their vectors.

Like everything that ingestion makes, it depends on the document and its collection's settings
alone; what joins documents (links between groups) is kept up apart, in `backend.graph.upkeep`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.errors import LanguageModelError, NotFoundError
from backend.graph.document_graph import document_graph, grouped_rows, recipe
from backend.graph.upkeep import refresh_links
from backend.identity import community_id
from backend.ingestion.parts import IngestionParts
from backend.ingestion.passage_text import embedding_text
from backend.ports import Embedder, Progress, StopSignal, Summariser, Summary
from backend.types import Chunk, CollectionSettings, Community, Edge

GROUP, SUMMARISE, REPORT = "group", "summarise", "report"
"""Kinds of jobs: make the graphs that are missing; write summaries, and reports on groups of names,
with the language model."""
_NEVER = threading.Event()


@dataclass(frozen=True)
class GraphDraft:
    """A document's graph while some of its groups' summaries are not embedded yet.

    `vectors` has one row per community; rows of `waiting` are to be filled with the vectors of
    `texts`.
    """

    communities: tuple[Community, ...]
    edges: tuple[Edge, ...]
    recipe: str
    vectors: npt.NDArray[np.float16]
    waiting: tuple[int, ...]
    texts: tuple[str, ...]

    def embedded(self, made: npt.NDArray[Any]) -> npt.NDArray[np.float16]:
        """The vectors of all communities, given those of `texts`."""
        vectors = self.vectors.copy()
        if self.waiting:
            vectors[list(self.waiting)] = made
        return vectors


def draft_graph(
    document_id: str,
    title: str,
    chunks: Sequence[Chunk],
    vectors: npt.NDArray[Any],
    settings: CollectionSettings,
    embedding: str,
    summariser: Summariser,
    stop: StopSignal = _NEVER,
) -> GraphDraft:
    """Group a document's chunks and summarise the groups.

    Args:
        vectors: (n, dimension) of the chunks, as they are stored (float16).
    """
    graph = document_graph([chunk.id for chunk in chunks], vectors, settings)
    groups = [[chunks[each] for each in group] for group in graph.groups]
    summaries = summariser.summarise(title, groups, stop)
    communities = tuple(
        _community(document_id, group, summary)
        for group, summary in zip(groups, summaries, strict=True)
    )
    return _draft(title, communities, graph.edges, graph.groups, vectors, settings, embedding)


def _draft(
    title: str,
    communities: tuple[Community, ...],
    edges: tuple[Edge, ...],
    groups: Sequence[Sequence[int]],
    vectors: npt.NDArray[Any],
    settings: CollectionSettings,
    embedding: str,
) -> GraphDraft:
    """A group of one passage has the vector of that passage; the summaries of others wait."""
    waiting = tuple(row for row, group in enumerate(groups) if len(group) > 1)
    made = np.zeros((len(groups), vectors.shape[1] if len(vectors) else 0), np.float16)
    for row, group in enumerate(groups):
        if len(group) == 1:
            made[row] = vectors[group[0]]
    texts = tuple(summary_text(title, communities[row]) for row in waiting)
    return GraphDraft(communities, edges, recipe(settings, embedding), made, waiting, texts)


def summary_text(title: str, community: Community) -> str:
    """What is embedded for a community: where it stands, what it says, its words."""
    words = ", ".join(community.keywords)
    return embedding_text(title, (community.title,), f"{community.summary}\n{words}".strip())


def _community(document_id: str, group: Sequence[Chunk], summary: Summary) -> Community:
    chunk_ids = tuple(chunk.id for chunk in group)
    return Community(
        community_id(document_id, chunk_ids),
        document_id,
        chunk_ids,
        summary.title,
        summary.text,
        summary.keywords,
        summary.summarised_by,
        summary.retry,
    )


def build_stale_graphs(parts: IngestionParts, collection_id: str, progress: Progress) -> int:
    """Make the graphs that are missing or of another recipe, then bring the links up to date.

    Returns:
        How many were made.

    Raises:
        EmbedderError: if the collection's model cannot be loaded.
    """
    records = parts.records
    embedder = parts.embedders.of(collection_id)
    collection = records.collection(collection_id)
    settings = collection.settings
    stale = records.stale_graphs(collection_id, recipe(settings, embedder.identity))
    made = 0
    for number, document_id in enumerate(stale, start=1):
        progress("grouping", number, len(stale))
        try:
            made += _build(parts, document_id, settings, embedder, parts.summariser)
        except NotFoundError:
            continue  # deleted meanwhile
    keep_up(parts, collection_id)
    return made


def summarise_anew(
    parts: IngestionParts,
    summariser: Summariser,
    collection_id: str,
    progress: Progress,
    stop: StopSignal,
) -> None:
    """Let a summariser write the summaries of all groups that another wrote, or that are marked.

    Raises:
        LanguageModelError: if the language model failed; what it wrote so far is kept, the other
            summaries stay as they are.
        EmbedderError: if the collection's model cannot be loaded.
    """
    records = parts.records
    embedder = parts.embedders.of(collection_id)
    settings = records.collection(collection_id).settings
    todo = sorted(
        {
            community.document_id
            for community in records.communities_of_collection(collection_id)
            if community.retry or community.summarised_by != summariser.name
        }
    )
    for number, document_id in enumerate(todo, start=1):
        progress("summarising", number, len(todo))
        try:
            _build(parts, document_id, settings, embedder, summariser, stop)
        except NotFoundError:
            continue  # deleted meanwhile
        failed = any(community.retry for community in records.communities(document_id))
        if failed and not stop.is_set():
            keep_up(parts, collection_id)
            raise LanguageModelError(
                "unreachable",
                f"The language model did not summarise all groups of passages; {number - 1} of "
                f"{len(todo)} documents are done.",
                "Look at the language model on the Status page and try again: it goes on where "
                "it was.",
            )
        progress("summarising", number, len(todo))  # raises if it was cancelled meanwhile
    keep_up(parts, collection_id)


def _build(
    parts: IngestionParts,
    document_id: str,
    settings: CollectionSettings,
    embedder: Embedder,
    summariser: Summariser,
    stop: StopSignal = _NEVER,
) -> bool:
    records = parts.records
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    ids, vectors = records.vectors_of(document_id, embedder.identity)
    if ids != tuple(chunk.id for chunk in chunks):
        return False  # embedded anew at this moment: its graph is made after that
    rows = grouped_rows(chunks)
    draft = draft_graph(
        document_id,
        document.title,
        [chunks[row] for row in rows],
        vectors[rows],
        settings,
        embedder.identity,
        summariser,
        stop,
    )
    stored = draft.embedded(embedder.embed(draft.texts))
    records.replace_graph(document_id, draft.communities, stored, draft.edges, draft.recipe)
    return True


def keep_up(parts: IngestionParts, collection_id: str) -> None:
    """Let the index and the links between groups know of what has changed."""
    parts.index.catch_up()
    refresh_links(parts.records, collection_id)
