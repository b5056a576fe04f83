"""Works out the arrays of a collection's view from the segment of its documents.

All of it follows from the segment and the collection's other forms of names. It is array operations
alone, but for one step over the texts of names, so that a document that was added costs a large
collection seconds and no reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from backend import sparse
from backend.graph.collection_view import Array, Matrix, Numbers
from backend.graph.held_rows import holders_in
from backend.graph.name_segment import SCHEMA
from backend.graph.nesting import nested_names
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import bucket_arrays
from backend.segments import DOCUMENTS, Arrays, texts_of

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

FIELDS = ("data", "indices", "indptr")
OF_SEGMENT = {
    "title_counts": (DOCUMENTS, "terms", "titled", ""),
    "counts": ("ids", "terms", "counts", "times"),
    "path_terms": ("ids", "terms", "paths", ""),
    "own_title_counts": ("ids", "terms", "headed", ""),
    "exact_mentions": ("ids", "keys", "named", ""),
}
"""Matrices by rows that are tables of the segment: axes, table, and its values, else ones."""
HELD = {
    "title_holders": "title_counts",
    "own_title_holders": "own_title_counts",
    "path_holders": "path_terms",
}


def of_segment(name: str, arrays: Arrays, ones: Array) -> Matrix:
    """A matrix that is a table of the segment.

    Args:
        ones: as many as there are places, or more.
    """
    rows, columns, table, values = OF_SEGMENT[name]
    indices = arrays[f"{table}.{columns}"]
    data = arrays[f"{table}.{values}"] if values else ones[: len(indices)]
    shape = len(arrays[f"{rows}.starts"]) - 1, len(arrays[f"{columns}.starts"]) - 1
    return sparse.over("csr", shape, (data, indices, arrays[f"{table}.starts"]))


def arrays_of(
    segment: Arrays, forms: Sequence[tuple[str, str]], version: int
) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What a file says of a view, and its arrays.

    Args:
        segment: of all documents; its names are those that they use and those of `forms`.
        forms: (key of another form, key of the name) as the documents define them.
    """
    found = dict(segment)
    for axis in SCHEMA.axes:
        buckets = bucket_arrays(texts_of(segment, axis))
        found |= {f"{axis}.{name}": each for name, each in buckets.items()}
    media = [each.decode() for each in texts_of(segment, "media")]
    sorts = sorted(set(media))
    number = {each: place for place, each in enumerate(sorts)}
    found["media_type_of"] = np.array([number[each] for each in media], np.int32)
    found["ones"] = np.ones(
        max(
            len(segment[f"{table}.{columns}"])
            for _, columns, table, values in OF_SEGMENT.values()
            if not values
        ),
        np.float32,
    )
    own = {name: of_segment(name, segment, found["ones"]) for name in OF_SEGMENT}
    weights = _term_weights(own["counts"])
    made = {
        "bm25": _bm25(own["counts"], segment["lengths.terms"], weights),
        **_names(segment, forms, own["exact_mentions"]),
    }
    frequency = np.diff(made["aboutness"].indptr)
    mentioned = np.diff(made["mentioned_in"].indptr)
    size = own["counts"].shape[0]
    rarity = np.log((size + 1.0) / np.maximum(1, mentioned)) / np.log(size + 1.0 + 1e-9)
    found["term_weight"] = weights
    found["name_weight"] = np.clip(rarity, 0.0, 1.0).astype(np.float32)
    useful = _links_something(frequency, size)
    found["shared_name_weight"] = np.sqrt(np.where(useful, found["name_weight"], 0.0)).astype(
        np.float32
    )
    found["overlap_norms"] = _norms(own["counts"], weights)
    for name, matrix in (
        ("title_weights", "title_counts"),
        ("own_title_weights", "own_title_counts"),
        ("path_weights", "path_terms"),
    ):
        found[name] = np.asarray(own[matrix] @ weights, np.float32).ravel()
    for name, matrix in HELD.items():
        held = holders_in(own[matrix])
        found |= {f"{name}.starts": held.starts, f"{name}.rows": held.rows}
    lengths = np.diff(segment["pieces.starts"])
    found["piece_counts"] = np.where(segment["cut.known"], lengths, -1)
    matrices = {}
    for name, matrix in made.items():
        matrices[name] = [matrix.format, list(matrix.shape), *sparse.order_of(matrix)]
        found |= {f"{name}.{field}": getattr(matrix, field) for field in FIELDS}
    return {"version": version, "media_types": sorts, "matrices": matrices}, found


