"""What several retrievers would ask the index for one question goes to it at once.

A retriever that cannot say what it searches for fails alone. Where the joint request fails for any
other reason than that the index is away, each retriever asks for itself, so that one whose search
is sound still answers.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Generic, TypeVar

from backend.errors import UnavailableError, WorkbenchError
from backend.ports import Index, Retriever, RetrieverOverIndex, Search, Searched
from backend.types import Query

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


class Together(Generic[Answer]):
    """Asks once, when the first retriever wants its part.

    Args:
        retrievers: by name, all over one index, with how many passages each searches for.
        ask: the joint request: one answer for each search.
        alone: what one retriever asks for itself instead.
    """

    def __init__(
        self,
        query: Query,
        retrievers: Mapping[str, tuple[RetrieverOverIndex, int]],
        ask: Callable[[Index, Sequence[Search]], Sequence[Answer]],
        alone: Callable[[RetrieverOverIndex, int], Answer],
    ) -> None:
        self._query = query
        self._retrievers = retrievers
        self._ask = ask
        self._alone = alone
        self._failed: dict[str, WorkbenchError] = {}
        self._found: dict[str, Answer] = {}
        self._begun = threading.Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._retrievers

    def of(self, name: str) -> Answer:
        """One retriever's part.

        Raises:
            WorkbenchError: as the retriever itself does.
        """
        # who comes while another thread still waits for the index asks for itself
        if self._begun.acquire(blocking=False):
            self._ask_all()
        if name in self._failed:
            raise self._failed[name]
        if name in self._found:
            return self._found[name]
        return self._alone(*self._retrievers[name])

    def _ask_all(self) -> None:
        searches: dict[str, Search] = {}
        for name, (retriever, k) in self._retrievers.items():
            try:
                searches[name] = retriever.search(self._query, k)
            except WorkbenchError as error:
                self._failed[name] = error
        if not searches:
            return
        index = self._retrievers[next(iter(searches))][0].index
        try:
            found = self._ask(index, list(searches.values()))
        except UnavailableError as error:
            self._failed.update(dict.fromkeys(searches, error))
        except WorkbenchError as error:
            log.warning("A joint search failed; each retriever searches for itself: %s", error)
        else:
            self._found = dict(zip(searches, found, strict=True))


def proposed_together(
    query: Query, retrievers: Sequence[Retriever], depth: Callable[[str], int], *, judged: bool
) -> Together[Searched]:
    """What those of the retrievers that search the index propose; with `judged` also what each
    gives to the proposals of the others among them.

    Args:
        depth: how many passages a retriever of a name proposes.
    """
    return Together(
        query,
        _over_one_index(retrievers, depth),
        lambda index, asked: index.search_together(query.collection_id, asked, judged=judged),
        lambda retriever, k: Searched.alone(retriever.propose(query, k)),
    )


def scored_together(
    query: Query,
    retrievers: Sequence[Retriever],
    ids: Sequence[str],
    known: Mapping[str, AbstractSet[str]],
) -> Together[dict[str, float]]:
    """What those of the retrievers that search the index give to passages.

    Args:
        known: of which passages each retriever was asked before; what all were asked is left out.
    """
    over = _over_one_index(retrievers, lambda _: 0)
    wanted = [each for each in ids if any(each not in known[name] for name in over)]
    return Together(
        query,
        over,
        lambda index, asked: index.score_together(query.collection_id, asked, wanted),
        lambda retriever, _: retriever.score(query, wanted),
    )


def _over_one_index(
    retrievers: Sequence[Retriever], depth: Callable[[str], int]
) -> dict[str, tuple[RetrieverOverIndex, int]]:
    over = [retriever for retriever in retrievers if isinstance(retriever, RetrieverOverIndex)]
    return {
        retriever.name: (retriever, depth(retriever.name))
        for retriever in over
        if retriever.index is over[0].index
    }
