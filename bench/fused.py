"""The fused hybrid pipeline against BM25, dense, their fusions, and each retriever alone.

`python -m bench.fused [SET …] [--models NAME …] [--alone] [--every N]`. A set's name
followed by “ without titles” measures it over a copy of the corpus whose records have none;
financebench_small is measured by pages of its filings, with and without the finance glossary. The
weights were trained on first halves of hotpotqa300 and nq_uda; of these two only the second halves
are measured. Several --models are compared with the first one question by question.
`bench.ablations` leaves retrievers out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import Interval, difference_interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.fusion.staged.balance import MEANING
from backend.passage_view.document_part import Mention, Vocabulary, part_of
from backend.passage_view.names import name_key
from backend.passage_view.views import views_over
from backend.pipelines._fused.read_together import ALWAYS, NEVER
from backend.pipelines.fused_hybrid import RETRIEVERS, FusedHybridPipeline, FusedOptions
from backend.ports import Retriever
from backend.settings import load_settings
from backend.types import NO_GLOSSARY, Options, Query
from backend.workbench import Workbench
from bench._filings import SET as FILINGS
from bench._filings import open_filings
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._untitled import UNTITLED, without_titles
from bench.libraries import open_with, wait_until_read
from bench.pages import Base, Pages
from bench.report import known_results, table, write_results
from bench.retrieval import gather_all, rankings_by_method

SETS = (
    "hotpotqa300",
    "2wiki101",
    "hotpotqa300 without titles",
    "2wiki101 without titles",
    "nq_uda",
    "scifact",
    FILINGS,
)
TRAINING = ("hotpotqa300", "nq_uda")
DEPTH = 20
ALPHA = MEANING
"""Weight of dense in the convex combination, as bench.retrieval chose it on training halves."""
GLOSSARIES = {"no glossary": NO_GLOSSARY, "finance glossary": "finance"}
METRICS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "Hit@1": lambda ranked, gold: hit(ranked, gold, 1),
    "Hit@5": lambda ranked, gold: hit(ranked, gold, 5),
    "R@5": lambda ranked, gold: recall(ranked, gold, 5),
    "all@5": lambda ranked, gold: set_coverage(ranked, gold, 5),
    "nDCG@10": lambda ranked, gold: ndcg(ranked, gold, 10),
}
Values = dict[str, list[float]]
Timing = tuple[float, float]
"""Median of wall and mean of processor milliseconds per question."""
SAMPLE = 1_000
"""Documents that are read anew for what reading costs."""
ALONE = (*(name for name in RETRIEVERS if name not in {"dense", "lexical"}), "path")
FILING_DEPTH = 40
PLAIN_METHODS = ("BM25", "dense", "RRF", "convex")
NOT_READ, READ = "fused, not read together", "fused, read together"
"""Filings are files, which are read as it ships; the other sets are records, which are not."""
READING = (
    "The documents' names and dates are still being read; this question was searched everywhere."
)


def question_set_named(name: str) -> QuestionSet:
    """A set, or its copy without titles."""
    question_set = load_question_set(load_settings().benchmarks, name.removesuffix(UNTITLED))
    return without_titles(question_set) if name.endswith(UNTITLED) else question_set


def tested(question_set: QuestionSet, every: int) -> tuple[DatasetQuestion, ...]:
    """The questions that trained and chose nothing; of nq_uda, which is large, every n-th."""
    name = question_set.name.removesuffix(UNTITLED)
    if name == "nq_uda":
        return question_set.second_half()[::every]
    return question_set.second_half() if name in TRAINING else question_set.questions


def measure_set(name: str, models: Sequence[str], every: int, alone: bool) -> dict[str, Any]:
    """Figures of one set, printed as tables."""
    question_set = question_set_named(name)
    workbench, collection = open_with(question_set)
    try:
        questions = tested(question_set, every)
        documents = {
            document.id: document.key for document in workbench.library.documents(collection.id)
        }
        started = time.process_time()
        view = views_over(workbench.parts).of(collection.id, wait=True)
        cost = {
            "at_a_start": 1000 * (time.process_time() - started) / view.size,
            "once": _reading_cost(workbench, collection.id),
        }
        milliseconds: dict[str, Timing] = {}
        values, milliseconds["both lists"] = _plain_methods(
            workbench, replace(question_set, questions=questions)
        )
        if alone:
            values |= _alone(workbench, collection.id, questions, documents)
        pipeline = FusedHybridPipeline(workbench.parts)
        wait_until_read(pipeline, Query(questions[0].text, collection.id, DEPTH))
        settings = {
            "fused" if number == 0 else f"fused, {model}": FusedOptions(model=model)
            for number, model in enumerate(models)
        }
        settings[READ] = FusedOptions(model=models[0], cross_encoder=ALWAYS)
        for method, options in settings.items():
            values[method], milliseconds[method] = _fused(
                pipeline, collection.id, questions, documents, options
            )
    finally:
        workbench.close()
    return _report(name, len(questions), values, milliseconds, cost)


def _reading_cost(workbench: Workbench, collection_id: str) -> float:
    """Seconds of processor per 1,000 passages for reading names and words, once per document."""
    records = workbench.parts.records
    kinds = {e.id: (e.kind, name_key(e.name)) for e in records.entities(collection_id)}
    mentions: dict[str, list[Mention]] = {}
    for entity_id, chunk_id, times in records.mentions(collection_id):
        sort, key = kinds.get(entity_id, ("", ""))
        mentions.setdefault(chunk_id, []).append(Mention(sort, key, chunk_id, times))
    read = [
        (each, records.chunks_of(each.id))
        for each in workbench.library.documents(collection_id)[:SAMPLE]
    ]
    vocabulary = Vocabulary()
    started = time.process_time()
    for document, chunks in read:
        own = [mention for chunk in chunks for mention in mentions.get(chunk.id, ())]
        part_of(document, chunks, own, vocabulary)
    return 1000 * (time.process_time() - started) / sum(len(chunks) for _, chunks in read)


def measure_filings(model: str) -> dict[str, Any]:
    """Pages of filings: how often the page that answers is first, or among the first five."""
    workbench, collection = open_filings()
    values: dict[str, Values] = {}
    try:
        questions = load_question_set(load_settings().benchmarks, FILINGS).questions
        views_over(workbench.parts).of(collection.id, wait=True)
        pages, base = Pages(workbench, collection), Base(workbench)
        pipeline = FusedHybridPipeline(workbench.parts)
        naive = registry.load("backend.pipelines", "naive").build(workbench.parts)
        while pipeline.retrieve(Query(questions[0].text, collection.id)).notices[:1] == (READING,):
            time.sleep(0.2)
        wall = []
        for question in questions:
            query = Query(question.text, collection.id, FILING_DEPTH)
            ranked = {"RRF": [each.chunk.id for each in base.hits(query)]}
            for name, glossary in GLOSSARIES.items():
                asked = replace(query, options=FusedOptions(model=model, glossary=glossary))
                started = time.perf_counter()
                retrieval = pipeline.retrieve(asked)
                wall.append(time.perf_counter() - started)
                ranked[f"fused, {name}"] = [each.chunk.id for each in retrieval.hits]
                in_scope = Options(glossary=glossary, scope=True)
                naively = naive.retrieve(replace(query, options=in_scope))
                ranked[f"naive in scope, {name}"] = [each.chunk.id for each in naively.hits]
            others = {
                "fused, scope off": FusedOptions(model=model, scope=False),
                f"{NOT_READ}, no glossary": FusedOptions(
                    model=model, glossary=NO_GLOSSARY, cross_encoder=NEVER
                ),
            }
            for name, options in others.items():
                elsewhere = pipeline.retrieve(replace(query, options=options))
                ranked[name] = [each.chunk.id for each in elsewhere.hits]
            for method, chunk_ids in ranked.items():
                rank = pages.rank(chunk_ids, question)
                own = values.setdefault(method, {"Hit@1": [], "Hit@5": []})
                own["Hit@1"].append(float(rank <= 1))
                own["Hit@5"].append(float(rank <= 5))
    finally:
        workbench.close()
    intervals = {
        method: {metric: mean_interval(each) for metric, each in own.items()}
        for method, own in values.items()
    }
    title = (
        f"\n{FILINGS}: {len(questions)} questions, {1000 * float(np.median(wall)):.0f} ms (median)"
    )
    rows = [[method, *(i.percent() for i in own.values())] for method, own in intervals.items()]
    print(table(title, ("method", "Hit@1", "Hit@5"), rows), flush=True)
    return {
        "questions": len(questions),
        "milliseconds_median": 1000 * float(np.median(wall)),
        "methods": _numbers(intervals),
    }


def _alone(
    workbench: Workbench,
    collection_id: str,
    questions: Sequence[DatasetQuestion],
    documents: Mapping[str, str],
) -> dict[str, Values]:
    """Each retriever's own list; BM25 and dense are measured elsewhere."""
    found: dict[str, Values] = {}
    records = workbench.parts.records
    for name in ALONE:
        retriever: Retriever = registry.load("backend.retrievers", name).build(workbench.parts)
        for question in questions:
            proposed = retriever.propose(Query(question.text, collection_id), DEPTH)
            chunks = records.chunks([each.chunk_id for each in proposed])
            keys = [
                documents[chunks[s.chunk_id].document_id] for s in proposed if s.chunk_id in chunks
            ]
            _add(found.setdefault(f"{name} alone", {}), list(dict.fromkeys(keys)), question)
    return found


