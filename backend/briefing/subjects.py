"""Whom a document is about, as a question says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from backend.ports import Parts
from backend.scope.views import scope_views_over
from backend.types import Chunk, Document

FIRST = 12
"""Passages in which a document's subject is written at first."""
MOST_WORDS = 3
LEAST_TIMES = 3
"""A name that only the passages behind those write must be written so often."""


def subject_of(
    parts: Parts, collection_id: str, document: Document, passages: Sequence[Chunk]
) -> str:
    """Whom a document is about as its own text writes it; empty where its file name or first page
    names nobody."""
    profile = scope_views_over(parts).of(collection_id, wait=True).directory.by_id.get(document.id)
    names = [each for each in (profile.names if profile else ()) if len(each) <= MOST_WORDS]
    first = " ".join(passage.text for passage in passages[:FIRST])
    for name in names:
        spoken = next(_written(name, first), "")
        if spoken and document.title.casefold() != spoken.casefold():
            return spoken
    whole = " ".join(chunk.text for chunk in passages)
    times = Counter(spoken for name in names for spoken in _written(name, whole))
    times.pop(document.title, None)
    spoken, often = max(times.items(), key=lambda each: each[1], default=("", 0))
    return spoken if often >= LEAST_TIMES else ""


def _written(name: Sequence[str], text: str) -> Iterator[str]:
    """How a text writes a name in words, and not in capitals alone or within an address."""
    pattern = r"(?i)(?<![\w.@/])" + r"[\W_]+".join(map(re.escape, name)) + r"(?![\w@/]|\.\w)"
    for match in re.finditer(pattern, text):
        if match[0][:1].isupper() and not match[0].isupper():
            yield " ".join(match[0].split())
