"""Asking a question's retrievers: each proposes passages, and those that judge score them all.

Every pipeline gathers its candidates here, and what a retriever gives to a passage is asked in one
place (`PassageScores`), whether a question is answered, weights are trained, a pipeline is measured
or a missing passage is explained. Retrievers that search the index ask it together
(`backend.retrieval.together`). Whether a retriever that fails or is late ends the question or is
left out is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Collection as Group
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from backend.ports import Ranking, Retriever, Searched
from backend.retrieval.lane import Lane
from backend.retrieval.retrievers import card_of, retrieval
from backend.retrieval.together import Together, proposed_together, scored_together
from backend.types import Query, Scored

MINIMUM_DEPTH = 50
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Candidates:
    """What retrievers say of a question's passages.

    `rankings` are in the order of the retrievers; `failed` says by name why a retriever gave none.
    """

    rankings: tuple[Ranking, ...]
    failed: Mapping[str, str]

    @property
    def proposed(self) -> dict[str, tuple[Scored, ...]]:
        """Each retriever's own list, best first."""
        return {ranking.retriever: ranking.proposed for ranking in self.rankings}


class PassageScores:
    """What retrievers give to passages of one question; no retriever is asked of a passage twice.

    Args:
        found: by retriever what its search for proposals told already, all that will be asked.
    """

    def __init__(self, query: Query, found: Mapping[str, Searched]) -> None:
        self._query = query
        self._scores = {name: dict(each.scores) for name, each in found.items()}
        self._asked = {name: set(each.judged) for name, each in found.items()}

    def together(
        self, retrievers: Sequence[Retriever], ids: Sequence[str]
    ) -> Together[dict[str, float]]:
        """One request for what those of the retrievers that search the index are asked anew."""
        return scored_together(self._query, retrievers, ids, self._asked)

    def missing(self, name: str, ids: Sequence[str]) -> list[str]:
        """Those of the passages that a retriever was not asked of."""
        asked = self._asked[name]
        return [each for each in ids if each not in asked]

    def of(
        self, retriever: Retriever, ids: Sequence[str], together: Together[dict[str, float]]
    ) -> Mapping[str, float]:
        """All that a retriever gave so far, to these passages and to earlier ones; absent where it
        has nothing to say.

        Raises:
            WorkbenchError: as the retriever itself does.
        """
        known = self._scores[retriever.name]
        missing = self.missing(retriever.name, ids)
        if missing:
            if retriever.name in together:
                known.update(together.of(retriever.name))
            else:
                known.update(retriever.score(self._query, missing))
            self._asked[retriever.name].update(missing)
        return known


def depth(top_k: int) -> int:
    """How many passages each retriever proposes so that a fusion has something to choose from."""
    return max(MINIMUM_DEPTH, 4 * top_k)


def gather(
    query: Query,
    retrievers: Sequence[Retriever],
    k: int,
    *,
    own_depths: bool = False,
    judging: Group[str] | None = None,
    judged: Group[str] | None = None,
    all_propose: bool = False,
    patience: float | None = None,
) -> Candidates:
    """Let retrievers propose passages, then let some score everything that any of them proposed.

    A retriever that proposes nothing by its card is asked for scores alone.

    Args:
        k: how many passages each proposes.
        own_depths: a retriever proposes as many as its card says, where that is more than k.
        judging: names of those that score what the others proposed, None for all; of the others
            the scores are those of their own proposals.
        judged: ids of the passages that they score, None for all that any of them proposed.
        all_propose: also those propose that only score by their cards.
        patience: seconds that all retrievers together have for each of the two steps; one that
            fails or is late is then left out. None waits, one after the other.

    Raises:
        WorkbenchError: without `patience`, as the first retriever that fails does.
    """

    def depth_of(name: str) -> int:
        return max(card_of(name).depth, k) if own_depths else k

    judges = {
        retriever.name for retriever in retrievers if judging is None or retriever.name in judging
    }
    proposing = [
        retriever for retriever in retrievers if all_propose or card_of(retriever.name).proposes
    ]
    together = proposed_together(query, proposing, depth_of, judged=bool(judges) and judged is None)

    def proposed(retriever: Retriever) -> Searched:
        with retrieval(query, retriever.name, "propose"):
            if retriever.name in together:
                return together.of(retriever.name)
            return Searched.alone(retriever.propose(query, depth_of(retriever.name)))

    found, failed = _asked(
        {retriever.name: partial(proposed, retriever) for retriever in proposing},
        patience,
        first=[retriever.name for retriever in proposing if retriever.name in together],
    )
    silent = {
        retriever.name: Searched.alone(())
        for retriever in retrievers
        if retriever.name in judges and retriever not in proposing
    }
    lists = {**found, **silent}
    proposals = {best.chunk_id for each in lists.values() for best in each.best}
    pool = sorted(proposals if judged is None else judged)
    known = PassageScores(query, lists)
    asking = [
        retriever
        for retriever in retrievers
        if retriever.name in judges
        and retriever.name in lists
        and known.missing(retriever.name, pool)
    ]
    jointly = known.together(asking, pool)

    def scored(retriever: Retriever) -> Mapping[str, float]:
        with retrieval(query, retriever.name, "score"):
            return known.of(retriever, pool, jointly)

    further, late = _asked(
        {retriever.name: partial(scored, retriever) for retriever in asking}, patience
    )
    rankings = tuple(
        Ranking(
            retriever.name,
            tuple(lists[retriever.name].best),
            {**lists[retriever.name].scores, **further.get(retriever.name, {})},
            card_of(retriever.name).lowest,
        )
        for retriever in retrievers
        if retriever.name in lists and retriever.name not in late
    )
    return Candidates(rankings, {**failed, **late})


def _asked(
    calls: Mapping[str, Callable[[], Answer]],
    patience: float | None,
    first: Sequence[str] = (),
) -> tuple[dict[str, Answer], dict[str, str]]:
    """What each gives, and why others gave nothing; those of `first` in a thread of their own.

    What waits for the index or the network leaves the processor to the others.
    """
    if patience is None:
        return {name: call() for name, call in calls.items()}, {}
    lanes = (
        Lane({name: call for name, call in calls.items() if name in first}, patience),
        Lane({name: call for name, call in calls.items() if name not in first}, patience),
    )
    found: dict[str, Answer] = {}
    failed: dict[str, str] = {}
    for lane in lanes:
        answers, reasons = lane.collected()
        found.update(answers)
        failed.update(reasons)
    return found, failed
