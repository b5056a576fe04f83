"""The text that is embedded for a chunk: its place in the document, then the chunk itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.ports import TokenCounter

PREFIX_TOKENS = 40
"""About so many tokens of title and headings stand before a chunk."""
_RESERVE = 48
_PIECE = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")
_LETTERS_PER_TOKEN = 4


def chunk_token_budget(embedder: TokenCounter) -> int:
    """Most tokens that a chunk may have so that it and its prefix fit in one embedding."""
    return max(embedder.max_tokens - _RESERVE, embedder.max_tokens // 2)


def embedding_text(title: str, path: Sequence[str], text: str) -> str:
    """Title and headings on one line, then the chunk.

    Headings that the chunk begins with, and parts said already, are left out. The nearest heading
    and the title are kept longest when the line would get longer than `PREFIX_TOKENS`.
    """
    said: set[str] = set()
    parts: list[str] = []
    beginning = _plain(text[:400])
    for part in (title, *path):
        plain = _plain(part)
        if plain and plain not in said and not beginning.startswith(plain):
            said.add(plain)
            parts.append(" ".join(part.split()))
    if not parts:
        return text
    return f"{_fit(parts)}\n{text}"


def _fit(parts: list[str]) -> str:
    """The parts joined by “ > ”, cut to the budget: middle headings go first, then the title."""
    while len(parts) > 2 and _estimate(" > ".join(parts)) > PREFIX_TOKENS:
        del parts[1]
    if len(parts) == 2 and _estimate(" > ".join(parts)) > PREFIX_TOKENS:
        last = _cut(parts[1], PREFIX_TOKENS // 2)
        parts = [_cut(parts[0], PREFIX_TOKENS - 1 - _estimate(last)), last]
    return _cut(" > ".join(part for part in parts if part), PREFIX_TOKENS)


def _cut(text: str, tokens: int) -> str:
    count = 0
    for piece in _PIECE.finditer(text):
        count += _cost(piece.group())
        if count > tokens:
            return text[: piece.start()].rstrip()
    return text


def _estimate(text: str) -> int:
    return sum(_cost(piece.group()) for piece in _PIECE.finditer(text))


def _cost(piece: str) -> int:
    return -(-len(piece) // _LETTERS_PER_TOKEN)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