def _plain_methods(
    workbench: Workbench, question_set: QuestionSet
) -> tuple[dict[str, Values], Timing]:
    collection = workbench.library.collection_named(question_set.name)
    documents = {
        document.id: document.key for document in workbench.library.documents(collection.id)
    }
    started, used = time.perf_counter(), time.process_time()
    gathered = gather_all(workbench, collection, question_set.questions)
    count = len(question_set.questions)
    wall, processor = time.perf_counter() - started, time.process_time() - used
    ids = {
        chunk_id
        for _, _, rankings in gathered
        for ranking in rankings
        for chunk_id in ranking.scores
    }
    chunks = workbench.parts.records.chunks(ids)
    names = {chunk_id: documents[chunk.document_id] for chunk_id, chunk in chunks.items()}
    found: dict[str, Values] = {}
    for question, query, rankings in gathered:
        for method, ranked in rankings_by_method(query, rankings, names, ALPHA).items():
            _add(found.setdefault(method, {}), ranked, question)
    return found, (1000 * wall / count, 1000 * processor / count)


def _fused(
    pipeline: FusedHybridPipeline,
    collection_id: str,
    questions: Sequence[DatasetQuestion],
    documents: Mapping[str, str],
    options: FusedOptions,
) -> tuple[Values, Timing]:
    values: Values = {}
    wall, processor = [], []
    for question in questions:
        started, used = time.perf_counter(), time.process_time()
        retrieval = pipeline.retrieve(Query(question.text, collection_id, DEPTH, options=options))
        wall.append(time.perf_counter() - started)
        processor.append(time.process_time() - used)
        ranked = list(dict.fromkeys(documents[each.chunk.document_id] for each in retrieval.hits))
        _add(values, ranked, question)
    return values, (1000 * float(np.median(wall)), 1000 * float(np.mean(processor)))


