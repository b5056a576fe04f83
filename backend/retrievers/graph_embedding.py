"""Text and graph together: the first passages by meaning, put in order by both vectors.

Doan et al., "A Hybrid Retrieval Approach for Advancing Retrieval-Augmented Generation Systems",
§3.4: the vector of a passage is [α·text; graph], that of a question [α·text; the mean graph vector
of those first passages that hold its objects]. Objects are names of the collection that the
question states; without any the order by text stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend import registry
from backend.graph.learned_vectors import learned_vectors, placed, training_of
from backend.graph.translations import MOVEMENTS
from backend.passage_view.collection_view import CollectionView, Numbers
from backend.passage_view.kept_factors import KeptFactors, factors_over
from backend.passage_view.name_factors import Incidence, incidence
from backend.passage_view.question_terms import names_asked
from backend.passage_view.views import Views, views_over
from backend.ports import Parts, Records, Retriever
from backend.remembered import Remembered
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "graph_embedding",
    plain="text and graph",
    clause="how close the passage is in meaning and in what it shares names with",
    family="graph",
    place=200,
    asked="never",
    depth=20,
    bounded=True,
    lowest=-1.0,
    prior=0.0,
)

REACH = 20
ALPHA = 2.5
"""Both as Doan et al. found them (§4.1.3); nothing is chosen here."""
FACTORS = "names"
KINDS = (FACTORS, *sorted(MOVEMENTS))
"""Which vectors of the graph: factors of names, or those that a training left."""
KEPT = 6

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class GraphSpace:
    """(N, d) unit vectors of a view's passages, what each holds, and what a person should know."""

    vectors: Array
    held: Incidence
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Reranked:
    """Passages with the cosine of both vectors, best first; the cosine of texts alone by passage;
    the question's objects that some passage holds; of which view; and what a person should know."""

    found: tuple[Scored, ...]
    text: Mapping[str, float]
    objects: tuple[str, ...]
    view: CollectionView
    notice: str = ""


class GraphEmbeddingRetriever:
    """Relevance as nearness in meaning and in the graph."""

    name = CARD.name

    def __init__(self, views: Views, kept: KeptFactors, dense: Retriever, records: Records) -> None:
        self._views = views
        self._kept = kept
        self._dense = dense
        self._records = records
        self._learned: Remembered[tuple[CollectionView, str, str], GraphSpace] = Remembered(KEPT)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The first passages by text, at least REACH of them, in the order of both."""
        return list(self.reranked(query, k).found[:k])

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of both vectors, the question's as its first passages by text make it."""
        first = [each.chunk_id for each in self._dense.propose(query, REACH)]
        text = self._dense.score(query, chunk_ids)
        view = self._views.of(query.collection_id)
        space = self.space(query.collection_id, view, FACTORS)
        return self._both(query, view, space, first, text, ALPHA)[0]

    def reranked(
        self, query: Query, k: int = REACH, *, kind: str = FACTORS, alpha: float = ALPHA
    ) -> Reranked:
        """The first passages by text, REACH or k of them, by the cosine of [alpha·text; graph].

        Args:
            kind: one of KINDS.
            alpha: how much the text counts.
        """
        proposed = self._dense.propose(query, max(REACH, k))
        text = {each.chunk_id: each.score for each in proposed}
        view = self._views.of(query.collection_id)
        space = self.space(query.collection_id, view, kind)
        first = [each.chunk_id for each in proposed[:REACH]]
        scores, objects = self._both(query, view, space, first, text, alpha)
        found = [Scored(chunk_id, score) for chunk_id, score in scores.items()]
        found.sort(key=lambda each: (-each.score, each.chunk_id))
        notice = space.notice if space else _MAKING
        return Reranked(tuple(found), text, objects, view, notice)

    def space(self, collection_id: str, view: CollectionView, kind: str) -> GraphSpace | None:
        """The vectors of one kind; None while they are being made, without any of a kind that was
        never learned."""
        if kind == FACTORS:
            made = self._kept.of(collection_id, view)
            return GraphSpace(made.vectors, made.held) if made is not None else None
        training = training_of(self._records, collection_id, kind)
        return self._learned.of(
            (view, kind, training), lambda: self._trained(collection_id, view, kind)
        )

    def _trained(self, collection_id: str, view: CollectionView, kind: str) -> GraphSpace:
        held = incidence(view)
        learned = learned_vectors(self._records, collection_id, kind)
        if learned is None:
            nothing = np.zeros((view.size, 0), np.float32)
            return GraphSpace(nothing, held, _UNTRAINED.format(kind=kind))
        vectors, newer = placed(learned, view, held)
        notice = _NEWER.format(count=newer) if newer else ""
        return GraphSpace(vectors, held, notice)

    def _both(
        self,
        query: Query,
        view: CollectionView,
        space: GraphSpace | None,
        first: Sequence[str],
        text: Mapping[str, float],
        alpha: float,
    ) -> tuple[dict[str, float], tuple[str, ...]]:
        """Scores of the passages that `text` has a cosine of, and the objects that made them."""
        if space is None or not space.vectors.shape[1]:
            return dict(text), ()
        asked, objects = question_vector(view, space, query.text, view.rows(first))
        if not objects:
            return dict(text), ()
        identities = list(text)
        known = np.array([view.row_of.get(identity, -1) for identity in identities], np.int64)
        vectors = np.where((known >= 0)[:, None], space.vectors[known], 0.0)
        cosines = joint_cosines(np.array(list(text.values())), asked, vectors, alpha)
        return dict(zip(identities, cosines.tolist(), strict=True)), objects


