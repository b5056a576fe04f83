"""Trains the fused pipeline's weights and chooses among kinds of models by cross-validation.

`python -m bench.train_fusion [--models linear …]`. Trains on the first halves of hotpotqa300 (with
and without titles) and of nq_uda (every third question of it) and on passages of two documents of
chunking_eval. Folds are by document. Each stage sees the relevance that models trained on other
folds gave, and for a part of the questions some retrievers are hidden, so that the weights bear a
missing one.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.datasets import Question, QuestionSet, load_question_set
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.columns import retriever_of
from backend.fusion.staged.fitting import fit_ranking
from backend.fusion.staged.propagation import Links
from backend.fusion.staged.selection import chosen_together
from backend.fusion.staged.weights import FOLDER, Stages, save
from backend.graph.collection_view import Array, Numbers
from backend.graph.views import views_over
from backend.pipelines._fused.explanation import CHOSEN
from backend.pipelines._fused.learning import FOLDS, Example, Fit, Trained, example_of, train
from backend.pipelines.fused_hybrid import RETRIEVERS
from backend.ports import Retriever
from backend.settings import load_settings
from backend.types import Query
from bench._spans import passages_of_spans
from bench._untitled import without_titles
from bench.libraries import open_with
from bench.report import table, write_results
from bench.train_models import fit_boosted, fit_neural

EVERY = 3
"""Of nq_uda, which is large, every third question trains."""
HIDDEN_SHARE = 0.15
"""Share of the questions that are seen once more with some retrievers hidden."""
SEED = 17
DEFAULT = "linear"
KINDS: dict[str, Fit] = {
    "linear": fit_ranking,
    "boosted": partial(fit_boosted, seed=SEED),
    "neural": partial(fit_neural, seed=SEED),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Training questions of one set; `direct` and `linked` weigh the set for either judgement."""

    question_set: QuestionSet
    questions: tuple[Question, ...]
    over_links: bool
    direct: float
    linked: float


@dataclass(frozen=True, slots=True)
class Case:
    """An example with what measuring it needs."""

    example: Example
    set_name: str
    gold: frozenset[str]
    documents: dict[str, str]

    def ranked(self, rows: Numbers, score: Array, links: Links) -> list[str]:
        """Corpus ids, best first, chosen together as the pipeline does."""
        view = self.example.view
        order, _ = chosen_together(score, links, CHOSEN)
        return list(
            dict.fromkeys(
                self.documents[view.documents[view.document_of[rows[place]]]] for place in order
            )
        )


def sources(every: int = EVERY) -> list[Source]:
    """The training questions. Weights were chosen by cross-validation on them."""
    folder = load_settings().benchmarks
    hotpot = load_question_set(folder, "hotpotqa300")
    natural = load_question_set(folder, "nq_uda")
    spans = passages_of_spans()
    return [
        Source(hotpot, hotpot.first_half(), True, 0.3, 1.0),
        Source(without_titles(hotpot), hotpot.first_half(), True, 0.3, 1.0),
        Source(natural, natural.first_half()[::every], False, 1.0, 0.3),
        Source(spans, spans.questions, False, 0.5, 0.3),
    ]


def cases_of(source: Source, folds: int = FOLDS) -> list[Case]:
    """The questions with their measured candidates, some twice."""
    workbench, collection = open_with(source.question_set)
    parts = workbench.parts
    view = views_over(parts.records).of(collection.id, wait=True)
    retrievers: list[Retriever] = [
        registry.load("backend.retrievers", each).build(parts) for each in RETRIEVERS
    ]
    documents = {each.id: each.key for each in workbench.documents(collection.id)}
    rows_of: dict[str, list[int]] = {}
    for row, document in enumerate(view.document_of):
        rows_of.setdefault(documents[view.documents[document]], []).append(row)
    generator = np.random.default_rng(SEED)
    found: list[Case] = []
    for question in source.questions:
        relevant = [row for gold in question.gold for row in rows_of.get(gold, ())]
        fold = zlib.crc32(min(question.gold).encode()) % folds
        query = Query(question.text, collection.id)
        made = example_of(query, relevant, view, retrievers, parts.records, fold)
        made = replace(
            made,
            over_links=source.over_links,
            direct=source.direct / len(source.questions),
            linked=source.linked / len(source.questions),
        )
        variants = [made]
        if generator.random() < HIDDEN_SHARE:
            hidden = generator.choice(RETRIEVERS, int(generator.integers(1, 3)), replace=False)
            variants.append(replace(made, hidden=frozenset(map(str, hidden))))
        name, gold = source.question_set.name, frozenset(question.gold)
        found += [Case(each, name, gold, documents) for each in variants]
    print(f"{source.question_set.name}: {len(source.questions)} questions measured", flush=True)
    return found


