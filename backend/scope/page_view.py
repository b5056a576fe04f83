"""The pages of a collection as sparse matrices, and what a question scores on them.

Rows are pages in the order of (document id, page). A view is a value: it never changes, and the
same documents give the same view to the last bit, whatever the order in which they came and
whatever was there before: its terms are those that its pages hold, numbered as they appear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.numbered_texts import as_they_appear
from backend.scope.pages import PagePart, TableTitle, Vocabulary
from backend.types import Filters

K1 = 1.2
B = 0.75
"""BM25's saturation and length constants (Robertson & Zaragoza 2009, §3.5)."""
SALIENCE_PRIOR = 5.0
LEAST_SALIENCE = 0.1
MOST_SALIENCE = 3.0
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
    `titles` are those of each page that has some. Passages are in the order of (page, id):
    `chunk_page` says on which page one chiefly stands, `chunk_whole` whether it is more than a
    single row.
    """

    version: int
    documents: Sequence[str]
    document_of: Numbers
    places: Sequence[str]
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
    chunk_page: Numbers
    chunk_whole: Mask

    @property
    def size(self) -> int:
        """Number of pages."""
        return len(self.numbers)

    @cached_property
    def page_of(self) -> Mapping[str, int]:
        """Row of the page on which each passage chiefly stands."""
        return dict(zip(self.chunk_ids, self.chunk_page.tolist(), strict=True))

    def passages_on(self, page: int) -> tuple[str, ...]:
        """Passages of a page that are more than a single row, in order of their ids."""
        first, last = np.searchsorted(self.chunk_page, [page, page + 1]).tolist()
        inside = first + np.flatnonzero(self.chunk_whole[first:last])
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

    @cached_property
    def document_numbers(self) -> Mapping[str, int]:
        """Number of each document id."""
        return {document: number for number, document in enumerate(self.documents)}

    @cached_property
    def place_numbers(self) -> Mapping[str, int]:
        """Number of each place."""
        return {place: number for number, place in enumerate(self.places)}

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


def assemble(
    parts: Sequence[PagePart],
    vocabulary: Vocabulary,
    version: int,
    pages: Mapping[str, tuple[str, int]] | None = None,
    media_types: Mapping[str, str] | None = None,
) -> PageView:
    """Join the documents' pages into a view.

    Args:
        pages: documents that are pages of a place: (place, page number from 0) by document id.
        media_types: of each document, by its id; empty where it is not given.
    """
    pages = pages or {}
    ordered = sorted(parts, key=lambda part: part.document_id)
    numbers = [
        [pages[part.document_id][1]] * len(part.numbers)
        if part.document_id in pages
        else list(part.numbers)
        for part in ordered
    ]
    place_ids = [pages.get(part.document_id, (part.document_id, 0))[0] for part in ordered]
    places = sorted(set(place_ids))
    positions = {place: position for position, place in enumerate(places)}
    of_place = np.repeat(
        np.array([positions[place] for place in place_ids], np.int64),
        [len(part.numbers) for part in ordered],
    )
    flat = np.array([number for each in numbers for number in each], np.int64)
    media = media_types or {}
    highest = np.full(len(places), -1, np.int64)
    np.maximum.at(highest, of_place, flat)
    size, terms = sum(len(part.numbers) for part in ordered), len(vocabulary.terms)
    offsets = np.cumsum([0, *(len(part.numbers) for part in ordered)])[:-1].astype(np.int64)
    texts, numbered = as_they_appear(
        list(vocabulary.terms),
        [
            each
            for part in ordered
            for each in (part.terms[:, 1], part.labels[:, 2], part.lines_with[:, 0])
        ],
    )
    size, terms = sum(len(part.numbers) for part in ordered), len(texts)
    held = _moved([part.terms for part in ordered], offsets)
    lengths = _joined([part.lengths for part in ordered]).astype(np.float32)
    counts = sparse.csr_matrix(
        (held[:, 2].astype(np.float32), (held[:, 0], numbered[held[:, 1]])), shape=(size, terms)
    )
    label_starts, labels = 0, []
    for part, offset in zip(ordered, offsets, strict=True):
        if len(part.labels):
            moved = part.labels.astype(np.int64)
            moved[:, 0] += offset
            moved[:, 1] += label_starts
            label_starts = int(moved[:, 1].max()) + 1
            labels.append(moved)
    said = np.concatenate(labels) if labels else np.zeros((0, 3), np.int64)
    label_page = np.zeros(label_starts, np.int64)
    label_page[said[:, 1]] = said[:, 0]
    titled = (titles for part in ordered for titles in part.titles)
    chunk_ids = [chunk_id for part in ordered for chunk_id in part.chunk_ids]
    chunk_page = _joined(
        [part.page_of + offset for part, offset in zip(ordered, offsets, strict=True)]
    ).astype(np.int64)
    order = sorted(range(len(chunk_ids)), key=lambda each: (chunk_page[each], chunk_ids[each]))
    return PageView(
        version=version,
        documents=tuple(part.document_id for part in ordered),
        document_of=np.repeat(np.arange(len(ordered)), [len(part.numbers) for part in ordered]),
        places=tuple(places),
        place_of=of_place,
        media_types=tuple(media.get(part.document_id, "") for part in ordered),
        numbers=flat,
        last=flat == highest[of_place],
        rows=_joined([part.rows for part in ordered]).astype(np.int64),
        titles={page: titles for page, titles in enumerate(titled) if titles},
        terms=texts,
        saturated=_saturated(counts, lengths),
        labels=sparse.csr_matrix(
            (np.ones(len(said), np.float32), (said[:, 1], numbered[said[:, 2]])),
            shape=(label_starts, terms),
        ),
        label_page=label_page,
        salience=_salience([part.lines_with for part in ordered], numbered, terms),
        chunk_ids=tuple(chunk_ids[each] for each in order),
        chunk_page=chunk_page[order],
        chunk_whole=_joined([part.whole for part in ordered]).astype(bool)[order],
    )


def _saturated(counts: Matrix, lengths: Array) -> Matrix:
    weighted = counts.tocsc()
    mean = float(lengths.mean()) if lengths.size else 1.0
    norm = K1 * (1.0 - B + B * lengths / max(mean, 1.0))
    weighted.data = weighted.data * (K1 + 1.0) / (weighted.data + norm[weighted.indices])
    return weighted


def _salience(lines_with: Sequence[npt.NDArray[np.int32]], numbered: Numbers, terms: int) -> Array:
    """(h + a·r) / (n + a) / r, a = 5: h of a term's n lines are headings or rows, r of all lines.

    Cut to [.1, 3].

    Args:
        numbered: the number of each term in the view.
    """
    lines, salient = np.zeros(terms), np.zeros(terms)
    for part in lines_with:
        lines[numbered[part[:, 0]]] += part[:, 1]
        salient[numbered[part[:, 0]]] += part[:, 2]
    if not lines.sum() or not salient.sum():
        return np.ones(terms, np.float32)
    rate = salient.sum() / lines.sum()
    found = (salient + SALIENCE_PRIOR * rate) / (lines + SALIENCE_PRIOR) / rate
    cut: Array = np.clip(found, LEAST_SALIENCE, MOST_SALIENCE).astype(np.float32)
    return cut


def _marked(names: Iterable[str], numbers: Mapping[str, int]) -> Mask:
    """(len(numbers),) which of the numbered names are among some; others are passed over."""
    marked = np.zeros(len(numbers), bool)
    marked[[numbers[name] for name in names if name in numbers]] = True
    return marked


def _moved(tables: Sequence[npt.NDArray[np.int32]], offsets: Numbers) -> Numbers:
    """All tables under each other, page numbers of the first column turned into rows."""
    shifted = []
    for table, offset in zip(tables, offsets, strict=True):
        wide = table.astype(np.int64)
        wide[:, 0] += offset
        shifted.append(wide)
    return np.concatenate(shifted) if shifted else np.zeros((0, 3), np.int64)


def _joined(arrays: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)
