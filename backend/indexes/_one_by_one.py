"""Several searches at once, for an index that lives in this process: one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.ports import Search, Searched
from backend.types import Scored

Find = Callable[[Search], list[Scored]]
"""The best entries of one search."""
Score = Callable[[Search, Sequence[str]], dict[str, float]]
"""A search's scores of given entries."""


def searched(
    find: Find, score: Score, searches: Sequence[Search], *, judged: bool
) -> list[Searched]:
    """`ports.Index.search_together` by single searches."""
    best = [find(each) for each in searches]
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
            scores.update(score(search, missing))
        answers.append(Searched(own, scores, frozenset(found[search.space])))
    return answers
