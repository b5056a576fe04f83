"""From scores of pages to scored passages: what the retrievers share that judge whole pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from backend.ports import Parts
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion, ScopedQuestions, scoped_questions_over
from backend.types import Query, Scored

PageScores = Callable[[ScopedQuestion], Array]


class PageScorer:
    """A retriever that gives all passages of a page the page's score.

    Args:
        scores: (P,) of a question; pages with 0 or less are not found.
    """

    def __init__(self, name: str, parts: Parts, scores: PageScores) -> None:
        self.name = name
        self._questions: ScopedQuestions = scoped_questions_over(parts)
        self._scores = scores

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages of the best pages that a question's filters allow."""
        asked = self._questions.of(query)
        scores = np.where(asked.among, self._scores(asked), 0.0)
        found: list[Scored] = []
        for page in np.lexsort((np.arange(scores.size), -scores)):
            if scores[page] <= 0.0 or len(found) >= k:
                break
            found += [Scored(each, float(scores[page])) for each in self._on(asked, query, page)]
        return sorted(found, key=lambda each: (-each.score, each.chunk_id))[:k]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The score of each passage's page; absent where it is 0."""
        asked = self._questions.of(query)
        scores, page_of = self._scores(asked), asked.page_view.page_of
        pages = ((chunk_id, page_of.get(chunk_id, -1)) for chunk_id in chunk_ids)
        return {each: float(scores[page]) for each, page in pages if page >= 0 and scores[page]}

    def _on(self, asked: ScopedQuestion, query: Query, page: int) -> list[str]:
        passages = asked.page_view.passages_on(int(page))
        allowed = query.filters.chunk_ids
        return [passage for passage in passages if allowed is None or passage in allowed]
