"""From the final judgement to hits: each with every retriever's signal, and the links between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.fusion.staged.columns import ranks, standardised
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.requeries import RETRIEVER as BRIDGE
from backend.fusion.staged.selection import RETRIEVER as COVERAGE
from backend.fusion.staged.selection import WEIGHT as COVERAGE_WEIGHT
from backend.fusion.staged.selection import chosen_together
from backend.graph.collection_view import Array, CollectionView
from backend.graph.links import names_between
from backend.pipelines._fused.judgement import Ranked
from backend.ports import Records
from backend.types import Edge, Hit, Signal, Subgraph

DERIVED = {PATH: f"{PATH}:walk:value", BRIDGE: f"{BRIDGE}:weighted:value"}
"""Points of view that come from links: the column that stands for their raw score."""
CHOSEN = 20
"""At least so many passages are chosen one by one, for what they cover together."""
PASSAGES_SHOWN = 8
NAMES_SHOWN = 3
"""Names shown for one pair of passages at most."""


def hits_of(
    ranked: Ranked, view: CollectionView, records: Records, kept: int, names: Sequence[str]
) -> tuple[Hit, ...]:
    """The best candidates that still exist. A hit's score says how far it stands above the
    question's average candidate, in deviations, and what it adds to the passages above it.

    Args:
        kept: so many hits at most.
        names: the retrievers to show, in this order.
    """
    rows = ranked.measured.rows
    score, contributions = ranked.final.score, dict(ranked.final.contributions)
    if COVERAGE in names:
        order, added = chosen_together(score, ranked.measured.links, max(CHOSEN, kept))
        score = score + added
        contributions[COVERAGE] = added
    else:
        order = np.lexsort((rows, -score))
    chunks = records.chunks([view.ids[row] for row in rows[order[: 2 * kept]]])
    alive = [place for place in order.tolist() if view.ids[rows[place]] in chunks][:kept]
    shown = [
        _covering(contributions[COVERAGE][alive])
        if name == COVERAGE
        else _signals(name, alive, contributions.get(name), *_scores(ranked, name))
        for name in names
    ]
    signals = zip(*shown, strict=True) if shown else ((),) * len(alive)
    return tuple(
        Hit(chunks[view.ids[rows[place]]], value, said)
        for place, value, said in zip(alive, score[alive].tolist(), signals, strict=True)
    )


def _covering(added: Array) -> list[Signal]:
    return [Signal(COVERAGE, None, each / COVERAGE_WEIGHT, None, each) for each in added.tolist()]


def _scores(ranked: Ranked, name: str) -> tuple[Array, Array, Array]:
    """Raw scores, ranks and standardised scores of one retriever, NaN where silent."""
    size = ranked.measured.rows.size
    raw = ranked.measured.raw.get(name)
    if raw is None and name in DERIVED:
        values = ranked.columns.values.get(DERIVED[name])
        raw = None if values is None else np.where(values > 0.0, values, np.nan)
    if raw is None:
        raw = np.full(size, np.nan, np.float32)
    return raw, ranks(raw), standardised(raw)


def _signals(
    name: str,
    places: Sequence[int],
    contribution: Array | None,
    raw: Array,
    rank: Array,
    scaled: Array,
) -> list[Signal]:
    """One retriever's signal for each of some candidates."""
    said = not np.isnan(raw).all()
    added = [0.0] * len(places) if contribution is None else contribution[places].tolist()
    of_places = (each[places].tolist() for each in (np.isnan(raw), rank, raw, scaled))
    return [
        Signal(
            retriever=name,
            rank=None if silent else int(place),
            raw=None if silent else value,
            standardised=deviation if said else None,
            contribution=share,
        )
        for silent, place, value, deviation, share in zip(*of_places, added, strict=True)
    ]


def subgraph_of(view: CollectionView, hits: Sequence[Hit]) -> Subgraph:
    """The best hits and the names that link them: passage — name — passage that it stands for."""
    shown = hits[:PASSAGES_SHOWN]
    rows = view.rows(hit.chunk.id for hit in shown)
    nodes: dict[str, tuple[str, str, str]] = {
        hit.chunk.id: (hit.chunk.id, "passage", hit.chunk.title) for hit in shown
    }
    edges: dict[tuple[str, str], Edge] = {}
    for source in rows:
        for target in rows:
            if source == target:
                continue
            between = names_between(view, int(source), int(target))[:NAMES_SHOWN]
            for key, weight in between:
                name = view.key_texts[key]
                node = f"name:{name}"
                nodes[node] = (node, "entity", name)
                for start, end in ((view.ids[source], node), (node, view.ids[target])):
                    known = edges.get((start, end))
                    if known is None or known.weight < weight:
                        edges[start, end] = Edge(start, end, "RELATES_TO", weight)
    ordered = tuple(edges[pair] for pair in sorted(edges))
    return Subgraph(tuple(nodes[node] for node in sorted(nodes)), ordered)
