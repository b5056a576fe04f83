"""From measured candidates to the final ranking: three stages and second questions in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.fusion.staged.columns import Columns, breadth_of
from backend.fusion.staged.propagation import propagation_columns
from backend.fusion.staged.relevance import Judged, judge, with_prior
from backend.fusion.staged.requeries import requery_columns
from backend.fusion.staged.weights import Stages
from backend.graph.bridges import DEPTH, SEEDS, Requery, bridges, requery
from backend.graph.collection_view import Array, CollectionView, Numbers
from backend.pipelines._fused.measurement import Measured, Measurer
from backend.pipelines._fused.pool import Pool
from backend.ports import Records


@dataclass(frozen=True, slots=True)
class Ranked:
    """The final judgement of all candidates, and what it rests on."""

    measured: Measured
    columns: Columns
    judged: Judged
    requeries: tuple[Requery, ...]


def rank(
    pool: Pool,
    view: CollectionView,
    measurer: Measurer,
    records: Records,
    stages: Stages,
    question: str,
    off: frozenset[str],
) -> Ranked:
    """Judge the candidates. Columns of the retrievers in `off` are hidden from every stage."""
    breadth = breadth_of(len(pool.asked.texts))
    measured = measurer.measure(pool.rows)
    _, second = two_stages(stages, measured, breadth, off)
    found: tuple[Requery, ...] = ()
    if "bridge" not in off:
        found = ask_again(view, pool, question, pool.rows, second.relevance, records)
        rows = grown(pool.rows, found)
        if rows.size > pool.rows.size:
            measured = measurer.measure(rows)
            _, second = two_stages(stages, measured, breadth, off)
    columns = third_columns(view, measured, second, found, breadth).without(off)
    return Ranked(measured, columns, judge(stages.third, columns, second), found)


def two_stages(
    stages: Stages, measured: Measured, breadth: float, off: frozenset[str]
) -> tuple[Judged, Judged]:
    """The candidates by themselves, then with what the linked ones say."""
    first = judge(stages.first, first_columns(measured, breadth).without(off))
    columns = second_columns(measured, first, breadth).without(off)
    return first, judge(stages.second, columns, first)


def first_columns(measured: Measured, breadth: float) -> Columns:
    """What stage one sees."""
    return measured.columns.broadened(breadth)


def second_columns(measured: Measured, first: Judged, breadth: float) -> Columns:
    """What stage two sees."""
    linked = propagation_columns(measured.links, first.relevance)
    return with_prior(measured.columns.joined(linked).broadened(breadth), first, breadth)


def third_columns(
    view: CollectionView,
    measured: Measured,
    second: Judged,
    found: Sequence[Requery],
    breadth: float,
) -> Columns:
    """What stage three sees."""
    linked = propagation_columns(measured.links, second.relevance)
    asked = requery_columns(view, found, measured.rows, second.relevance)
    columns = measured.columns.joined(linked).joined(asked).broadened(breadth)
    return with_prior(columns, second, breadth)


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
