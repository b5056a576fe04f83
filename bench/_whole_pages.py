"""What plain ranking of whole pages finds: the least that a search over files must not fall below.

A page is a page of a PDF file, a section where there are no pages, and else a passage.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.bm25 import K1, length_norms
from backend.pipelines._spread import Places
from backend.types import Chunk, Collection
from backend.workbench import Workbench

"""BM25's constants (Robertson & Zaragoza 2009, §3.5)."""

Numbers = npt.NDArray[np.float64]


class WholePages:
    """The pages of a collection, P in number, ranked by plain BM25 and by plain meaning."""

    def __init__(self, workbench: Workbench, collection: Collection) -> None:
        records = workbench.parts.records
        self._embedder = workbench.parts.embedders.of(collection.id)
        places = Places(records)
        numbers: dict[Hashable, int] = {}
        self.page_of: dict[str, int] = {}
        """Number of each passage's page, by the passage's id."""
        counts: dict[int, Counter[str]] = defaultdict(Counter)
        sums: dict[int, Numbers] = {}
        for document in records.documents(collection.id):
            chunks = records.chunks_of(document.id)
            known, vectors = records.vectors_of(document.id, self._embedder.identity)
            vector_of = dict(zip(known, vectors, strict=True))
            reached: dict[int, int] = {}
            for chunk, place in zip(chunks, places.of(chunks), strict=True):
                key = ("passage", chunk.id) if place is None else place
                page = self.page_of[chunk.id] = numbers.setdefault(key, len(numbers))
                counts[page].update(term_texts(_unseen(chunk, reached.get(page, 0))))
                reached[page] = max(reached.get(page, 0), chunk.end)
                if chunk.id in vector_of:
                    sums[page] = sums.get(page, 0.0) + vector_of[chunk.id].astype(np.float64)
        self._postings = _postings(counts)
        self._lengths = np.array([counts[page].total() for page in range(len(numbers))], float)
        means = np.stack([sums[page] for page in range(len(numbers))])
        self._means = means / np.linalg.norm(means, axis=1, keepdims=True)

    def by_words(self, question: str) -> Numbers:
        """(P,) BM25 of the pages' text."""
        scores = np.zeros(self._lengths.size)
        norm = length_norms(self._lengths)
        for term in sorted(set(term_texts(question)) & self._postings.keys()):
            held = self._postings[term]
            pages = np.array([page for page, _ in held])
            often = np.array([count for _, count in held], float)
            idf = np.log1p((scores.size - pages.size + 0.5) / (pages.size + 0.5))
            scores[pages] += idf * often * (K1 + 1.0) / (often + norm[pages])
        return scores

    def by_meaning(self, question: str) -> Numbers:
        """(P,) cosine of the question and the mean of the vectors of a page's passages."""
        cosines: Numbers = self._means @ self._embedder.embed([question])[0].astype(np.float64)
        return cosines

    def pages(self, chunk_ids: Sequence[str]) -> list[int]:
        """The page of each passage."""
        return [self.page_of[chunk_id] for chunk_id in chunk_ids]


def best_pages(scores: Numbers, most: int) -> list[int]:
    """The best pages, equal ones in their order."""
    return [int(page) for page in np.lexsort((np.arange(scores.size), -scores))[:most]]


def _unseen(chunk: Chunk, reached: int) -> str:
    """The passage's text without what an earlier passage of its page holds as well."""
    return chunk.text[max(0, reached - chunk.start) :] if chunk.start < reached else chunk.text


def _postings(counts: Mapping[int, Counter[str]]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page, terms in counts.items():
        for term, count in terms.items():
            found[term].append((page, count))
    return found
