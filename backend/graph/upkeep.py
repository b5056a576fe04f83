"""Keeps the stored links between communities equal to those of a fresh computation.

Links are derived from the records: they replay the change log, and are stored only if nothing has
changed in between, so that any number of processes may try at once.
"""

from __future__ import annotations

import numpy as np

from backend.graph.community_links import (
    KIND,
    Communities,
    all_links,
    changed_links,
    nearest_of_others,
)
from backend.graph.nearest import quantised
from backend.ports import LinkState, Records
from backend.types import CollectionSettings, Edge, LinkLikeness

VERSION = 1
MOST_ATTEMPTS = 8
BEHIND = 500
"""Links that know of every change of their collection are still marked anew when so many changes
of others have come, so that the change log never has to be read from far back."""
AFRESH = 0.5
"""When more than this share of the communities is new, all lists are computed afresh."""

MOST_COMPARED = 2_000
"""Groups whose nearest others are looked up to say how alike a collection's groups are."""


def recipe(settings: CollectionSettings) -> str:
    """Names what decides the links, for `LinkState.recipe`."""
    return f"{VERSION}/{settings.link_threshold:g}/{settings.link_neighbours}"


def links_are_current(records: Records, collection_id: str) -> bool:
    """Whether the links know of every change of their collection and are made by its settings."""
    wanted = recipe(records.collection(collection_id).settings)
    state = records.link_state(collection_id, KIND)
    if state.recipe != wanted or state.unsettled:
        return False
    changes = records.changes(state.sequence)
    return not any(change.collection_id == collection_id for change in changes)


def refresh_links(records: Records, collection_id: str, *, afresh: bool = False) -> bool:
    """Bring the links between communities up to date.

    Args:
        afresh: compute all of them again, trusting none that are stored.

    Returns:
        False if other processes changed the collection at every attempt; what they changed is left
        to them or to the next call.

    Raises:
        NotFoundError: if the collection is gone.
    """
    for _ in range(MOST_ATTEMPTS):
        if not afresh and links_are_current(records, collection_id):
            _mark(records, collection_id)
            return True
        if _attempt(records, collection_id, afresh=afresh):
            return True
    return False


def _mark(records: Records, collection_id: str) -> None:
    """Note that links which are current are so at the present sequence number."""
    sequence = records.sequence()
    state = records.link_state(collection_id, KIND)
    if sequence - state.sequence > BEHIND:
        records.store_links(
            collection_id,
            KIND,
            expected=state,
            sequence=sequence,
            recipe=state.recipe,
            sources=(),
            edges=(),
        )


def fresh_links(records: Records, collection_id: str) -> list[Edge]:
    """What the links would be if they were computed afresh, sorted by source and target."""
    settings = records.collection(collection_id).settings
    edges = all_links(
        _communities(records, collection_id), settings.link_neighbours, settings.link_threshold
    )
    return sorted(edges, key=lambda edge: (edge.source, edge.target))


def link_likeness(records: Records, collection_id: str) -> LinkLikeness:
    """How near groups stand to the nearest group of another document, and how many are linked.

    Of a large collection MOST_COMPARED groups, spread evenly over the ids, stand for all.
    """
    communities = _communities(records, collection_id)
    count = len(communities.ids)
    threshold = records.collection(collection_id).settings.link_threshold
    if not count:
        return LinkLikeness(0, 0, threshold, 0.0, 0.0)
    chosen = np.unique(np.linspace(0, count - 1, min(count, MOST_COMPARED)).round().astype(int))
    best = nearest_of_others(communities, chosen)
    linked = {edge.source for edge in records.edges(collection_id, [KIND])}
    return LinkLikeness(
        count, len(linked), threshold, float(np.median(best)), float(best.max(initial=0.0))
    )


def _attempt(records: Records, collection_id: str, *, afresh: bool) -> bool:
    sequence = records.sequence()
    settings = records.collection(collection_id).settings
    state = records.link_state(collection_id, KIND)
    wanted = recipe(settings)
    communities = _communities(records, collection_id)
    fresh = _fresh(records, collection_id, state, communities)
    sources: list[str] | None = None
    if afresh or state.recipe != wanted or len(fresh) > AFRESH * len(communities.ids):
        edges = all_links(communities, settings.link_neighbours, settings.link_threshold)
    else:
        sources, edges = changed_links(
            communities,
            fresh,
            state.unsettled,
            lambda some: records.links_from(collection_id, KIND, some),
            settings.link_neighbours,
            settings.link_threshold,
        )
    return records.store_links(
        collection_id,
        KIND,
        expected=state,
        sequence=sequence,
        recipe=wanted,
        sources=sources,
        edges=edges,
    )


def _communities(records: Records, collection_id: str) -> Communities:
    ids, documents, vectors = records.community_vectors(collection_id)
    numbers = {document: number for number, document in enumerate(dict.fromkeys(documents))}
    owners = np.array([numbers[document] for document in documents], np.int64)
    return Communities(ids, documents, owners, quantised(vectors))


def _fresh(records: Records, collection_id: str, state: LinkState, found: Communities) -> list[str]:
    """Communities of the documents that changed since."""
    changed = {
        change.document_id
        for change in records.changes(state.sequence)
        if change.collection_id == collection_id
    }
    return [
        identity
        for identity, document in zip(found.ids, found.documents, strict=True)
        if document in changed
    ]
