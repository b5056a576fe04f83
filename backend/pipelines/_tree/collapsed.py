"""All levels of the tree at once: the nearest nodes, up to so many tokens (RAPTOR §3)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.pipelines._community.seeds import SPACE
from backend.pipelines._tree.nodes import ThemeNodes, allowed_groups
from backend.pipelines._tree.taken import Brought, Node, level_name, told
from backend.ports import Parts, Vectors, VectorSearch, one_score
from backend.tokens import first_within
from backend.types import Query, Step

DEPTH = 80
"""Nearest passages, and nearest groups, among which nodes are taken."""
PASSAGES_EACH = 2
"""Passages that stand for a summary that is taken: those nearest to the question."""
GROUPS_EACH = 2
"""Groups of a theme, the nearest to the question, whose passages stand for it."""
GROUPS_LOOKED_AT = 200
"""Of a theme, the most central groups alone are compared with the question."""


def flattened(
    parts: Parts, query: Query, vector: Vectors, nodes: ThemeNodes, tokens: int
) -> tuple[list[Brought], list[Step]]:
    """The nearest nodes of all levels whose texts have so many tokens together, at least one; each
    passage, and for each summary the passages under it that stand for it.

    Args:
        vector: (dimension,) of the question, of unit length.
    """
    started = time.perf_counter()
    allowed = allowed_groups(parts, nodes, query.filters)
    anywhere = replace(query.filters, chunk_ids=None)
    passages, groups = parts.index.search_together(
        query.collection_id,
        [
            VectorSearch(vector, DEPTH, query.filters),
            VectorSearch(vector, DEPTH, anywhere, SPACE),
        ],
        judged=False,
    )
    chunks = parts.records.chunks([each.chunk_id for each in passages.best])
    found = parts.records.communities_named([each.chunk_id for each in groups.best])
    cosines = nodes.cosines(vector)
    looked = [
        Node(chunk.id, 0, chunk.title, chunk.text, passages.scores[chunk.id])
        for chunk in chunks.values()
    ]
    looked += [
        Node(community.id, 1, community.title, community.summary, groups.scores[community.id])
        for community in found.values()
        # a group of one passage is that passage
        if len(community.chunk_ids) > 1 and (allowed is None or community.id in allowed)
    ]
    looked += [
        Node(each.id, each.level + 1, each.title, each.summary, cosines[each.id])
        for each in nodes.within(allowed)
    ]
    taken = within_tokens(looked, tokens)
    levels = [
        f"{sum(node.level == level for node in taken)} {level_name(level)}"
        for level in sorted({node.level for node in taken})
    ]
    ranked = Step(
        "nodes",
        f"The nearest {len(taken)} nodes of all levels: {', '.join(levels) or 'none'}",
        time.perf_counter() - started,
        told(taken),
    )
    started = time.perf_counter()
    brought = _brought(parts, query, vector, nodes, allowed, taken)
    step = Step(
        "passages",
        f"{len({each.chunk_id for each in brought})} passages: those taken, and those nearest to "
        "the question under the summaries",
        time.perf_counter() - started,
    )
    return brought, [ranked, step]


def within_tokens(nodes: Sequence[Node], most: int) -> list[Node]:
    """The nearest nodes whose texts fit, the first in any case; ties go to the lower level."""
    ordered = sorted(nodes, key=lambda one: (-one.cosine, one.level, one.id))
    return first_within(
        ordered, most, lambda one: f"{one.title}\n{one.text}" if one.level else one.text
    )


def _brought(
    parts: Parts,
    query: Query,
    vector: Vectors,
    nodes: ThemeNodes,
    allowed: frozenset[str] | None,
    taken: Sequence[Node],
) -> list[Brought]:
    own = {each.id: each.cosine for each in taken if each.level == 0}
    under = _groups_under(parts, query, vector, nodes, allowed, taken)
    communities = parts.records.communities_named({g for some in under.values() for g in some})
    only = query.filters.chunk_ids
    held = {
        name: [c for c in community.chunk_ids if only is None or c in only]
        for name, community in communities.items()
    }
    ids = list(dict.fromkeys(chunk for some in held.values() for chunk in some))
    search = VectorSearch(vector, 0, query.filters)
    scores = {**one_score(parts.index, query.collection_id, search, ids), **own}
    brought = [Brought(each, cosine) for each, cosine in own.items()]
    for rank, node in enumerate(taken, start=1):
        standing = _standing(under.get(node.id, ()), held, scores)
        brought += [Brought(each, scores[each], node.cosine, rank) for each in standing]
    return brought


def _standing(
    groups: Sequence[str], held: Mapping[str, Sequence[str]], scores: Mapping[str, float]
) -> list[str]:
    """Passages of some groups that are nearest to the question."""
    inside = [each for group in groups for each in held.get(group, ()) if each in scores]
    return sorted(inside, key=lambda each: (-scores[each], each))[:PASSAGES_EACH]


def _groups_under(
    parts: Parts,
    query: Query,
    vector: Vectors,
    nodes: ThemeNodes,
    allowed: frozenset[str] | None,
    taken: Sequence[Node],
) -> dict[str, list[str]]:
    """For each summary that is taken, the groups whose passages stand for it."""
    themes = {each.id: each for each in nodes.themes}
    under = {node.id: [node.id] for node in taken if node.level == 1}
    looked = {
        node.id: [
            group
            for group in themes[node.id].community_ids[:GROUPS_LOOKED_AT]
            if allowed is None or group in allowed
        ]
        for node in taken
        if node.level > 1
    }
    wanted = list(dict.fromkeys(group for some in looked.values() for group in some))
    if wanted:
        search = VectorSearch(vector, 0, query.filters, SPACE)
        scores = one_score(parts.index, query.collection_id, search, wanted)
        for theme, some in looked.items():
            known = [each for each in some if each in scores]
            known.sort(key=lambda each: (-scores[each], each))
            under[theme] = known[:GROUPS_EACH]
    return under
