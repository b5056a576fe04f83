"""One search of an index by itself, as tests write it."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Index, TextSearch, Vectors, VectorSearch, one_score, one_search
from backend.types import Filters, Scored

ANYTHING = Filters()


def search_text(
    index: Index, collection_id: str, text: str, k: int, filters: Filters, space: str = "chunk"
) -> list[Scored]:
    """The k best entries by BM25."""
    return one_search(index, collection_id, TextSearch(text, k, filters, space))


def score_text(
    index: Index, collection_id: str, text: str, ids: Sequence[str], space: str = "chunk"
) -> dict[str, float]:
    """BM25 of given entries."""
    return one_score(index, collection_id, TextSearch(text, 0, ANYTHING, space), ids)


def search_vector(
    index: Index,
    collection_id: str,
    vector: Vectors,
    k: int,
    filters: Filters,
    space: str = "chunk",
) -> list[Scored]:
    """The k nearest entries by cosine."""
    return one_search(index, collection_id, VectorSearch(vector, k, filters, space))


def score_vector(
    index: Index, collection_id: str, vector: Vectors, ids: Sequence[str], space: str = "chunk"
) -> dict[str, float]:
    """Cosines of given entries."""
    return one_score(index, collection_id, VectorSearch(vector, 0, ANYTHING, space), ids)
