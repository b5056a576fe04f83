"""The passage's part that is nearest in meaning: windows of a few sentences (`backend.windows`).

MaxP of Dai & Callan 2019 ("Deeper Text Understanding for IR with Contextual Neural Language
Modeling", §3): a passage is as relevant as the most relevant of its parts.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence

from backend.ports import (
    Aspects,
    Embedders,
    Index,
    Parts,
    Retriever,
    Vectors,
    VectorSearch,
    one_search,
)
from backend.remembered import Remembered
from backend.types import Query, RetrieverCard, Scored
from backend.windows.views import WindowViews, window_views_over
from backend.windows.window_view import Nearness, WindowView

CARD = RetrieverCard(
    "window",
    plain="closest part",
    clause="how close its closest few sentences are to the question in meaning",
    family="text",
    place=15,
    depth=20,
    lowest=-1.0,
    prior=5.0,
)

NEAREST = 300
"""So many passages whose own vectors are nearest are compared by their windows."""
MOST_SEARCHED = 20_000
"""In collections of more passages others propose, and windows only judge."""
KEPT_QUESTIONS = 8

_Asked = tuple[weakref.ref[WindowView], bytes, tuple[str, ...]]
"""A view, which may go once it is no longer the newest, the question's vector and the passages."""


class WindowRetriever:
    """Relevance as nearness in meaning of a passage's best few sentences."""

    name = CARD.name

    def __init__(self, index: Index, embedders: Embedders, views: WindowViews) -> None:
        self._index = index
        self._embedders = embedders
        self._views = views
        self._kept: Remembered[_Asked, Nearness] = Remembered(KEPT_QUESTIONS)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The best of the nearest passages; none while windows are being read."""
        view = self._views.ready(query.collection_id)
        if view is None or view.size > MOST_SEARCHED:
            return []
        vector = self._vector(query)
        search = VectorSearch(vector, NEAREST, query.filters)
        near = one_search(self._index, query.collection_id, search)
        found = view.nearness(vector, [each.chunk_id for each in near])
        scored = zip(found.chunk_ids, found.best.tolist(), strict=True)
        best = sorted(scored, key=lambda each: (-each[1], each[0]))[:k]
        return [Scored(chunk_id, score) for chunk_id, score in best]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of each passage's nearest window; absent while windows are being read."""
        found = self._nearness(query, chunk_ids)
        return dict(zip(found.chunk_ids, found.best.tolist(), strict=True)) if found else {}

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """The mean of the two nearest windows."""
        found = self._nearness(query, chunk_ids)
        return {"two": dict(zip(found.chunk_ids, found.two.tolist(), strict=True))} if found else {}

    def _nearness(self, query: Query, chunk_ids: Sequence[str]) -> Nearness | None:
        """Made once for all that is asked of the same passages: `score` and `aspects`."""
        view = self._views.ready(query.collection_id)
        if view is None:
            return None
        vector = self._vector(query)
        asked = weakref.ref(view), vector.tobytes(), tuple(chunk_ids)
        return self._kept.of(asked, lambda: view.nearness(vector, chunk_ids))

    def _vector(self, query: Query) -> Vectors:
        return self._embedders.question(query.collection_id, query.text)


def build(parts: Parts) -> Retriever:
    """The retriever over the workbench's index and the collection's windows."""
    views = window_views_over(parts)
    return WindowRetriever(parts.index, parts.embedders, views)
