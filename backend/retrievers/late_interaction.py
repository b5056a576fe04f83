"""Late interaction: each word of the question looks for its nearest word in the passage.

MaxSim of Khattab & Zaharia 2020 ("ColBERT", §3.3) over static word-piece vectors, each question
piece weighed by the idf of its word. Similarities are scaled per piece between the candidates'
median (0) and best (1), so that a word that every candidate holds decides nothing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.document_part import titled_text
from backend.passage_view.question_terms import bm25
from backend.passage_view.ranking import top_rows
from backend.passage_view.views import Views, views_over
from backend.ports import Aspects, Parts, Records, Retriever
from backend.retrievers._token_vectors import Table, token_vectors
from backend.types import Query, RetrieverCard, Scored
from backend.word_pieces import Pieces, pieces, pieces_with_spans

CARD = RetrieverCard(
    "late_interaction",
    plain="word by word",
    clause="whether each of the question's words has a near match",
    family="text",
    place=70,
    proposes=False,
    bounded=True,
)

PassagePieces = npt.NDArray[np.integer[Any]]

REACH = 3
"""Proposals are the best of so many times k passages by BM25."""
KEPT_QUESTIONS = 4
KEPT_PASSAGES = 50_000
"""Passages whose pieces are kept in memory, of those that were read without a tokenizer."""


def make_ready() -> None:
    """Read what every question needs and none brings, half a second of work, once for all."""
    token_vectors()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How well each passage covers each piece of the question.

    `scaled` (pieces, n) in [0, 1]; `plain` (n,) weighted MaxSim in [−1, 1]; `weights` (pieces,)
    sum to 1.
    """

    scaled: Array
    plain: Array
    weights: Array

    @property
    def score(self) -> Array:
        """(n,) weighted coverage in [0, 1]."""
        summed: Array = self.weights @ self.scaled
        return summed


class LateInteractionRetriever:
    """Relevance as the question's words finding near words in the passage."""

    name = CARD.name

    def __init__(self, views: Views, records: Records) -> None:
        self._views = views
        self._records = records
        self._pieces: OrderedDict[str, Pieces] = OrderedDict()
        self._matches: OrderedDict[tuple[CollectionView, str], _Matches] = OrderedDict()
        self._lock = threading.Lock()

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The best of the first passages by BM25."""
        view = self._views.of(query.collection_id)
        reached = bm25(view, dict.fromkeys(term_texts(query.text), 1.0))
        allowed = view.allowed(query.filters)
        if allowed is not None:
            reached = np.where(allowed, reached, 0.0).astype(np.float32)
        ids = [view.ids[row] for row in np.sort(top_rows(reached, REACH * k))]
        found = self.score(query, ids)
        best = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:k]
        return [Scored(chunk_id, score) for chunk_id, score in best]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Weighted coverage in [0, 1]; absent without token vectors."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        found = self.coverage(view, query.text, rows)
        return {} if found is None else _by_id(view, rows, found.score)

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """MaxSim before it is scaled among the candidates."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        found = self.coverage(view, query.text, rows)
        return {} if found is None else {"similarity": _by_id(view, rows, found.plain)}

    def coverage(self, view: CollectionView, text: str, rows: Numbers) -> Coverage | None:
        """The matrix beneath the score; None without token vectors or without words to compare."""
        vectors = token_vectors()
        if vectors is None or not rows.size:
            return None
        asked, spans = pieces_with_spans(text)
        weights = _weights(view, text, spans)
        meant = weights > 0.0
        if not meant.any():
            return None
        asked, weights = asked[meant], weights[meant] / weights[meant].sum()
        best = self._best_matches(view, text, vectors, asked, rows)
        middle = np.median(best, axis=1, keepdims=True)
        highest = best.max(axis=1, keepdims=True)
        scaled = np.clip((best - middle) / (highest - middle + 1e-6), 0.0, 1.0)
        return Coverage(scaled.astype(np.float32), weights @ best, weights)

    def _best_matches(
        self, view: CollectionView, text: str, vectors: Table, asked: Pieces, rows: Numbers
    ) -> Array:
        """(pieces, n) highest similarity of each piece of the question in each passage.

        Those of the question's earlier candidates are remembered: the candidates grow.
        """
        question = (view, text)
        with self._lock:
            known = self._matches.get(question)
        if known is None:
            known = _Matches(np.zeros(0, np.int64), np.zeros((asked.size, 0), np.float32))
        missing = np.setdiff1d(rows, known.rows)
        if missing.size:
            found = _maxsim(vectors, asked, self._pieces_of(view, missing))
            known = known.joined(_Matches(missing, found))
            with self._lock:
                self._matches[question] = known
                while len(self._matches) > KEPT_QUESTIONS:
                    self._matches.popitem(last=False)
        return known.of(rows)

    def _pieces_of(self, view: CollectionView, rows: Numbers) -> list[PassagePieces]:
        """Pieces of passages with their titles; a passage that is gone has none."""
        known = dict(zip(rows.tolist(), view.pieces(rows), strict=True))
        unread = self._cut([view.ids[row] for row, each in known.items() if each is None])
        return [
            unread[view.ids[row]] if (own := known[row]) is None else own for row in rows.tolist()
        ]

    def _cut(self, chunk_ids: Sequence[str]) -> dict[str, Pieces]:
        """Pieces of passages by id, cut now or kept from an earlier question."""
        if not chunk_ids:
            return {}
        with self._lock:
            found = {
                chunk_id: self._pieces[chunk_id]
                for chunk_id in chunk_ids
                if chunk_id in self._pieces
            }
        missing = [chunk_id for chunk_id in chunk_ids if chunk_id not in found]
        if missing:
            chunks = list(self._records.chunks(missing).values())
            texts = pieces([titled_text(chunk) for chunk in chunks])
            made = {chunk.id: np.unique(text) for chunk, text in zip(chunks, texts, strict=True)}
            found.update(made)
            with self._lock:
                self._pieces.update(made)
                while len(self._pieces) > KEPT_PASSAGES:
                    self._pieces.popitem(last=False)
        empty = np.zeros(0, np.int32)
        return {chunk_id: found.get(chunk_id, empty) for chunk_id in chunk_ids}


