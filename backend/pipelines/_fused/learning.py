"""Learns the weights of the fused pipeline from questions whose relevant passages are known.

The same code trains the weights that are shipped and those that a collection learns for itself: it
measures each question's candidates as the pipeline does, and shows every stage what models of the
stage before think that did not see the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.balance import Balanced, balanced, evidence_columns, plain_shares
from backend.fusion.staged.fitting import fit_probability, fit_ranking
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.relevance import Judged, RelevanceModel, judge
from backend.fusion.staged.weights import Stages
from backend.passage_view.bridges import Requery
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.pipelines._fused.judgement import (
    ask_again,
    grown,
    second_columns,
    third_columns,
)
from backend.pipelines._fused.measurement import Measured, Measurer
from backend.pipelines._fused.pool import Pool, pool
from backend.ports import Records, Retriever
from backend.types import Query

FOLDS = 5
GATE_PENALTY = 0.003
ADJUSTING_PENALTY = 0.3
"""λ towards the shipped weights when a collection adjusts them: tens of questions move them a
little, hundreds far."""

Fit = Callable[[Sequence[str], Sequence[Array], Sequence[Array], Sequence[float]], RelevanceModel]
"""Called with column names and, per question, matrix, labels and importance."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question with its candidates, measured, and what is relevant.

    `fold` decides which models may judge it while training; questions about one document share it.
    `over_links` says whether several passages answer it together (None: not known). `hidden` are
    retrievers that this example does without. `direct` and `linked` weigh it for either judgement.
    """

    query: Query
    view: CollectionView
    records: Records
    pool: Pool
    measurer: Measurer
    measured: Measured
    relevant: frozenset[int]
    fold: int
    over_links: bool | None = None
    hidden: frozenset[str] = frozenset()
    direct: float = 1.0
    linked: float = 1.0

    def labels(self, rows: Numbers) -> Array:
        """1 for relevant rows."""
        return np.array([int(row) in self.relevant for row in rows], np.float32)

    def best_label(self, measured: Measured) -> Array:
        """1 for the relevant document that words and meaning place highest alone: what a question
        over several passages can be asked of a model that sees no links.
        """
        label = self.labels(measured.rows)
        places = np.flatnonzero(label)
        if places.size:
            shares = plain_shares(measured.raw)
            plain = sum(shares.values(), np.zeros(label.size, np.float32))
            document = self.view.document_of[measured.rows]
            label *= document == document[places[int(plain[places].argmax())]]
        return label


@dataclass(frozen=True, slots=True)
class JudgedCandidates:
    """One example's candidates with the judgements that its score is made of."""

    example: Example
    columns: Columns
    direct: Judged
    linked: Judged
    final: Balanced


@dataclass(frozen=True, slots=True)
class Trained:
    """Stages, and each example's candidates, final scores by models that did not see its fold, the
    links among them, how far these carry the question, and the judgements behind the scores.
    """

    stages: Stages
    candidates: tuple[Numbers, ...]
    scores: tuple[Array, ...]
    links: tuple[CandidateLinks, ...]
    carried: tuple[float, ...]
    judged: tuple[JudgedCandidates, ...] = ()


def example_of(
    query: Query,
    relevant: Collection[int],
    view: CollectionView,
    retrievers: Sequence[Retriever],
    records: Records,
    fold: int,
) -> Example:
    """Measure a question's candidates. `relevant` are rows of the view."""
    candidates = pool(query, view, retrievers, records)
    measurer = Measurer(query, view, retrievers, candidates.proposed)
    measured = measurer.measure(candidates.rows)
    return Example(query, view, records, candidates, measurer, measured, frozenset(relevant), fold)


