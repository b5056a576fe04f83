"""The derived search index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from backend.ports.embedding import Vectors
from backend.ports.running import Progress
from backend.types.evidence import Scored
from backend.types.questions import Filters
from backend.types.status import Problem, ServiceStatus


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One searchable thing: a chunk, or a community's summary."""

    id: str
    collection_id: str
    document_id: str
    media_type: str
    kind: str
    title: str
    path: str
    text: str
    vector: npt.NDArray[np.float16] | None


@dataclass(frozen=True, slots=True)
class TextSearch:
    """The k best entries by BM25 over text, title and heading path; entries that share no term
    with the text are absent."""

    text: str
    k: int
    filters: Filters
    space: str = "chunk"


@dataclass(frozen=True, slots=True, eq=False)
class VectorSearch:
    """The k nearest entries by cosine over the collection's live embedding; entries without a
    vector are absent. `vector` has shape (dimension,)."""

    vector: Vectors
    k: int
    filters: Filters
    space: str = "chunk"


Search = TextSearch | VectorSearch


@dataclass(frozen=True, slots=True)
class Searched:
    """What one of several searches found: its best entries, and its scores by id.

    `judged` are the ids that it was asked to score; to those without a score it gives none.
    """

    best: list[Scored]
    scores: dict[str, float]
    judged: frozenset[str]

    @classmethod
    def alone(cls, best: Sequence[Scored]) -> Searched:
        """Of a search that was asked for its own best alone."""
        scores = {each.chunk_id: each.score for each in best}
        return cls(list(best), scores, frozenset(scores))


class Index(Protocol):
    """The derived search index of all collections. It may lag behind the records, never lie.

    Rankings are by score, ties by id. Scores of both verbs agree for the same search.
    """

    def catch_up(self, progress: Progress | None = None) -> int:
        """Replay the records' changes that are not in the index; returns the sequence reached."""
        ...

    def sequence(self) -> int:
        """The records' sequence number that searches see."""
        ...

    def search_together(
        self, collection_id: str, searches: Sequence[Search], *, judged: bool = True
    ) -> list[Searched]:
        """Searches of one question, asked at once: one exchange with an index on a server.

        Each gives its best entries and, with `judged`, its scores of everything that any of them
        found in its space, as `score_together` gives them; otherwise the scores of its own best
        alone.
        """
        ...

    def score_together(
        self, collection_id: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        """Scores of given entries by each of several searches, asked at once; `k` and `filters` of
        the searches do not matter."""
        ...

    def ids(self, collection_id: str, space: str = "chunk") -> frozenset[str]: ...

    def check(self) -> tuple[Problem, ...]:
        """Compare with the records: what is missing, left over or different."""
        ...

    def repair(self, progress: Progress | None = None) -> tuple[Problem, ...]:
        """Make the index equal to the records; rebuilds what cannot be mended."""
        ...

    def size_bytes(self) -> int: ...

    def version(self) -> str: ...

    def close(self) -> None: ...


def one_search(index: Index, collection_id: str, search: Search) -> list[Scored]:
    """What one search finds by itself, best first."""
    return index.search_together(collection_id, [search], judged=False)[0].best


def one_score(
    index: Index, collection_id: str, search: Search, ids: Sequence[str]
) -> dict[str, float]:
    """A search's scores of given entries; absent where it has nothing to say."""
    return index.score_together(collection_id, [search], ids)[0]


@runtime_checkable
class OnServer(Protocol):
    """Records or an index that live on a server, which may be away."""

    def status(self) -> ServiceStatus:
        """The server's version, what it holds, its health and what to do.

        Raises:
            StorageError: if it cannot be asked.
        """
        ...
