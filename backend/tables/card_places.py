"""Which passage of a document stands where a table's card was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backend.types import Chunk

CARD: Final = "table_card"
"""The kind of passages that are cards."""


def holder_of_span(chunks: Sequence[Chunk], start: int, end: int) -> Chunk | None:
    """The passage that holds most of a span of the document's text, the first of equals; one that
    was put together from a table only where there is no other. None if none holds any of it."""
    best: tuple[tuple[bool, int, int], Chunk] | None = None
    for chunk in chunks:
        shared = min(end, chunk.end) - max(start, chunk.start)
        if chunk.kind == CARD or shared <= 0:
            continue
        worth = (not chunk.is_composed, shared, -chunk.ordinal)
        if best is None or worth > best[0]:
            best = (worth, chunk)
    return best[1] if best else None
