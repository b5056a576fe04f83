"""A collection's passages as sparse matrices: which words and names each holds and stands for.

Rows are passages in the order of their ids, so that a stable sort by score breaks ties by id.
A view is a value: it never changes, and the same documents give the same view to the last bit,
whatever the order in which they came and whatever was there before: its words and names are
numbered in the order of their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.graph.document_part import Pieces
from backend.graph.held_rows import HeldRows, Holders, rows_of
from backend.mapped_arrays import AnyArray
from backend.types import Filters

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
    `mentioned_in`, `named_by` and `subject_of` are `mentions`, `titles` and `subjects` by column.
    `pieces[piece_starts[row]:][:piece_counts[row]]` are the distinct word pieces of a passage; a
    count of -1 says that they are not known. `title_weights` (documents,), `own_title_weights` (N,)
    and `path_weights` (N,) are the summed idf of the terms of titles and of headings above;
    `overlap_norms` (N,) the length of each passage's vector of idf weights of its distinct terms;
    `shared_name_weight` (K,) the worth of a name that two passages hold: its rarity's root; 0 for a
    name that only one passage is about, and for one that is everywhere.

    `about` and `arrays` are what a file of it holds, the segment of its documents among the arrays.
    """

    version: int
    ids: Sequence[str]
    row_of: Mapping[str, int]
    documents: Sequence[str]
    document_numbers: Mapping[str, int]
    document_of: Numbers
    media_types: Sequence[str]
    terms: Mapping[str, int]
    keys: Mapping[str, int]
    key_texts: Sequence[str]
    counts: Matrix
    bm25: Matrix
    term_weight: Array
    title_counts: Matrix
    path_terms: Matrix
    own_title_counts: Matrix
    mentions: Matrix
    exact_mentions: Matrix
    mentioned_in: Matrix
    name_weight: Array
    titles: Matrix
    named_by: Matrix
    aboutness: Matrix
    subjects: Matrix
    subject_of: Matrix
    title_holders: Holders
    own_title_holders: Holders
    path_holders: Holders
    title_weights: Array
    own_title_weights: Array
    path_weights: Array
    overlap_norms: Array
    shared_name_weight: Array
    pieces: Pieces
    piece_starts: Numbers
    piece_counts: Numbers
    about: Mapping[str, Any]
    arrays: Mapping[str, AnyArray]

    @property
    def size(self) -> int:
        """Number of passages."""
        return len(self.ids)

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
