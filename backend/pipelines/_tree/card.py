"""How the screens tell that a passage came in by the summary above it."""

from __future__ import annotations

from backend.types import RetrieverCard

RETRIEVER_CARD = RetrieverCard(
    "summary",
    plain="summary",
    clause="whether the summary above it fits",
    family="graph",
    place=105,
    asked="never",
)
