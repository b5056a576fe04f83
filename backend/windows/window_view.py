"""The windows of all passages of a collection, to be compared with a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from backend.ports import Vectors
from backend.windows.document_windows import DocumentWindows, Rounded, Weights

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Nearness:
    """How near passages are, (n,) each: `best` the cosine of the nearest window, `two` the mean of
    the two nearest (of a passage of one window, that one).
    """

    chunk_ids: tuple[str, ...]
    best: Weights
    two: Weights


@dataclass(frozen=True, eq=False)
class WindowView:
    """Windows by passage: those of `ids[i]` are `vectors[starts[i]:][:counts[i]]`."""

    ids: tuple[str, ...]
    starts: Numbers
    counts: Numbers
    vectors: Rounded
    scales: Weights

    @property
    def size(self) -> int:
        """Number of passages."""
        return len(self.ids)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row of each passage id."""
        return {chunk_id: row for row, chunk_id in enumerate(self.ids)}

    def nearness(self, vector: Vectors, chunk_ids: Sequence[str]) -> Nearness:
        """Cosines with given passages; those that the view does not know are left out.

        Args:
            vector: of the question, shape (dimension,), of unit length.
        """
        known = tuple(each for each in chunk_ids if each in self.row_of)
        rows = np.array([self.row_of[each] for each in known], np.int64)
        if not rows.size:
            return Nearness((), np.zeros(0, np.float32), np.zeros(0, np.float32))
        counts = self.counts[rows]
        firsts = np.cumsum(counts) - counts
        windows = np.arange(int(counts.sum())) + np.repeat(self.starts[rows] - firsts, counts)
        cosines = (self.vectors[windows].astype(np.float32) @ vector) * self.scales[windows]
        best = np.maximum.reduceat(cosines, firsts)
        # the first of equals is taken out once, so that what is left begins with the second best
        passage = np.repeat(np.arange(rows.size), counts)
        order = np.lexsort((-cosines, passage))
        second = cosines[order][np.where(counts > 1, firsts + 1, firsts)]
        return Nearness(known, best, ((best + second) / 2.0).astype(np.float32))


def joined(parts: Sequence[DocumentWindows]) -> WindowView:
    """The view of some documents."""
    counts = np.concatenate([np.zeros(0, np.int64), *(part.counts for part in parts)])
    vectors = [part.vectors for part in parts if part.vectors.size]
    return WindowView(
        ids=tuple(chunk_id for part in parts for chunk_id in part.chunk_ids),
        starts=np.cumsum(counts) - counts,
        counts=counts.astype(np.int64),
        vectors=np.concatenate(vectors) if vectors else np.zeros((0, 0), np.int8),
        scales=np.concatenate([np.zeros(0, np.float32), *(part.scales for part in parts)]),
    )