def _add(values: Values, ranked: Sequence[str], question: DatasetQuestion) -> None:
    for metric, measure in METRICS.items():
        values.setdefault(metric, []).append(measure(ranked, question.gold))


def _report(
    name: str,
    questions: int,
    values: Mapping[str, Values],
    milliseconds: Mapping[str, Timing],
    cost: Mapping[str, float],
) -> dict[str, Any]:
    intervals = {
        method: {metric: mean_interval(each) for metric, each in own.items()}
        for method, own in values.items()
    }
    compared = [m for m in values if m.startswith("fused, ") or m in {"RRF", "dense"}]
    gains = {
        other: {m: difference_interval(values["fused"][m], values[other][m]) for m in METRICS}
        for other in compared
    }
    times = {**milliseconds, **dict.fromkeys(PLAIN_METHODS, milliseconds["both lists"])}
    rows = [
        [
            method,
            *(own[m].percent() for m in METRICS),
            *(f"{each:.0f}" for each in times.get(method, ())),
        ]
        for method, own in intervals.items()
    ]
    rows += [
        [f"fused − {other}", *(gain[m].percent() for m in METRICS), "", ""]
        for other, gain in gains.items()
    ]
    title = (
        f"\n{name}: {questions} questions; names and links cost {cost['once']:.2f} s of processor "
        f"per 1,000 passages once, {cost['at_a_start']:.2f} s at a start"
    )
    columns = ("method", *METRICS, "ms", "ms of processor")
    padded = [[*row, *[""] * (len(columns) - len(row))] for row in rows]
    print(table(title, columns, padded), flush=True)
    return {
        "questions": questions,
        "milliseconds_median": {method: each[0] for method, each in times.items()},
        "milliseconds_of_processor": {method: each[1] for method, each in times.items()},
        "seconds_per_1000_passages": dict(cost),
        "methods": _numbers(intervals),
        **{f"fused_minus_{other}": number for other, number in _numbers(gains).items()},
    }


def _numbers(found: Mapping[str, Mapping[str, Interval]]) -> dict[str, dict[str, list[float]]]:
    return {
        method: {metric: [i.mean, i.low, i.high] for metric, i in own.items()}
        for method, own in found.items()
    }


def main() -> None:
    """Measure the sets and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--models", nargs="+", default=[FusedOptions().model])
    parser.add_argument("--alone", action="store_true", help="also each retriever alone")
    parser.add_argument("--every", type=int, default=1, help="every n-th question of nq_uda")
    parser.add_argument("--result", default="fused", help="name of the result file")
    asked = parser.parse_args()
    for name in asked.sets:
        if name == FILINGS:
            found = measure_filings(asked.models[0])
        else:
            found = measure_set(name, asked.models, asked.every, asked.alone)
        sampled = name == "nq_uda" and asked.every > 1
        label = f"{name}, one question in {asked.every}" if sampled else name
        print(f"\nwritten to {_added(asked.result, label, {'model': asked.models[0], **found})}")


def _added(result: str, name: str, found: Mapping[str, Any]) -> Path:
    """Write one set's figures beside those of the other sets."""
    return write_results(result, {**known_results(result), name: found})


if __name__ == "__main__":
    main()
