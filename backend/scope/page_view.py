"""The pages of a collection as sparse matrices, and what a question scores on them.

Rows are pages in the order of (document id, page). A view is a value: it never changes, and the
same documents give the same view to the last bit, whatever the order in which they came and
whatever was there before: its terms are those that its pages hold, numbered in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.scope.pages import TableTitle
from backend.types import Filters

YEAR_SALIENCE = 0.4
"""Years head columns everywhere; they say little about where something stands."""
MANY_PAGES = 40
"""With fewer pages, page scores do not outweigh those of passages."""
TABLES_FROM = 8
"""A page with so many rows of two values has a table worth the name."""
TABLE_SHARE = 0.15
"""Pages are judged by their rows if this share of them has a table. Of filings 18 to 71 of 100
pages have one, but for letters to the exchange; of papers, manuals and standards at most 8.
"""

Matrix = sparse.Matrix
Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PageView:
    """P pages, T terms, L row labels.

    `documents` and `document_of` (P,) say of which document a page is; `places` and `place_of`
    (P,) to what one refers as a document: the same, but for records that are pages of one file.
    `saturated` (P, T) by column: f (k1 + 1) / (f + k1 (1 − b + b · length / mean)); `labels`
    (L, T) which terms a row label holds; `label_page` (L,) where it stands; `salience` (T,).
    `titles` are those of each page that has some. `page_of` says on which page a passage chiefly
    stands; `chunk_order` brings passages (by id) into the order of (page, id), in which
    `chunk_page` is their page and `chunk_whole` whether one is more than a single row.
    """

    version: int
    documents: Sequence[str]
    document_numbers: Mapping[str, int]
    document_of: Numbers
    places: Sequence[str]
    place_numbers: Mapping[str, int]
    place_of: Numbers
    media_types: Sequence[str]
    numbers: Numbers
    last: Mask
    rows: Numbers
    titles: Mapping[int, tuple[TableTitle, ...]]
    terms: Mapping[str, int]
    saturated: Matrix
    labels: Matrix
    label_page: Numbers
    salience: Array
    chunk_ids: Sequence[str]
    page_of: Mapping[str, int]
    chunk_order: Numbers
    chunk_page: Numbers
    chunk_whole: Mask

    @property
    def size(self) -> int:
        """Number of pages."""
        return len(self.numbers)

    def passages_on(self, page: int) -> tuple[str, ...]:
        """Passages of a page that are more than a single row, in order of their ids."""
        first, last = np.searchsorted(self.chunk_page, [page, page + 1]).tolist()
        inside = self.chunk_order[first:last][self.chunk_whole[first:last]]
        return tuple(self.chunk_ids[each] for each in inside.tolist())

    @cached_property
    def has_tables(self) -> bool:
        """Whether enough pages hold tables for salience and row labels to mean something."""
        return self.has_tables_among(np.ones(self.size, bool))

    def has_tables_among(self, among: Mask) -> bool:
        """The same of some pages."""
        tables = self.rows[among] >= TABLES_FROM
        return bool(tables.size) and float(tables.mean()) >= TABLE_SHARE

    @property
    def has_many_pages(self) -> bool:
        """Whether there are enough pages for what is rare among them to mean much."""
        return self.size >= MANY_PAGES

    def pages_of(self, document_ids: Iterable[str]) -> Mask:
        """(P,) which pages belong to documents."""
        return _marked(document_ids, self.document_numbers)[self.document_of]

    def pages_at(self, places: Iterable[str]) -> Mask:
        """(P,) which pages belong to places."""
        return _marked(places, self.place_numbers)[self.place_of]

    def weighed(self, places: Mapping[str, float]) -> Array:
        """(P,) the weight of each page's place, 0 for places without one."""
        weights = np.zeros(len(self.places), np.float32)
        for place, weight in places.items():
            number = self.place_numbers.get(place, -1)
            if number >= 0:
                weights[number] = weight
        return weights[self.place_of]

    def allowed(self, filters: Filters) -> Mask:
        """(P,) which pages a question may use; single passages are not looked at."""
        allowed = np.ones(self.size, bool)
        if filters.document_ids:
            allowed &= self.pages_of(filters.document_ids)
        if filters.media_types and self.size:
            fitting = np.isin(np.array(self.media_types), list(filters.media_types))
            allowed &= fitting[self.document_of]
        return allowed

    def documents_at(self, places: Sequence[str]) -> tuple[str, ...]:
        """Ids of the documents that places consist of, sorted."""
        inside = np.unique(self.document_of[self.pages_at(places)])
        return tuple(self.documents[number] for number in inside.tolist())

    def places_with(self, document_ids: Sequence[str]) -> tuple[str, ...]:
        """The places that documents belong to, sorted."""
        inside = np.unique(self.place_of[self.pages_of(document_ids)])
        return tuple(self.places[number] for number in inside.tolist())

    def bm25(self, weights: Mapping[str, float], among: Mask) -> Array:
        """(P,) BM25 of weighted terms, with the idf that they have among some pages."""
        scores = np.zeros(self.size, np.float32)
        total = int(among.sum())
        for term in sorted(weights):
            column = self.terms.get(term, -1)
            if not 0 <= column < self.saturated.shape[1]:
                continue
            first, last = self.saturated.indptr[column], self.saturated.indptr[column + 1]
            rows = self.saturated.indices[first:last]
            held = int(among[rows].sum())
            idf = np.log1p((total - held + 0.5) / (held + 0.5))
            scores[rows] += np.float32(weights[term] * idf) * self.saturated.data[first:last]
        return scores

    def salient(self, terms: Sequence[str]) -> dict[str, float]:
        """Weights of terms by how often they head something or label a row."""
        found: dict[str, float] = {}
        for term in terms:
            column = self.terms.get(term, -1)
            weight = float(self.salience[column]) if 0 <= column < self.salience.size else 1.0
            found[term] = min(weight, YEAR_SALIENCE) if term.isdigit() else weight
        return found


def _marked(names: Iterable[str], numbers: Mapping[str, int]) -> Mask:
    """(len(numbers),) which of the numbered names are among some; others are passed over."""
    marked = np.zeros(len(numbers), bool)
    marked[[numbers[name] for name in names if name in numbers]] = True
    return marked
