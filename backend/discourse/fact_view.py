"""All facts of a collection by their words, so that a question finds the best of each passage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.analysis import term_texts
from backend.discourse.document_facts import DocumentFacts
from backend.types import Fact

K1 = 1.2
B = 0.75
"""BM25's saturation and length constants (Robertson & Zaragoza 2009, §3.5)."""

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FactView:
    """F facts of N passages.

    `words` (F, T) by column, BM25 weights of each fact's terms; `starts` (N + 1,) where the facts
    of each passage begin, in the order of `chunk_ids`.
    """

    chunk_ids: tuple[str, ...]
    document_ids: tuple[str, ...]
    facts: tuple[Fact, ...]
    starts: npt.NDArray[np.int64]
    terms: Mapping[str, int]
    words: sparse.Matrix
    row_of: Mapping[str, int]

    def of(self, chunk_id: str) -> tuple[Fact, ...]:
        """The facts that a passage states, in the order of its text."""
        row = self.row_of.get(chunk_id)
        return () if row is None else self.facts[self.starts[row] : self.starts[row + 1]]

    def best(self, question: str) -> Array:
        """(N,) BM25 of each passage's best fact."""
        scores = np.zeros(len(self.facts), np.float32)
        for term in set(term_texts(question)):
            column = self.terms.get(term, -1)
            if column >= 0:
                first, last = self.words.indptr[column : column + 2]
                scores[self.words.indices[first:last]] += self.words.data[first:last]
        if not self.chunk_ids:
            return np.zeros(0, np.float32)
        best: Array = np.maximum.reduceat(scores, self.starts[:-1])
        return best

    def best_fact(self, question: str, chunk_id: str) -> Fact | None:
        """The fact of a passage that says most of what the question asks for."""
        asked = set(term_texts(question))
        own = self.of(chunk_id)
        if not own:
            return None
        return max(own, key=lambda fact: len(asked & set(term_texts(fact.text))))


def joined(parts: Sequence[DocumentFacts]) -> FactView:
    """The view of some documents."""
    ordered = sorted(parts, key=lambda part: part.document_id)
    chunk_ids = tuple(chunk_id for part in ordered for chunk_id in part.chunk_ids)
    documents = tuple(part.document_id for part in ordered for _ in part.chunk_ids)
    groups = [own for part in ordered for own in part.notes]
    starts = np.cumsum([0, *map(len, groups)])
    facts = tuple(fact for own in groups for fact in own)
    terms: dict[str, int] = {}
    rows: list[int] = []
    columns: list[int] = []
    for number, fact in enumerate(facts):
        for term in term_texts(fact.text):
            rows.append(number)
            columns.append(terms.setdefault(term, len(terms)))
    counts = sparse.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, columns)), shape=(len(facts), len(terms))
    )
    return FactView(
        chunk_ids,
        documents,
        facts,
        starts,
        terms,
        _weighed(counts),
        {chunk_id: row for row, chunk_id in enumerate(chunk_ids)},
    )


def _weighed(counts: sparse.Matrix) -> sparse.Matrix:
    """By column: idf · f (k1 + 1) / (f + k1 (1 − b + b · length / mean length))."""
    facts = counts.shape[0]
    lengths = np.asarray(counts.sum(1), np.float32).ravel()
    weighted = counts.tocsc().astype(np.float32)
    held = np.diff(weighted.indptr)
    idf = np.log(1.0 + (facts - held + 0.5) / (held + 0.5)).astype(np.float32)
    norm = K1 * (1.0 - B + B * lengths / max(float(lengths.mean()) if facts else 1.0, 1.0))
    column = np.repeat(np.arange(weighted.shape[1]), held)
    weighted.data *= (K1 + 1.0) * idf[column] / (weighted.data + norm[weighted.indices])
    return weighted
