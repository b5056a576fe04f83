"""Links between passages: one names what another stands for or is about.

The value of a link a → b through a name is (how surely the name stands for b) · (how surely it
stands in a) · log((N + 1) / df) / log(N + 1), df the number of passages that hold the name: rare
names link strongly, names that everyone uses hardly at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from backend import sparse
from backend.graph.collection_view import Array, CollectionView, Numbers

SHARED_NAMES_LIMIT = 2.0
"""Two passages share at most so much of names; more shared names add nothing."""


def out_links(view: CollectionView, rows: Numbers) -> Any:
    """(len(rows), N): value of the links from each passage to all others."""
    names = view.mentions[rows].multiply(view.name_weight[None, :]).tocsr()
    exact = view.exact_mentions[rows].multiply(view.name_weight[None, :]).tocsr()
    return _without_self((names @ view.titles).maximum(exact @ view.subjects), rows)


def in_links(view: CollectionView, rows: Numbers) -> Any:
    """(len(rows), N): value of the links to each passage from all others, by its titles."""
    names = view.named_by[:, rows].T.tocsr().multiply(view.name_weight[None, :]).tocsr()
    return _without_self((names @ view.mentioned_in.T).tocsr(), rows)


def title_links(view: CollectionView, rows: Numbers) -> Array:
    """(n, n): links from row to column among the given passages, by titles, headings, labels."""
    names = view.mentions[rows].multiply(view.name_weight[None, :]).tocsr()
    return _dense(names @ view.named_by[:, rows])


def name_links(view: CollectionView, rows: Numbers) -> Array:
    """(n, n): links from row to column among the given passages, by names in the text."""
    names = view.exact_mentions[rows].multiply(view.name_weight[None, :]).tocsr()
    return _dense(names @ view.subject_of[:, rows])


def names_between(view: CollectionView, source: int, target: int) -> list[tuple[int, float]]:
    """(name, value) of what carries the link from one row to another, the strongest first."""
    found: dict[int, float] = {}
    for mentions, standing in (
        (view.mentions, view.named_by),
        (view.exact_mentions, view.subject_of),
    ):
        first, last = mentions.indptr[source], mentions.indptr[source + 1]
        held = dict(zip(mentions.indices[first:last], mentions.data[first:last], strict=True))
        first, last = standing.indptr[target], standing.indptr[target + 1]
        for key, weight in zip(
            standing.indices[first:last], standing.data[first:last], strict=True
        ):
            value = float(held.get(key, 0.0) * weight * view.name_weight[key])
            if value > 0.0:
                found[int(key)] = max(value, found.get(int(key), 0.0))
    return sorted(found.items(), key=lambda item: (-item[1], view.key_texts[item[0]]))


def shared_names(view: CollectionView, rows: Numbers) -> Array:
    """(n, n), symmetric: summed rarity of the names that both passages hold, at most 2."""
    frequency = np.diff(view.aboutness.indptr)
    useful = (frequency >= 2) & (frequency <= max(25, 0.01 * view.size))
    weight = np.sqrt(np.where(useful, view.name_weight, 0.0)).astype(np.float32)
    held = view.exact_mentions[rows].multiply(weight[None, :]).tocsr()
    return np.minimum(_dense(held @ held.T), SHARED_NAMES_LIMIT)


def term_overlap(view: CollectionView, rows: Numbers, without: Numbers) -> Array:
    """(n, n), symmetric: tf-idf cosine of the passages, the question's terms left out.

    Args:
        without: columns of the question's terms.
    """
    held = view.overlap(rows)
    held.data = np.where(np.isin(held.indices, without), np.float32(0.0), held.data)
    return _dense(held @ held.T)


def title_terms_held(view: CollectionView, rows: Numbers, without: Numbers) -> Array:
    """(n, n): share of the column's title, by idf, that the row holds; question terms left out."""
    kept = view.term_weight.copy()
    kept[without] = 0.0
    titles = view.title_counts[view.document_of[rows]]
    total = np.asarray(titles.multiply(view.term_weight[None, :]).sum(1)).ravel() + 1e-9
    share = titles.multiply(kept[None, :]).tocsr()
    share = sparse.diags((1.0 / total).astype(np.float32)) @ share
    held = view.counts[rows]
    held.data = np.ones_like(held.data)
    return _dense(held @ share.T)


def _without_self(links: Any, rows: Numbers) -> Any:
    links = links.tolil() if links.shape[0] == 0 else links.tocsr()
    for position, row in enumerate(rows):
        start, end = links.indptr[position], links.indptr[position + 1]
        links.data[start:end][links.indices[start:end] == row] = 0.0
    return links


def _dense(matrix: Any) -> Array:
    found: Array = np.asarray(matrix.todense(), np.float32)
    np.fill_diagonal(found, 0.0)
    return found
