"""Judging passages and bringing several judgements together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from backend.ports.search import Index, Search
from backend.types.evidence import Scored
from backend.types.questions import Query


class Retriever(Protocol):
    """Says how relevant passages are to a question. Raw scores; absent where it has nothing to
    say."""

    name: str

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The k best chunks, best first, ties by id."""
        ...

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Scores of given chunks, on the scale of `propose`."""
        ...


@runtime_checkable
class RetrieverOverIndex(Retriever, Protocol):
    """A retriever whose proposals are one search of the index, so that several may ask at once."""

    @property
    def index(self) -> Index: ...

    def search(self, query: Query, k: int) -> Search:
        """What `propose` asks the index; `score` is the score of the same search."""
        ...


@runtime_checkable
class OccasionalRetriever(Retriever, Protocol):
    """A retriever with nothing to say about most questions; it takes no part in these."""

    def concerns(self, query: Query) -> bool:
        """Whether it has something to say about any passage."""
        ...


Aspects = Mapping[str, Mapping[str, float]]
"""Further measurements of one retriever by name: scores by chunk id, absent where it has none."""


@runtime_checkable
class RetrieverWithAspects(Retriever, Protocol):
    """A retriever that can say more than one number; learned fusions may weigh each apart."""

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects: ...


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one retriever proposed and scored for one question.

    `proposed` is its own list, best first; `scores` holds every candidate that it could score.
    `lowest` is the least score that the retriever can give by its definition, None without one.
    """

    retriever: str
    proposed: tuple[Scored, ...]
    scores: Mapping[str, float]
    lowest: float | None = None


@dataclass(frozen=True, slots=True)
class Fused:
    """A candidate's final score and each retriever's share in it."""

    chunk_id: str
    score: float
    contributions: Mapping[str, float]


class Fusion(Protocol):
    """Turns several rankings of one question into one."""

    def fuse(self, rankings: Sequence[Ranking], constant: float | None = None) -> list[Fused]:
        """All candidates, best first, ties by id.

        Args:
            constant: the one number that the fusion has; None for its own.
        """
        ...