def _names(segment: Arrays, forms: Sequence[tuple[str, str]], exact: Matrix) -> dict[str, Matrix]:
    """The matrices of names: see `CollectionView`."""
    size, keys = exact.shape
    texts = [each.decode("utf-8", "surrogatepass") for each in texts_of(segment, "keys")]
    number = dict(zip(texts, range(keys), strict=True))
    spelled = np.array(
        sorted({(number[form], number[name]) for form, name in forms}), np.int64
    ).reshape(-1, 2)
    same = _matrix(
        np.full(len(spelled), OTHER_FORM_WEIGHT), spelled[:, 0], spelled[:, 1], (keys, keys)
    )
    standing = segment["stands.keys"], segment["stands.starts"]
    stands = sparse.over("csr", (size, keys), (segment["stands.sureness"], *standing))
    titles = stands.T.tocsr()
    titles = _spread(titles.maximum(same @ titles))
    labels = segment["stands.label"] == 1
    row_of = np.repeat(np.arange(size), np.diff(segment["stands.starts"]))[labels]
    own = _matrix(np.ones(len(row_of)), segment["stands.keys"][labels], row_of, (keys, size))
    mentions = _with_nested(exact, nested_names(number), keys)
    mentions = _of_others(mentions, own.maximum(same @ own))
    about = sparse.over("csr", (size, keys), (segment["named.about"], exact.indices, exact.indptr))
    aboutness = about.T.tocsr()
    aboutness = sparse.csr_matrix(aboutness.maximum(same @ aboutness))
    subjects = _subjects(aboutness, np.array([" " not in name for name in texts], bool), size)
    return {
        "mentions": mentions,
        "titles": titles,
        "aboutness": aboutness,
        "subjects": subjects,
        "mentioned_in": mentions.tocsc(),
        "named_by": titles.tocsc(),
        "subject_of": subjects.tocsc(),
    }


def _term_weights(counts: Matrix) -> Array:
    """(T,) idf of each term."""
    size, terms = counts.shape
    frequency = np.bincount(counts.indices, minlength=terms) if terms else np.zeros(0)
    weights: Array = np.log1p((size - frequency + 0.5) / (frequency + 0.5)).astype(np.float32)
    return weights


def _norms(counts: Matrix, weights: Array) -> Array:
    """(N,) length of each passage's vector of idf weights of its distinct terms."""
    squares = (weights.astype(np.float64) ** 2)[counts.indices]
    sums = np.concatenate([[0.0], np.cumsum(squares)])
    lengths = np.sqrt(sums[counts.indptr[1:]] - sums[counts.indptr[:-1]])
    norms: Array = (lengths + 1e-9).astype(np.float32)
    return norms


def _links_something(frequency: Numbers, size: int) -> Any:
    """(K,) whether a name is in several passages, and not everywhere."""
    common = max(COMMON_NAME_PASSAGES, COMMON_NAME_SHARE * size)
    return (frequency >= 2) & (frequency <= common)


def _bm25(counts: Matrix, lengths: Array, term_weight: Array) -> Matrix:
    """By column: idf · f (k1 + 1) / (f + k1 (1 − b + b · length / mean length))."""
    weighted = counts.tocsc()
    mean = float(lengths.mean()) if lengths.size else 1.0
    norm = K1 * (1.0 - B + B * lengths / max(mean, 1.0))
    columns = np.repeat(np.arange(weighted.shape[1]), np.diff(weighted.indptr))
    weighted.data *= (K1 + 1.0) * term_weight[columns] / (weighted.data + norm[weighted.indices])
    return weighted


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
    useful = _links_something(np.diff(aboutness.indptr), size)
    squares = aboutness.multiply(aboutness)
    norms = np.sqrt(np.asarray(squares.sum(1)).ravel()) + 1e-9
    factor = useful * np.where(single, ONE_WORD_WEIGHT, 1.0) / norms
    found = sparse.csr_matrix(sparse.diags(factor.astype(np.float32)) @ squares)
    found.eliminate_zeros()
    return found


def _matrix(values: Any, rows: Any, columns: Any, shape: tuple[int, int]) -> Matrix:
    found = sparse.csr_matrix(
        (np.asarray(values, np.float32), (rows, columns)), shape=shape, dtype=np.float32
    )
    found.sort_indices()
    return found
