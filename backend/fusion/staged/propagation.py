"""What the linked passages say about a candidate, given how relevant each of them seems.

π is the probability of relevance that the stage before gave. A passage gains when relevant
passages name it or are named by it, and when it covers what they leave open of the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from backend.fusion.staged.measured_columns import Columns, aspect_columns
from backend.graph.pagerank import personalised_pagerank
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.links import (
    name_links,
    shared_names,
    term_overlap,
    title_links,
    title_terms_held,
)
from backend.passage_view.pairs import Pairs
from backend.passage_view.question_terms import asked_terms

RETRIEVER = "path"
SUPPORTERS = 6
"""Support without a link (shared names and words) counts from so many best passages."""
BACKWARD = 0.7


@dataclass(frozen=True, slots=True)
class Edges:
    """The links of a matrix one by one: (m,) rows that they lead from, columns that they lead to,
    values over 0.
    """

    sources: Numbers
    targets: Numbers
    values: Array

    def reversed(self) -> Edges:
        """The same links the other way."""
        return Edges(self.targets, self.sources, self.values)


@dataclass(frozen=True)
class CandidateLinks:
    """What lies between n candidates, (n, n) each, and what each covers of the question.

    `titles` and `names`: links from row to column; `shared`, `overlap`, `held`: see graph.links;
    `coverage` (pieces, n) in [0, 1] with `weights` (pieces,), both None without token vectors.
    """

    titles: Array
    names: Array
    shared: Array
    overlap: Pairs
    held: Pairs
    coverage: Array | None
    weights: Array | None

    @cached_property
    def joined(self) -> Array:
        """(n, n): the stronger of both kinds of link."""
        return np.maximum(self.titles, self.names)

    @cached_property
    def edges(self) -> dict[str, Edges]:
        """The links by titles (`title`), by names (`name`), and by either (``): they are few."""
        kinds = {"title": self.titles, "name": self.names, "": self.joined}
        return {kind: edges_of(matrix) for kind, matrix in kinds.items()}

    @cached_property
    def walked(self) -> Array:
        """(n, n): where a walk goes on, backwards a little less readily."""
        edges = self.edges[""]
        found = self.joined.copy()
        np.maximum.at(found, (edges.targets, edges.sources), BACKWARD * edges.values)
        return found


def edges_of(matrix: Array) -> Edges:
    """The values over 0 of a matrix (n, n)."""
    places = np.flatnonzero(matrix > 0.0)
    return Edges(*np.divmod(places, matrix.shape[1]), matrix.ravel()[places])


@dataclass(frozen=True, slots=True)
class Support:
    """What links give to each candidate, (n,): the most by one link, the sum, and the candidate
    that gives the most (the first of equals; 0 where nothing is given).
    """

    strongest: Array
    summed: Array
    supporter: Numbers


def supported(edges: Edges, relevance: Array) -> Support:
    """Support over links: the π of where each comes from, times its value."""
    size = relevance.size
    given = relevance[edges.sources] * edges.values
    strongest = np.zeros(size, np.float32)
    np.maximum.at(strongest, edges.targets, given)
    most = (given > 0.0) & (given == strongest[edges.targets])
    supporter = np.full(size, size)
    np.minimum.at(supporter, edges.targets[most], edges.sources[most])
    supporter[supporter == size] = 0
    summed = np.bincount(edges.targets, given, size).astype(np.float32)
    return Support(strongest, summed, supporter)


def links_between(view: CollectionView, question: str, rows: Numbers) -> CandidateLinks:
    """All that lies between the candidates' rows; without coverage."""
    asked = asked_terms(view, question).known
    return CandidateLinks(
        titles=np.minimum(title_links(view, rows), 1.0),
        names=np.minimum(name_links(view, rows), 1.0),
        shared=shared_names(view, rows),
        overlap=term_overlap(view, rows, asked),
        held=title_terms_held(view, rows, asked),
        coverage=None,
        weights=None,
    )


def propagation_columns(links: CandidateLinks, relevance: Array) -> Columns:
    """Columns of the retriever `path`. `relevance` is π, (n,) in [0, 1]."""
    best = np.lexsort((np.arange(relevance.size), -relevance))[:SUPPORTERS]
    measured: dict[str, Array] = {}
    for name, edges in links.edges.items():
        for way, leading in (("in", edges), ("out", edges.reversed())):
            support = supported(leading, relevance)
            if name:
                measured[f"{name}_{way}_best"] = support.strongest
                measured[f"{name}_{way}_sum"] = support.summed
            else:
                measured.update(_best_supporter(way, support, relevance, links))
    for name, nearby, summed in (
        ("shared_names", links.shared[best], relevance @ links.shared),
        ("overlap", links.overlap.rows(best), links.overlap.summed(relevance)),
        ("title_held", links.held.rows(best), links.held.summed(relevance)),
        ("holds_title", links.held.columns(best), links.held.summed_back(relevance)),
    ):
        measured[f"{name}_best"] = (relevance[best][:, None] * nearby).max(0)
        measured[f"{name}_sum"] = summed
        measured[f"{name}_any"] = nearby.max(0)
    if links.coverage is not None and links.weights is not None:
        measured.update(_together(links.coverage, links.weights, relevance, best))
    walked = personalised_pagerank(links.walked, relevance)
    measured["walk"] = walked / (float(walked.max(initial=0.0)) + 1e-9)
    columns = aspect_columns(RETRIEVER, {n: v.astype(np.float32) for n, v in measured.items()})
    return Columns(relevance.size, columns)


def _best_supporter(
    way: str, support: Support, relevance: Array, links: CandidateLinks
) -> dict[str, Array]:
    """The passage that supports each candidate most: its π, the link, and what they cover."""
    supporter, linked = support.supporter, support.strongest > 0.0
    towards = links.joined if way == "in" else links.joined.T
    found = {
        f"supporter_{way}": np.where(linked, relevance[supporter], 0.0),
        f"link_{way}": np.where(linked, towards[supporter, np.arange(relevance.size)], 0.0),
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
