"""Trains the fused pipeline's weights and chooses among kinds of models by cross-validation.

`python -m bench.train_fusion [--models linear …]`. Trains on the first halves of hotpotqa300 (with
and without titles) and of nq_uda alone; every second question of the latter, which is large, and
each set counts alike. Each stage sees the relevance that models trained on other questions gave
(three folds), and for a part of the questions some retrievers are hidden, so that the weights bear
a missing one.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.datasets import Question, load_question_set
from backend.evaluation.intervals import mean_interval
from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.columns import Columns, breadth_of, retriever_of
from backend.fusion.staged.relevance import Judged, RelevanceModel, judge
from backend.fusion.staged.weights import FOLDER, STAGES
from backend.graph.collection_view import Array, CollectionView
from backend.graph.views import views_over
from backend.pipelines._fused.judgement import (
    ask_again,
    first_columns,
    grown,
    second_columns,
    third_columns,
)
from backend.pipelines._fused.measurement import Measured, Measurer
from backend.pipelines._fused.pool import Pool, pool
from backend.ports import Records, Retriever
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench
from bench._untitled import without_titles
from bench.libraries import open_with
from bench.report import table
from bench.train_models import fit

RETRIEVERS = ("dense", "lexical", "page", "section", "entity", "keyword", "late_interaction")
FOLDS = 3
EVERY_NQ_QUESTION = 2
HIDDEN_SHARE = 0.2
"""Share of the questions that are seen once more with some retrievers hidden."""
SEED = 17


@dataclass(slots=True)
class Example:
    """One training question with its candidates, measured."""

    set_name: str
    fold: int
    query: Query
    view: CollectionView
    records: Records
    pool: Pool
    measurer: Measurer
    measured: Measured
    gold: frozenset[str]
    documents: dict[str, str]
    hidden: frozenset[str]
    first: Judged | None = None
    second: Judged | None = None

    @property
    def breadth(self) -> float:
        """Breadth of the question."""
        return breadth_of(len(self.pool.asked.texts))

    def labels(self) -> Array:
        """1 for candidates of gold documents."""
        return np.array(
            [self.document(int(row)) in self.gold for row in self.measured.rows], np.float32
        )

    def document(self, row: int) -> str:
        """The corpus id of a row's document."""
        return self.documents[self.view.documents[self.view.document_of[row]]]


def examples_of(
    workbench: Workbench, collection_id: str, name: str, questions: Sequence[Question]
) -> list[Example]:
    """The questions with their measured candidates, each in one of the folds."""
    parts = workbench.parts
    view = views_over(parts.records).of(collection_id, wait=True)
    retrievers: list[Retriever] = [
        registry.load("backend.retrievers", each).build(parts) for each in RETRIEVERS
    ]
    documents = {each.id: each.key for each in workbench.documents(collection_id)}
    generator = np.random.default_rng(SEED)
    folds = generator.permutation(len(questions)) % FOLDS
    found: list[Example] = []
    for number, question in enumerate(questions):
        query = Query(question.text, collection_id)
        candidates = pool(query, view, retrievers, parts.records)
        measurer = Measurer(query, view, retrievers, candidates.proposed)
        measured = measurer.measure(candidates.rows)
        hidden = [frozenset[str]()]
        if generator.random() < HIDDEN_SHARE:
            count = int(generator.integers(1, 3))
            hidden.append(frozenset(generator.choice(list(RETRIEVERS), count, replace=False)))
        found += [
            Example(
                name,
                int(folds[number]),
                query,
                view,
                parts.records,
                candidates,
                measurer,
                measured,
                frozenset(question.gold),
                documents,
                each,
            )
            for each in hidden
        ]
    return found


def train(
    kind: str, examples: Sequence[Example], folds: int = FOLDS
) -> tuple[list[RelevanceModel], list[Judged]]:
    """The three stages, and every example's last judgement by models that did not see it."""
    stages: list[RelevanceModel] = []
    columns = [first_columns(each.measured, each.breadth).without(each.hidden) for each in examples]
    model, judged = _stage(kind, examples, columns, None, folds)
    stages.append(model[-1])
    first_models = model
    for each, found in zip(examples, judged, strict=True):
        each.first = found
    columns = [
        second_columns(each.measured, _known(each.first), each.breadth).without(each.hidden)
        for each in examples
    ]
    second_models, judged = _stage(kind, examples, columns, [e.first for e in examples], folds)
    stages.append(second_models[-1])
    third: list[Columns] = []
    for each, found in zip(examples, judged, strict=True):
        asked = ask_again(
            each.view, each.pool, each.query.text, each.measured.rows, found.relevance, each.records
        )
        before = each.measured
        rows = grown(before.rows, asked)
        each.measured = each.measurer.measure(rows)
        first = judge(
            first_models[each.fold],
            first_columns(each.measured, each.breadth).without(each.hidden),
        )
        seen = second_columns(each.measured, first, each.breadth).without(each.hidden)
        each.second = judge(second_models[each.fold], seen, first)
        third.append(
            third_columns(each.view, each.measured, each.second, asked, each.breadth).without(
                each.hidden
            )
        )
    third_models, judged = _stage(kind, examples, third, [e.second for e in examples], folds)
    stages.append(third_models[-1])
    return stages, judged


