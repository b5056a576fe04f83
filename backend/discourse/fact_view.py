"""All facts of a collection by their words, so that a question finds the best of each passage."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.analysis import term_texts
from backend.bm25 import K1, length_norm, length_norms
from backend.discourse.document_facts import DocumentFacts
from backend.types import Fact

MOST_LOOKED_AT = 2_000
"""Facts that hold a name's terms, of which it is looked whether they hold the name."""

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FactView:
    """F facts of N passages.

    `words` (F, T) by column, BM25 weights of each fact's terms; `starts` (N + 1,) where the facts
    of each passage begin, in the order of `chunk_ids`. `mean_length` is the mean number of terms of
    a fact.
    """

    chunk_ids: tuple[str, ...]
    document_ids: tuple[str, ...]
    facts: tuple[Fact, ...]
    starts: npt.NDArray[np.int64]
    terms: Mapping[str, int]
    words: sparse.Matrix
    row_of: Mapping[str, int]
    mean_length: float

    def of(self, chunk_id: str) -> tuple[Fact, ...]:
        """The facts that a passage states, in the order of its text."""
        row = self.row_of.get(chunk_id)
        return () if row is None else self.facts[self.starts[row] : self.starts[row + 1]]

    def told_of(self, names: Sequence[str]) -> list[tuple[str, Fact]]:
        """The facts that name something, each with its passage: first those whose subject it is,
        then those whose subject holds it, then those whose object does. A fact that several
        passages state stands once.

        Args:
            names: the forms of its name. Of one that stands in very many facts the first
                `MOST_LOOKED_AT` are looked at.
        """
        found: dict[str, tuple[int, int]] = {}
        for name in filter(None, map(str.strip, names)):
            whole = re.compile(rf"(?i)(?<!\w){re.escape(name)}(?!\w)")
            for number in self._holding(name)[:MOST_LOOKED_AT].tolist():
                fact = self.facts[number]
                place = _place_of(whole, fact)
                if place is not None:
                    key = fact.text.casefold()
                    found[key] = min(found.get(key, (place, number)), (place, number))
        rows = self.starts.searchsorted([number for _, number in found.values()], "right") - 1
        told = [
            (place, number, self.chunk_ids[row])
            for (place, number), row in zip(found.values(), rows.tolist(), strict=True)
        ]
        return [(chunk_id, self.facts[number]) for _, number, chunk_id in sorted(told)]

    def _holding(self, name: str) -> npt.NDArray[np.int64]:
        """The numbers of the facts that hold every term of a name, in order; none where it has no
        terms."""
        columns = {self.terms.get(term, -1) for term in term_texts(name)}
        if not columns or -1 in columns:
            return np.zeros(0, np.int64)
        bounds = [self.words.indptr[column : column + 2] for column in columns]
        held = sorted((self.words.indices[first:last] for first, last in bounds), key=len)
        numbers = held[0]
        for others in held[1:]:
            numbers = np.intersect1d(numbers, others)
        return np.sort(numbers).astype(np.int64)

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

    def beside(self, question: str, texts: Iterable[str]) -> float:
        """BM25 of the best of some facts that are not among these (those of a table's cells), by
        what is known of their terms from these; 0 where there are none."""
        asked = set(term_texts(question))
        return max((self._weight(asked, term_texts(text)) for text in texts), default=0.0)

    def _weight(self, asked: Set[str], terms: Sequence[str]) -> float:
        norm = length_norm(float(len(terms)), self.mean_length)
        counts = Counter(term for term in terms if term in asked)
        return sum(
            self._idf(term) * (K1 + 1.0) * count / (count + norm) for term, count in counts.items()
        )

    def _idf(self, term: str) -> float:
        column = self.terms.get(term, -1)
        first, last = self.words.indptr[column : column + 2] if column >= 0 else (0, 0)
        return math.log(1.0 + (len(self.facts) - (last - first) + 0.5) / (last - first + 0.5))


def _place_of(name: re.Pattern[str], fact: Fact) -> int | None:
    """0 where a name is a fact's subject, 1 where that holds it, 2 where the object does; None
    where neither does."""
    if name.fullmatch(fact.subject):
        return 0
    if name.search(fact.subject):
        return 1
    return 2 if name.search(fact.object) else None


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
        max(len(rows) / max(len(facts), 1), 1.0),
    )


def _weighed(counts: sparse.Matrix) -> sparse.Matrix:
    """By column: idf · f (k1 + 1) / (f + k1 (1 − b + b · length / mean length))."""
    facts = counts.shape[0]
    lengths = np.asarray(counts.sum(1), np.float32).ravel()
    weighted = counts.tocsc().astype(np.float32)
    held = np.diff(weighted.indptr)
    idf = np.log(1.0 + (facts - held + 0.5) / (held + 0.5)).astype(np.float32)
    norm = length_norms(lengths)
    column = np.repeat(np.arange(weighted.shape[1]), held)
    weighted.data *= (K1 + 1.0) * idf[column] / (weighted.data + norm[weighted.indices])
    return weighted
