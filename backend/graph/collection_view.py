"""A collection's passages as sparse matrices: which words and names each holds and stands for.

Rows are passages in the order of their ids, so that a stable sort by score breaks ties by id.
A view is a value: it never changes, and the same documents give the same view to the last bit,
whatever the order in which they came and whatever was there before: its words and names are
numbered as they appear in the documents, taken in the order of titles and ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.graph.document_part import TITLE_PASSAGES, DocumentPart, Pieces, Vocabulary
from backend.graph.held_rows import HeldRows, Holders, holders_in, rows_of
from backend.graph.nesting import nested_names
from backend.numbered_texts import as_they_appear, joined_numbers
from backend.types import Filters

K1 = 1.2
B = 0.75
"""BM25's saturation and length constants (Robertson & Zaragoza 2009, §3.5)."""
OTHER_FORM_WEIGHT = 0.85
"""How surely another form of a name (short, earlier, fuller) stands for the same as the name."""
NESTED_WEIGHT = 0.35
"""How much of a name inside a longer name is meant by it."""
ONE_WORD_WEIGHT = 0.6
"""Names of one word are less certain than longer ones."""
COMMON_NAME_PASSAGES = 25
COMMON_NAME_SHARE = 0.01
"""A name in more passages than both of these links nothing: it is everywhere."""

Matrix = sparse.Matrix
Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CollectionView:
    """Matrices over N passages, T terms and K names.

    `counts` (N, T) term counts of title and text; `bm25` (N, T) by column, question weights times
    it are BM25; `mentions` (N, K) which names a passage holds, names inside names included, its own
    titles left out; `exact_mentions` (N, K) as they stand in the text; `titles` (K, N) which
    passages a title, heading, row label or subject stands for; `subjects` (K, N) which passages a
    name is about, unit columns per name; `own_title_counts` (N, T) the terms of the heading nearest
    above a passage, of the document's title where there is none and it has few passages.
    `pieces[piece_starts[row]:][:piece_counts[row]]` are the distinct word pieces of a passage; a
    count of -1 says that they are not known.
    """

    version: int
    ids: Sequence[str]
    documents: Sequence[str]
    document_of: Numbers
    media_types: Sequence[str]
    terms: Mapping[str, int]
    keys: Mapping[str, int]
    counts: Matrix
    bm25: Matrix
    term_weight: Array
    title_counts: Matrix
    path_terms: Matrix
    own_title_counts: Matrix
    mentions: Matrix
    exact_mentions: Matrix
    name_weight: Array
    titles: Matrix
    aboutness: Matrix
    subjects: Matrix
    pieces: Pieces
    piece_starts: Numbers
    piece_counts: Numbers

    @property
    def size(self) -> int:
        """Number of passages."""
        return len(self.ids)

    @cached_property
    def row_of(self) -> Mapping[str, int]:
        """Row of each passage id."""
        return {chunk_id: row for row, chunk_id in enumerate(self.ids)}

    @cached_property
    def document_numbers(self) -> Mapping[str, int]:
        """Number of each document id."""
        return {document: number for number, document in enumerate(self.documents)}

    @cached_property
    def key_texts(self) -> Sequence[str]:
        """The names by their number."""
        return tuple(self.keys)

    @cached_property
    def mentioned_in(self) -> Matrix:
        """`mentions` by column: the passages that hold a name."""
        return self.mentions.tocsc()

    @cached_property
    def named_by(self) -> Matrix:
        """`titles` by column: the names that stand for a passage."""
        return self.titles.tocsc()

    @cached_property
    def subject_of(self) -> Matrix:
        """`subjects` by column: the names that a passage is about."""
        return self.subjects.tocsc()

    @cached_property
    def title_holders(self) -> Holders:
        """The documents whose title holds a term."""
        return holders_in(self.title_counts)

    @cached_property
    def own_title_holders(self) -> Holders:
        """The passages whose own title holds a term."""
        return holders_in(self.own_title_counts)

    @cached_property
    def path_holders(self) -> Holders:
        """The passages below a heading that holds a term."""
        return holders_in(self.path_terms)

    @cached_property
    def title_weights(self) -> Array:
        """(documents,) summed idf of each title's terms."""
        return np.asarray(self.title_counts @ self.term_weight, np.float32).ravel()

    @cached_property
    def own_title_weights(self) -> Array:
        """(N,) summed idf of the terms of each passage's own title."""
        return np.asarray(self.own_title_counts @ self.term_weight, np.float32).ravel()

    @cached_property
    def path_weights(self) -> Array:
        """(N,) summed idf of the terms of the headings above each passage."""
        return np.asarray(self.path_terms @ self.term_weight, np.float32).ravel()

    @cached_property
    def overlap_norms(self) -> Array:
        """(N,) length of each passage's vector of idf weights of its distinct terms."""
        squares = self.term_weight[self.counts.indices].astype(np.float64) ** 2
        sums = np.concatenate([[0.0], np.cumsum(squares)])
        lengths = np.sqrt(sums[self.counts.indptr[1:]] - sums[self.counts.indptr[:-1]])
        norms: Array = (lengths + 1e-9).astype(np.float32)
        return norms

    @cached_property
    def shared_name_weight(self) -> Array:
        """(K,) worth of a name that two passages hold: its rarity's root; 0 for a name that only
        one passage is about, and for one that is everywhere.
        """
        frequency = np.diff(self.aboutness.indptr)
        common = max(COMMON_NAME_PASSAGES, COMMON_NAME_SHARE * self.size)
        useful = (frequency >= 2) & (frequency <= common)
        return np.sqrt(np.where(useful, self.name_weight, 0.0)).astype(np.float32)

    def overlap(self, rows: Numbers) -> HeldRows:
        """(len(rows), T) tf-idf of distinct terms with unit rows."""
        found = rows_of(self.counts, rows)
        lengths = np.repeat(self.overlap_norms[rows], np.diff(found.starts))
        return found.valued(self.term_weight[found.columns] / lengths)

    def rows(self, chunk_ids: Iterable[str]) -> Numbers:
        """Rows of the passages that the view holds; others are left out."""
        row_of = self.row_of
        found = np.array([row_of.get(chunk_id, -1) for chunk_id in chunk_ids], np.int64)
        return found[found >= 0]

    def allowed(self, filters: Filters) -> npt.NDArray[np.bool_] | None:
        """Which rows a question may use; None if all."""
        if not filters.document_ids and not filters.media_types and filters.chunk_ids is None:
            return None
        documents = np.ones(len(self.documents), bool)
        if filters.document_ids:
            wanted = np.zeros_like(documents)
            numbers = (self.document_numbers.get(each, -1) for each in filters.document_ids)
            wanted[[number for number in numbers if number >= 0]] = True
            documents &= wanted
        if filters.media_types:
            documents &= np.isin(np.array(self.media_types), list(filters.media_types))
        rows = documents[self.document_of] if self.size else np.zeros(0, bool)
        if filters.chunk_ids is not None:
            chosen = np.zeros(self.size, bool)
            chosen[self.rows(filters.chunk_ids)] = True
            rows &= chosen
        return rows


