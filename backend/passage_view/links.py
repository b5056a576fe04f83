"""Links between passages: one names what another stands for or is about.

The value of a link a → b through a name is (how surely the name stands for b) · (how surely it
stands in a) · log((N + 1) / df) / log(N + 1), df the number of passages that hold the name: rare
names link strongly, names that everyone uses hardly at all.
"""

from __future__ import annotations

import numpy as np

from backend.held_rows import HeldRows, larger_of, products, reached, rows_of
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.pairs import Pairs

SHARED_NAMES_LIMIT = 2.0
"""Two passages share at most so much of names; more shared names add nothing."""


def out_links(view: CollectionView, rows: Numbers) -> HeldRows:
    """(len(rows), N): value of the links from each passage to all others."""
    names = rows_of(view.mentions, rows).weighed(view.name_weight)
    exact = rows_of(view.exact_mentions, rows).weighed(view.name_weight)
    found = larger_of(reached(names, view.titles), reached(exact, view.subjects))
    return _without_self(found, rows)


def in_links(view: CollectionView, rows: Numbers) -> HeldRows:
    """(len(rows), N): value of the links to each passage from all others, by its titles."""
    names = rows_of(view.named_by, rows).weighed(view.name_weight)
    return _without_self(reached(names, view.mentioned_in), rows)


def title_links(view: CollectionView, rows: Numbers) -> Array:
    """(n, n): links from row to column among the given passages, by titles, headings, labels."""
    names = rows_of(view.mentions, rows).weighed(view.name_weight)
    return _to_others(products(names, rows_of(view.named_by, rows)))


def name_links(view: CollectionView, rows: Numbers) -> Array:
    """(n, n): links from row to column among the given passages, by names in the text."""
    names = rows_of(view.exact_mentions, rows).weighed(view.name_weight)
    return _to_others(products(names, rows_of(view.subject_of, rows)))


def names_between(view: CollectionView, source: int, target: int) -> list[tuple[int, float]]:
    """(name, value) of what carries the link from one row to another, the strongest first."""
    found: dict[int, float] = {}
    for mentions, standing in (
        (view.mentions, view.named_by),
        (view.exact_mentions, view.subject_of),
    ):
        said = rows_of(mentions, np.array([source]))
        held = dict(zip(said.columns.tolist(), said.values, strict=True))
        stands = rows_of(standing, np.array([target]))
        for key, weight in zip(stands.columns.tolist(), stands.values, strict=True):
            value = float(held.get(key, 0.0) * weight * view.name_weight[key])
            if value > 0.0:
                found[key] = max(value, found.get(key, 0.0))
    return sorted(found.items(), key=lambda item: (-item[1], view.key_texts[item[0]]))


def shared_names(view: CollectionView, rows: Numbers) -> Array:
    """(n, n), symmetric: summed rarity of the names that both passages hold, at most 2."""
    held = rows_of(view.exact_mentions, rows)
    held = held.among(held.column_counts() >= 2).weighed(view.shared_name_weight)
    return np.minimum(_to_others(products(held, held)), SHARED_NAMES_LIMIT)


def term_overlap(view: CollectionView, rows: Numbers, without: Numbers) -> Pairs:
    """(n, n), symmetric: tf-idf cosine of the passages, the question's terms left out.

    Args:
        without: columns of the question's terms.
    """
    held = view.overlap(rows)
    return Pairs.of(held, held, without)


def title_terms_held(view: CollectionView, rows: Numbers, without: Numbers) -> Pairs:
    """(n, n): share of the column's title, by idf, that the row holds; question terms left out.

    The title of a passage below a heading is that heading; of others their document's, if that has
    few passages.

    Args:
        without: columns of the question's terms.
    """
    titles = rows_of(view.own_title_counts, rows)
    share = 1.0 / (titles.times(view.term_weight) + np.float32(1e-9))
    worth = titles.values * view.term_weight[titles.columns] * share[titles.row_of]
    held = rows_of(view.counts, rows)
    return Pairs.of(held.valued(np.ones_like(held.values)), titles.valued(worth), without)


def _without_self(links: HeldRows, rows: Numbers) -> HeldRows:
    return links.valued(np.where(links.columns == rows[links.row_of], 0.0, links.values))


def _to_others(found: Array) -> Array:
    np.fill_diagonal(found, 0.0)
    return found
