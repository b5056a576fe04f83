"""Windows of a fixed number of tokens with a fixed overlap, whatever the text says.

The usual baseline. Windows ignore headings and sentences; only words are kept whole where the
script has spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.chunkers._drafts import drafts_of
from backend.chunkers._units import CHARACTERS_PER_TOKEN, Span, TokenMap, regions
from backend.ports import ChunkDraft, Chunker, Embedder
from backend.types import CollectionSettings, Reading, Section

LONGEST_STEP_BACK = 16
"""A window gives up so many tokens at most to end between two words."""


def build() -> Chunker:
    """The fixed chunker."""
    return FixedChunker()


class FixedChunker:
    """Windows over the whole document; a window belongs to the section that holds most of it."""

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Chunks of `chunk_tokens` tokens, each repeating `overlap_tokens` of the one before."""
        size = max(1, min(settings.chunk_tokens, limit))
        overlap = max(0, min(settings.overlap_tokens, size // 2))
        tokens = TokenMap(reading.text, embedder)
        parts = regions(len(reading.text), sections)
        pieces = _windows(reading.text, tokens, size, overlap)
        return drafts_of(reading, pieces, parts, embedder, size, limit)


def _windows(text: str, tokens: TokenMap, size: int, overlap: int) -> Iterator[tuple[Span, int]]:
    """Trimmed spans with their numbers of tokens; together they hold all that is not blank."""
    starts = tokens.starts.tolist()
    position = len(text) - len(text.lstrip())
    end_of_text = len(text.rstrip())
    while position < end_of_text:
        first = int(tokens.index([position])[0])
        cut = _cut(text, starts, first, first + size)
        cut = min(cut, end_of_text, position + size * CHARACTERS_PER_TOKEN)
        cut = max(cut, position + 1)
        piece = text[position:cut].rstrip()
        last = int(tokens.index([position + len(piece)])[0])
        yield (position, position + len(piece)), last - first
        if cut >= end_of_text:
            return
        following = _cut(text, starts, first, last - overlap) if overlap else cut
        # An overlap that reaches back to the window's own start would never come to an end.
        position = following if position < following < cut else cut
        position += len(text[position : cut + 1]) - len(text[position : cut + 1].lstrip())
        while position < end_of_text and text[position].isspace():
            position += 1


def _cut(text: str, starts: Sequence[int], first: int, number: int) -> int:
    """Start of a token near `number` that begins a word, or of that token itself."""
    if number >= len(starts):
        return len(text)
    for candidate in range(number, max(first, number - LONGEST_STEP_BACK), -1):
        if text[starts[candidate] - 1].isspace():
            return starts[candidate]
    return starts[number]
