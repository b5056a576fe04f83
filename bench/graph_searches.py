"""Searches over trees and graphs beside naive, community graph and fused hybrid: `python -m
bench.graph_searches [PART …]`.

Parts: `novels` (questions over the shortest novels of graphrag_novel_open, cut as a new collection
cuts: broad ones, whose answers are statements, and narrow ones; by the local judge, coverage of
these statements by the passages found and by what is said, and correctness) and `records`
(2wiki101_small as records: recall). Each way is asked each question in one run on one machine; 95 %
intervals, those of differences paired by question. Nothing was chosen by these questions: every
constant of the new searches is the paper's or was set beforehand. `--ways` measures some, with
naive, and keeps the others' figures; `--most N` asks the first N of each kind.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from backend import registry
from backend.evaluation.intervals import mean_interval
from backend.evaluation.metrics.recall import recall
from backend.graph.document_neighbours import WAYS as DOCUMENT_WAYS
from backend.pipelines._names.kept import made
from backend.pipelines._names.local_search import within_tokens
from backend.settings import load_settings
from backend.tasks.judge import local
from backend.types import Collection, Options, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, load_question_set
from bench._unread import UNREAD_TEXTS
from bench.libraries import open_with
from bench.report import known_results, table, write_results
from bench.seeds import shortest_novels

NAIVE = "naive"
NOVELS, RECORDS = "graphrag_novel_open", "2wiki101_small"
KINDS = {
    "broad": ("Contextual Summarize", "Creative Generation"),
    "narrow": ("Fact Retrieval", "Complex Reasoning"),
}
WAYS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    NAIVE: (NAIVE, {}),
    "community graph": ("community_graph", {}),
    "fused hybrid": ("fused_hybrid", UNREAD_TEXTS),
    "summary tree, collapsed": ("summary_tree", {"way": "collapsed"}),
    "summary tree, traversal": ("summary_tree", {"way": "traversal"}),
    "local search": ("graph_local", {}),
    "global search": ("graph_global", {}),
    "sub-graph": ("sub_graph", {}),
    **{
        f"neighbouring documents, {way}": ("neighbouring_documents", {"way": way})
        for way in DOCUMENT_WAYS
    },
    "text and graph": ("text_and_graph", {}),
    "fixed weights": ("weighted_scores", {}),
    "fused hybrid, network": ("fused_hybrid", {**UNREAD_TEXTS, "network": "on"}),
}
TOP = 5
DEEP = 10
BUDGET = 1_500
"""Tokens of the passages beside an answer in which its statements are sought."""
ASKED = {"broad": 30, "narrow": 16}
"""Questions of each kind over the novels, evenly spaced among all of them."""
Interval = list[float]


def main() -> None:
    """Measure the parts, keep the figures, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = {"novels": novels, "records": records}
    parser.add_argument("parts", nargs="*", default=list(parts))
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), metavar="WAY", help="these alone")
    parser.add_argument("--most", type=int, help="questions of each kind")
    asked = parser.parse_args()
    ways = [each for each in WAYS if not asked.ways or each in (NAIVE, *asked.ways)]
    figures = known_results("graph_searches")
    for name in asked.parts:
        found = parts[name](ways, asked.most)
        figures[name] = with_others(found, figures.get(name, {})) if asked.ways else found
        print(_told(name, figures[name]))
        if not asked.most:
            write_results("graph_searches", figures)


