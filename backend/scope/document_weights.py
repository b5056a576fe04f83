"""A weight for each document of a collection, most of which share theirs with many others.

A question about a year orders all documents. A dictionary of a hundred thousand of them would be
made and sorted for each such question; an array is in a thousandth of a second.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

DECIMALS = 4
"""To which weights are rounded when they are added, so that their order of adding is not seen."""


class DocumentWeights(Mapping[str, float]):
    """Weights by document id. Made once, then read.

    Args:
        ids: (N,) ascending, each another.
        shared: (N,) their weights.
        own: those of further documents, or other weights of some of these.
    """

    def __init__(
        self,
        ids: Sequence[str] = (),
        shared: npt.NDArray[np.float64] | None = None,
        own: Mapping[str, float] | None = None,
    ) -> None:
        self.ids = ids
        self.shared = np.zeros(0) if shared is None else shared
        self.own: Mapping[str, float] = {} if own is None else own
        self._further = sum(self._place(document_id) < 0 for document_id in self.own)

    def __len__(self) -> int:
        return len(self.ids) + self._further

    def __iter__(self) -> Iterator[str]:
        yield from self.ids
        yield from (document_id for document_id in self.own if self._place(document_id) < 0)

    def __contains__(self, document_id: object) -> bool:
        known = isinstance(document_id, str)
        return known and (document_id in self.own or self._place(str(document_id)) >= 0)

    def __getitem__(self, document_id: str) -> float:
        if document_id in self.own:
            return self.own[document_id]
        place = self._place(document_id)
        if place < 0:
            raise KeyError(document_id)
        return float(self.shared[place])

    def __repr__(self) -> str:
        return f"DocumentWeights({dict(self)!r})"

    def raised(self, by: Mapping[str, float]) -> DocumentWeights:
        """The same with something added to the weights of some documents; of one that has none it
        is the weight."""
        sums = {each: round(self.get(each, 0.0) + more, DECIMALS) for each, more in by.items()}
        return DocumentWeights(self.ids, self.shared, {**self.own, **sums})

    def likeliest(self, most: int | None = None) -> tuple[str, ...]:
        """So many documents, or all, of the highest weights first, ties by id."""
        order = np.argsort(-self.shared, kind="stable")
        if most is not None:
            order = order[: most + len(self.own)]
        ids = [self.ids[each] for each in order.tolist()]
        found = [*(each for each in ids if each not in self.own), *self.own]
        return tuple(sorted(found, key=lambda each: (-self[each], each))[:most])

    def _place(self, document_id: str) -> int:
        place = bisect_left(self.ids, document_id)
        there = place < len(self.ids) and self.ids[place] == document_id
        return place if there else -1


def weights_of(plain: Mapping[str, Any]) -> DocumentWeights:
    """Those of a plain mapping."""
    return plain if isinstance(plain, DocumentWeights) else DocumentWeights(own=dict(plain))
