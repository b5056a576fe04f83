"""Works out the arrays of a page view from the segment of its documents, by array operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from backend import sparse
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import bucket_arrays
from backend.scope.page_view import Array, Matrix
from backend.segments import DOCUMENTS, Arrays, documents_in, texts_as_arrays, texts_of

K1 = 1.2
B = 0.75
"""BM25's saturation and length constants (Robertson & Zaragoza 2009, §3.5)."""
SALIENCE_PRIOR = 5.0
LEAST_SALIENCE = 0.1
MOST_SALIENCE = 3.0

FIELDS = ("data", "indices", "indptr")
NUMBERED = (DOCUMENTS, "chunk_ids", "terms", "places")
"""Texts that are looked for."""


def page_arrays(
    segment: Arrays, pages: Mapping[str, tuple[str, int]], media_types: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What a file says of a page view, and its arrays.

    Args:
        pages: documents that are pages of a place: (place, page number from 0) by document id.
        media_types: of each document, by its id; empty where it is not given.
    """
    found = dict(segment)
    documents, of = documents_in(segment), segment["pages.of"]
    place_ids = [pages.get(each, (each, 0))[0] for each in documents]
    places = sorted(set(place_ids))
    position = {place: number for number, place in enumerate(places)}
    found |= texts_as_arrays("places", places)
    for name in NUMBERED:
        buckets = bucket_arrays(texts_of(found, name))
        found |= {f"{name}.{part}": each for part, each in buckets.items()}
    place_of = np.array([position[each] for each in place_ids], np.int32)[of]
    given = np.array([pages.get(each, ("", -1))[1] for each in documents], np.int32)
    is_page = np.array([each in pages for each in documents], bool)
    numbers = np.where(is_page[of], given[of], segment["page.number"])
    highest = np.full(len(places), -1, np.int64)
    np.maximum.at(highest, place_of, numbers)
    media = [media_types.get(each, "") for each in documents]
    sorts = sorted(set(media))
    order = np.argsort(segment["chunk.page"], kind="stable").astype(np.int32)
    titled, first = np.unique(segment["titles.of"], return_index=True)
    size, terms = len(of), len(segment["terms.starts"]) - 1
    counted = (segment["counts.times"], segment["counts.terms"], segment["counts.starts"])
    counts = sparse.over("csr", (size, terms), counted)
    labels, label_page = _labels(segment, size, terms)
    found |= {
        "place_of": place_of,
        "numbers": numbers,
        "last": numbers == highest[place_of],
        "media_type_of": np.array([sorts.index(each) for each in media], np.int32),
        "salience": _salience(segment, terms),
        "label_page": label_page,
        "chunk_order": order,
        "chunk_page": segment["chunk.page"][order],
        "chunk_whole": segment["chunk.whole"][order],
        "titled": titled,
        "titled_from": np.append(first, len(segment["titles.of"])),
    }
    matrices = {}
    saturated = _saturated(counts, segment["page.length"].astype(np.float32))
    for name, matrix in (("saturated", saturated), ("labels", labels)):
        matrices[name] = [matrix.format, list(matrix.shape), *sparse.order_of(matrix)]
        found |= {f"{name}.{field}": getattr(matrix, field) for field in FIELDS}
    return {"media_types": sorts, "matrices": matrices}, found


def _labels(segment: Arrays, size: int, terms: int) -> tuple[Matrix, AnyArray]:
    """(L, T) which terms a row label holds, and (L,) the page where it stands."""
    starts, of = segment["said.starts"], segment["pages.of"]
    page_of = np.repeat(np.arange(size), np.diff(starts))
    document_of = of[page_of]
    rows = np.zeros(len(segment[f"{DOCUMENTS}.starts"]), np.int64)
    np.maximum.at(rows[1:], document_of, segment["said.row"] + 1)
    before = np.cumsum(rows)
    label_of = before[document_of] + segment["said.row"]
    label_page = np.zeros(int(before[-1]), np.int64)
    label_page[label_of] = page_of
    matrix = sparse.csr_matrix(
        (np.ones(len(label_of), np.float32), (label_of, segment["said.terms"])),
        shape=(len(label_page), terms),
    )
    return matrix, label_page


def _saturated(counts: Matrix, lengths: Array) -> Matrix:
    weighted = counts.tocsc()
    mean = float(lengths.mean()) if lengths.size else 1.0
    norm = K1 * (1.0 - B + B * lengths / max(mean, 1.0))
    weighted.data = weighted.data * (K1 + 1.0) / (weighted.data + norm[weighted.indices])
    return weighted


def _salience(segment: Arrays, terms: int) -> Array:
    """(h + a·r) / (n + a) / r, a = 5: h of a term's n lines are headings or rows, r of all lines.

    Cut to [.1, 3].
    """
    lines, salient = (
        np.bincount(segment["lines.terms"], segment[f"lines.{each}"], terms)
        for each in ("lines", "salient")
    )
    if not lines.sum() or not salient.sum():
        return np.ones(terms, np.float32)
    rate = salient.sum() / lines.sum()
    found = (salient + SALIENCE_PRIOR * rate) / (lines + SALIENCE_PRIOR) / rate
    cut: Array = np.clip(found, LEAST_SALIENCE, MOST_SALIENCE).astype(np.float32)
    return cut
