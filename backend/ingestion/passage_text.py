"""The text that is embedded for a chunk: its place in the document, then the chunk itself.

A row of a table is embedded by its words: what it is about stands in its label and its headers,
while its figures say nothing to a model of meaning and take most of its tokens. They are found by
the words of the search, which keep them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.ports import TokenCounter
from backend.types import ChunkKind

PREFIX_TOKENS = 40
"""About so many tokens of title and headings stand before a chunk."""
ROW_PREFIX_TOKENS = 12
"""About so many tokens of the document's title stand before a row, which names its table itself."""
_RESERVE = 48
_PIECE = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")
_LETTERS_PER_TOKEN = 4
_FIGURE = re.compile(r"(?<!\w)[($€£¥+−–-]*\d[\d,.]*[%)]*(?!\w)")
_DATE = re.compile(r"\d{1,4}([/.-])\d{1,2}\1\d{1,4}")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def chunk_token_budget(embedder: TokenCounter) -> int:
    """Most tokens that a chunk may have so that it and its prefix fit in one embedding."""
    return max(embedder.max_tokens - _RESERVE, embedder.max_tokens // 2)


def embedding_text(title: str, path: Sequence[str], text: str, kind: ChunkKind = "prose") -> str:
    """Title and headings on one line, then the chunk; of a table's row its title and its words.

    Headings that the chunk begins with, and parts said already, are left out. The nearest heading
    and the title are kept longest when the line would get longer than `PREFIX_TOKENS`.
    """
    if kind == "table_row":
        return f"{_whole_words(title, ROW_PREFIX_TOKENS)}\n{row_words(text)}".lstrip()
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


def row_words(text: str) -> str:
    """A row without its figures: label and headers, each word of the headers once, years kept.

    A row of nothing but figures stays as it is.
    """
    label, dash, values = text.partition(" — ")
    kept: dict[str, None] = {}
    for word in values.split():
        plain = word.strip(":;,")
        figure = _FIGURE.fullmatch(plain) or _DATE.fullmatch(plain)
        for part in _YEAR.findall(plain) if figure else [plain]:
            if any(character.isalnum() for character in part):
                kept[part] = None
    words = " ".join(kept)
    return f"{label}{dash}{words}" if dash and words else label if label.strip() else text


def _fit(parts: list[str]) -> str:
    """The parts joined by “ > ”, cut to the budget: middle headings go first, then the title."""
    while len(parts) > 2 and _estimate(" > ".join(parts)) > PREFIX_TOKENS:
        del parts[1]
    if len(parts) == 2 and _estimate(" > ".join(parts)) > PREFIX_TOKENS:
        last = _cut(parts[1], PREFIX_TOKENS // 2)
        parts = [_cut(parts[0], PREFIX_TOKENS - 1 - _estimate(last)), last]
    return _cut(" > ".join(part for part in parts if part), PREFIX_TOKENS)


def _whole_words(text: str, tokens: int) -> str:
    """As many words as fit."""
    words = text.split()
    while words and _estimate(" ".join(words)) > tokens:
        del words[-1]
    return " ".join(words)


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
