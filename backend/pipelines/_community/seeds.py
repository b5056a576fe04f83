"""Where a question enters the graph: communities whose summary, or whose best chunk, answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.fusion.reciprocal_rank import K0
from backend.ports import Parts, Records, TextSearch, VectorSearch
from backend.retrieval.gathering import MINIMUM_DEPTH
from backend.types import Query, Scored

SPACE = "community"


@dataclass(frozen=True, slots=True)
class Seed:
    """A community with its worth: 1 for the best, in proportion to the fused score for others.

    `by_summary` and `by_passage` are its best ranks in the lists of summaries and of chunks, 0
    where it is in none.
    """

    community_id: str
    worth: float
    by_summary: int
    by_passage: int


def find_seeds(parts: Parts, query: Query, most: int) -> tuple[Seed, ...]:
    """The communities that fare best over four lists, joined by reciprocal rank.

    The lists are BM25 and cosine over summaries, and BM25 and cosine over chunks, each chunk
    standing for its community. The last two keep a rare name from being lost in a summary (seed
    thesis, §5.2.3, considerations).
    """
    vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
    # What is restricted to chunks says nothing of communities; their chunks are restricted later.
    anywhere = replace(query.filters, chunk_ids=None)
    lists = parts.index.search_together(
        query.collection_id,
        [
            TextSearch(query.text, MINIMUM_DEPTH, anywhere, SPACE),
            VectorSearch(vector, MINIMUM_DEPTH, anywhere, SPACE),
            TextSearch(query.text, MINIMUM_DEPTH, query.filters),
            VectorSearch(vector, MINIMUM_DEPTH, query.filters),
        ],
        judged=False,
    )
    summaries, passages = ([each.best for each in some] for some in (lists[:2], lists[2:]))
    chunk_ids = [scored.chunk_id for found in passages for scored in found]
    community_of = communities_of_chunks(parts.records, chunk_ids)
    by_summary = [_ranks([scored.chunk_id for scored in found]) for found in summaries]
    by_passage = [_ranks(_owners(found, community_of)) for found in passages]
    scores: dict[str, float] = {}
    for ranks in (*by_summary, *by_passage):
        for community_id, rank in ranks.items():
            scores[community_id] = scores.get(community_id, 0.0) + 1.0 / (K0 + rank)
    ordered = sorted(scores, key=lambda community_id: (-scores[community_id], community_id))[:most]
    return tuple(
        Seed(
            each,
            scores[each] / scores[ordered[0]],
            _best(by_summary, each),
            _best(by_passage, each),
        )
        for each in ordered
    )


def communities_of_chunks(records: Records, chunk_ids: Sequence[str]) -> dict[str, str]:
    """The community of each chunk; chunks that are in none are left out."""
    wanted = records.chunks(chunk_ids)
    documents = sorted({chunk.document_id for chunk in wanted.values()})
    return {
        chunk_id: community.id
        for document_id in documents
        for community in records.communities(document_id)
        for chunk_id in community.chunk_ids
        if chunk_id in wanted
    }


def _owners(found: Sequence[Scored], community_of: Mapping[str, str]) -> list[str]:
    """The communities of a list of chunks, each once, where its best chunk stands."""
    owners = (community_of.get(scored.chunk_id, "") for scored in found)
    return [owner for owner in dict.fromkeys(owners) if owner]


def _ranks(ids: Sequence[str]) -> dict[str, int]:
    return {identity: rank for rank, identity in enumerate(ids, start=1)}


def _best(lists: Sequence[Mapping[str, int]], community_id: str) -> int:
    return min((ranks[community_id] for ranks in lists if community_id in ranks), default=0)
