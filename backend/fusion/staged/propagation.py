"""What the linked passages say about a candidate, given how relevant each of them seems.

π is the probability of relevance that the stage before gave. A passage gains when relevant
passages name it or are named by it, and when it covers what they leave open of the question.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backend.fusion.staged.columns import Columns, aspect_columns
from backend.graph.collection_view import Array, CollectionView, Numbers
from backend.graph.links import (
    name_links,
    shared_names,
    term_overlap,
    title_links,
    title_terms_held,
)
from backend.graph.pagerank import personalised_pagerank
from backend.graph.question import asked_terms

RETRIEVER = "path"
SUPPORTERS = 6
"""Support without a link (shared names and words) counts from so many best passages."""
BACKWARD = 0.7


@dataclass(frozen=True, slots=True)
class Links:
    """Matrices (n, n) among the candidates, and what each covers of the question.

    `titles` and `names`: links from row to column; `shared`, `overlap`, `held`: see graph.links;
    `coverage` (pieces, n) in [0, 1] with `weights` (pieces,), both None without token vectors.
    """

    titles: Array
    names: Array
    shared: Array
    overlap: Array
    held: Array
    coverage: Array | None
    weights: Array | None


def links_between(
    view: CollectionView,
    question: str,
    rows: Numbers,
    coverage: Array | None,
    weights: Array | None,
) -> Links:
    """All matrices for the candidates' rows."""
    asked = asked_terms(view, question).known
    return Links(
        np.minimum(title_links(view, rows), 1.0),
        np.minimum(name_links(view, rows), 1.0),
        shared_names(view, rows),
        term_overlap(view, rows, asked),
        title_terms_held(view, rows, asked),
        coverage,
        weights,
    )


def propagation_columns(links: Links, relevance: Array) -> Columns:
    """Columns of the retriever `path`. `relevance` is π, (n,) in [0, 1]."""
    best = np.lexsort((np.arange(relevance.size), -relevance))[:SUPPORTERS]
    measured: dict[str, Array] = {}
    joined = np.maximum(links.titles, links.names)
    support: dict[str, Array] = {}
    for name, matrix in (("title", links.titles), ("name", links.names), ("", joined)):
        # (from, to) for what leads to a candidate; (to, from) for what it leads to
        support[f"{name}_in"] = relevance[:, None] * matrix
        support[f"{name}_out"] = np.ascontiguousarray((matrix * relevance).T)
    for name in ("title", "name"):
        for way in ("in", "out"):
            measured[f"{name}_{way}_best"] = support[f"{name}_{way}"].max(0)
            measured[f"{name}_{way}_sum"] = support[f"{name}_{way}"].sum(0)
    for way, towards in (("in", joined), ("out", joined.T)):
        measured.update(_best_supporter(way, towards, support[f"_{way}"], relevance, links))
    for name, matrix in (
        ("shared_names", links.shared),
        ("overlap", links.overlap),
        ("title_held", links.held),
        ("holds_title", links.held.T),
    ):
        nearby = matrix[best]
        measured[f"{name}_best"] = (relevance[best][:, None] * nearby).max(0)
        measured[f"{name}_sum"] = relevance @ matrix
        measured[f"{name}_any"] = nearby.max(0)
    if links.coverage is not None and links.weights is not None:
        measured.update(_together(links.coverage, links.weights, relevance, best))
    walked = personalised_pagerank(np.maximum(joined, BACKWARD * joined.T), relevance)
    measured["walk"] = walked / (float(walked.max(initial=0.0)) + 1e-9)
    columns = aspect_columns(RETRIEVER, {n: v.astype(np.float32) for n, v in measured.items()})
    return Columns(relevance.size, columns)


def _best_supporter(
    way: str, towards: Array, support: Array, relevance: Array, links: Links
) -> dict[str, Array]:
    """The passage that supports each candidate most: its π, the link, and what they cover."""
    supporter = support.argmax(0)
    candidates = np.arange(relevance.size)
    linked = support[supporter, candidates] > 0.0
    found = {
        f"supporter_{way}": np.where(linked, relevance[supporter], 0.0),
        f"link_{way}": np.where(linked, towards[supporter, candidates], 0.0),
    }
    if links.coverage is not None and links.weights is not None:
        own, other = links.coverage, links.coverage[:, supporter]
        adds = links.weights @ np.maximum(own - other, 0.0)
        both = links.weights @ np.maximum(own, other)
        found[f"adds_{way}"] = np.where(linked, adds, -0.1)
        found[f"both_{way}"] = np.where(linked, both, 0.0)
    return found


def _together(coverage: Array, weights: Array, relevance: Array, best: Numbers) -> dict[str, Array]:
    """What a candidate covers together with the best passages, linked or not."""
    first = coverage[:, best].T[:, :, None]
    trust = relevance[best][:, None]
    both = trust * (weights @ np.maximum(coverage, first))
    adds = trust * (weights @ np.maximum(coverage - first, 0.0))
    both[np.arange(len(best)), best] = 0.0
    adds[np.arange(len(best)), best] = 0.0
    return {"both": both.max(0), "adds": adds.max(0)}
