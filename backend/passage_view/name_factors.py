"""Vectors of passages by the names, headings and documents that they share.

Positive pointwise mutual information of passages and names, factorised: two passages are near where
they hold the same unlikely names, or names that stand together elsewhere (Levy & Goldberg 2014,
"Neural Word Embedding as Implicit Matrix Factorization", §5.1, passages in the place of words). A
passage that is not among those which made the factors is folded in by the same formula, so that
which came first decides nothing.
"""

from __future__ import annotations

import hashlib
import io
import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.passage_view.collection_view import CollectionView

DIMENSIONS = 64
OVERSAMPLING = 10
POWER_ITERATIONS = 4
"""Halko, Martinsson & Tropp 2011, "Finding structure with randomness", algorithm 4.4."""
SEED = 20_240_601
BASE_PASSAGES = 20_000
"""Factors are made of at most so many passages, those of a sample of documents; the others are
folded in."""
LEAST_HOLDERS = 2
"""A name in one passage of the base says nothing of two."""
VERSION = 1
NEGLIGIBLE = 1e-6

Array = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]
NAMED, INSIDE = "name ", "document "
"""How columns begin: a name that a passage holds, a document that it lies in."""


@dataclass(frozen=True, slots=True, eq=False)
class Incidence:
    """Which passage holds which name and lies in which document.

    `matrix` (passages, columns) of ones, by rows; `columns` says what each column is, sorted, so
    that it depends on what the documents say and not on the order in which they came.
    """

    matrix: sparse.Matrix
    columns: tuple[str, ...]

    def column(self, name: str) -> int:
        """The column of a name, −1 if no passage holds it."""
        wanted = NAMED + name
        place = bisect_left(self.columns, wanted)
        found = place < len(self.columns) and self.columns[place] == wanted
        return place if found else -1


@dataclass(frozen=True, slots=True, eq=False)
class NameFactors:
    """Factors of a base of passages.

    `key` says of what content; `columns` (m,) what the columns are, `sealed`; `held` (m,) by how
    many passages of the base; `total` their sum; `projection` (m, d) takes a passage's row of
    mutual information to its vector.
    """

    key: str
    columns: tuple[str, ...]
    held: Array
    total: float
    projection: Array

    @property
    def dimensions(self) -> int:
        """d: at most DIMENSIONS, fewer where little is shared."""
        return int(self.projection.shape[1])


def names_held(view: CollectionView) -> sparse.Matrix:
    """(N, K) by rows, over 0 where a passage holds a name: in its text, or in the title or heading
    that stands for it, which is no mention of its own."""
    held = sparse.csr_matrix(view.exact_mentions.matrix.maximum(view.titles.matrix.T))
    held.eliminate_zeros()
    held.sort_indices()
    return held


def incidence(view: CollectionView) -> Incidence:
    """Names that passages hold, and documents of several passages."""
    keys = view.exact_mentions.shape[1]
    names = names_held(view).tocoo()
    several = np.flatnonzero(np.bincount(view.document_of, minlength=len(view.documents)) > 1)
    number = np.full(len(view.documents), -1, np.int64)
    number[several] = np.arange(len(several)) + keys
    inside = number[view.document_of] if view.size else np.zeros(0, np.int64)
    rows = np.concatenate([names.row, np.flatnonzero(inside >= 0)])
    columns = np.concatenate([names.col, inside[inside >= 0]]).astype(np.int64)
    texts = [NAMED + text for text in view.key_texts[:keys]]
    texts += [INSIDE + view.documents[each] for each in several.tolist()]
    used = np.unique(columns)
    ordered = sorted(used.tolist(), key=texts.__getitem__)
    place = np.zeros(len(texts), np.int64)
    place[ordered] = np.arange(len(ordered))
    matrix = sparse.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, place[columns])),
        shape=(view.size, len(ordered)),
    )
    matrix.sort_indices()
    return Incidence(matrix, tuple(texts[each] for each in ordered))


def base_rows(
    documents: Sequence[str], document_of: npt.NDArray[np.int64], most: int = BASE_PASSAGES
) -> Rows:
    """The passages that factors are made of: all, or where there are more than `most` those of
    every second, fourth … document, chosen by their ids alone.

    A document that comes or goes changes the base only if it is of the sample, or if the sample has
    to be halved or doubled.
    """
    sizes = np.bincount(document_of, minlength=len(documents))
    shares = np.array([_share(document) for document in documents])
    chosen = np.ones(len(documents), bool)
    halvings = 0
    while sizes[chosen].sum() > most:
        halvings += 1
        fewer = shares < 0.5**halvings
        if not sizes[fewer].sum():
            break
        chosen = fewer
    return np.flatnonzero(chosen[document_of]) if len(documents) else np.zeros(0, np.int64)


def base_of(view: CollectionView, held: Incidence) -> Incidence:
    """The base's rows with the columns that at least two of them hold."""
    rows = base_rows(view.documents, view.document_of, BASE_PASSAGES)
    chosen = held.matrix[rows]
    kept = np.flatnonzero(np.bincount(chosen.indices, minlength=chosen.shape[1]) >= LEAST_HOLDERS)
    matrix = sparse.csr_matrix(chosen.tocsc()[:, kept])
    matrix.sort_indices()
    return Incidence(matrix, tuple(held.columns[each] for each in kept))