def with_others(found: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """What was found, and of each kind of question the ways that were measured before alone."""
    joined = {
        kind: {**before.get(kind, {}), **each} if isinstance(each, Mapping) else each
        for kind, each in found.items()
    }
    return {
        kind: {name: each[name] for name in ("questions", *WAYS) if name in each}
        if isinstance(each, Mapping)
        else each
        for kind, each in joined.items()
    }


def novels(ways: Sequence[str], most: int | None) -> dict[str, Any]:
    """Marks of the local judge by kind of question and way."""
    settings = load_settings()
    whole = load_question_set(settings.benchmarks, NOVELS)
    with tempfile.TemporaryDirectory() as folder:
        small = shortest_novels(whole, Path(folder))
        kept = {line["doc_id"] for line in _lines(small.corpus)}
        workbench, collection = open_with(small, library="graph-searches")
        try:
            found: dict[str, Any] = _sizes(workbench, collection)
            for kind, names in KINDS.items():
                some = [
                    question
                    for question in whole.questions
                    if question.kind in names and set(question.gold) <= kept
                ]
                some = some[:: max(1, len(some) // ASKED[kind])][: ASKED[kind]]
                found[kind] = _compared(
                    ways, some[:most], lambda way, each: _judged(workbench, collection, way, each)
                )
            return found
        finally:
            workbench.close()


def records(ways: Sequence[str], most: int | None) -> dict[str, Any]:
    """Recall of the passages that questions need, by way."""
    chosen = load_question_set(load_settings().benchmarks, RECORDS)
    workbench, collection = open_with(chosen, library="graph-searches")
    try:
        keys = {
            document.id: document.key for document in workbench.library.documents(collection.id)
        }

        def asked(way: str, each: DatasetQuestion) -> dict[str, float]:
            pipeline, texts = WAYS[way]
            options = workbench.questions.options_of(pipeline, texts)
            started = time.perf_counter()
            found = workbench.questions.search(
                Query(each.text, collection.id, DEEP, options=options), pipeline
            )
            seconds = time.perf_counter() - started
            ranked = list(dict.fromkeys(keys[hit.chunk.document_id] for hit in found.hits))
            return {
                "recall@2": 100 * recall(ranked, each.gold, 2),
                "recall@5": 100 * recall(ranked, each.gold, TOP),
                "ms": 1000 * seconds,
            }

        return {
            **_sizes(workbench, collection),
            "all": _compared(ways, chosen.questions[:most], asked),
        }
    finally:
        workbench.close()


def _lines(corpus: Path) -> list[dict[str, Any]]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _sizes(workbench: Workbench, collection: Collection) -> dict[str, Any]:
    """What the graph of names holds, and what it takes to make it and to read it again."""
    times = []
    for _ in range(2):  # worked out, then read where it was kept
        started = time.process_time()
        graph = made(workbench.parts.records, collection.id)
        times.append(time.process_time() - started)
    return {
        "passages": workbench.library.counts(collection.id).chunks,
        "names": len(graph.network.ids),
        "facts": len(graph.network.facts),
        "groups": len(graph.groups),
        "reports": len(graph.reports),
        "seconds to make": times[0],
        "seconds to read": times[1],
    }


def _judged(
    workbench: Workbench, collection: Collection, way: str, each: DatasetQuestion
) -> dict[str, float]:
    """Marks of one answer; a refusal is wrong."""
    pipeline, texts = WAYS[way]
    options: type[Options] = registry.load("backend.pipelines", pipeline).OPTIONS
    given = options.read({**texts, "answerer": "local"})
    started = time.perf_counter()
    asking = workbench.questions.ask(
        Query(each.text, collection.id, TOP, options=given), pipeline, kept=False
    )
    asking.wait()
    seconds = time.perf_counter() - started
    if asking.answer is None:
        raise asking.error or RuntimeError("no answer came")
    answer = asking.answer
    supported = [one.supported for one in answer.sentences if one.supported is not None]
    text = f"{answer.short}\n{answer.text}" if answer.found else ""
    judge = local.build(workbench.parts.settings)
    found = judge.judge(each.text, each.answers, text, supported)
    read = within_tokens(answer.hits, BUDGET)
    inside = judge.judge(each.text, each.answers, "\n".join(hit.chunk.text for hit in read), [])
    return {
        "held": 100 * (inside.coverage or 0.0),
        "correctness": 100 * (found.correct or 0.0),
        "coverage": 100 * (found.coverage or 0.0),
        "found": 100.0 * answer.found,
        "words": float(len(text.split())),
        "ms": 1000 * seconds,
    }


def _compared(
    ways: Sequence[str],
    questions: Sequence[DatasetQuestion],
    asked: Any,
) -> dict[str, Any]:
    """Means with intervals by way, and their differences to naive."""
    marks: dict[str, list[dict[str, float]]] = {each: [] for each in ways}
    for way in ways:  # what the first question reads is not counted
        asked(way, questions[0])
    for question in questions:
        for way in ways:
            marks[way].append(asked(way, question))
    found: dict[str, Any] = {"questions": len(questions)}
    for way in ways:
        found[way] = {mark: _interval([m[mark] for m in marks[way]]) for mark in marks[way][0]}
        if way != NAIVE:
            found[way]["to naive"] = {
                mark: _interval(
                    [m[mark] - n[mark] for m, n in zip(marks[way], marks[NAIVE], strict=True)]
                )
                for mark in marks[way][0]
                if mark not in {"ms", "words", "found"}
            }
    return found


def _interval(values: Sequence[float]) -> Interval:
    interval = mean_interval(values)
    return [interval.mean, interval.low, interval.high]


def _told(name: str, figures: Mapping[str, Any]) -> str:
    lines = []
    for kind, found in figures.items():
        if not isinstance(found, Mapping):
            lines.append(f"{kind}: {found}")
            continue
        marks = [each for each in found[NAIVE] if each != "to naive"]
        rows = [
            [way, *(f"{v[0]:.1f} [{v[1]:.1f}, {v[2]:.1f}]" for v in (row[m] for m in marks))]
            for way, row in found.items()
            if isinstance(row, Mapping)
        ]
        lines.append(table(f"{name}, {kind}, {found['questions']}", ["way", *marks], rows))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
