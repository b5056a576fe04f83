"""Down the tree from its top: the best few nodes of each level lead to the next (RAPTOR §3)."""

from __future__ import annotations

import time

from backend.pipelines._community.seeds import SPACE
from backend.pipelines._tree.nodes import ThemeNodes, allowed_groups
from backend.pipelines._tree.taken import Brought, Node, level_name, told
from backend.ports import Parts, Vectors, VectorSearch, one_score, one_search
from backend.types import Community, Filters, Query, Step, Theme


def descended(
    parts: Parts, query: Query, vector: Vectors, nodes: ThemeNodes, breadth: int
) -> tuple[list[Brought], list[Step]]:
    """The passages under the best groups, and a step for each level.

    Args:
        vector: (dimension,) of the question, of unit length.
        breadth: nodes that are taken on each level.
    """
    allowed = allowed_groups(parts, nodes, query.filters)
    steps: list[Step] = []
    groups = down_themes(nodes, vector, breadth, allowed, steps)
    started = time.perf_counter()
    if nodes.themes:
        search = VectorSearch(vector, 0, Filters(), SPACE)
        scores = one_score(parts.index, query.collection_id, search, groups)
    else:  # no theme stands above the groups yet
        search = VectorSearch(vector, breadth, query.filters, SPACE)
        found = one_search(parts.index, query.collection_id, search)
        scores = {each.chunk_id: each.score for each in found}
    best = sorted(scores, key=lambda community_id: (-scores[community_id], community_id))[:breadth]
    communities = parts.records.communities_named(best)
    taken = [_node(community, scores[community.id]) for community in communities.values()]
    steps.append(_step(taken, len(groups), 1, started))
    return _passages(parts, query, vector, communities, scores, steps), steps


def down_themes(
    nodes: ThemeNodes,
    vector: Vectors,
    breadth: int,
    allowed: frozenset[str] | None,
    steps: list[Step],
) -> list[str]:
    """The groups under the best themes of the lowest level, each level under the one above; a step
    for each is added to `steps`.

    Args:
        allowed: groups that may be used; None for all.
    """
    cosines = nodes.cosines(vector)
    looked = [each for each in nodes.within(allowed) if not each.parent_id]
    groups: list[str] = []
    while looked:
        started = time.perf_counter()
        best = sorted(looked, key=lambda each: (-cosines[each.id], each.id))[:breadth]
        taken = [_theme(each, cosines[each.id]) for each in best]
        steps.append(_step(taken, len(looked), taken[0].level, started))
        chosen = {each.id for each in best}
        groups = [group for each in best for group in each.community_ids]
        looked = [each for each in nodes.within(allowed) if each.parent_id in chosen]
    return [group for group in dict.fromkeys(groups) if allowed is None or group in allowed]


def _passages(
    parts: Parts,
    query: Query,
    vector: Vectors,
    communities: dict[str, Community],
    scores: dict[str, float],
    steps: list[Step],
) -> list[Brought]:
    started = time.perf_counter()
    only = query.filters.chunk_ids
    above = {
        chunk_id: community.id
        for community in communities.values()
        for chunk_id in community.chunk_ids
        if only is None or chunk_id in only
    }
    search = VectorSearch(vector, 0, query.filters)
    own = one_score(parts.index, query.collection_id, search, list(above))
    summary = f"{len(own):,} passages stand under them"
    steps.append(Step("passages", summary, time.perf_counter() - started))
    return [Brought(chunk_id, cosine) for chunk_id, cosine in own.items()]


def _step(taken: list[Node], looked: int, level: int, started: float) -> Step:
    name = level_name(level)
    return Step(
        "level",
        f"The best {len(taken)} of {looked:,} {name}",
        time.perf_counter() - started,
        told(taken),
    )


def _theme(theme: Theme, cosine: float) -> Node:
    return Node(theme.id, theme.level + 1, theme.title, theme.summary, cosine)


def _node(community: Community, cosine: float) -> Node:
    return Node(community.id, 1, community.title, community.summary, cosine)
