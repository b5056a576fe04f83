"""What every retriever says of every candidate, as raw scores and as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from backend.fusion.staged.measured_columns import (
    Columns,
    aspect_columns,
    raw_scores,
    score_columns,
)
from backend.fusion.staged.propagation import CandidateLinks, links_between
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.ports import Retriever, RetrieverWithAspects, Searched
from backend.retrieval.gathering import PassageScores
from backend.retrieval.lane import Lane
from backend.retrieval.retrievers import card_of, retrieval
from backend.retrieval.together import Together
from backend.retrievers.late_interaction import Coverage, LateInteractionRetriever
from backend.types import Query, Scored


@dataclass(frozen=True, slots=True)
class Measured:
    """Candidates with raw scores by retriever, (n,) with NaN where silent, their columns and
    the links among them. `failed` names retrievers that raised, with the reason.
    """

    rows: Numbers
    raw: Mapping[str, Array]
    columns: Columns
    links: CandidateLinks
    failed: Mapping[str, str]


class Measurer:
    """Measures one question's candidates; what is known of a candidate is not asked again."""

    def __init__(
        self,
        query: Query,
        view: CollectionView,
        retrievers: Sequence[Retriever],
        proposed: Mapping[str, Sequence[Scored]],
    ) -> None:
        self._query = query
        self._view = view
        self._retrievers = retrievers
        self._scores = PassageScores(
            query,
            {
                retriever.name: Searched.alone(proposed.get(retriever.name, ()))
                for retriever in retrievers
            },
        )
        # asking a class what it offers is slow, and every retriever is asked twice
        self._with_aspects = {
            retriever.name: retriever
            for retriever in retrievers
            if isinstance(retriever, RetrieverWithAspects)
        }
        self._aspects_known: dict[str, dict[str, dict[str, float]]] = {}
        self._aspects_asked: dict[str, set[str]] = {
            retriever.name: set() for retriever in retrievers
        }
        self._failed: dict[str, str] = {}

    def measure(self, rows: Numbers) -> Measured:
        """Raw scores, columns and links of all candidates."""
        ids = [self._view.ids[row] for row in rows]
        asking = [retriever for retriever in self._retrievers if retriever.name not in self._failed]
        together = self._scores.together(asking, ids)
        raw: dict[str, Array] = {}
        values: dict[str, Array] = {}
        coverage: Coverage | None = None
        answering = Lane(
            {
                retriever.name: partial(self._ask, retriever, rows, ids, together)
                for retriever in asking
            }
        )
        # links need no retriever: they are found while the retrievers answer
        links = links_between(self._view, self._query.text, rows)
        found, failed = answering.collected()
        self._failed.update(failed)
        for name, (scores, aspects, covered) in found.items():
            if covered is not None:
                coverage = covered
            columns = score_columns(name, scores, bounded=card_of(name).bounded)
            raw[name] = scores
            if columns:
                values.update(columns)
                values.update(aspect_columns(name, aspects))
        if coverage is not None:
            links = replace(links, coverage=coverage.scaled, weights=coverage.weights)
        return Measured(rows, raw, Columns(rows.size, values), links, dict(self._failed))

    def _ask(
        self,
        retriever: Retriever,
        rows: Numbers,
        ids: Sequence[str],
        together: Together[dict[str, float]],
    ) -> tuple[Array, dict[str, Array], Coverage | None]:
        """Raw scores, aspects, and what late interaction says of each word of the question."""
        with retrieval(self._query, retriever.name, "score"):
            if isinstance(retriever, LateInteractionRetriever):
                coverage = retriever.coverage(self._view, self._query.text, rows)
                return *_of_coverage(coverage, rows.size), coverage
            known = self._scores.of(retriever, ids, together)
            return raw_scores(known, ids), self._aspects(retriever, ids), None

    def _aspects(self, retriever: Retriever, ids: Sequence[str]) -> dict[str, Array]:
        with_aspects = self._with_aspects.get(retriever.name)
        if with_aspects is None:
            return {}
        known = self._aspects_known.setdefault(retriever.name, {})
        asked = self._aspects_asked[retriever.name]
        missing = [each for each in ids if each not in asked]
        if missing:
            for aspect, scores in with_aspects.aspects(self._query, missing).items():
                known.setdefault(aspect, {}).update(scores)
            asked.update(missing)
        return {aspect: raw_scores(scores, ids) for aspect, scores in known.items()}


def _of_coverage(coverage: Coverage | None, size: int) -> tuple[Array, dict[str, Array]]:
    if coverage is None:
        return np.full(size, np.nan, np.float32), {}
    return np.asarray(coverage.score, np.float32), {
        "similarity": np.asarray(coverage.plain, np.float32)
    }