@dataclass(frozen=True, slots=True)
class _Matches:
    """Passages, their rows ascending, and (pieces, n) what each piece of a question finds there."""

    rows: Numbers
    best: Array

    def joined(self, other: _Matches) -> _Matches:
        rows = np.concatenate([self.rows, other.rows])
        order = np.argsort(rows)
        best = np.concatenate([self.best, other.best], axis=1)
        return _Matches(rows[order], np.ascontiguousarray(best[:, order]))

    def of(self, rows: Numbers) -> Array:
        found: Array = self.best[:, np.searchsorted(self.rows, rows)]
        return found


def _maxsim(vectors: Table, asked: Pieces, passages: Sequence[PassagePieces]) -> Array:
    """(len(asked), len(passages)) highest cosine of each asked piece with a passage's pieces."""
    lengths = np.array([max(1, len(passage)) for passage in passages])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    joined = np.concatenate(
        [
            passage_pieces if len(passage_pieces) else np.zeros(1, np.int32)
            for passage_pieces in passages
        ]
    )
    spoken = np.zeros(len(vectors), bool)
    spoken[joined] = True
    distinct = np.flatnonzero(spoken)
    place = np.cumsum(spoken)[joined] - 1
    similarity = vectors[asked] @ vectors[distinct].T
    best: Array = np.maximum.reduceat(similarity.take(place, 1), starts, axis=1)
    return best


def _weights(view: CollectionView, text: str, spans: Sequence[tuple[int, int]]) -> Array:
    """idf of each piece's word, relative to the largest possible; 0 for stop words and marks."""
    largest = float(np.log(view.size + 1.0)) + 1e-9
    word_start, weight = -1, 0.0
    found: list[float] = []
    for start, end in spans:
        if start != word_start and (word_start < 0 or not text[start - 1 : start].isalnum()):
            word_start = start
            weight = _word_weight(view, _word_at(text, start), largest)
        found.append(weight if end > start else 0.0)
    return np.array(found, np.float32)


def _word_at(text: str, start: int) -> str:
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] in "'’"):
        end += 1
    return text[start:end]


def _word_weight(view: CollectionView, word: str, largest: float) -> float:
    terms = term_texts(word)
    if not terms:
        return 0.0
    columns = [view.terms.get(term, -1) for term in terms]
    idf = [
        float(view.term_weight[column]) if 0 <= column < view.term_weight.size else largest
        for column in columns
    ]
    return min(1.0, max(idf) / largest)


def _by_id(view: CollectionView, rows: Numbers, values: Array) -> dict[str, float]:
    ids = view.ids
    return {ids[row]: value for row, value in zip(rows.tolist(), values.tolist(), strict=True)}


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views and texts."""
    return LateInteractionRetriever(views_over(parts), parts.records)