def assemble(
    parts: Sequence[DocumentPart],
    forms: Sequence[tuple[str, str]],
    vocabulary: Vocabulary,
    version: int,
) -> CollectionView:
    """Join the documents' parts into a view.

    Args:
        parts: words and names are numbered as they appear in them.
        forms: (key of another form, key of the name) as the documents define them.
    """
    pairs = [(vocabulary.key(form), vocabulary.key(name)) for form, name in forms]
    forms_of = np.array(pairs, np.int64).ravel()
    spelled = np.array(sorted(set(pairs)), np.int64).reshape(-1, 2)
    ordered = sorted(parts, key=lambda part: part.document_id)
    words, word_number = as_they_appear(
        list(vocabulary.terms),
        [
            each
            for part in parts
            for each in (
                part.terms[:, 1],
                part.title_terms,
                part.path_terms[:, 1],
                part.heading_terms[:, 1],
            )
        ],
    )
    names_used, name_number = as_they_appear(
        list(vocabulary.keys),
        [
            *(each for part in parts for each in (part.mentions[:, 1], part.stands_for[:, 0])),
            forms_of,
        ],
    )
    spelled = name_number[spelled]
    chunk_ids = [chunk_id for part in ordered for chunk_id in part.chunk_ids]
    order = sorted(range(len(chunk_ids)), key=chunk_ids.__getitem__)
    row = np.empty(len(order), np.int64)
    row[order] = np.arange(len(order))
    offsets = np.cumsum([0, *(len(part.chunk_ids) for part in ordered)])[:-1]
    size, terms, keys = len(order), len(words), len(names_used)
    cut = np.concatenate([np.zeros(0, np.int64), *(part.piece_counts for part in ordered)])

    def moved(
        tables: list[npt.NDArray[np.int32]], column: int, width: int, numbered: Numbers
    ) -> npt.NDArray[np.int64]:
        """All parts' tables under each other, chunk numbers turned into rows, and words or names
        beside them numbered as in the view.
        """
        empty = np.zeros((0, width), np.int64)
        joined = np.concatenate([empty, *tables])
        joined[:, column] += np.repeat(offsets, [len(table) for table in tables])
        joined[:, column] = row[joined[:, column]]
        joined[:, 1 - column] = numbered[joined[:, 1 - column]]
        return joined

    held = moved([part.terms for part in ordered], 0, 3, word_number)
    lengths = np.zeros(size, np.float32)
    if size:
        lengths[row] = np.concatenate([part.lengths for part in ordered])
    counts = _matrix(held[:, 2], held[:, 0], held[:, 1], (size, terms))
    frequency = np.bincount(held[:, 1], minlength=terms) if terms else np.zeros(0)
    term_weight = np.log1p((size - frequency + 0.5) / (frequency + 0.5)).astype(np.float32)
    titled = np.repeat(np.arange(len(ordered)), [len(part.title_terms) for part in ordered])
    title_terms = word_number[joined_numbers([part.title_terms for part in ordered])]
    path_pairs = moved([part.path_terms for part in ordered], 0, 2, word_number)
    document_of = np.repeat(np.arange(len(ordered)), [len(part.chunk_ids) for part in ordered])[
        order
    ]
    title_counts = _matrix(np.ones(len(titled)), titled, title_terms, (len(ordered), terms))
    names = moved([part.mentions for part in ordered], 0, 2, name_number)
    about = _joined([part.aboutness for part in ordered])
    stands = moved([part.stands_for for part in ordered], 1, 3, name_number)
    sure = _joined([part.sureness for part in ordered])
    exact = _matrix(np.ones(len(names)), names[:, 0], names[:, 1], (size, keys))
    same = _matrix(
        np.full(len(spelled), OTHER_FORM_WEIGHT), spelled[:, 0], spelled[:, 1], (keys, keys)
    )
    titles = _largest(stands[:, 0], stands[:, 1], sure, (keys, size))
    titles = _spread(titles.maximum(same @ titles))
    mentions = _with_nested(exact, nested_names(names_used), keys)
    labels = stands[stands[:, 2] == 1]
    own = _matrix(np.ones(len(labels)), labels[:, 0], labels[:, 1], (keys, size))
    mentions = _of_others(mentions, own.maximum(same @ own))
    mentioned = np.diff(mentions.tocsc().indptr)
    name_weight = np.clip(
        np.log((size + 1.0) / np.maximum(1, mentioned)) / np.log(size + 1.0 + 1e-9), 0.0, 1.0
    ).astype(np.float32)
    aboutness = _largest(names[:, 1], names[:, 0], about, (keys, size))
    aboutness = sparse.csr_matrix(aboutness.maximum(same @ aboutness))
    return CollectionView(
        version=version,
        ids=tuple(chunk_ids[position] for position in order),
        documents=tuple(part.document_id for part in ordered),
        document_of=document_of,
        media_types=tuple(part.media_type for part in ordered),
        terms=words,
        keys=names_used,
        counts=counts,
        bm25=_bm25(counts, lengths, term_weight),
        term_weight=term_weight,
        title_counts=title_counts,
        path_terms=_matrix(
            np.ones(len(path_pairs)), path_pairs[:, 0], path_pairs[:, 1], (size, terms)
        ),
        own_title_counts=_own_titles(
            moved([part.heading_terms for part in ordered], 0, 2, word_number),
            title_counts,
            document_of,
        ),
        mentions=mentions,
        exact_mentions=exact,
        name_weight=name_weight,
        titles=titles,
        aboutness=aboutness,
        subjects=_subjects(aboutness, np.array([" " not in name for name in names_used]), size),
        pieces=np.concatenate([np.zeros(0, np.uint16), *(part.pieces for part in ordered)]),
        piece_starts=(np.cumsum(np.maximum(cut, 0)) - np.maximum(cut, 0))[order],
        piece_counts=cut[order],
    )


