"""The fused hybrid pipeline against BM25, dense and their fusions, and without each retriever.

`python -m bench.fused [SET …] [--model NAME] [--ablations] [--every N]`. A set's name followed by
“ without titles” measures it over a copy of the corpus whose records have none. The weights were
trained on first halves of hotpotqa300 and nq_uda; of these two only the second halves are measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from backend.evaluation.datasets import Question, QuestionSet, load_question_set
from backend.evaluation.intervals import Interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.graph.views import views_over
from backend.pipelines import fused_hybrid
from backend.pipelines.fused_hybrid import POINTS_OF_VIEW, FusedHybridPipeline
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench
from bench._untitled import UNTITLED, without_titles
from bench.libraries import open_with
from bench.report import table, write_results
from bench.retrieval import gather_all, rankings_by_method

SETS = (
    "hotpotqa300",
    "2wiki101",
    "hotpotqa300 without titles",
    "2wiki101 without titles",
    "nq_uda",
    "scifact",
)
TRAINING = ("hotpotqa300", "nq_uda")
DEPTH = 20
ALPHA = 0.7
"""Weight of dense in the convex combination, as bench.retrieval chose it on training halves."""
METRICS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "Hit@1": lambda ranked, gold: hit(ranked, gold, 1),
    "Hit@5": lambda ranked, gold: hit(ranked, gold, 5),
    "R@5": lambda ranked, gold: recall(ranked, gold, 5),
    "all@5": lambda ranked, gold: set_coverage(ranked, gold, 5),
    "nDCG@10": lambda ranked, gold: ndcg(ranked, gold, 10),
}
Values = dict[str, list[float]]


def question_set_named(name: str) -> QuestionSet:
    """A set, or its copy without titles."""
    found = load_question_set(load_settings().benchmarks, name.removesuffix(UNTITLED))
    return without_titles(found) if name.endswith(UNTITLED) else found


def tested(question_set: QuestionSet, every: int) -> tuple[Question, ...]:
    """The questions that trained and chose nothing; of nq_uda, which is large, every n-th."""
    name = question_set.name.removesuffix(UNTITLED)
    if name == "nq_uda":
        return question_set.second_half()[::every]
    return question_set.second_half() if name in TRAINING else question_set.questions


def measure_set(name: str, model: str, every: int, ablations: bool) -> dict[str, Any]:
    """Figures of one set, printed as tables."""
    question_set = question_set_named(name)
    workbench, collection = open_with(question_set)
    try:
        questions = tested(question_set, every)
        documents = {each.id: each.key for each in workbench.documents(collection.id)}
        values = _plain_methods(workbench, replace(question_set, questions=questions))
        started = time.process_time()
        view = views_over(workbench.parts.records).of(collection.id, wait=True)
        index_seconds = time.process_time() - started
        pipeline = FusedHybridPipeline(workbench.parts)
        settings = {"fused": {"model": model}}
        if ablations:
            settings |= {
                f"without {each}": {"model": model, f"use_{each}": "off"} for each in POINTS_OF_VIEW
            }
        milliseconds: dict[str, tuple[float, float]] = {}
        for method, options in settings.items():
            values[method], milliseconds[method] = _fused(
                pipeline, collection.id, questions, documents, options
            )
    finally:
        workbench.close()
    return _report(
        name, len(questions), values, milliseconds["fused"], 1000 * index_seconds / view.size
    )


def _plain_methods(workbench: Workbench, question_set: QuestionSet) -> dict[str, Values]:
    collection = workbench.collection_named(question_set.name)
    documents = {each.id: each.key for each in workbench.documents(collection.id)}
    gathered = gather_all(workbench, collection, question_set.questions)
    ids = {chunk_id for _, _, rankings in gathered for each in rankings for chunk_id in each.scores}
    chunks = workbench.parts.records.chunks(ids)
    names = {chunk_id: documents[chunk.document_id] for chunk_id, chunk in chunks.items()}
    found: dict[str, Values] = {}
    for question, query, rankings in gathered:
        for method, ranked in rankings_by_method(query, rankings, names, ALPHA).items():
            _add(found.setdefault(method, {}), ranked, question)
    return found


def _fused(
    pipeline: FusedHybridPipeline,
    collection_id: str,
    questions: Sequence[Question],
    documents: Mapping[str, str],
    options: dict[str, str],
) -> tuple[Values, tuple[float, float]]:
    """Metrics, and the median of wall and mean of processor milliseconds per question."""
    values: Values = {}
    wall, processor = [], []
    for question in questions:
        started, used = time.perf_counter(), time.process_time()
        found = pipeline.retrieve(Query(question.text, collection_id, DEPTH, options=options))
        wall.append(time.perf_counter() - started)
        processor.append(time.process_time() - used)
        ranked = list(dict.fromkeys(documents[each.chunk.document_id] for each in found.hits))
        _add(values, ranked, question)
    return values, (1000 * float(np.median(wall)), 1000 * float(np.mean(processor)))


def _add(values: Values, ranked: Sequence[str], question: Question) -> None:
    for metric, measure in METRICS.items():
        values.setdefault(metric, []).append(measure(ranked, question.gold))


def _report(
    name: str,
    questions: int,
    values: Mapping[str, Values],
    milliseconds: tuple[float, float],
    index_cost: float,
) -> dict[str, Any]:
    intervals: dict[str, dict[str, Interval]] = {
        method: {metric: mean_interval(each) for metric, each in own.items()}
        for method, own in values.items()
    }
    gain = {
        metric: mean_interval(
            [a - b for a, b in zip(values["fused"][metric], values["RRF"][metric], strict=True)]
        )
        for metric in METRICS
    }
    rows = [[method, *(own[m].percent() for m in METRICS)] for method, own in intervals.items()]
    rows.append(["fused − RRF", *(gain[m].percent() for m in METRICS)])
    title = (
        f"\n{name}: {questions} questions; {milliseconds[0]:.0f} ms (median), "
        f"{milliseconds[1]:.0f} ms of processor per question; "
        f"names and links {index_cost:.2f} s of processor per 1,000 passages at start"
    )
    print(table(title, ("method", *METRICS), rows), flush=True)
    return {
        "questions": questions,
        "milliseconds_median": milliseconds[0],
        "milliseconds_of_processor": milliseconds[1],
        "view_seconds_per_1000_passages": index_cost,
        "methods": {
            method: {metric: [i.mean, i.low, i.high] for metric, i in own.items()}
            for method, own in intervals.items()
        },
        "fused_minus_rrf": {metric: [i.mean, i.low, i.high] for metric, i in gain.items()},
    }


def main() -> None:
    """Measure the sets and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--model", default=fused_hybrid.CARD.options[0].default)
    parser.add_argument("--ablations", action="store_true")
    parser.add_argument("--every", type=int, default=4, help="every n-th question of nq_uda")
    asked = parser.parse_args()
    figures: dict[str, Any] = {"model": asked.model}
    for name in asked.sets:
        figures[name] = measure_set(name, asked.model, asked.every, asked.ablations)
    label = "fused_ablations" if asked.ablations else "fused"
    print(f"\nwritten to {write_results(label, figures)}")


if __name__ == "__main__":
    main()
