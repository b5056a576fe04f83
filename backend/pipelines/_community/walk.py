"""From a question to the pool: seeds, the paths from them, and the chunks under their ends."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.graph.community_links import KIND
from backend.graph.expansion import Path, expand
from backend.pipelines._community.seeds import Seed, find_seeds
from backend.ports import Parts
from backend.types import Community, Query, Step

REPLAY = "replay"
"""Entry of a step's detail that holds the step as JSON, for screens that draw it."""


@dataclass(frozen=True, slots=True)
class WalkReach:
    """How far a walk goes; see the options of the pipeline's card."""

    seeds: int
    hops: int
    least: float
    most: int


@dataclass(frozen=True, slots=True)
class Walk:
    """The paths, best first, the communities on them, and the chunks under them."""

    paths: tuple[Path, ...]
    communities: Mapping[str, Community]
    pool: frozenset[str]
    steps: tuple[Step, ...]


def walk(parts: Parts, query: Query, reach: WalkReach) -> Walk:
    """Find seeds, expand them, and gather the pool.

    The pool holds no chunk that the query's filters leave out.
    """
    started = time.perf_counter()
    records = parts.records
    seeds = find_seeds(parts, query, reach.seeds)
    seeded = time.perf_counter()
    paths = expand(
        [(seed.community_id, seed.worth) for seed in seeds],
        lambda some: records.links_from(query.collection_id, KIND, some),
        reach.hops,
        reach.least,
        reach.most,
    )
    communities = records.communities_named([node for path in paths for node in path.nodes])
    allowed = query.filters.document_ids
    kept = tuple(
        path
        for path in paths
        if all(node in communities for node in path.nodes)
        and (not allowed or communities[path.end].document_id in allowed)
    )
    pool = frozenset(chunk for path in kept for chunk in communities[path.end].chunk_ids)
    if query.filters.chunk_ids is not None:
        pool &= query.filters.chunk_ids
    ended = time.perf_counter()
    return Walk(
        kept,
        communities,
        pool,
        (
            _seed_step(seeds, communities, seeded - started),
            _hop_step(kept, communities, len(pool), ended - seeded),
        ),
    )


def _seed_step(seeds: Sequence[Seed], communities: Mapping[str, Community], seconds: float) -> Step:
    known = [seed for seed in seeds if seed.community_id in communities]
    replay = [
        {
            "community": seed.community_id,
            "title": communities[seed.community_id].title,
            "document": communities[seed.community_id].document_id,
            "score": round(seed.worth, 4),
            "summary_rank": seed.by_summary,
            "passage_rank": seed.by_passage,
        }
        for seed in known
    ]
    return Step(
        "seeds",
        f"Started from {_groups(len(known))} of passages",
        seconds,
        {REPLAY: json.dumps(replay, ensure_ascii=False)},
    )


def _hop_step(
    paths: Sequence[Path], communities: Mapping[str, Community], pool: int, seconds: float
) -> Step:
    added = [path for path in paths if path.weights]
    replay = {
        "pool": pool,
        "paths": [
            {
                "nodes": list(path.nodes),
                "titles": [communities[node].title for node in path.nodes],
                "weights": [round(weight, 4) for weight in path.weights],
                "score": round(path.score, 4),
                "chunks": len(communities[path.end].chunk_ids),
            }
            for path in paths
        ],
    }
    return Step(
        "expand",
        f"Followed links to {_groups(len(added))} more; {pool:,} passages stand in them all",
        seconds,
        {REPLAY: json.dumps(replay, ensure_ascii=False)},
    )


def _groups(count: int) -> str:
    return f"{count} group" if count == 1 else f"{count} groups"