def train(
    examples: Sequence[Example], fit: Fit = fit_ranking, near: Stages | None = None
) -> Trained:
    """Fit all stages; with `near` linear stages are only adjusted and its gate stays."""
    folds = sorted({each.fold for each in examples})
    fit_direct = _adjusting(near.direct) if near else fit
    fit_first = _adjusting(near.first) if near else fit
    fit_second = _adjusting(near.second) if near else fit
    fit_third = _adjusting(near.third) if near else fit

    firsts, first = _stage(
        fit_first, examples, [_visible(e, e.measured.columns) for e in examples], folds
    )
    seen = [
        _visible(e, second_columns(e.measured, one)) for e, one in zip(examples, first, strict=True)
    ]
    seconds, second = _stage(fit_second, examples, seen, folds)
    grown_examples: list[Example] = []
    third_seen: list[Columns] = []
    for example, found in zip(examples, second, strict=True):
        asked = ask_again(
            example.view,
            example.pool,
            example.query.text,
            example.measured.rows,
            found.relevance,
            example.records,
        )
        own, before = _with_requeries(example, asked, firsts[example.fold], seconds[example.fold])
        grown_examples.append(own)
        third_seen.append(_visible(own, third_columns(own.view, own.measured, before, asked)))
    thirds, linked = _stage(fit_third, grown_examples, third_seen, folds)
    directs, direct = _stage(
        fit_direct,
        grown_examples,
        [_visible(e, e.measured.columns) for e in grown_examples],
        folds,
        best_only=True,
    )
    gates = (
        dict.fromkeys([*folds, -1], near.gate)
        if near
        else _gates(grown_examples, third_seen, direct, linked, folds)
    )
    final = tuple(
        balanced(gates[e.fold], one, other, e.measured.raw, columns, e.measured.links, e.hidden)
        for e, one, other, columns in zip(grown_examples, direct, linked, third_seen, strict=True)
    )
    stages = Stages(directs[-1], firsts[-1], seconds[-1], thirds[-1], gates[-1])
    return Trained(
        stages,
        tuple(each.measured.rows for each in grown_examples),
        tuple(each.score for each in final),
        tuple(each.measured.links for each in grown_examples),
        tuple(each.links for each in final),
        tuple(map(JudgedCandidates, grown_examples, third_seen, direct, linked, final)),
    )


def _adjusting(near: RelevanceModel) -> Fit:
    if not isinstance(near, LinearModel):
        raise TypeError("only linear stages can be adjusted")

    def fit(
        _columns: Sequence[str],
        matrices: Sequence[Array],
        labels: Sequence[Array],
        importance: Sequence[float],
    ) -> RelevanceModel:
        return fit_ranking(near.columns, matrices, labels, importance, near, ADJUSTING_PENALTY)

    fit.__dict__["columns"] = near.columns
    return fit


def _visible(example: Example, columns: Columns) -> Columns:
    return columns.without(example.hidden)


def _with_requeries(
    example: Example,
    asked: Sequence[Requery],
    first_model: RelevanceModel,
    second_model: RelevanceModel,
) -> tuple[Example, Judged]:
    """The example with what second questions found, judged anew up to the second stage."""
    measured = example.measurer.measure(grown(example.measured.rows, asked))
    own = replace(example, measured=measured)
    first = judge(first_model, _visible(own, measured.columns), explained=False)
    seen = _visible(own, second_columns(measured, first))
    return own, judge(second_model, seen, explained=False)


def _stage(
    fit: Fit,
    examples: Sequence[Example],
    columns: Sequence[Columns],
    folds: Sequence[int],
    *,
    best_only: bool = False,
) -> tuple[dict[int, RelevanceModel], list[Judged]]:
    """Models by the fold that they did not see, −1 for the one that saw all; and judgements by the
    former.
    """
    names: Sequence[str] = getattr(fit, "columns", ()) or sorted(
        {name for column in columns for name in column.values}
    )
    matrices = [column.matrix(names) for column in columns]
    labels = [
        example.best_label(example.measured) if best_only else example.labels(example.measured.rows)
        for example in examples
    ]
    importance = [example.direct if best_only else example.linked for example in examples]
    models: dict[int, RelevanceModel] = {}
    for held_out in (*folds, -1):
        kept = [number for number, example in enumerate(examples) if example.fold != held_out]
        models[held_out] = fit(
            names,
            [matrices[number] for number in kept],
            [labels[number] for number in kept],
            [importance[number] for number in kept],
        )
    judged = [
        judge(models[example.fold], own, explained=False)
        for example, own in zip(examples, columns, strict=True)
    ]
    return models, judged


def _gates(
    examples: Sequence[Example],
    columns: Sequence[Columns],
    direct: Sequence[Judged],
    linked: Sequence[Judged],
    folds: Sequence[int],
) -> dict[int, LinearModel]:
    """Whether links carry a question, from examples for which that is known; both kinds weigh
    alike, questions over links twice: missing them costs more.
    """
    seen = [
        evidence_columns(own, example.measured.links, one, other)
        for example, own, one, other in zip(examples, columns, direct, linked, strict=True)
    ]
    names = sorted({name for each in seen for name in each.values})
    matrix = np.concatenate([each.matrix(names) for each in seen])
    known = np.array([example.over_links is not None for example in examples])
    label = np.array([bool(example.over_links) for example in examples], np.float32)
    mass = np.array(
        [example.linked if example.over_links else example.direct for example in examples]
    )
    weight = mass / np.where(label > 0, mass[label > 0].sum() / 2.0, mass[label == 0].sum())
    fold = np.array([example.fold for example in examples])
    return {
        held_out: fit_probability(
            names,
            matrix[known & (fold != held_out)],
            label[known & (fold != held_out)],
            weight[known & (fold != held_out)],
            GATE_PENALTY,
        )
        for held_out in (*folds, -1)
    }
