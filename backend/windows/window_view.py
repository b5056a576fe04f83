"""The windows of all passages of a collection, to be compared with a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Windows by passage: those of `ids[i]` are the windows from `starts[i]` on, `counts[i]` of
    them. The vectors stay where they were read, in `runs` of documents, of which `firsts` are the
    first windows: a copy of all would be larger than anything else that a question needs.
    """

    ids: tuple[str, ...]
    starts: Numbers
    counts: Numbers
    runs: tuple[Rounded, ...]
    firsts: Numbers
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
        cosines = (self._vectors(windows) @ vector) * self.scales[windows]
        best = np.maximum.reduceat(cosines, firsts)
        # the first of equals is taken out once, so that what is left begins with the second best
        passage = np.repeat(np.arange(rows.size), counts)
        order = np.lexsort((-cosines, passage))
        second = cosines[order][np.where(counts > 1, firsts + 1, firsts)]
        return Nearness(known, best, ((best + second) / 2.0).astype(np.float32))

    def nearest(self, vector: Vectors, chunk_id: str, most: int) -> list[int]:
        """Numbers within their passage of its nearest windows, nearest first, the first of equals
        first; none of a passage that the view does not know.

        Args:
            vector: of the question, shape (dimension,), of unit length.
        """
        row = self.row_of.get(chunk_id)
        if row is None:
            return []
        windows = self.starts[row] + np.arange(self.counts[row])
        cosines = (self._vectors(windows) @ vector) * self.scales[windows]
        found: list[int] = np.argsort(-cosines, kind="stable")[:most].tolist()
        return found

    def _vectors(self, windows: Numbers) -> Weights:
        """The vectors of some windows, shape (len(windows), dimension)."""
        run = np.searchsorted(self.firsts, windows, side="right") - 1
        found = np.zeros((len(windows), self.runs[0].shape[1]), np.float32)
        for number in np.unique(run).tolist():
            asked = np.flatnonzero(run == number)
            found[asked] = self.runs[number][windows[asked] - self.firsts[number]]
        return found


def joined(parts: Sequence[DocumentWindows]) -> WindowView:
    """The view of some documents."""
    counts = np.concatenate([np.zeros(0, np.int64), *(part.counts for part in parts)])
    runs = tuple(_runs([part.vectors for part in parts if part.vectors.size]))
    sizes = np.array([len(each) for each in runs], np.int64)
    return WindowView(
        ids=tuple(chunk_id for part in parts for chunk_id in part.chunk_ids),
        starts=np.cumsum(counts) - counts,
        counts=counts.astype(np.int64),
        runs=runs,
        firsts=np.cumsum(sizes) - sizes,
        scales=np.concatenate([np.zeros(0, np.float32), *(part.scales for part in parts)]),
    )


def _runs(vectors: Sequence[Rounded]) -> Iterator[Rounded]:
    """The same rows in their order, in as few arrays as they lie in: rows that were cut from one
    array and follow each other there are one again."""
    place = 0
    while place < len(vectors):
        first = vectors[place]
        whole = _whole_of(first)
        place += 1
        if whole is None:
            yield first
            continue
        begin = _number_in(whole, first)
        end = begin + first.size
        while place < len(vectors) and _lies_at(end, whole, vectors[place]):
            end += vectors[place].size
            place += 1
        yield whole.reshape(-1)[begin:end].reshape(-1, first.shape[1])


def _whole_of(rows: Rounded) -> Rounded | None:
    """The array that rows were cut from, one after the other; None where there is none."""
    whole = rows.base
    if not isinstance(whole, np.ndarray) or whole.dtype != rows.dtype:
        return None
    return whole if whole.flags.c_contiguous and rows.flags.c_contiguous else None


def _lies_at(place: int, whole: Rounded, rows: Rounded) -> bool:
    return rows.base is whole and _number_in(whole, rows) == place


def _number_in(whole: Rounded, rows: Rounded) -> int:
    """How many numbers of the array come before those of the rows that were cut from it."""
    return (rows.ctypes.data - whole.ctypes.data) // whole.itemsize
