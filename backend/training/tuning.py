"""Adjusts the shipped weights to a collection and measures whether that helps.

Each question's candidates are measured as the fused pipeline measures them. The weights are pulled
towards the shipped ones (`backend.fusion.staged.fitting`), so that few questions move them little.
What is reported comes from questions that the weights had not seen (cross-validation), and own
weights are kept only if they are better there beyond chance: the 95 % interval of the paired
difference does not include 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.definitions.views import DefinitionViews
from backend.evaluation.intervals import Interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.fusion.staged.own import KIND
from backend.fusion.staged.weights import ENSEMBLE, Stages, shipped
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.views import views_over
from backend.pipelines._fused.judgement import RankedCandidates, counted, rank
from backend.pipelines._fused.learning import FOLDS, Example, example_of, train
from backend.pipelines.fused_hybrid import RETRIEVERS
from backend.ports import Parts, Progress
from backend.retrieval.retrievers import built
from backend.training.known import LEAST_QUESTIONS, Lesson, too_few
from backend.training.training_report import report_of
from backend.types import MeasuredMean, Query, TuningReport
from backend.windows.views import window_views_over

DEPTH = 5
MEASURES = (
    f"Ranking of the first {DEPTH}",
    "Right passage first",
    f"Relevant passages among the first {DEPTH}",
)
"""nDCG, Hit at 1 and recall, in words; the first one decides."""
SHUFFLES = 5
SEED = 11


@dataclass(frozen=True, slots=True)
class TunedWeights:
    """The weights, and the report that says whether they are to be kept."""

    stages: Stages
    report: TuningReport


def tune(
    parts: Parts, collection_id: str, lessons: Sequence[Lesson], progress: Progress
) -> TunedWeights:
    """Adjust, cross-validate, compare.

    Raises:
        QuestionError: if there are too few questions.
        CancelledError: if `progress` asked for it.
    """
    if len(lessons) < LEAST_QUESTIONS:
        raise too_few(len(lessons))
    view = views_over(parts).of(collection_id, wait=True)
    window_views_over(parts).of(collection_id)
    DefinitionViews.over(parts).of(collection_id)
    retrievers = built(parts, RETRIEVERS)
    near = counted(shipped(KIND), KIND, retrievers)
    without = counted(shipped(ENSEMBLE), ENSEMBLE, retrievers)
    examples: list[Example] = []
    before: list[RankedCandidates] = []
    for number, lesson in enumerate(lessons, start=1):
        progress("measuring", number, len(lessons))
        query = Query(lesson.text, collection_id)
        fold = _fold(lesson.text)
        example = example_of(query, _rows(view, lesson), view, retrievers, parts.records, fold)
        examples.append(example)
        before.append(
            rank(
                *(example.pool, view, example.measurer, parts.records, without),
                *(lesson.text, frozenset()),
            )
        )
    progress("fitting", 0, 1)
    trained = train(examples, near=near)
    progress("fitting", 1, 1)
    old = [
        _measured(view, lesson, own.measured.rows, own.final.score)
        for lesson, own in zip(lessons, before, strict=True)
    ]
    new = [
        _measured(view, lesson, rows, scores)
        for lesson, rows, scores in zip(lessons, trained.candidates, trained.scores, strict=True)
    ]
    asked, importance = "questions it had not seen", _importance(view, lessons, before)
    report = report_of(MEASURES, old, new, asked, "The shipped weights stay.", importance)
    return TunedWeights(trained.stages, report)


def _rows(view: CollectionView, lesson: Lesson) -> frozenset[int]:
    """Rows of the relevant passages."""
    rows = {int(row) for row in view.rows(lesson.passages)}
    wanted = [
        number for number, document in enumerate(view.documents) if document in lesson.documents
    ]
    rows.update(int(row) for row in np.flatnonzero(np.isin(view.document_of, wanted)))
    return frozenset(rows)


def _measured(
    view: CollectionView, lesson: Lesson, rows: Numbers, scores: Array
) -> tuple[float, float, float]:
    """nDCG, Hit at 1 and recall of one question.

    A document that is relevant whole counts once, at its best passage.
    """
    order = np.lexsort((rows, -scores))
    ranked: list[str] = []
    for place in order:
        row = int(rows[place])
        document = view.documents[view.document_of[row]]
        ranked.append(document if document in lesson.documents else view.ids[row])
    ranked = list(dict.fromkeys(ranked))
    inside = {p for p in lesson.passages if not _covered(view, p, lesson)}
    wanted = inside | lesson.documents
    return (
        ndcg(ranked, wanted, DEPTH),
        hit(ranked, wanted, 1),
        recall(ranked, wanted, DEPTH),
    )


def _covered(view: CollectionView, passage: str, lesson: Lesson) -> bool:
    row = view.row_of.get(passage)
    return row is not None and view.documents[view.document_of[row]] in lesson.documents


def _importance(
    view: CollectionView, lessons: Sequence[Lesson], before: Sequence[RankedCandidates]
) -> tuple[tuple[str, MeasuredMean], ...]:
    """What the first measure loses when one retriever's share is shuffled among a question's
    candidates (permutation importance, Breiman 2001, section 10).

    A retriever's share reaches over all stages, and shares add up to the score, so that shuffling
    it changes nothing else.
    """
    generator = np.random.default_rng(SEED)
    whole = [
        _measured(view, lesson, own.measured.rows, own.final.score)[0]
        for lesson, own in zip(lessons, before, strict=True)
    ]
    names = sorted({name for own in before for name in own.final.contributions})
    lost: list[tuple[str, Interval]] = []
    for name in names:
        losses = []
        for lesson, own, value in zip(lessons, before, whole, strict=True):
            share = own.final.contributions.get(name)
            if share is None:
                losses.append(0.0)
                continue
            rest = own.final.score - share
            shuffled = [
                _measured(view, lesson, own.measured.rows, rest + generator.permutation(share))[0]
                for _ in range(SHUFFLES)
            ]
            losses.append(value - float(np.mean(shuffled)))
        lost.append((name, mean_interval(losses)))
    lost.sort(key=lambda each: (-each[1].mean, each[0]))
    return tuple((name, interval.measured) for name, interval in lost)


def _fold(text: str) -> int:
    """By the question's text, so that the same questions always share a fold."""
    return (
        int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:4], "big") % FOLDS
    )
