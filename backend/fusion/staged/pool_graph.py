"""A question's candidates as a graph: what is known of each, and how they lead to each other.

The nodes are the passages that a question considers. Between them lie links by titles and by names
in both directions, shared names, shared words, headings that one holds of another, and the passages
next to each other in a document. Of every kind but titles a passage hears the five strongest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.fusion.staged.balance import Balanced
from backend.fusion.staged.measured_columns import Columns, standardised
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.relevance import Judged
from backend.passage_view.collection_view import Array, Numbers

RELATIONS = (
    "title",
    "title back",
    "name",
    "name back",
    "shared names",
    "overlap",
    "held",
    "held back",
    "next",
)
"""Kinds of edges, in the order of the network's weights."""
NEAREST = 5
"""Of edges that nearly all pairs have, a passage hears the five strongest, as in KarGus."""
WORDS, MEANINGS = ("lexical", "page", "section", "entity", "keyword"), ("dense", "window")
RETRIEVERS = (*MEANINGS, *WORDS, "late_interaction")
FEATURES = (
    "fused",
    "direct",
    "linked",
    "direct relevance",
    "linked relevance",
    "carried",
    "covered",
    "path:walk:z",
    "bridge:weighted:z",
    *(f"{name}:score:z" for name in RETRIEVERS),
)
"""What is known of a candidate: the judgements, how far links carry the question, what it covers of
it, and standardised columns; what is missing is 0."""


@dataclass(frozen=True, slots=True)
class PoolGraph:
    """`features` (n, len(FEATURES)); `edges` by relation (n, n), over 0 where the passage of the
    row hears that of the column.
    """

    features: Array
    edges: Mapping[str, Array]

    @property
    def fused(self) -> Array:
        """(n,) the score that is corrected."""
        found: Array = self.features[:, FEATURES.index("fused")]
        return found


def pool_graph(
    columns: Columns,
    direct: Judged,
    linked: Judged,
    final: Balanced,
    links: CandidateLinks,
    places: Sequence[tuple[str, int]],
) -> PoolGraph:
    """The graph of n candidates.

    Args:
        columns: what the last stage over links saw.
        places: per candidate the document and its number in it, from 0; of one that is gone
            an empty document.
    """
    size = final.score.size
    covered = np.zeros(size, np.float32)
    if links.coverage is not None and links.weights is not None:
        covered = links.weights @ links.coverage
    known: dict[str, Array] = {
        "fused": final.score,
        "direct": standardised(direct.log_odds),
        "linked": standardised(linked.log_odds),
        "direct relevance": direct.relevance,
        "linked relevance": linked.relevance,
        "carried": np.full(size, final.links, np.float32),
        "covered": covered,
    }
    features = Columns(size, {**columns.values, **known}).matrix(FEATURES)
    everything = np.arange(size)
    shared = strongest(links.shared)
    overlap = strongest(links.overlap.rows(everything))
    held = links.held.rows(everything)
    edges = (
        links.titles.T,
        links.titles,
        strongest(links.names.T),
        strongest(links.names),
        shared,
        overlap,
        strongest(held),
        strongest(held.T),
        beside(places),
    )
    return PoolGraph(
        np.nan_to_num(features, nan=0.0).astype(np.float32),
        dict(zip(RELATIONS, edges, strict=True)),
    )


def strongest(values: Array, kept: int = NEAREST) -> Array:
    """(n, n): of each row the largest values over 0, the first of equals; the others 0."""
    order = np.argsort(-values, axis=1, kind="stable")[:, :kept]
    found = np.zeros_like(values)
    np.put_along_axis(found, order, np.take_along_axis(values, order, axis=1), axis=1)
    return np.maximum(found, 0.0)


def beside(places: Sequence[tuple[str, int]]) -> Array:
    """(n, n): 1 where two candidates follow each other in one document."""
    at = {place: number for number, place in enumerate(places) if place[0]}
    found = np.zeros((len(places), len(places)), np.float32)
    for (document, ordinal), number in at.items():
        other = at.get((document, ordinal + 1))
        if other is not None:
            found[number, other] = found[other, number] = 1.0
    return found


def heard(graph: PoolGraph, relation: str) -> tuple[Numbers, Numbers, Array]:
    """The edges of a relation one by one: (m,) who hears, who is heard, and the values."""
    listening, speaking = np.nonzero(graph.edges[relation])
    return listening, speaking, graph.edges[relation][listening, speaking]
