"""Searches and scores on the cluster; several searches of one question go as one request."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import elasticsearch
import numpy as np
import numpy.typing as npt

from backend.indexes._elasticsearch import queries
from backend.indexes._elasticsearch.connection import Cluster, once_ready
from backend.indexes._elasticsearch.mapping import WINDOW, Layout
from backend.indexes._terms import question_terms, rounded
from backend.ports import Search, Searched, TextSearch
from backend.types import Filters, Scored

NEIGHBOURS = 64
"""How many neighbours beyond k the graph is asked for, so that ties at the end are seen."""
CANDIDATES = 256
SCORED_AT_ONCE = 5_000
SIZE_SECONDS = 30.0
"""How long the number of a collection's entries is remembered; it only decides how to search."""

Body = Mapping[str, Any]
Request = tuple[str, Body]
"""An alias and the body of a search in it."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A search by words as it is sent."""

    alias: str
    terms: Mapping[str, int]
    k: int
    filters: Filters

    def scoring(self, filters: Filters) -> Body:
        return queries.text_query(self.terms, filters)

    def value(self, given: float) -> float:
        return rounded(given)


@dataclass(frozen=True, slots=True, eq=False)
class _Meaning:
    """A search by meaning as it is sent."""

    alias: str
    question: npt.NDArray[np.float64]
    k: int
    filters: Filters

    def scoring(self, filters: Filters) -> Body:
        return queries.exact_query(self.question, filters)

    def value(self, given: float) -> float:
        return given - 1.0


_Sendable = _Words | _Meaning


