"""Names in common, and names that mean alike (KarGus, eq. 2.5–2.9).

The score is β·|E_x ∩ E_y| / max(|E_x|, |E_y|) + (1 − β)·the mean over the question's names of the
best cosine with one of the passage's. In the place of word2vec stand the static vectors of word
pieces that come with the packaged embedder: a name's vector is the mean of its pieces'.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from backend import sparse
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.name_factors import names_held, unit
from backend.passage_view.question_terms import names_asked
from backend.passage_view.views import Views, views_over
from backend.ports import Parts, Retriever
from backend.remembered import Remembered
from backend.retrievers._token_vectors import token_vectors
from backend.types import Query, RetrieverCard, Scored
from backend.word_pieces import pieces

CARD = RetrieverCard(
    "shared_entities",
    plain="names in common",
    clause="how many of its names the question shares, or has names like",
    family="graph",
    place=220,
    asked="never",
    bounded=True,
    lowest=-1.0,
    prior=0.0,
)

BETA = 0.5
KEPT = 4
KEPT_NAMES = 20_000
"""Names whose vectors are kept: questions meet the same ones again (30 MB)."""


class SharedEntitiesRetriever:
    """Relevance as names in common."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views
        self._named: Remembered[CollectionView, sparse.Matrix] = Remembered(KEPT)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The best of the passages that hold one of the question's names."""
        view = self._views.of(query.collection_id)
        asked = _asked(view, query.text)
        held = self._named.of(view, lambda: names_held(view))
        holding = held[:, asked].nonzero()[0] if len(asked) else asked
        rows = np.unique(holding).astype(np.int64)
        allowed = view.allowed(query.filters)
        if allowed is not None:
            rows = rows[allowed[rows]]
        found = entity_scores(view, held, asked, rows)
        order = np.lexsort((rows, -found))[:k]
        return [Scored(view.ids[rows[each]], float(found[each])) for each in order]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The score in [−1, 1]; absent where the question or the passage names nothing."""
        view = self._views.of(query.collection_id)
        asked = _asked(view, query.text)
        held = self._named.of(view, lambda: names_held(view))
        rows = view.rows(chunk_ids)
        rows = rows[np.diff(held.indptr)[rows] > 0]
        if not len(asked) or not len(rows):
            return {}
        found = entity_scores(view, held, asked, rows)
        return {view.ids[row]: float(value) for row, value in zip(rows, found, strict=True)}


def _asked(view: CollectionView, text: str) -> Numbers:
    """The question's names that passages hold, the longest at each place."""
    stated = {name.key for name in names_asked(view, text) if not name.nested}
    known = view.exact_mentions.shape[1]
    return np.array(sorted(each for each in stated if each < known), np.int64)


def entity_scores(
    view: CollectionView, names: sparse.Matrix, asked: Numbers, rows: Numbers
) -> Array:
    """(len(rows),) scores of passages that hold at least one name each.

    Args:
        names: (N, K) which passage holds which name.
    """
    held = rows_of(names, rows)
    counts = np.diff(held.starts)
    if not counts.sum() or not len(asked):
        return np.zeros(len(rows), np.float32)
    same = np.isin(held.columns, asked).astype(np.float32)
    common = np.add.reduceat(same, held.starts[:-1])
    overlap = common / np.maximum(counts, len(asked))
    distinct, place = np.unique(np.concatenate([asked, held.columns]), return_inverse=True)
    vectors = name_vectors([view.key_texts[each] for each in distinct])
    cosines = vectors[place[: len(asked)]] @ vectors[place[len(asked) :]].T
    best = np.maximum.reduceat(cosines, held.starts[:-1], axis=1).mean(axis=0)
    found: Array = (BETA * overlap + (1.0 - BETA) * best).astype(np.float32)
    return found


def name_vectors(names: Sequence[str]) -> Array:
    """(n, d) unit vectors: the mean of the static vectors of a name's word pieces; zeros without
    the packaged embedder, so that only equal names count."""
    if token_vectors() is None:
        return np.zeros((len(names), 1), np.float32)
    return np.stack([_name_vector(name) for name in names])


@lru_cache(maxsize=KEPT_NAMES)
def _name_vector(name: str) -> Array:
    table = token_vectors()
    cut = pieces([name])[0]
    summed = np.zeros(0) if table is None else table[cut].sum(axis=0)
    found: Array = unit(summed[None])[0]
    return found


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return SharedEntitiesRetriever(views_over(parts))
