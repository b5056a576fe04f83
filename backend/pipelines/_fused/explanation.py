"""From the final judgement to hits: each with every retriever's signal, and the links between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.fusion.staged.graph_network import RETRIEVER as NETWORK
from backend.fusion.staged.measured_columns import ranks, standardised
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.requeries import RETRIEVER as BRIDGE
from backend.fusion.staged.selection import RETRIEVER as COVERAGE
from backend.fusion.staged.selection import WEIGHT as COVERAGE_WEIGHT
from backend.fusion.staged.selection import chosen_together
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.links import names_between
from backend.pipelines._fused.judgement import RankedCandidates
from backend.ports import LibraryRecords
from backend.types import Edge, Hit, Signal, Step, Subgraph

DERIVED = {PATH: f"{PATH}:walk:value", BRIDGE: f"{BRIDGE}:weighted:value"}
"""Retrievers that come from links: the column that stands for their raw score."""
CHOSEN = 20
"""At least so many passages are chosen one by one, for what they cover together."""
PASSAGES_SHOWN = 8
NAMES_SHOWN = 3
"""Names shown for one pair of passages at most."""


@dataclass(frozen=True, slots=True)
class Placed:
    """All candidates in order. `order` holds their places among the measured ones, best first;
    `score` (n,) says how far each stands above the question's average candidate, in deviations,
    and what it adds to the passages above it; `contributions` (n,) by retriever sum to that.
    """

    order: Numbers
    score: Array
    contributions: Mapping[str, Array]


def placed(ranked: RankedCandidates, depth: int, names: Sequence[str]) -> Placed:
    """Put the candidates in order.

    Args:
        depth: so many are chosen one by one for what they cover together, and at least `CHOSEN`.
        names: the retrievers that count.
    """
    score, contributions = ranked.final.score, ranked.final.contributions
    if COVERAGE not in names:
        return Placed(np.lexsort((ranked.measured.rows, -score)), score, contributions)
    links, carried = ranked.measured.links, ranked.final.links
    order, added = chosen_together(score, links, max(CHOSEN, depth), carried)
    return Placed(order, score + added, {**contributions, COVERAGE: added})


def hits_of(
    ranked: RankedCandidates,
    found: Placed,
    view: CollectionView,
    records: LibraryRecords,
    order: Sequence[int],
    kept: int,
    names: Sequence[str],
) -> list[tuple[int, Hit]]:
    """The first candidates of an order that still exist, with their places.

    Args:
        kept: so many hits at most.
        names: the retrievers to show, in this order.
    """
    identities = [view.ids[row] for row in ranked.measured.rows.tolist()]
    chunks = records.chunks([identities[place] for place in order[: 2 * kept]])
    alive = [place for place in order if identities[place] in chunks][:kept]
    shown = [
        _covering(found.contributions[COVERAGE][alive], ranked.final.links)
        if name == COVERAGE
        else _signals(
            name,
            alive,
            found.contributions.get(name),
            *_scores(ranked, name),
            learned=name not in ranked.by_prior,
        )
        for name in names
    ]
    signals = zip(*shown, strict=True) if shown else ((),) * len(alive)
    return [
        (place, Hit(chunks[identities[place]], value, said))
        for place, value, said in zip(alive, found.score[alive].tolist(), signals, strict=True)
    ]


def _covering(added: Array, carried: float) -> list[Signal]:
    """What each passage covers beyond those above it, in [0, 1], and what that added; silent where
    links carry nothing.
    """
    if carried <= 0.0:
        return [Signal(COVERAGE, None, None, None, 0.0)] * added.size
    whole = carried * COVERAGE_WEIGHT
    return [Signal(COVERAGE, None, each / whole, None, each) for each in added.tolist()]


def _scores(ranked: RankedCandidates, name: str) -> tuple[Array, Array, Array]:
    """Raw scores, ranks and standardised scores of one retriever, NaN where silent."""
    size = ranked.measured.rows.size
    raw = ranked.measured.raw.get(name)
    if name == NETWORK:
        raw = ranked.final.contributions.get(name)
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
    *,
    learned: bool,
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
            learned=learned,
        )
        for silent, place, value, deviation, share in zip(*of_places, added, strict=True)
    ]


def network_steps(ranked: RankedCandidates, top_k: int, *, asked: bool) -> Iterator[Step]:
    """How the network on the graph changed which passages stand first by score, before they are
    chosen together; nothing where it is not asked.
    """
    if not asked:
        return
    added = ranked.final.contributions.get(NETWORK)
    if added is None:
        yield Step("network", "The network on the graph was not asked: it needs links", 0.0)
        return
    after = ranked.final.score
    before = after - added
    first, then = (
        set(np.lexsort((ranked.measured.rows, -each))[:top_k].tolist()) for each in (before, after)
    )
    yield Step(
        "network",
        f"A network on the graph moved the scores by {float(np.abs(added).mean()):.2f} on average; "
        f"{len(then - first)} of the first {len(then)} stand there by it",
        0.0,
    )


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
    return Subgraph(tuple(nodes[key] for key in sorted(nodes)), ordered)
