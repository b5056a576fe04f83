"""The vectors of a collection's graph as a map: what the page Tune shows of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from backend.bootstrap import Assembly
from backend.errors import QuestionError
from backend.held_rows import rows_of
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.views import views_over
from backend.retrievers.graph_embedding import KINDS, over
from backend.types import GraphMap, MapPoint

MOST_POINTS = 2_000
NAMES = 5


class GraphMapService:
    """Passages in a plane."""

    def __init__(self, assembly: Assembly) -> None:
        self._parts = assembly.parts

    def graph_vector_kinds(self) -> tuple[str, ...]:
        """Which vectors of a graph there can be."""
        return KINDS

    def graph_map(self, collection_id: str, kind: str) -> GraphMap:
        """The passages of a collection by vectors of one kind.

        Args:
            kind: names, or transe, rotate or quate where they were learned.

        Raises:
            QuestionError: if there is no such kind.
        """
        if kind not in KINDS:
            raise QuestionError(
                f"“{kind}” is not a kind of graph vectors.", f"Choose one of: {', '.join(KINDS)}."
            )
        view = views_over(self._parts).of(collection_id, wait=True)
        space = over(self._parts).space(collection_id, view, kind)
        if space is None:
            return GraphMap(passages=view.size, reason="The vectors are being made.")
        rows = np.flatnonzero(np.abs(space.vectors).sum(axis=1) > 0.0)
        if len(rows) < 2:
            reason = space.notice or "No two passages share a name."
            return GraphMap(passages=view.size, reason=reason)
        shown = rows[np.unique(np.linspace(0, len(rows) - 1, MOST_POINTS).round().astype(int))]
        places, share = plane(space.vectors[shown])
        titles = {
            document.id: document.title for document in self._parts.records.documents(collection_id)
        }
        points = tuple(
            MapPoint(
                view.ids[row],
                float(x),
                float(y),
                titles.get(view.documents[view.document_of[row]], ""),
                _names(view, int(row)),
            )
            for row, (x, y) in zip(shown, places, strict=True)
        )
        return GraphMap(points, view.size, len(rows), share)


def plane(vectors: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float64], float]:
    """(n, 2) coordinates by the first two principal components, and their share of the variance."""
    centred = vectors - vectors.mean(axis=0, dtype=np.float64)
    left, values, _ = np.linalg.svd(centred, full_matrices=False)
    found = np.zeros((len(vectors), 2))
    found[:, : len(values[:2])] = left[:, :2] * values[:2]
    whole = float((values**2).sum())
    return found, float((values[:2] ** 2).sum()) / whole if whole else 0.0


def _names(view: CollectionView, row: int) -> tuple[str, ...]:
    """The rarest names of a passage."""
    held = rows_of(view.exact_mentions, np.array([row])).columns
    rarest = sorted(held.tolist(), key=lambda key: (-view.name_weight[key], view.key_texts[key]))
    return tuple(view.key_texts[each] for each in rarest[:NAMES])
