"""Several searches at once, for an index that lives in this process: one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Index, Search, Searched, TextSearch
from backend.types import Scored


def searched(
    index: Index, collection_id: str, searches: Sequence[Search], *, judged: bool
) -> list[Searched]:
    """`ports.Index.search_together` by single searches."""
    best = [_search(index, collection_id, each) for each in searches]
    if not judged:
        return [Searched.alone(each) for each in best]
    found: dict[str, set[str]] = {each.space: set() for each in searches}
    for search, own in zip(searches, best, strict=True):
        found[search.space].update(each.chunk_id for each in own)
    answers = []
    for search, own in zip(searches, best, strict=True):
        scores = {each.chunk_id: each.score for each in own}
        missing = sorted(found[search.space] - scores.keys())
        if missing:
            scores.update(score(index, collection_id, search, missing))
        answers.append(Searched(own, scores, frozenset(found[search.space])))
    return answers


def score(index: Index, collection_id: str, search: Search, ids: Sequence[str]) -> dict[str, float]:
    """A search's scores of given entries."""
    if isinstance(search, TextSearch):
        return index.score_text(collection_id, search.text, ids, search.space)
    return index.score_vector(collection_id, search.vector, ids, search.space)


def _search(index: Index, collection_id: str, search: Search) -> list[Scored]:
    if isinstance(search, TextSearch):
        return index.search_text(collection_id, search.text, search.k, search.filters, search.space)
    return index.search_vector(collection_id, search.vector, search.k, search.filters, search.space)
