"""What stands around each candidate: how near the rest of its page and of its document come.

A passage of a manual seldom says what the manual is about, and a section is often spread over
several passages. So each candidate is also measured by the other candidates of its page (of its
section, where there are no pages) and of its document: evidence of a larger unit for the smaller
one, as in passage retrieval with document scores (Callan 1994; Liu & Croft 2002), here over the
question's candidates alone, so that it costs the same in every collection.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from backend.fusion.staged.columns import aspect_columns
from backend.graph.collection_view import Array, Numbers
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "surroundings",
    plain="what stands around it",
    clause="how close the rest of its page and of its document come to the question",
    family="structure",
    place=65,
    asked="never",
)
RETRIEVER = CARD.name
MEANING = ("dense", "window")
"""A candidate is as near as its vector or its nearest part, whichever is nearer."""
WORDS = "lexical"
TEMPERATURE = 0.05
"""Of the softmax over cosines that divides the question among documents."""


def surrounding_columns(
    raw: Mapping[str, Array], places: Sequence[Hashable], documents: Numbers
) -> dict[str, Array]:
    """Columns of the point of view `surroundings`; none where neither meaning nor words speak.

    `page_best`, `page_rest`: the nearest candidate of the page, and the nearest beside this one;
    `document_best`, `document_five`, `document_ten`: the nearest of the document, and the mean of
    its nearest five and ten, as far as it has none the question's farthest counts;
    `document_share`: its share of the softmax of all; `page_words`, `page_sum`: the best BM25 of
    the page and its sum; `document_words`: the mean of the document's best five.

    Args:
        raw: (n,) scores by retriever, NaN where silent.
        places: the page or section of each candidate, None for one that stands alone.
        documents: (n,) number of each candidate's document.
    """
    pages = _numbered([("alone", n) if at is None else at for n, at in enumerate(places)])
    of_document = _numbered(documents.tolist())
    aspects: dict[str, Array] = {}
    known = [raw[name] for name in MEANING if name in raw and not np.isnan(raw[name]).all()]
    if known:
        near = np.fmax.reduce(known)
        near = np.where(np.isnan(near), np.nanmin(near), near)
        odds = np.exp((near - near.max()) / TEMPERATURE)
        aspects |= {
            "page_best": _means(near, pages, 1),
            "page_rest": _rest(near, pages),
            "document_best": _means(near, of_document, 1),
            "document_five": _means(near, of_document, 5),
            "document_ten": _means(near, of_document, 10),
            "document_share": _sums(odds / odds.sum(), of_document),
        }
    if WORDS in raw and not np.isnan(raw[WORDS]).all():
        words = np.nan_to_num(raw[WORDS], nan=0.0)
        words = words / (float(words.max()) + 1e-9)
        aspects |= {
            "page_words": _means(words, pages, 1),
            "page_sum": _sums(words, pages),
            "document_words": _means(words, of_document, 5),
        }
    return aspect_columns(RETRIEVER, aspects)


def _numbered(keys: Sequence[Hashable]) -> Numbers:
    """(n,) the number of each key, from 0."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)


def _means(values: Array, groups: Numbers, most: int) -> Array:
    """(n,) mean of the best `most` values of each one's group, missing ones at the least of all."""
    order = np.lexsort((-values, groups))
    sizes = np.bincount(groups)
    place = np.arange(values.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    best = order[place < most]
    sums = np.bincount(groups[best], values[best], sizes.size)
    missing = np.maximum(most - sizes, 0)
    found: Array = ((sums + missing * float(values.min())) / most)[groups].astype(np.float32)
    return found


def _rest(values: Array, groups: Numbers) -> Array:
    """(n,) the best value among the others of one's group; the least of all where one is alone."""
    best = _means(values, groups, 1)
    sizes = np.bincount(groups)
    order = np.lexsort((-values, groups))
    starts = np.cumsum(sizes) - sizes
    second = np.full(sizes.size, values.min(), np.float32)
    several = sizes > 1
    second[several] = values[order[starts[several] + 1]]
    first = np.zeros(values.size, bool)
    first[order[starts]] = True
    found: Array = np.where(first, second[groups], best).astype(np.float32)
    return found


def _sums(values: Array, groups: Numbers) -> Array:
    found: Array = np.bincount(groups, values)[groups].astype(np.float32)
    return found