_MAKING = "The graph's vectors are being made: until then meaning alone decides."
_UNTRAINED = (
    "This collection has no {kind} vectors: meaning alone decided. "
    "The page Tune learns them, or “tune --graph {kind}” on the command line."
)
_NEWER = "{count} passages are newer than the learned vectors and stand where their names put them."


def question_vector(
    view: CollectionView, space: GraphSpace, text: str, first: Numbers
) -> tuple[Array, tuple[str, ...]]:
    """The mean vector of the pairs of an object and one of the first passages that holds it
    (eq. 4), and the objects that some of them hold; zeros and none without any.

    Args:
        first: rows of the first passages by text.
    """
    summed = np.zeros(space.vectors.shape[1], np.float64)
    pairs, found = 0, []
    rows = space.held.matrix[first]
    for name in objects_of(view, text):
        column = space.held.column(name)
        if column < 0:
            continue
        holding = first[rows[:, [column]].nonzero()[0]]
        if len(holding):
            summed += space.vectors[holding].sum(axis=0)
            pairs += len(holding)
            found.append(name)
    mean = summed / pairs if pairs else summed
    return mean.astype(np.float32), tuple(found)


def objects_of(view: CollectionView, text: str) -> tuple[str, ...]:
    """The keys of the names that a question states: the longest at each place."""
    stated = (name for name in names_asked(view, text) if not name.nested)
    return tuple(dict.fromkeys(view.key_texts[name.key] for name in stated))


def joint_cosines(
    text: npt.NDArray[np.float64], asked: Array, vectors: Array, alpha: float
) -> npt.NDArray[np.float64]:
    """Cosines of [α·t_q; g_q] and [α·t; g] for unit text vectors.

    Args:
        text: (n,) cosines t_q · t.
        asked: (d,) the question's graph vector.
        vectors: (n, d) the passages'.
    """
    graph = vectors.astype(np.float64) @ asked.astype(np.float64)
    lengths = np.sqrt(alpha**2 + (vectors.astype(np.float64) ** 2).sum(axis=1))
    own = np.sqrt(alpha**2 + float(asked.astype(np.float64) @ asked))
    found: npt.NDArray[np.float64] = (alpha**2 * text + graph) / np.maximum(lengths * own, 1e-12)
    return found


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views and the index."""
    return over(parts)


def over(parts: Parts) -> GraphEmbeddingRetriever:
    """The one retriever of all that are built from the same parts, as what it is: learned vectors
    that were placed for a question serve a map of them as well."""

    def make() -> GraphEmbeddingRetriever:
        dense: Retriever = registry.load("backend.retrievers", "dense").build(parts)
        return GraphEmbeddingRetriever(views_over(parts), factors_over(parts), dense, parts.records)

    return parts.shared.of(GraphEmbeddingRetriever, make)
