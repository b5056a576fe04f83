"""Packs whole sentences up to the size and cuts at the strongest break near the end.

The order of breaks is that of recursive splitters: heading, paragraph, line, sentence, word. Where
those split from the top down, this packs from the bottom up: no chunk is cut at a weaker break
than it must be, and none stays small because its paragraph was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.chunkers._drafts import drafts_of
from backend.chunkers._subjects import parts_by_subject, speaks
from backend.chunkers._units import (
    PARAGRAPH,
    Region,
    Span,
    TokenMap,
    Units,
    begins_after,
    fits_until,
    regions,
    tables_inside,
    units_between,
)
from backend.ports import ChunkDraft, Chunker, Embedder
from backend.types import CollectionSettings, Reading, Section

LEAST_FILL = 0.6
"""A stronger break is preferred to a later one from this share of the size on."""
SHORT_SECTION = 0.25
"""Sections below this share of the size join the next one of their level or below, unless they say
something in a sentence of their own."""


def build() -> Chunker:
    """The recursive chunker."""
    return RecursiveChunker()


class RecursiveChunker:
    """Sentences packed greedily, with whole sentences of overlap; headings are never crossed by
    chunks of longer sections.
    """

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Chunks of at most `chunk_tokens` tokens (and never over the limit)."""
        size = max(1, min(settings.chunk_tokens, limit))
        overlap = max(0, min(settings.overlap_tokens, size // 2))
        tokens = TokenMap(reading.text, embedder)
        tables = tables_inside(reading)
        parts = regions(len(reading.text), sections)
        pieces: list[tuple[Span, int]] = []
        spans = joined_sections(reading.text, parts, sections, tokens, size)
        for start, end in parts_by_subject(reading.text, spans, tokens, size):
            units = units_between(reading.text, start, end, tables, tokens, size)
            pieces.extend(packed(units, size, overlap))
        return drafts_of(reading, pieces, parts, embedder, size, limit)


def joined_sections(
    text: str,
    parts: Sequence[Region],
    sections: Sequence[Section],
    tokens: TokenMap,
    size: int,
) -> list[Span]:
    """Spans to pack separately: sections, where very short ones are joined with what follows.

    A run of sections grows while its last is short and says nothing in a sentence of its own (a
    heading alone, a label, a list of words), the next is not above the run's first in the
    hierarchy, and all fit in one chunk: what has a heading and says something has its own subject.
    """
    spans: list[Span] = []
    counts = tokens.index([part.end for part in parts]) - tokens.index([p.start for p in parts])
    total, level, last = 0, 0, 0
    latest = parts[0] if parts else Region(0, 0, 0)
    for part, count in zip(parts, counts.tolist(), strict=True):
        here = sections[part.section].level if part.section < len(sections) else 0
        short = last < SHORT_SECTION * size and here >= level and total + count <= size
        if spans and short and not speaks(text[latest.start : latest.end]):
            spans[-1] = (spans[-1][0], part.end)
            total, last = total + count, count
        else:
            spans.append((part.start, part.end))
            total, level, last = count, here, count
        latest = part
    return spans


def packed(units: Units, size: int, overlap: int) -> Iterator[tuple[Span, int]]:
    """Spans of consecutive units with their numbers of tokens."""
    first, done = 0, -1
    while done + 1 < len(units):
        last = fits_until(units, first, size)
        if last + 1 < len(units):
            last = _best_break(units, first, max(last, done + 1), size)
        yield (units.spans[first][0], units.spans[last][1]), units.tokens(first, last)
        done = last
        if done + 1 < len(units):
            first = _next_first(units, done, size, overlap)


def _best_break(units: Units, first: int, last: int, size: int) -> int:
    """The latest of the strongest breaks among those that leave the chunk full enough."""
    best = last
    for candidate in range(last, first - 1, -1):
        if units.tokens(first, candidate) < LEAST_FILL * size:
            break
        if units.breaks[candidate] > units.breaks[best]:
            best = candidate
    return best


def _next_first(units: Units, done: int, size: int, overlap: int) -> int:
    """Where the next chunk begins: some sentences back, unless a paragraph ended."""
    if units.breaks[done] == PARAGRAPH:
        return done + 1
    first = begins_after(units, done, overlap)
    while first <= done and fits_until(units, first, size) <= done:
        first += 1
    return first
