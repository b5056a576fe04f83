"""Answering a broad question from what groups of passages are about: map, then reduce.

Map: each group that fits gives the passages that stand for it. Reduce: the groups are told one
after the other, each in a sentence of its passages, or a language model writes from those passages
(GraphRAG, Edge et al. 2024, §3.1.6, does both steps with a language model).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.graph.expansion import Path
from backend.pipelines._broad.overview import Heading, Overview
from backend.pipelines._broad.telling import ranked, sentences_of
from backend.pipelines._community.neighbourhood import neighbourhood
from backend.pipelines._community.seeds import find_seeds
from backend.pipelines._community.theme_tree import themes_of
from backend.ports import (
    Parts,
    Retrieval,
    VectorSearch,
    one_score,
)
from backend.types import Chunk, Community, Hit, Query, RetrieverCard, Signal, Step, ThemeTree

RETRIEVER_CARD = RetrieverCard(
    "community",
    plain="groups",
    clause="whether the group of passages that it belongs to fits",
    family="graph",
    place=100,
    asked="never",
)
CONSIDERED = 30
CENTRAL = 200
"""Communities of a theme, or chunks of a community, among which those that tell most are looked
for."""
MOST_THEMES = 8
PASSAGES_EACH = 2
# Words of a question about a whole collection, which say nothing of what it holds.
_ABOUT = frozenset(
    term_texts(
        "collection documents files filings reports papers articles texts themes topics subjects "
        "main overview summary summarise "
        "describe description tell give list contents contain cover discuss talk key points "
        "important general whole overall library corpus issues ideas know learn information"
    )
)


@dataclass(frozen=True)
class Themes:
    """What a broad question found: its retrieval, and the groups with the numbers of their hits."""

    retrieval: Retrieval
    told: tuple[tuple[Community, tuple[int, ...]], ...]


def collect_themes(parts: Parts, query: Query) -> Themes:
    """The groups that fit the question, of different themes, with the passages under them."""
    started = time.perf_counter()
    records = parts.records
    version = parts.index.sequence()
    tree = themes_of(records, parts.settings, query.collection_id)
    chosen = _chosen(parts, query, tree)
    communities = records.communities_named([each for each, _ in chosen])
    allowed = query.filters.document_ids
    kept = [
        (communities[each], worth)
        for each, worth in chosen
        if each in communities and (not allowed or communities[each].document_id in allowed)
    ][:MOST_THEMES]
    mapped = time.perf_counter()
    hits: list[Hit] = []
    told: list[tuple[Community, tuple[int, ...]]] = []
    for rank, (community, worth) in enumerate(kept, start=1):
        chunks = _standing_for(parts, query, community)
        numbers = tuple(range(len(hits) + 1, len(hits) + 1 + len(chunks)))
        signal = Signal(RETRIEVER_CARD.name, rank, worth, None, worth)
        hits += [Hit(chunk, worth, (signal,)) for chunk in chunks]
        told.append((community, numbers))
    paths = [Path((community.id,), (), worth) for community, worth in kept]
    seen = neighbourhood(records, paths, {each.id: each for each, _ in kept}, hits)
    steps = (
        Step(
            "themes",
            f"{len(tree.themes)} themes in the collection; {len(kept)} groups of passages fit",
            mapped - started,
            {each.title: f"{len(each.community_ids)} groups" for each in tree.top[:MOST_THEMES]},
        ),
        Step(
            "map",
            f"{len(hits)} passages stand for them",
            time.perf_counter() - mapped,
            {},
            tuple(hit.chunk.id for hit in hits),
        ),
    )
    notices = ("The tree of themes is being made anew.",) if tree.stale else ()
    return Themes(Retrieval(tuple(hits), version, steps, seen, notices), tuple(told))


def _chosen(parts: Parts, query: Query, tree: ThemeTree) -> list[tuple[str, float]]:
    """Communities with their worth, best first.

    A question that says nothing of what it is about gets the most central communities of the
    largest themes, of different documents in turns, tables last; any other those
    that fit best, no second one of a theme before each theme that fits has had one.
    """
    if not set(term_texts(query.text)) - _ABOUT:
        total = sum(len(each.community_ids) for each in tree.top) or 1
        told = [_in_turns(parts, theme.community_ids[:CENTRAL]) for theme in tree.top]
        central = [
            (figures, place, number, community, len(theme.community_ids) / total)
            for number, (theme, ordered) in enumerate(zip(tree.top, told, strict=True))
            for place, (figures, community) in enumerate(ordered)
        ]
        return [(community, worth) for *_, community, worth in sorted(central)[:CONSIDERED]]
    theme_of = {
        community: theme.id
        for theme in tree.themes
        if theme.level == 1
        for community in theme.community_ids
    }
    seen: dict[str, int] = {}
    turns: list[tuple[int, int, str, float]] = []
    for rank, seed in enumerate(find_seeds(parts, query, CONSIDERED)):
        theme = theme_of.get(seed.community_id, "")
        seen[theme] = seen.get(theme, 0) + 1
        turns.append((seen[theme], rank, seed.community_id, seed.worth))
    return [(community, worth) for _, _, community, worth in sorted(turns)]


def _in_turns(parts: Parts, community_ids: Sequence[str]) -> list[tuple[bool, str]]:
    """Whether each is at its centre a table, and its id: one of each document before a second of
    any, and otherwise as they come; tables last."""
    found = parts.records.communities_named(community_ids)
    chunks = parts.records.chunks(
        chunk_id for each in found.values() for chunk_id in each.chunk_ids[:PASSAGES_EACH]
    )
    prose = {chunk.id for chunk in chunks.values() if chunk.kind == "prose"}
    turns: Counter[tuple[bool, str]] = Counter()
    places: list[tuple[bool, int, int, str]] = []
    for place, community in enumerate(found.values()):
        figures = not prose.intersection(community.chunk_ids[:PASSAGES_EACH])
        turn = figures, community.document_id
        places.append((figures, turns[turn], place, community.id))
        turns[turn] += 1
    return [(figures, community_id) for figures, _, _, community_id in sorted(places)]


def _standing_for(parts: Parts, query: Query, community: Community) -> list[Chunk]:
    """The community's chunks that fit the question best; where it says nothing of what it is about,
    the most central, and prose before rows of tables."""
    allowed = query.filters.chunk_ids
    ids = [chunk_id for chunk_id in community.chunk_ids if allowed is None or chunk_id in allowed]
    if set(term_texts(query.text)) - _ABOUT:
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        search = VectorSearch(vector, 0, query.filters)
        scores = one_score(parts.index, query.collection_id, search, ids)
        ids.sort(key=lambda chunk_id: -scores.get(chunk_id, 0.0))
        return list(parts.records.chunks(ids[:PASSAGES_EACH]).values())
    central = list(parts.records.chunks(ids[:CENTRAL]).values())
    return sorted(central, key=lambda each: each.kind != "prose")[:PASSAGES_EACH]


def told_themes(themes: Themes) -> Overview:
    """The groups as an overview: each under its title, in the sentence that tells most of it."""
    headings = []
    for community, numbers in themes.told:
        chunks = [themes.retrieval.hits[number - 1].chunk for number in numbers]
        found = ranked(sentences_of(chunks), f"{community.title} {' '.join(community.keywords)}")
        if found:
            headings.append(Heading(community.title.rstrip(" :"), tuple(found[:1])))
    return Overview(themes.retrieval, "", tuple(headings))
