"""Learning the vectors of a collection's graph, as a job of the queue."""

from __future__ import annotations

from backend.graph.learned_vectors import (
    LearnedVectors,
    keep_learned_vectors,
    learn_vectors,
    passage_graph,
)
from backend.graph.translations import MOVEMENTS
from backend.passage_view.views import views_over
from backend.ports import Parts, Progress

KIND = "learn_graph"
KINDS = tuple(MOVEMENTS)
"""What can be learned; a job's key names one of them."""


def learn_graph(parts: Parts, collection_id: str, kind: str, progress: Progress) -> LearnedVectors:
    """Learn from the graph as it is now, and keep what was learned.

    A document that goes meanwhile is passed over when the vectors are used.

    Raises:
        CancelledError: if `progress` asked for it; what was there before stays.
        NotFoundError: if the collection goes meanwhile.
    """
    sequence = parts.records.sequence()
    view = views_over(parts).of(collection_id, wait=True)
    graph = passage_graph(view, parts.records, collection_id)
    learned = learn_vectors(graph, kind, lambda done, of: progress("learning", done, of))
    keep_learned_vectors(parts.records, collection_id, learned, sequence)
    return learned
