"""The windows of all passages of a collection, to be compared with a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.joint_segments import numbered
from backend.numbered_texts import NumberedTexts
from backend.ports import Vectors
from backend.segments import Arrays
from backend.view_making import Present
from backend.windows.document_windows import Rounded, Weights
from backend.windows.window_segment import PASSAGES, WINDOWS, vectors_in

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Nearness:
    """How near passages are, (n,) each: `best` the cosine of the nearest window, `two` the mean of
    the two nearest (of a passage of one window, that one).
    """

    chunk_ids: tuple[str, ...]
    best: Weights
    two: Weights


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment's passages, and their windows: those of passage n are the windows from `starts[n]`
    until `starts[n + 1]`. They stay where they are, which may be a mapped file."""

    passages: NumberedTexts
    starts: npt.NDArray[np.integer[Any]]
    vectors: Rounded
    scales: Weights


@dataclass(frozen=True, eq=False)
class WindowView:
    """Windows by passage, of the records at a version, over the segments of its documents by the
    names of their files."""

    version: int
    segments: Mapping[str, Arrays]

    @property
    def size(self) -> int:
        """Number of passages."""
        return sum(len(part.passages) for part in self._parts)

    @cached_property
    def _parts(self) -> tuple[_Segment, ...]:
        """The segments, the largest first."""
        found = [
            _Segment(
                numbered(segment, PASSAGES),
                segment[f"{WINDOWS}.starts"],
                vectors_in(segment),
                segment[f"{WINDOWS}.scales"],
            )
            for segment in self.segments.values()
        ]
        return tuple(sorted(found, key=lambda each: -len(each.passages)))

    def nearness(self, vector: Vectors, chunk_ids: Sequence[str]) -> Nearness:
        """Cosines with given passages; those that the view does not know are left out.

        Args:
            vector: of the question, shape (dimension,), of unit length.
        """
        known, parts, rows = self._found(chunk_ids)
        if not known:
            return Nearness((), np.zeros(0, np.float32), np.zeros(0, np.float32))
        starts, counts = np.zeros_like(rows), np.zeros_like(rows)
        for number, part in enumerate(self._parts):
            here = np.flatnonzero(parts == number)
            starts[here] = part.starts[rows[here]]
            counts[here] = part.starts[rows[here] + 1] - starts[here]
        firsts = np.cumsum(counts) - counts
        windows = np.arange(int(counts.sum())) + np.repeat(starts - firsts, counts)
        cosines = self._cosines(vector, np.repeat(parts, counts), windows)
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
        known, parts, rows = self._found([chunk_id])
        if not known:
            return []
        starts = self._parts[int(parts[0])].starts
        windows = np.arange(starts[rows[0]], starts[rows[0] + 1])
        cosines = self._cosines(vector, np.repeat(parts, len(windows)), windows)
        found: list[int] = np.argsort(-cosines, kind="stable")[:most].tolist()
        return found

    def _found(self, chunk_ids: Sequence[str]) -> tuple[tuple[str, ...], Numbers, Numbers]:
        """The passages that are known, and of each its segment and its row there."""
        known: list[str] = []
        places: list[tuple[int, int]] = []
        for chunk_id in chunk_ids:
            for number, part in enumerate(self._parts):
                row = part.passages.get(chunk_id, -1)
                if row >= 0:
                    known.append(chunk_id)
                    places.append((number, row))
                    break
        both = np.array(places, np.int64).reshape(-1, 2)
        return tuple(known), both[:, 0], both[:, 1]

    def _cosines(self, vector: Vectors, parts: Numbers, windows: Numbers) -> Weights:
        """Cosines with some windows, given the segment of each, and its number there."""
        vectors = np.zeros((len(windows), len(vector)), np.float32)
        scales = np.zeros(len(windows), np.float32)
        for number, part in enumerate(self._parts):
            asked = np.flatnonzero(parts == number)
            vectors[asked] = part.vectors[windows[asked]]
            scales[asked] = part.scales[windows[asked]]
        weights: Weights = (vectors @ vector) * scales
        return weights


def joined(present: Present[WindowView]) -> WindowView:
    """The view over the segments that stayed, and new ones."""
    before = tuple(present.before.segments.values()) if present.before is not None else ()
    segments = [*(before[each] for each in present.stayed), *(each.arrays for each in present.new)]
    return WindowView(present.version, dict(zip(present.names, segments, strict=True)))


def stored(view: WindowView) -> tuple[Mapping[str, Any], Arrays]:
    """What a view's own file says and holds."""
    return {"version": view.version}, {}


def opened(about: Mapping[str, Any], arrays: Arrays, segments: Mapping[str, Arrays]) -> WindowView:
    """The view of what `stored` gives, over its segments."""
    return WindowView(int(about["version"]), segments)


def over(view: WindowView, segments: Mapping[str, Arrays]) -> WindowView:
    """The same view over the same segments at another place."""
    return WindowView(view.version, segments)