def sealed(column: str) -> str:
    """A column as it is stored: a digest in the place of a name, so that nothing that is kept of a
    name can be read once its documents have gone."""
    if not column.startswith(NAMED):
        return column
    name = column[len(NAMED) :].encode("utf-8", "surrogatepass")
    return NAMED + hashlib.blake2b(name, digest_size=12).hexdigest()


def content_key(base: Incidence) -> str:
    """The same for the same passages and names, whatever happened before."""
    digest = hashlib.sha256(f"{VERSION} {DIMENSIONS} {base.matrix.shape[0]}".encode())
    digest.update("\n".join(base.columns).encode("utf-8", "surrogatepass"))
    digest.update(base.matrix.indptr.astype("<i8").tobytes())
    digest.update(base.matrix.indices.astype("<i8").tobytes())
    return digest.hexdigest()


def factors_of(base: Incidence) -> NameFactors:
    """The factors of a base; of no dimension where no two passages share anything."""
    held = np.asarray(base.matrix.sum(axis=0), np.float32).ravel()
    total = float(held.sum())
    information = _information(base.matrix, held, total)
    projection = _projection(information)
    return NameFactors(content_key(base), tuple(map(sealed, base.columns)), held, total, projection)


def folded(factors: NameFactors, held: Incidence) -> Array:
    """(passages, d) unit vectors; a row of zeros for a passage that shares nothing with the base.

    Names that the base does not know are passed over.
    """
    chosen = held_of(held, factors.columns)
    vectors = np.asarray(
        _information(chosen, factors.held, factors.total) @ factors.projection.astype(np.float64)
    )
    return unit(vectors)


def held_of(held: Incidence, columns: Sequence[str]) -> sparse.Matrix:
    """(passages, len(columns)) what passages hold of columns that are known, sealed, by rows; of
    the others nothing."""
    place = {text: number for number, text in enumerate(columns)}
    known = np.array([place.get(sealed(text), -1) for text in held.columns], np.int64)
    matrix = held.matrix.tocoo()
    kept = known[matrix.col] >= 0 if len(known) else np.zeros(0, bool)
    chosen = sparse.csr_matrix(
        (matrix.data[kept], (matrix.row[kept], known[matrix.col[kept]])),
        shape=(held.matrix.shape[0], len(columns)),
    )
    chosen.sort_indices()
    return chosen


def unit(vectors: npt.NDArray[Any]) -> Array:
    """Rows of length 1; rows of (next to) nothing become zeros."""
    lengths = np.sqrt((np.asarray(vectors, np.float64) ** 2).sum(axis=1, keepdims=True))
    empty = lengths < NEGLIGIBLE
    return np.where(empty, 0.0, vectors / np.where(empty, 1.0, lengths)).astype(np.float32)


def packed(factors: NameFactors) -> bytes:
    """Factors as bytes."""
    file = io.BytesIO()
    head = json.dumps({"key": factors.key, "columns": factors.columns, "total": factors.total})
    np.savez(
        file,
        head=np.frombuffer(head.encode(), np.uint8),
        held=factors.held,
        projection=factors.projection,
    )
    return file.getvalue()


def unpacked(payload: bytes) -> NameFactors:
    """What `packed` made."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        held, projection = arrays["held"], arrays["projection"]
    return NameFactors(head["key"], tuple(head["columns"]), held, head["total"], projection)


def _share(document_id: str) -> float:
    """A number in [0, 1) that depends on the id alone."""
    first = hashlib.sha256(document_id.encode("utf-8", "surrogatepass")).digest()[:8]
    return int.from_bytes(first, "big") / 2**64


def _information(held: Any, frequency: Array, total: float) -> Any:
    """max(0, log(p(passage, name) / (p(passage) p(name)))) where a passage holds a name."""
    found = held.astype(np.float64)
    if not found.nnz:
        return found
    rows = np.repeat(np.asarray(found.sum(axis=1)).ravel(), np.diff(found.indptr))
    chance = rows * frequency.astype(np.float64)[found.indices] / total
    found.data = np.maximum(0.0, -np.log(chance))
    return found


def _projection(information: Any) -> Array:
    """(m, d): right singular vectors over the root of their singular values, signs fixed."""
    rows, columns = information.shape
    width = min(DIMENSIONS + OVERSAMPLING, rows, columns)
    if not width or not information.nnz:
        return np.zeros((columns, 0), np.float32)
    start = np.random.default_rng(SEED).standard_normal((columns, width))
    found, _ = np.linalg.qr(information @ start)
    for _ in range(POWER_ITERATIONS):
        back, _ = np.linalg.qr(information.T @ found)
        found, _ = np.linalg.qr(information @ back)
    _, values, right = np.linalg.svd(np.asarray(information.T @ found).T, full_matrices=False)
    kept = values[:DIMENSIONS] > NEGLIGIBLE * max(values[0], NEGLIGIBLE)
    values, right = values[:DIMENSIONS][kept], right[:DIMENSIONS][kept]
    largest = np.abs(right).argmax(axis=1)
    right = right * np.sign(right[np.arange(len(right)), largest])[:, None]
    scaled: Array = (right.T / np.sqrt(values)).astype(np.float32)
    return scaled
