"""From measured candidates to the final ranking: each passage by itself, and over links in three
stages with second questions in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.fusion.staged.balance import Balanced, balanced, links_weight
from backend.fusion.staged.graph_network import RETRIEVER as NETWORK
from backend.fusion.staged.graph_network import Corrector
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.pool_graph import pool_graph
from backend.fusion.staged.priors import with_priors
from backend.fusion.staged.propagation import propagation_columns
from backend.fusion.staged.relevance import Judged, judge, mixed, with_prior
from backend.fusion.staged.requeries import requery_columns
from backend.fusion.staged.weights import Stages
from backend.passage_view.bridges import DEPTH, SEEDS, Requery, bridges, requery
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.pipelines._fused.measurement import Measured, Measurer
from backend.pipelines._fused.pool import Pool
from backend.ports import Records, Retriever
from backend.retrieval.retrievers import card_of

BESIDE = 0.5
"""Share of the second kind of stages in the judgement over links, where links carry a question
alone; less where they do not."""


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """The final judgement of all candidates, and what it rests on. `by_prior` names the retrievers
    that trained models did not see in training.
    """

    measured: Measured
    columns: Columns
    final: Balanced
    requeries: tuple[Requery, ...]
    by_prior: frozenset[str] = frozenset()


def rank(
    pool: Pool,
    view: CollectionView,
    measurer: Measurer,
    records: Records,
    stages: Stages,
    question: str,
    off: frozenset[str],
    network: Corrector | None = None,
) -> RankedCandidates:
    """Judge the candidates. Columns of the retrievers in `off` are hidden from every model.

    Args:
        network: corrects the scores at last; without it they stay as they are.
    """
    measured = measurer.measure(pool.rows)
    requeries: tuple[Requery, ...] = ()
    if "bridge" not in off:
        _, before = two_stages(stages, measured, off, explained=False)
        requeries = ask_again(view, pool, question, pool.rows, before.relevance, records)
        rows = grown(pool.rows, requeries)
        if rows.size > pool.rows.size:
            measured = measurer.measure(rows)
    columns, linked = over_links(stages, view, measured, requeries, off)
    direct = judge(stages.direct, measured.columns.without(off))
    if stages.beside is not None:
        weight = links_weight(stages.gate, direct, linked, columns, measured.links, off)
        _, further = over_links(stages.beside, view, measured, requeries, off)
        linked = mixed(linked, further, BESIDE * weight)
    final = balanced(stages.gate, direct, linked, measured.raw, columns, measured.links, off)
    if network is not None:
        places = _places(records, [view.ids[row] for row in measured.rows])
        graph = pool_graph(columns, direct, linked, final, measured.links, places)
        final = corrected(final, network.correction(graph))
    return RankedCandidates(measured, columns, final, requeries, stages.by_prior)


def over_links(
    stages: Stages,
    view: CollectionView,
    measured: Measured,
    found: Sequence[Requery],
    off: frozenset[str],
) -> tuple[Columns, Judged]:
    """What stage three sees of the candidates, and its judgement."""
    _, second = two_stages(stages, measured, off)
    columns = third_columns(view, measured, second, found).without(off)
    return columns, judge(stages.third, columns, second)


def corrected(final: Balanced, correction: Array, name: str = NETWORK) -> Balanced:
    """The judgement with what a network, or whoever is named, adds, as one more contribution."""
    contributions = {**final.contributions, name: correction}
    return replace(final, score=final.score + correction, contributions=contributions)


def _places(records: Records, chunk_ids: Sequence[str]) -> list[tuple[str, int]]:
    """The document of each passage and its number there; an empty document for one that is gone."""
    chunks = records.chunks(chunk_ids)
    return [
        (chunks[chunk_id].document_id, chunks[chunk_id].ordinal) if chunk_id in chunks else ("", 0)
        for chunk_id in chunk_ids
    ]


def counted(stages: Stages, kind: str, retrievers: Sequence[Retriever]) -> Stages:
    """The stages, with retrievers that they were not trained with at their cards' priors."""
    priors = {retriever.name: card_of(retriever.name).prior for retriever in retrievers}
    return with_priors(stages, kind, priors)


def two_stages(
    stages: Stages, measured: Measured, off: frozenset[str], *, explained: bool = True
) -> tuple[Judged, Judged]:
    """The candidates by themselves, then with what the linked ones say."""
    first = judge(stages.first, measured.columns.without(off), explained=explained)
    columns = second_columns(measured, first).without(off)
    return first, judge(stages.second, columns, first, explained=explained)


def second_columns(measured: Measured, first: Judged) -> Columns:
    """What stage two sees."""
    linked = propagation_columns(measured.links, first.relevance)
    return with_prior(measured.columns.joined(linked), first)


def third_columns(
    view: CollectionView, measured: Measured, second: Judged, found: Sequence[Requery]
) -> Columns:
    """What stage three sees."""
    linked = propagation_columns(measured.links, second.relevance)
    asked = requery_columns(view, found, measured.rows, second.relevance)
    return with_prior(measured.columns.joined(linked).joined(asked), second)


def ask_again(
    view: CollectionView,
    pool: Pool,
    question: str,
    rows: Numbers,
    relevance: Array,
    records: Records,
) -> tuple[Requery, ...]:
    """Second questions about what the best candidates name."""
    best = rows[np.lexsort((rows, -relevance))[:SEEDS]]
    passages = records.chunks([view.ids[row] for row in best])
    found = bridges(view, question, pool.asked, rows, relevance, passages)
    return tuple(requery(view, found, pool.allowed))


def grown(rows: Numbers, found: Sequence[Requery]) -> Numbers:
    """The candidates with the best of each second question, sorted."""
    joined: Numbers = np.unique(np.concatenate([rows, *(each.best[:DEPTH] for each in found)]))
    return joined