def quality(cases: Sequence[Case], trained: Trained) -> dict[str, list[float]]:
    """Recall at 5 and Hit at 1 by set, with all retrievers."""
    found: dict[str, list[float]] = {}
    for case, rows, score, links in zip(
        cases, trained.candidates, trained.scores, trained.links, strict=True
    ):
        if case.example.hidden:
            continue
        ranked = case.ranked(rows, score, links)
        recall = len(case.gold & set(ranked[:5])) / len(case.gold)
        found.setdefault(f"{case.set_name} R@5", []).append(recall)
        found.setdefault(f"{case.set_name} Hit@1", []).append(float(ranked[0] in case.gold))
    return found


def main() -> None:
    """Train every kind of model, print the cross-validated table, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", nargs="*", default=list(KINDS))
    parser.add_argument("--every", type=int, default=EVERY, help="every n-th question of nq_uda")
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--compare", nargs="*", default=[], help="models to measure, not to ship")
    asked = parser.parse_args()
    wanted: list[str] = [*asked.models, *asked.compare]
    cases = [case for each in sources(asked.every) for case in cases_of(each, asked.folds)]
    rows: list[list[str]] = []
    means: dict[str, float] = {}
    found: dict[str, dict[str, list[float]]] = {}
    figures: dict[str, Any] = {}
    for kind in wanted:
        trained = train([case.example for case in cases], KINDS[kind])
        if kind in asked.models:
            save(trained.stages, FOLDER, kind)
        measured = found[kind] = quality(cases, trained)
        means[kind] = float(np.mean([np.mean(each) for each in measured.values()]))
        intervals = {name: mean_interval(values) for name, values in measured.items()}
        figures[kind] = {name: [i.mean, i.low, i.high] for name, i in intervals.items()}
        rows.append([kind, *(each.percent() for each in intervals.values())])
        if kind != DEFAULT and DEFAULT in found:
            gains = {n: difference_interval(v, found[DEFAULT][n]) for n, v in measured.items()}
            rows.append([f"{kind} − {DEFAULT}", *(each.percent() for each in gains.values())])
            figures[f"{kind} − {DEFAULT}"] = {n: [i.mean, i.low, i.high] for n, i in gains.items()}
        print(table("cross-validated on training questions", ["model", *measured], rows))
        _describe(trained.stages)
        finished = [each for each in asked.models if each in means]
        write_manifest(FOLDER, finished, means, best_of(found), len(cases), asked.every)
        counts = Counter(case.set_name for case in cases)
        setting = {"cases": dict(counts), "folds": asked.folds}
        print(f"written to {write_results('train_fusion', {**setting, **figures})}", flush=True)


def best_of(found: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """The default kind: linear, since what it ranks by can be read, unless another one is better
    than it beyond chance on the questions and metrics of the same run.
    """
    best, gain = DEFAULT, 0.0
    for kind in found if DEFAULT in found else ():
        pairs = [(found[kind][n], found[DEFAULT][n]) for n in found[DEFAULT]]
        difference = difference_interval(
            [value for own, _ in pairs for value in own],
            [value for _, other in pairs for value in other],
        )
        if difference.low > 0.0 and difference.mean > gain:
            best, gain = kind, difference.mean
    return best


def write_manifest(
    folder: Path,
    shipped: Sequence[str],
    means: Mapping[str, float],
    best: str,
    examples: int,
    every: int,
) -> None:
    """Which models are shipped, what each was trained on, and the default."""
    path = folder / "manifest.json"
    models = json.loads(path.read_text("utf-8"))["models"] if path.exists() else {}
    questions = "every question" if every == 1 else f"one question in {every}"
    trained = {
        "questions": examples,
        "trained_on": [
            "HotpotQA sample hotpotqa300, first half, with titles (CC BY-SA 4.0)",
            "HotpotQA sample hotpotqa300, first half, without titles (CC BY-SA 4.0)",
            f"Natural Questions sample nq_uda, {questions} of the first half (CC BY-SA 3.0)",
            "chunking_evaluation, documents wikitexts and finance (MIT)",
        ],
    }
    for kind in shipped:
        models[kind] = {"cross_validated_mean": round(means[kind], 4), **trained}
    default = best if best in models else DEFAULT
    manifest: dict[str, Any] = {"default": default, "models": models}
    path.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


def _describe(stages: Stages) -> None:
    """Sum of absolute weights by retriever, for linear models; the gate's weights."""
    for name in ("direct", "first", "second", "third"):
        model = getattr(stages, name)
        if isinstance(model, LinearModel):
            sums: dict[str, float] = {}
            for column, weight in zip(model.columns, model.weight, strict=True):
                owner = retriever_of(column)
                sums[owner] = sums.get(owner, 0.0) + abs(float(weight))
            print(name, {owner: round(value, 2) for owner, value in sorted(sums.items())})
    gate = zip(stages.gate.columns, stages.gate.weight, strict=True)
    print("gate", {name.split(":")[1]: round(float(weight), 2) for name, weight in gate})


if __name__ == "__main__":
    main()
