"""Cuts where the subject changes: sentences in windows of three, adaptive thresholds.

1. Sentences shorter than median + MAD of the document's sentence lengths are merged with their
   neighbours (the median absolute deviation is robust against the odd lengths that PDF text has).
2. Each merged sentence is embedded with its two neighbours, so that no sentence stands alone.
3. The cosine distance of consecutive windows is compared with a percentile of the document's own
   distances: the 90th where they are homogeneous, down to the 75th where they are irregular, chosen
   by the coefficient of variation CV = std / mean.
4. Breakpoints that would leave too few sentences are dropped; chunks over the size are cut.

The idea of breakpoints at a percentile of window distances is Kamradt's ("5 Levels of Text
Splitting", 2023); Qu, Tu and Bao ("Is Semantic Chunking Worth the Computational Cost?", 2025)
measure when it pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.chunkers._drafts import drafts_of
from backend.chunkers._units import Span, TokenMap, Units, regions, tables_inside, units_between
from backend.ports import ChunkDraft, Chunker, Embedder
from backend.types import CollectionSettings, Reading, Section

HIGHEST_PERCENTILE, LOWEST_PERCENTILE = 90.0, 75.0
HOMOGENEOUS, IRREGULAR = 0.25, 0.75
"""Coefficients of variation at which the highest and the lowest percentile are reached."""
LEAST_SENTENCES = 2
"""Merged sentences that a chunk holds at least, where its section has them."""


def build() -> Chunker:
    """The semantic chunker."""
    return SemanticChunker()


class SemanticChunker:
    """Costs one embedding per sentence beside those of the chunks."""

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Chunks that end where the subject changes, of at most `chunk_tokens` tokens."""
        size = max(1, min(settings.chunk_tokens, limit))
        tokens = TokenMap(reading.text, embedder)
        tables = tables_inside(reading)
        parts = regions(len(reading.text), sections)
        all_units = [
            units_between(reading.text, part.start, part.end, tables, tokens, size)
            for part in parts
        ]
        shortest = length_threshold([count for units in all_units for count in _lengths(units)])
        groups = [merged(units, shortest, size) for units in all_units]
        distances = _distances(reading.text, all_units, groups, embedder)
        threshold = distance_threshold(np.concatenate([*distances, np.zeros(0)]))
        pieces: list[tuple[Span, int]] = []
        for units, group, apart in zip(all_units, groups, distances, strict=True):
            for first, last in segments(group, units, apart > threshold, size):
                span = units.spans[first][0], units.spans[last][1]
                pieces.append((span, units.tokens(first, last)))
        return drafts_of(reading, pieces, parts, embedder, size, limit)


def length_threshold(lengths: Sequence[int]) -> float:
    """Median + MAD (median absolute deviation from the median) of lengths in tokens; 0 of none."""
    if not lengths:
        return 0.0
    median = float(np.median(lengths))
    return median + float(np.median(np.abs(np.asarray(lengths) - median)))


def distance_threshold(distances: npt.NDArray[np.floating]) -> float:
    """The distance over which two windows are about different subjects; infinite for none."""
    if len(distances) == 0:
        return float("inf")
    return float(np.percentile(distances, chosen_percentile(distances)))


def chosen_percentile(distances: npt.NDArray[np.floating]) -> float:
    """90 for a low coefficient of variation, falling in a straight line to 75 for a high one."""
    mean = float(np.mean(distances))
    variation = float(np.std(distances)) / mean if mean > 0 else 0.0
    share = (variation - HOMOGENEOUS) / (IRREGULAR - HOMOGENEOUS)
    fall = HIGHEST_PERCENTILE - LOWEST_PERCENTILE
    return HIGHEST_PERCENTILE - fall * min(1.0, max(0.0, share))


def merged(units: Units, shortest: float, size: int) -> list[Span]:
    """Groups (first unit, last unit) in which sentences below the threshold have joined others.

    A group grows until it reaches the threshold; a short rest joins the group before it. No group
    exceeds the size.
    """
    groups: list[Span] = []
    for number in range(len(units)):
        if (
            groups
            and units.tokens(*groups[-1]) < shortest
            and units.tokens(groups[-1][0], number) <= size
        ):
            groups[-1] = (groups[-1][0], number)
        else:
            groups.append((number, number))
    if len(groups) > 1 and units.tokens(*groups[-1]) < shortest:
        first, last = groups[-2][0], groups[-1][1]
        if units.tokens(first, last) <= size:
            groups[-2:] = [(first, last)]
    return groups


def segments(
    groups: Sequence[Span], units: Units, breaks: npt.NDArray[np.bool_], size: int
) -> list[Span]:
    """Chunks as (first unit, last unit).

    Args:
        breaks: per pair of consecutive groups whether the subject changes between them.
    """
    spans: list[Span] = []
    held = 0
    for number, (first, last) in enumerate(groups):
        fits = bool(spans) and units.tokens(spans[-1][0], last) <= size
        rest = len(groups) - number
        changes = number > 0 and bool(breaks[number - 1])
        if fits and not (changes and held >= LEAST_SENTENCES and rest >= LEAST_SENTENCES):
            spans[-1] = (spans[-1][0], last)
            held += 1
        else:
            spans.append((first, last))
            held = 1
    return spans


def _lengths(units: Units) -> list[int]:
    return [units.tokens(number, number) for number in range(len(units))]


def _distances(
    text: str, all_units: Sequence[Units], groups: Sequence[Sequence[Span]], embedder: Embedder
) -> list[npt.NDArray[np.float64]]:
    """Per section the cosine distances of consecutive windows of three merged sentences."""
    windows: list[str] = []
    edges = [0]
    for units, group in zip(all_units, groups, strict=True):
        for number in range(len(group)):
            first, last = group[max(0, number - 1)][0], group[min(number + 1, len(group) - 1)][1]
            windows.append(text[units.spans[first][0] : units.spans[last][1]])
        edges.append(len(windows))
    vectors = embedder.embed(windows)
    cosines = (vectors[:-1] * vectors[1:]).sum(axis=1) if windows else np.zeros(0)
    return [
        np.asarray(1.0 - cosines[start : max(start, end - 1)], np.float64)
        for start, end in pairwise(edges)
    ]
