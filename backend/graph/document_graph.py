"""The graph of one document's chunks: what is similar, what follows, and the groups that it forms.

The result depends on the document's own vectors and the settings alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from backend.graph.leiden import communities
from backend.graph.nearest import cosine, nearest, quantised
from backend.graph.pagerank import pagerank
from backend.types import Chunk, CollectionSettings, Edge

VERSION = 2
"""Raised when the method changes, so that graphs made before are made anew."""
PASSAGE_LINKS: Final = ("NEXT", "SIMILAR_TO")
"""Kinds of the links between passages of a document."""
CHUNKS_PER_RESOLUTION = 60
"""The resolution γ is max(1, chunks / 60).

Modularity with γ = 1 finds ever larger groups in ever longer documents (its resolution limit,
Fortunato and Barthélemy 2007). In proportion to the length, the weight at which two groups merge no
longer depends on it: groups of about ten chunks in documents of 150 to 2,000 chunks.
"""
WEIGHT_STEPS = 10_000
"""Weights enter the search for communities as whole numbers of 1 / WEIGHT_STEPS."""
_ROUNDS = 60
_DIGITS = 12
"""Of PageRank, so that ties are ties."""


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """Edges between chunks, and groups of chunks (by position), the most central chunk first.

    Groups are in the order in which they begin in the document and hold every chunk once.
    """

    edges: tuple[Edge, ...]
    groups: tuple[tuple[int, ...], ...]


def recipe(settings: CollectionSettings, embedding: str) -> str:
    """Names what decides a document's graph, for `DocumentBundle.graph_recipe`."""
    return (
        f"{VERSION}/{settings.similarity_threshold:g}/{settings.similar_neighbours}/"
        f"{settings.next_weight:g}/{embedding}"
    )


def grouped_rows(chunks: Sequence[Chunk]) -> list[int]:
    """The places of those chunks that the graph is made of: all but the cards of tables, which say
    again what other passages hold. So a graph stays as it is when tables are described."""
    return [row for row, chunk in enumerate(chunks) if chunk.kind != "table_card"]


def document_graph(
    chunk_ids: Sequence[str], vectors: npt.NDArray[Any], settings: CollectionSettings
) -> DocumentGraph:
    """The graph of chunks in document order.

    SIMILAR_TO joins a chunk with its nearest ones whose cosine reaches the threshold, from either
    side, and carries that cosine; NEXT joins neighbours in the text with a constant weight.

    Args:
        vectors: (n, dimension), as they are stored.
    """
    count = len(chunk_ids)
    similar = _similar(vectors, settings) if count > 1 else {}
    weight = max(0.0, settings.next_weight)
    edges = [
        Edge(chunk_ids[source], chunk_ids[target], "SIMILAR_TO", cosine(score))
        for (source, target), score in sorted(similar.items())
    ]
    if weight:
        edges += [Edge(source, target, "NEXT", weight) for source, target in pairwise(chunk_ids)]
    whole = round(weight * WEIGHT_STEPS)
    links = [
        (source, target, round(cosine(score) * WEIGHT_STEPS))
        for (source, target), score in similar.items()
    ]
    links += [(position, position + 1, whole) for position in range(count - 1)]
    labels = communities(count, links, max(1.0, count / CHUNKS_PER_RESOLUTION))
    ordered = np.array(sorted(links), np.int64).reshape(-1, 3)
    ranks = pagerank(count, ordered[:, :2], ordered[:, 2], _ROUNDS).round(_DIGITS)
    groups: dict[int, list[int]] = {}
    for position, label in enumerate(labels):
        groups.setdefault(label, []).append(position)
    return DocumentGraph(
        tuple(edges),
        tuple(
            tuple(sorted(members, key=lambda member: (-ranks[member], member)))
            for members in groups.values()
        ),
    )


def _similar(vectors: npt.NDArray[Any], settings: CollectionSettings) -> dict[tuple[int, int], int]:
    """Products of similar chunks by (earlier, later) position; those below zero are no likeness."""
    everyone = np.arange(len(vectors))
    pairs = nearest(
        quantised(vectors),
        everyone,
        everyone,
        settings.similar_neighbours,
        max(settings.similarity_threshold, 1.0 / WEIGHT_STEPS),
        prefer_close=True,
    )
    lower, upper = np.minimum(pairs.rows, pairs.columns), np.maximum(pairs.rows, pairs.columns)
    ends = zip(lower.tolist(), upper.tolist(), strict=True)
    return dict(zip(ends, pairs.scores.tolist(), strict=True))
