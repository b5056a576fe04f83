"""What a question touched, as a graph small enough to be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from backend.graph.community_links import KIND
from backend.graph.expansion import Path
from backend.ports import Records
from backend.types import Chunk, Community, Edge, Hit, Subgraph

MOST_NODES = 80
MOST_COMMUNITIES = 24
CENTRAL = 2
"""Central chunks shown for each community beside the hits, as far as there is room."""
_LABEL = 60


def neighbourhood(
    records: Records,
    paths: Sequence[Path],
    communities: Mapping[str, Community],
    hits: Sequence[Hit],
) -> Subgraph:
    """Documents, communities of the best paths and of the hits, and chunks: at most MOST_NODES.

    Node kinds are `document`, `community` and `chunk`. Edges are HAS_COMMUNITY from a document,
    IN_COMMUNITY from a chunk, and COMM_SIMILAR_TO along the paths.
    """
    holder = {
        chunk: community.id for community in communities.values() for chunk in community.chunk_ids
    }
    holding = [holder[hit.chunk.id] for hit in hits if hit.chunk.id in holder]
    wanted = list(dict.fromkeys((*holding, *(path.end for path in paths))))[:MOST_COMMUNITIES]
    # A path is shown whole or not at all, so that no community hangs in the air.
    shown: dict[str, None] = {}
    ends = {path.end: path for path in paths}
    for community_id in wanted:
        if community_id in ends and len(shown) < MOST_COMMUNITIES:
            shown.update(dict.fromkeys(ends[community_id].nodes))
    links = {
        (first, second): weight
        for each in shown
        for (first, second), weight in zip(
            pairwise(ends[each].nodes), ends[each].weights, strict=True
        )
    }
    members = [communities[each] for each in shown if each in communities]
    documents = {
        document_id: records.document(document_id)
        for document_id in dict.fromkeys(member.document_id for member in members)
    }
    room = MOST_NODES - len(members) - len(documents)
    chunks = _chunks(records, members, hits, room)
    known = {member.id for member in members}
    nodes = [(document.id, "document", _short(document.title)) for document in documents.values()]
    nodes += [(member.id, "community", _short(member.title)) for member in members]
    nodes += [(chunk.id, "chunk", _short(chunk.text)) for chunk in chunks]
    edges = [Edge(member.document_id, member.id, "HAS_COMMUNITY", 1.0) for member in members]
    edges += [Edge(chunk.id, holder[chunk.id], "IN_COMMUNITY", 1.0) for chunk in chunks]
    edges += [
        Edge(first, second, KIND, weight)
        for (first, second), weight in sorted(links.items())
        if first in known and second in known
    ]
    return Subgraph(tuple(nodes), tuple(edges))


def groups_of(records: Records, hits: Sequence[Hit]) -> Subgraph:
    """The groups that hold the hits, with their documents: for hits that came without a walk."""
    wanted = {hit.chunk.id for hit in hits}
    documents = dict.fromkeys(hit.chunk.document_id for hit in hits)
    holding = {
        community.id: community
        for document_id in documents
        for community in records.communities(document_id)
        if wanted.intersection(community.chunk_ids)
    }
    paths = [Path((each,), (), 1.0) for each in holding]
    return neighbourhood(records, paths, holding, hits)


def _chunks(
    records: Records, members: Sequence[Community], hits: Sequence[Hit], room: int
) -> list[Chunk]:
    """The hits' chunks, then the most central ones of each community in turn."""
    inside = {chunk for member in members for chunk in member.chunk_ids}
    wanted = [hit.chunk.id for hit in hits if hit.chunk.id in inside]
    for place in range(CENTRAL):
        wanted += [
            community.chunk_ids[place] for community in members if len(community.chunk_ids) > place
        ]
    return list(records.chunks(list(dict.fromkeys(wanted))[: max(0, room)]).values())


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LABEL else text[: _LABEL - 1].rstrip() + "…"