def _bm25(counts: Matrix, lengths: Array, term_weight: Array) -> Matrix:
    """By column: idf · f (k1 + 1) / (f + k1 (1 − b + b · length / mean length))."""
    weighted = counts.tocsc().astype(np.float32)
    mean = float(lengths.mean()) if lengths.size else 1.0
    norm = K1 * (1.0 - B + B * lengths / max(mean, 1.0))
    columns = np.repeat(np.arange(weighted.shape[1]), np.diff(weighted.indptr))
    weighted.data *= (K1 + 1.0) * term_weight[columns] / (weighted.data + norm[weighted.indices])
    return weighted


def _own_titles(headed: Any, title_counts: Matrix, document_of: Numbers) -> Matrix:
    """(N, T) terms of each passage's heading; where it has none, of its document's title, if the
    document has few passages: the title of a long one says nothing of one of them.

    Args:
        headed: (m, 2) rows and terms of headings.
    """
    size, terms = len(document_of), title_counts.shape[1]
    headings = _matrix(np.ones(len(headed)), headed[:, 0], headed[:, 1], (size, terms))
    few = np.bincount(document_of, minlength=title_counts.shape[0]) <= TITLE_PASSAGES
    without = np.flatnonzero((np.diff(headings.indptr) == 0) & few[document_of])
    titled = title_counts[document_of[without]].tocoo()
    return sparse.csr_matrix(
        headings + _matrix(titled.data, without[titled.row], titled.col, (size, terms))
    )