def _known(judged: Judged | None) -> Judged:
    assert judged is not None
    return judged


def _stage(
    kind: str,
    examples: Sequence[Example],
    columns: Sequence[Columns],
    before: Sequence[Judged | None] | None,
    folds: int,
) -> tuple[list[RelevanceModel], list[Judged]]:
    """Models of each fold's complement, then of everything; and out-of-fold judgements."""
    names = tuple(sorted({name for each in columns for name in each.values}))
    matrices = [each.matrix(names) for each in columns]
    labels = [each.labels() for each in examples]
    counts = Counter(each.set_name for each in examples)
    importance = [len(examples) / len(counts) / counts[each.set_name] for each in examples]
    models: list[RelevanceModel] = []
    for held_out in (*range(folds), None):
        kept = [n for n, each in enumerate(examples) if each.fold != held_out]
        models.append(
            fit(
                kind,
                names,
                [matrices[n] for n in kept],
                [labels[n] for n in kept],
                [importance[n] for n in kept],
                SEED,
            )
        )
    judged = [
        judge(models[each.fold], own, None if before is None else before[n])
        for n, (each, own) in enumerate(zip(examples, columns, strict=True))
    ]
    return models, judged


def quality(examples: Sequence[Example], judged: Sequence[Judged]) -> dict[str, list[float]]:
    """Recall at 5 (two or more gold documents) and Hit at 1 by set, whole retrievers only."""
    found: dict[str, list[float]] = {}
    for each, own in zip(examples, judged, strict=True):
        if each.hidden:
            continue
        order = np.lexsort((each.measured.rows, -own.log_odds))
        ranked = list(dict.fromkeys(each.document(int(each.measured.rows[n])) for n in order))
        recall = len(each.gold & set(ranked[:5])) / len(each.gold)
        found.setdefault(f"{each.set_name} R@5", []).append(recall)
        found.setdefault(f"{each.set_name} Hit@1", []).append(float(ranked[0] in each.gold))
    return found


def all_examples() -> list[Example]:
    """The training questions of all sets, measured."""
    folder = load_settings().benchmarks
    hotpot = load_question_set(folder, "hotpotqa300")
    natural = load_question_set(folder, "nq_uda")
    found: list[Example] = []
    for question_set, questions in (
        (hotpot, hotpot.first_half()),
        (without_titles(hotpot), hotpot.first_half()),
        (natural, natural.first_half()[::EVERY_NQ_QUESTION]),
    ):
        workbench, collection = open_with(question_set)
        found += examples_of(workbench, collection.id, question_set.name, questions)
        print(f"{question_set.name}: {len(questions)} questions measured", flush=True)
    return found


def main() -> None:
    """Train every kind of model, print the cross-validated table, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", nargs="*", default=["linear", "boosted", "neural"])
    wanted: list[str] = parser.parse_args().models
    examples = all_examples()
    originals = [each.measured for each in examples]
    rows: list[list[str]] = []
    chosen: dict[str, float] = {}
    for kind in wanted:
        for each, measured in zip(examples, originals, strict=True):
            each.measured = measured
        stages, judged = train(kind, examples)
        module = registry.load("backend.fusion.models", kind)
        for stage, model in zip(STAGES, stages, strict=True):
            module.save(model, FOLDER / f"{kind}_{stage}")
        measured_quality = quality(examples, judged)
        chosen[kind] = float(np.mean([np.mean(each) for each in measured_quality.values()]))
        rows.append([kind, *(mean_interval(v).percent() for v in measured_quality.values())])
        print(table("cross-validated on training questions", ["model", *measured_quality], rows))
        _describe(stages)
    write_manifest(FOLDER, chosen, len(examples))


def write_manifest(folder: Path, chosen: dict[str, float], examples: int) -> None:
    """What was trained on what, and which kind is the default: the best cross-validated mean."""
    manifest: dict[str, Any] = {
        "default": max(sorted(chosen), key=lambda kind: chosen[kind]),
        "models": sorted(chosen),
        "cross_validated_mean": {kind: round(value, 4) for kind, value in chosen.items()},
        "examples": examples,
        "trained_on": [
            "HotpotQA sample hotpotqa300, first half, with titles (CC BY-SA 4.0)",
            "HotpotQA sample hotpotqa300, first half, without titles (CC BY-SA 4.0)",
            f"Natural Questions sample nq_uda, one question in {EVERY_NQ_QUESTION} of the "
            "first half (CC BY-SA 3.0)",
        ],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


def _describe(stages: Sequence[RelevanceModel]) -> None:
    """Sum of absolute weights by retriever, for linear models."""
    for stage, model in zip(STAGES, stages, strict=True):
        if isinstance(model, LinearModel):
            sums: dict[str, float] = {}
            for name, weight in zip(model.columns, model.weight, strict=True):
                sums[retriever_of(name)] = sums.get(retriever_of(name), 0.0) + abs(float(weight))
            print(stage, {name: round(value, 2) for name, value in sorted(sums.items())})


if __name__ == "__main__":
    main()
