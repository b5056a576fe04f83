"""What each retriever is worth to the fused pipeline: left out, and shuffled.

`python -m bench.ablations [SET …] [--most N] [--retrained]`. Every question is asked with
everything and with each retriever left out in turn: neither does it propose passages nor is it
seen by a model (the weights were trained to bear that). Differences are paired. Permutation
importance is what is lost when a retriever's contributions are shuffled among a question's
twenty best (Breiman 2001, section 10). With --retrained the weights are trained anew without each
retriever and compared by cross-validation on the training questions. Only questions that trained
and chose nothing are asked otherwise; with --most at most so many of each set, evenly spaced.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from backend.evaluation.intervals import Interval, difference_interval, mean_interval
from backend.fusion.staged.fitting import fit_ranking
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.requeries import RETRIEVER as BRIDGE
from backend.fusion.staged.weights import manifest
from backend.passage_view.views import views_over
from backend.pipelines._fused.learning import train
from backend.pipelines.fused_hybrid import (
    ALL_RETRIEVERS,
    RETRIEVERS,
    FusedHybridPipeline,
)
from backend.types import Hit, Query
from bench._question_sets import DatasetQuestion
from bench._reader_own_files import default_documents
from bench._unread import UNREAD
from bench.fused import METRICS, question_set_named, tested
from bench.libraries import open_with
from bench.report import known_results, table, write_results
from bench.train_fusion import cases_of, quality, sources

SETS = ("hotpotqa300", "2wiki101", "2wiki101 without titles", "nq_uda", "scifact")
SHOWN = {"nq_uda": "Hit@5", "scifact": "nDCG@10"}
"""The metric of the printed table; R@5 elsewhere. The file holds all of them."""
DEPTH = 20
SHUFFLES = 5
SEED = 29

Values = dict[str, list[float]]


def measure_set(name: str, most: int) -> dict[str, Any]:
    """Figures of one set, printed as a table."""
    question_set = question_set_named(name)
    workbench, collection = open_with(question_set)
    generator = np.random.default_rng(SEED)
    whole: Values = {}
    without: dict[str, Values] = {each: {} for each in ALL_RETRIEVERS}
    shuffled: dict[str, Values] = {each: {} for each in ALL_RETRIEVERS}
    try:
        questions = tested(question_set, 1)
        questions = questions[:: max(1, -(-len(questions) // most))]
        documents = {
            document.id: document.key for document in workbench.library.documents(collection.id)
        }
        views_over(workbench.parts).of(collection.id, wait=True)
        pipeline = FusedHybridPipeline(workbench.parts)
        for question in questions:
            query = Query(question.text, collection.id, DEPTH, options=UNREAD)
            hits = pipeline.retrieve(query).hits
            _add(whole, [documents[hit.chunk.document_id] for hit in hits], question)
            for retriever in ALL_RETRIEVERS:
                _add_shuffled(shuffled[retriever], hits, retriever, documents, question, generator)
                asked = replace(query, options=replace(UNREAD, use={retriever: False}))
                found = pipeline.retrieve(asked).hits
                _add(without[retriever], [documents[h.chunk.document_id] for h in found], question)
    finally:
        workbench.close()
    differences = {
        each: {m: difference_interval(values[m], whole[m]) for m in METRICS}
        for each, values in without.items()
    }
    importance = {
        each: {m: difference_interval(whole[m], values[m]) for m in METRICS}
        for each, values in shuffled.items()
    }
    metric = SHOWN.get(name, "R@5")
    rows = [
        [each, differences[each][metric].percent(), importance[each][metric].percent()]
        for each in ALL_RETRIEVERS
    ]
    all_of_it = mean_interval(whole[metric])
    title = f"\n{name}: {len(questions)} questions, {metric} {all_of_it.percent()}"
    print(table(title, ("retriever", "left out", "importance"), rows), flush=True)
    return {
        "questions": len(questions),
        "model": manifest()["default"],
        "fused": {m: _numbers(mean_interval(whole[m])) for m in METRICS},
        "left_out": _all_numbers(differences),
        "permutation_importance": _all_numbers(importance),
    }


def _add_shuffled(
    values: Values,
    hits: Sequence[Hit],
    name: str,
    documents: Mapping[str, str],
    question: DatasetQuestion,
    generator: np.random.Generator,
) -> None:
    """The mean of every metric over rankings with one retriever's contributions shuffled."""
    place = ALL_RETRIEVERS.index(name)
    share = np.array([hit.signals[place].contribution for hit in hits])
    rest = np.array([hit.score for hit in hits]) - share
    drawn: Values = {}
    for _ in range(SHUFFLES):
        order = np.argsort(-(rest + generator.permutation(share)), kind="stable")
        _add(drawn, [documents[hits[each].chunk.document_id] for each in order], question)
    for metric, each in drawn.items():
        values.setdefault(metric, []).append(float(np.mean(each)))


def _add(values: Values, ranked: Sequence[str], question: DatasetQuestion) -> None:
    distinct = list(dict.fromkeys(ranked))
    for metric, measure in METRICS.items():
        values.setdefault(metric, []).append(measure(distinct, question.gold))


def retrained(documents: Path) -> dict[str, Any]:
    """Cross-validated differences on the training questions when weights never saw a retriever.

    Args:
        documents: the folder with the documents of `bench/own_files`.
    """
    cases = [case for source in sources(documents) for case in cases_of(source)]
    examples = [case.example for case in cases]
    whole = quality(cases, train(examples, fit_ranking))
    found: dict[str, Any] = {name: {} for name in whole}
    rows = []
    for left_out in (*RETRIEVERS, PATH, BRIDGE):
        hidden = [replace(example, hidden=example.hidden | {left_out}) for example in examples]
        measured = quality(cases, train(hidden, fit_ranking))
        differences = {n: difference_interval(measured[n], whole[n]) for n in whole}
        for name, difference in differences.items():
            found[name][left_out] = _numbers(difference)
        rows.append([left_out, *(each.percent() for each in differences.values())])
        print(table("\ntrained anew without it, cross-validated", ["", *whole], rows), flush=True)
    return found


def _numbers(interval: Interval) -> list[float]:
    return [interval.mean, interval.low, interval.high]


def _all_numbers(found: Mapping[str, Mapping[str, Interval]]) -> dict[str, dict[str, list[float]]]:
    return {name: {m: _numbers(i) for m, i in each.items()} for name, each in found.items()}


def main() -> None:
    """Measure the sets and write the figures beside those of other sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--most", type=int, default=300, help="questions of each set")
    parser.add_argument("--retrained", action="store_true")
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    for name in asked.sets:
        _write(name, measure_set(name, asked.most))
    if asked.retrained:
        _write("trained anew without it", retrained(asked.documents))


def _write(name: str, found: Mapping[str, Any]) -> None:
    kept = write_results("ablations", {**known_results("ablations"), name: found})
    print(f"\nwritten to {kept}", flush=True)


if __name__ == "__main__":
    main()