class Searcher:
    """Looks into the indices in use; changes nothing.

    Args:
        exact_limit: up to so many entries a collection's vectors are all compared.
    """

    def __init__(self, cluster: Cluster, layout: Layout, exact_limit: int) -> None:
        self._cluster = cluster
        self._layout = layout
        self._exact_limit = exact_limit
        self._sizes: dict[str, tuple[float, int]] = {}

    def search_together(
        self, collection_id: str, searches: Sequence[Search], *, judged: bool
    ) -> list[Searched]:
        """`ports.Index.search_together` in one request.

        Each query carries the others under names, and the server says of every hit what they give
        it too, so that nothing has to be asked a second time. Over several shards the words of
        those are counted shard by shard, so there a second request asks for them.
        """
        able = self._sendable(collection_id, searches)
        sent = {number: each for number, each in able.items() if each.k > 0}
        carried = judged and self._layout.shards == 1
        requests = []
        for number, each in sent.items():
            others = _beside(able, number) if carried else {}
            named = {str(name): other.scoring(Filters()) for name, other in others.items()}
            finding = queries.with_scores_of(self._finding(each), named)
            requests.append((each.alias, queries.ranked(finding, _size(each))))
        answers = dict(zip(sent, self._ask(requests), strict=True))
        best = {number: self._best(sent[number], answer) for number, answer in answers.items()}
        found = [Searched.alone(best.get(number, [])) for number in range(len(searches))]
        if not judged:
            return found
        in_space: dict[str, set[str]] = {each.space: set() for each in searches}
        for search, own in zip(searches, found, strict=True):
            in_space[search.space] |= own.judged
        self._judge(able, answers, found, carried=carried)
        return [
            replace(own, judged=frozenset(in_space[search.space]))
            for search, own in zip(searches, found, strict=True)
        ]

    def _judge(
        self,
        able: Mapping[int, _Sendable],
        answers: Mapping[int, Body],
        found: Sequence[Searched],
        *,
        carried: bool,
    ) -> None:
        """Add to the scores of each search what it gives to what the others have found."""
        missing: list[tuple[int, frozenset[str]]] = []
        for number, each in able.items():
            others = _beside(able, number).keys() & answers.keys()
            wanted = {identity for other in others for identity in found[other].judged}
            wanted -= found[number].judged
            for other in others if carried else set[int]():
                for identity, given in queries.named_scores(answers[other], str(number)):
                    if identity in wanted and given is not None:
                        found[number].scores[identity] = each.value(given)
                    wanted.discard(identity)
            if wanted:
                missing.append((number, frozenset(wanted)))
        self._add_scores(able, missing, [each.scores for each in found])

    def score_together(
        self, collection_id: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        """`ports.Index.score_together` in one request."""
        sent = self._sendable(collection_id, searches)
        found: list[dict[str, float]] = [{} for _ in searches]
        wanted = [(number, some) for number in sent for some in _slices(ids)]
        self._add_scores(sent, wanted, found)
        return found

    def _add_scores(
        self,
        sent: Mapping[int, _Sendable],
        wanted: Sequence[tuple[int, frozenset[str]]],
        scores: Sequence[dict[str, float]],
    ) -> None:
        answers = self._ask(
            [
                (
                    sent[number].alias,
                    queries.ranked(sent[number].scoring(Filters(chunk_ids=some)), len(some)),
                )
                for number, some in wanted
            ]
        )
        for (number, _), answer in zip(wanted, answers, strict=True):
            for identity, given in queries.hits(answer):
                scores[number][identity] = sent[number].value(given)

    def size(self, alias: str) -> int:
        """How many entries an index held a moment ago."""
        known = self._sizes.get(alias)
        now = time.monotonic()
        if known is None or now - known[0] > SIZE_SECONDS:
            with self._cluster.explained():
                counted = self._cluster.client.count(index=alias, ignore_unavailable=True)
            known = self._sizes[alias] = (now, int(counted["count"]))
        return known[1]

    def forget_sizes(self) -> None:
        """The indices have changed."""
        self._sizes.clear()

    def _sendable(self, collection_id: str, searches: Sequence[Search]) -> dict[int, _Sendable]:
        """The searches that can find anything, by their numbers."""
        made: dict[int, _Sendable] = {}
        for number, search in enumerate(searches):
            alias = self._layout.alias(collection_id, search.space)
            if isinstance(search, TextSearch):
                terms = question_terms(search.text)
                if terms:
                    made[number] = _Words(alias, terms, search.k, search.filters)
            else:
                question = queries.unit(search.vector)
                if question is not None:
                    made[number] = _Meaning(alias, question, search.k, search.filters)
        return made

    def _finding(self, search: _Sendable) -> Body:
        if isinstance(search, _Words) or self.size(search.alias) <= self._exact_limit:
            return search.scoring(search.filters)
        return queries.neighbour_query(
            search.question, search.filters, _size(search) + NEIGHBOURS, CANDIDATES
        )

    def _best(self, search: _Sendable, answer: Body) -> list[Scored]:
        """The k best of a search's hits; asks for more where ties go on beyond them."""
        found, k, size = queries.hits(answer), search.k, _size(search)
        while True:
            scored = (Scored(identity, search.value(given)) for identity, given in found)
            best = sorted(scored, key=lambda each: (-each.score, each.chunk_id))[:k]
            if isinstance(search, _Meaning) or len(found) < size or size == WINDOW:
                return best
            # exact ties come by id already; what differs by rounding alone may go on beyond
            if found[-1][1] == found[k - 1][1] or search.value(found[-1][1]) < best[-1].score:
                return best
            size = min(4 * size, WINDOW)
            more = queries.ranked(search.scoring(search.filters), size)
            (answer,) = self._ask([(search.alias, more)])
            found = queries.hits(answer)

    def _ask(self, requests: Sequence[Request]) -> list[Body]:
        """Answers to searches that go together."""
        if not requests:
            return []
        lines: list[Body] = []
        for alias, body in requests:
            header = {
                "index": alias,
                "ignore_unavailable": True,
                "allow_partial_search_results": False,
            }
            lines += [header, body]
        with self._cluster.explained():
            return once_ready(lambda: self._sent(lines))

    def _sent(self, lines: Sequence[Body]) -> list[Body]:
        """The answers to all searches; the error of the first that failed, as if it were alone."""
        answer = self._cluster.client.msearch(
            searches=lines,
            include_named_queries_score=True,
            # with several shards, count words over all of them
            search_type="dfs_query_then_fetch" if self._layout.shards > 1 else None,
        )
        answers: list[Body] = list(answer["responses"])
        for body in answers:
            if "error" in body:
                status = replace(answer.meta, status=int(body["status"]))
                raise elasticsearch.ApiError("a search failed", status, body)
        return answers


def _beside(sent: Mapping[int, _Sendable], number: int) -> dict[int, _Sendable]:
    """The other searches in the same entries."""
    return {
        other: each
        for other, each in sent.items()
        if other != number and each.alias == sent[number].alias
    }


def _size(search: _Sendable) -> int:
    """How many hits are asked for, so that ties at the end are seen."""
    extra = queries.EXTRA if isinstance(search, _Words) else 0
    return min(search.k + extra, WINDOW)


def _slices(ids: Iterable[str]) -> Iterator[frozenset[str]]:
    unique = sorted(set(ids))
    for start in range(0, len(unique), SCORED_AT_ONCE):
        yield frozenset(unique[start : start + SCORED_AT_ONCE])
