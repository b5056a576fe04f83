"""Trains the fused pipeline's weights and chooses among kinds of models by cross-validation.

`python -m bench.train_fusion [--models linear …]`. Trains on the first halves of hotpotqa300 (with
and without titles, every fourth of the records that answer nothing) and of nq_uda (every sixth
question of it), on passages of two documents of chunking_eval (every second question) and on
people's own kinds of files (`bench/own_files`, training documents). Folds are by document; a
second table leaves one whole set out in turn, and chooses the default kind. Each stage sees the
relevance that models trained on other folds gave, and for a part of the questions some retrievers
are hidden, so that the weights bear a missing one.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.fitting import fit_ranking
from backend.fusion.staged.measured_columns import retriever_of
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.selection import chosen_together
from backend.fusion.staged.weights import FOLDER, Stages, save
from backend.passage_view.collection_view import Array, Numbers
from backend.passage_view.views import views_over
from backend.pipelines._fused.explanation import CHOSEN
from backend.pipelines._fused.learning import FOLDS, Example, Fit, Trained, example_of, train
from backend.pipelines.fused_hybrid import RETRIEVERS
from backend.ports import Retriever
from backend.settings import load_settings
from backend.types import Collection, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._reader_own_files import (
    GUIDES,
    PAPERS,
    default_documents,
    open_part,
    questions_with_passages,
)
from bench._spans import passages_of_spans
from bench._thinned import thinned
from bench._untitled import without_titles
from bench.libraries import open_with
from bench.report import table, write_results
from bench.train_models import fit_boosted, fit_neural

EVERY = 6
"""Of nq_uda, which is large, every sixth question trains."""
HIDDEN_SHARE = 0.15
"""Share of the questions that are seen once more with some retrievers hidden."""
SEED = 17
DEFAULT = "linear"
THINNED = 4
"""Of hotpotqa300's records that answer nothing, every fourth is there."""
SPANS_EVERY = 2
"""Of the questions of chunking_eval every second trains."""
ANSWER = "the answer"
LEFT_OUT = ", its set left out"
KINDS: dict[str, Fit] = {
    "linear": fit_ranking,
    "boosted": partial(fit_boosted, seed=SEED),
    "neural": partial(fit_neural, seed=SEED),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Training questions of one set over its collection; `direct` and `linked` weigh the set for
    either judgement.
    """

    name: str
    opened: Callable[[], tuple[Workbench, Collection]]
    questions: tuple[Asked, ...]
    over_links: bool
    direct: float
    linked: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what answers it: ids of passages, or keys of records. `block` is what shares
    its fold.
    """

    text: str
    gold: frozenset[str]
    block: str


@dataclass(frozen=True, slots=True)
class Case:
    """An example with what measuring it needs: the name by which each row of the view is found."""

    example: Example
    set_name: str
    gold: frozenset[str]
    names: Sequence[str]

    def ranked(
        self, rows: Numbers, score: Array, links: CandidateLinks, carried: float
    ) -> list[str]:
        """Names, best first, chosen together as the pipeline does."""
        order, _ = chosen_together(score, links, CHOSEN, carried)
        return list(dict.fromkeys(self.names[rows[place]] for place in order))


Opening = Callable[[QuestionSet], tuple[Workbench, Collection]]


def sources(documents: Path, every: int = EVERY, opening: Opening = open_with) -> list[Source]:
    """The training questions. Weights were chosen by cross-validation on them.

    Args:
        documents: the folder with the documents of `bench/own_files`.
        opening: opens a library with a set's corpus.
    """
    folder = load_settings().benchmarks
    hotpot = thinned(load_question_set(folder, "hotpotqa300"), THINNED)
    natural = load_question_set(folder, "nq_uda")
    spans = passages_of_spans()
    return [
        of_records(hotpot, hotpot.first_half(), True, 0.3, 1.0, opening),
        of_records(without_titles(hotpot), hotpot.first_half(), True, 0.3, 1.0, opening),
        of_records(natural, natural.first_half()[::every], False, 1.0, 0.3, opening),
        of_records(spans, spans.questions[::SPANS_EVERY], False, 0.5, 0.3, opening),
        _of_own_files(documents, GUIDES, 0.5),
        _of_own_files(documents, PAPERS, 1.0),
    ]


def of_records(
    question_set: QuestionSet,
    questions: Sequence[DatasetQuestion],
    over_links: bool,
    direct: float,
    linked: float,
    opening: Opening = open_with,
) -> Source:
    """Questions of a set of records, whose documents answer them."""
    asked = tuple(Asked(q.text, frozenset(q.gold), min(q.gold)) for q in questions)
    return Source(
        question_set.name, partial(opening, question_set), asked, over_links, direct, linked
    )


def _of_own_files(documents: Path, part: str, direct: float) -> Source:
    """The questions of the training documents; what answers them are all passages that hold a part
    of an answering sentence.
    """
    asked = tuple(
        Asked(question.question, gold, question.document)
        for question, gold in questions_with_passages(documents, part, training=True)
    )
    opened = partial(open_part, documents, part)
    return Source(f"own files, {part}", opened, asked, False, direct, 0.3 * direct)


def cases_of(source: Source, folds: int = FOLDS) -> list[Case]:
    """The questions with their measured candidates, some twice."""
    workbench, collection = source.opened()
    parts = workbench.parts
    view = views_over(parts).of(collection.id, wait=True)
    retrievers: list[Retriever] = [
        registry.load("backend.retrievers", retriever).build(parts) for retriever in RETRIEVERS
    ]
    keys = {document.id: document.key for document in workbench.library.documents(collection.id)}
    of_rows = [keys[view.documents[document]] for document in view.document_of]
    generator = np.random.default_rng(SEED)
    cases: list[Case] = []
    for question in source.questions:
        relevant = [
            row
            for row, (key, chunk_id) in enumerate(zip(of_rows, view.ids, strict=True))
            if key in question.gold or chunk_id in question.gold
        ]
        if any(of_rows):
            names, gold = of_rows, question.gold
        else:
            # any passage that holds the answer will do, and counts once
            names, gold = list(view.ids), frozenset([ANSWER])
            for row in relevant:
                names[row] = ANSWER
        fold = zlib.crc32(question.block.encode()) % folds
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
        cases += [Case(variant, source.name, gold, names) for variant in variants]
    print(f"{source.name}: {len(source.questions)} questions measured", flush=True)
    return cases


def by_set(cases: Sequence[Case]) -> list[Case]:
    """The same cases with one fold for each set, the two forms of one set in the same: models that
    judge a question have then seen none of its set.
    """
    sets = sorted({family_of(case.set_name) for case in cases})
    return [
        replace(case, example=replace(case.example, fold=sets.index(family_of(case.set_name))))
        for case in cases
    ]


def family_of(name: str) -> str:
    """The set that forms and parts belong to: what is left out together."""
    return "own files" if name.startswith("own files") else name.split(maxsplit=1)[0]


def quality(cases: Sequence[Case], trained: Trained) -> dict[str, list[float]]:
    """Recall at 5 and Hit at 1 by set, with all retrievers."""
    found: dict[str, list[float]] = {}
    for case, rows, score, links, carried in zip(
        cases, trained.candidates, trained.scores, trained.links, trained.carried, strict=True
    ):
        if case.example.hidden:
            continue
        ranked = case.ranked(rows, score, links, carried)
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
    parser.add_argument("--documents", type=Path, default=default_documents())
    parser.add_argument("--compare", nargs="*", default=[], help="models to measure, not to ship")
    asked = parser.parse_args()
    wanted: list[str] = [*asked.models, *asked.compare]
    cases = [
        case
        for source in sources(asked.documents, asked.every)
        for case in cases_of(source, asked.folds)
    ]
    rows: list[list[str]] = []
    found: dict[str, dict[str, list[float]]] = {}
    unseen: dict[str, dict[str, list[float]]] = {}
    figures: dict[str, Any] = {}
    for kind in wanted:
        trained = train([case.example for case in cases], KINDS[kind])
        if kind in asked.models:
            save(trained.stages, FOLDER, kind)
        others = by_set(cases)
        left_out = train([case.example for case in others], KINDS[kind])
        found[kind], unseen[kind] = quality(cases, trained), quality(others, left_out)
        for name, measured in (("", found), (LEFT_OUT, unseen)):
            label = f"{kind}{name}"
            intervals = {each: mean_interval(values) for each, values in measured[kind].items()}
            figures[label] = {each: [i.mean, i.low, i.high] for each, i in intervals.items()}
            rows.append([label, *(interval.percent() for interval in intervals.values())])
            if kind != DEFAULT and DEFAULT in measured:
                gains = {
                    each: difference_interval(values, measured[DEFAULT][each])
                    for each, values in measured[kind].items()
                }
                label = f"{kind} − {DEFAULT}{name}"
                rows.append([label, *(gain.percent() for gain in gains.values())])
                figures[label] = {each: [i.mean, i.low, i.high] for each, i in gains.items()}
        print(table("cross-validated on training questions", ["model", *found[kind]], rows))
        _describe(trained.stages)
        means = {each: _mean(found[each]) for each in found if each in asked.models}
        write_manifest(FOLDER, means, best_of(unseen), len(cases), asked.every)
        counts = Counter(case.set_name for case in cases)
        setting = {"cases": dict(counts), "folds": asked.folds}
        print(f"written to {write_results('train_fusion', {**setting, **figures})}", flush=True)


def _mean(measured: Mapping[str, Sequence[float]]) -> float:
    return float(np.mean([np.mean(each) for each in measured.values()]))


def best_of(found: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """The default kind, from judgements by models that had seen nothing of the question's set:
    linear, since what it ranks by can be read, unless another one is better than it beyond chance
    over all sets and on no set and metric worse beyond chance.
    """
    best, gain = DEFAULT, 0.0
    for kind in found if DEFAULT in found else ():
        pairs = [(found[kind][name], found[DEFAULT][name]) for name in found[DEFAULT]]
        each = [difference_interval(own, other) for own, other in pairs]
        total = difference_interval(
            [value for own, _ in pairs for value in own],
            [value for _, other in pairs for value in other],
        )
        if total.low > 0.0 and total.mean > gain and all(one.high >= 0.0 for one in each):
            best, gain = kind, total.mean
    return best


def write_manifest(
    folder: Path,
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
            "questions of bench/own_files over the training documents, which are parts of Debian",
            f"Natural Questions sample nq_uda, {questions} of the first half (CC BY-SA 3.0)",
            "chunking_evaluation, documents wikitexts and finance (MIT)",
        ],
    }
    for kind in means:
        models[kind] = {"cross_validated_mean": round(means[kind], 4), **trained}
    default = best if best in models else DEFAULT
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    manifest: dict[str, Any] = {**kept, "default": default, "models": models}
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
