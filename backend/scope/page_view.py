"""The pages of a collection, and what a question scores on them.

Rows are pages in the order of (document id, page). A view is a value: it never changes, and the
same documents give the same view to the last bit, whatever the order in which they came and
whatever was there before: its terms are those that its pages hold, numbered in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from backend.bm25 import K1, length_norms
from backend.held_rows import HeldRows
from backend.joint_segments import JointSegments
from backend.remembered import Remembered
from backend.scope.document_weights import weights_of
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

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PageView:
    """P pages and T terms, over segments of documents.

    `documents` and `document_of` (P,) say of which document a page is; `places` and `place_of`
    (P,) to what one refers as a document: the same, but for records that are pages of one file.
    `salience` (T,) is that of each term. `titles` are those of each page that has some. `page_of`
    says on which page a passage chiefly stands.
    """

    version: int
    joint: JointSegments
    documents: Sequence[str]
    document_numbers: Mapping[str, int]
    places: Sequence[str]
    place_numbers: Mapping[str, int]
    place_of: Numbers
    media_types: Sequence[str]
    numbers: Numbers
    last: Mask
    titles: Mapping[int, tuple[TableTitle, ...]]
    terms: Mapping[str, int]
    salience: Array
    chunk_ids: Sequence[str]
    chunk_numbers: Mapping[str, int]

    @property
    def size(self) -> int:
        """Number of pages."""
        return len(self.numbers)

    def passages_on(self, page: int) -> tuple[str, ...]:
        """Passages of a page that are more than a single row, in order of their ids."""
        first, last = np.searchsorted(self._pages_in_order, [page, page + 1]).tolist()
        inside = self._by_page[first:last]
        inside = inside[self._is_whole[inside]]
        return tuple(self.chunk_ids[each] for each in inside.tolist())

    @cached_property
    def document_of(self) -> Numbers:
        """(P,) the document of each page."""
        return self.joint.owners("pages").astype(np.int64)

    @cached_property
    def rows(self) -> Numbers:
        """(P,) how many rows of two values or more a page has."""
        return self.joint.values("pages", "page.rows", np.int64)

    @cached_property
    def page_of(self) -> Mapping[str, int]:
        """The page of each passage."""
        return _PageOf(self.chunk_numbers, self._page_of)

    @cached_property
    def _length_norm(self) -> Array:
        """(P,) BM25's k1 (1 − b + b · length / mean length)."""
        lengths = self.joint.values("pages", "page.length", np.float32)
        return length_norms(lengths)

    def _saturated(self, term: int) -> Iterator[HeldRows]:
        """(1, P) of each segment, f (k1 + 1) / (f + k1 (1 − b + b · length / mean length)) of a
        term, by its number."""
        for held in self.joint.holders_apart("counts", np.array([term], np.int64), "times"):
            damped = held.values * (K1 + 1.0) / (held.values + self._length_norm[held.columns])
            yield held.valued(damped)

    @cached_property
    def _page_of(self) -> Numbers:
        """(passages,) the page on which each chiefly stands."""
        found = np.zeros(len(self.chunk_ids), np.int64)
        numbers = self.joint.numbers
        for own, pages, arrays in zip(
            numbers["chunk_ids"], numbers["pages"], self.joint.segments, strict=True
        ):
            found[own] = pages[arrays["chunk.page"]]
        return found

    @cached_property
    def _by_page(self) -> Numbers:
        """(passages,) their numbers in the order of their pages, then of their ids."""
        return np.argsort(self._page_of, kind="stable")

    @cached_property
    def _pages_in_order(self) -> npt.NDArray[np.int32]:
        """(passages,) the page of each, in that order."""
        return self._page_of[self._by_page].astype(np.int32)

    @cached_property
    def _is_whole(self) -> Mask:
        """(passages,) whether each is more than a single row."""
        return self.joint.values("chunk_ids", "chunk.whole", bool)

    @cached_property
    def has_tables(self) -> bool:
        """Whether enough pages hold tables for salience and row labels to mean something."""
        return self.has_tables_among(np.ones(self.size, bool))

    def has_tables_among(self, among: Mask) -> bool:
        """The same of some pages."""
        tables = self.rows[among] >= TABLES_FROM
        return bool(tables.size) and float(tables.mean()) >= TABLE_SHARE

    def is_of_tables(self, pages: Numbers) -> Mask:
        """Of some pages whether enough of their place's hold tables; −1 stands for none."""
        found = np.zeros(len(pages), bool)
        found[pages >= 0] = self._tables_at[self.place_of[pages[pages >= 0]]]
        return found

    @cached_property
    def _tables_at(self) -> Mask:
        """(places,) whether each has tables."""
        size = len(self.places)
        tables = np.bincount(self.place_of, self.rows >= TABLES_FROM, size)
        return np.asarray(
            tables >= TABLE_SHARE * np.maximum(1, np.bincount(self.place_of, minlength=size))
        )

    @property
    def has_many_pages(self) -> bool:
        """Whether there are enough pages for what is rare among them to mean much."""
        return self.size >= MANY_PAGES

    def pages_with(self, term: int) -> Numbers:
        """The pages that hold a term, by its number; ascending."""
        held = self.joint.holders("counts", np.array([term], np.int64))
        return held.columns.astype(np.int64)

    def pages_of(self, document_ids: Iterable[str]) -> Mask:
        """(P,) which pages belong to documents."""
        return _marked(document_ids, self.document_numbers)[self.document_of]

    def pages_at(self, places: Iterable[str]) -> Mask:
        """(P,) which pages belong to places."""
        return _marked(places, self.place_numbers)[self.place_of]

    def weighed(self, places: Mapping[str, float]) -> Array:
        """(P,) the weight of each page's place, 0 for places without one."""
        weighed = weights_of(places)
        weights = np.zeros(len(self.places), np.float32)
        if weighed.ids:
            ids = tuple(weighed.ids)
            numbers = self._numbers_of.of(ids, partial(self._place_numbers, ids))
            there = numbers >= 0
            weights[numbers[there]] = weighed.shared[there]
        for place, weight in weighed.own.items():
            number = self.place_numbers.get(place, -1)
            if number >= 0:
                weights[number] = weight
        return weights[self.place_of]

    @cached_property
    def _numbers_of(self) -> Remembered[tuple[str, ...], Numbers]:
        """The numbers of places that are weighed together, −1 for those that are not here."""
        return Remembered(1)

    def _place_numbers(self, places: tuple[str, ...]) -> Numbers:
        return np.array([self.place_numbers.get(place, -1) for place in places], np.int64)

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
            if column < 0:
                continue
            parts = list(self._saturated(column))
            held = sum(int(among[each.columns].sum()) for each in parts)
            idf = np.log1p((total - held + 0.5) / (held + 0.5))
            weight = np.float32(weights[term] * idf)
            for part in parts:
                scores[part.columns] += weight * part.values
        return scores

    def salient(self, terms: Sequence[str]) -> dict[str, float]:
        """Weights of terms by how often they head something or label a row."""
        found: dict[str, float] = {}
        for term in terms:
            column = self.terms.get(term, -1)
            weight = float(self.salience[column]) if 0 <= column < self.salience.size else 1.0
            found[term] = min(weight, YEAR_SALIENCE) if term.isdigit() else weight
        return found


class _PageOf(Mapping[str, int]):
    """The page of each passage."""

    def __init__(self, numbers: Mapping[str, int], pages: Numbers) -> None:
        self._numbers = numbers
        self._pages = pages

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __getitem__(self, text: str) -> int:
        return int(self._pages[self._numbers[text]])


def _marked(names: Iterable[str], numbers: Mapping[str, int]) -> Mask:
    """(len(numbers),) which of the numbered names are among some; others are passed over."""
    marked = np.zeros(len(numbers), bool)
    marked[[numbers[name] for name in names if name in numbers]] = True
    return marked
