"""What an answer task says, with its draft changed and its words as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from backend.types import Draft


def redrafted(
    pieces: Iterator[str | Draft], change: Callable[[Draft], Draft]
) -> Iterator[str | Draft]:
    """The pieces in their order, each draft among them as `change` makes it."""
    for piece in pieces:
        yield piece if isinstance(piece, str) else change(piece)