def _spread(titles: Matrix) -> Matrix:
    """Divide each name's weights by the square root of the number of passages that share it."""
    shared = np.maximum(1, np.diff(titles.indptr))
    return sparse.csr_matrix(sparse.diags((1.0 / np.sqrt(shared)).astype(np.float32)) @ titles)


def _with_nested(exact: Matrix, nested: Any, keys: int) -> Matrix:
    """Mentions of names, and (less) of the names inside them."""
    inside = _matrix(np.full(len(nested), NESTED_WEIGHT), nested[:, 0], nested[:, 1], (keys, keys))
    reached = exact @ inside
    reached.data = np.minimum(reached.data, NESTED_WEIGHT)
    return sparse.csr_matrix(exact.maximum(reached))


def _of_others(mentions: Matrix, labels: Matrix) -> Matrix:
    """Mentions without those of a passage's own labels: they refer to nothing else."""
    own = labels.T.tocsr()
    own.data = np.ones_like(own.data)
    others = sparse.csr_matrix(mentions - mentions.multiply(own))
    others.eliminate_zeros()
    return others


def _subjects(aboutness: Matrix, single: Any, size: int) -> Matrix:
    """How much of a link to a name goes to each passage that is about it.

    Names in one passage or in very many link nothing.

    Args:
        single: (K,) which names are of one word.
    """
    frequency = np.diff(aboutness.indptr)
    common = max(COMMON_NAME_PASSAGES, COMMON_NAME_SHARE * size)
    useful = (frequency >= 2) & (frequency <= common)
    squares = aboutness.multiply(aboutness)
    norms = np.sqrt(np.asarray(squares.sum(1)).ravel()) + 1e-9
    factor = useful * np.where(single, ONE_WORD_WEIGHT, 1.0) / norms
    found = sparse.csr_matrix(sparse.diags(factor.astype(np.float32)) @ squares)
    found.eliminate_zeros()
    return found


def _largest(rows: Any, columns: Any, values: Any, shape: tuple[int, int]) -> Matrix:
    """A matrix that keeps the largest of several values at one place."""
    order = np.lexsort((values, columns, rows))
    rows, columns, values = rows[order], columns[order], values[order]
    last = np.ones(len(rows), bool)
    last[:-1] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    return _matrix(values[last], rows[last], columns[last], shape)


def _matrix(values: Any, rows: Any, columns: Any, shape: tuple[int, int]) -> Matrix:
    found = sparse.csr_matrix(
        (np.asarray(values, np.float32), (rows, columns)), shape=shape, dtype=np.float32
    )
    found.sort_indices()
    return found


def _joined(parts: Sequence[npt.NDArray[Any]]) -> Array:
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)
