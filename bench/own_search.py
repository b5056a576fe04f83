"""How well passages are found for questions in people's own words over their own kinds of files.

`python -m bench.own_search [PART …] [--documents FOLDER] [--models …]`. The questions are those of
`bench/own_files`: over the guides that train nothing, asked of all guides together, over the
papers, which all train the weights of fused hybrid, and over five documents of other kinds, written
before anything was measured on them; and those over the guides once more, with three filings in the
same collection. A question counts as found where a passage that
holds a part of an answering sentence is among the first five (or ten) that are shown; its page,
where a passage of the same page is. `elsewhere` is the share of the first five that comes from a
document that does not answer. Beside the pipelines, in the same run: each without the parts
of passages, naive as it joins by rank, and plain BM25 and plain meaning over whole pages.

Beside them 55 analysts' questions over the pages of 20 filings, which say nothing of passages:
every passage of a page that answers counts as found.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from backend import registry
from backend.command_line.searching import main_page
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import WINDOW, FusedOptions
from backend.pipelines.naive import NAME as NAIVE
from backend.pipelines.naive import NaiveOptions
from backend.ports import Pipeline
from backend.settings import load_settings
from backend.types import Collection, Options, Query
from backend.workbench import Workbench
from bench._filings import SET, open_filings
from bench._question_sets import load_question_set
from bench._reader_own_files import (
    GUIDES,
    MIXED,
    PAPERS,
    UNSEEN,
    default_documents,
    open_part,
    questions_with_passages,
)
from bench._unread import UNREAD
from bench._whole_pages import WholePages, best_pages
from bench.libraries import read_through
from bench.report import known_results, table, write_results

DEPTH = 10
METRICS = {"Hit@1": 1, "Hit@5": 5, "Hit@10": 10}
PAGES = {f"page {metric}": depth for metric, depth in METRICS.items()}
ELSEWHERE, SHOWN = "elsewhere", 5
COLUMNS = (*METRICS, *PAGES, ELSEWHERE)
READING_PAUSE = 0.2
FILINGS = "filings"
PARTS = {
    GUIDES: "guides that train nothing",
    PAPERS: "papers, which train",
    UNSEEN: "documents of other kinds, which never train or choose",
    MIXED: "guides that train nothing, beside three filings",
    FILINGS: "filings, on whose questions scope was chosen",
}
Questions = list[tuple[str, frozenset[str]]]
"""Each with the ids of the passages that count as found."""
WORDS, MEANING = "BM25 over pages", "dense over pages"
Values = dict[str, list[float]]


def main() -> None:
    """Measure every method, print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--documents", type=Path, default=default_documents())
    parser.add_argument("--models", nargs="+", default=[FusedOptions().model])
    parser.add_argument("--unwritten", action="store_true", help="print only")
    asked = parser.parse_args()
    for part in asked.parts:
        found = measure_part(asked.documents, part, asked.models)
        if not asked.unwritten:
            _write(part, found)


def opened(documents: Path, part: str) -> tuple[Workbench, Collection, Questions]:
    """A workbench with a part's documents, and its questions."""
    if part == FILINGS:
        workbench, collection = open_filings()
        read_through(workbench, collection.id)
        return workbench, collection, _of_filings(workbench, collection)
    asked = questions_with_passages(documents, part, training=part == PAPERS)
    return *open_part(documents, part), [(each.question, gold) for each, gold in asked]


def _of_filings(workbench: Workbench, collection: Collection) -> Questions:
    on_page: dict[str, set[str]] = {}
    for document in workbench.library.documents(collection.id):
        for chunk in workbench.library.document_chunks(document.id):
            name = f"{PurePath(document.name).stem}#p{main_page(workbench, chunk)}"
            on_page.setdefault(name, set()).add(chunk.id)
    questions = load_question_set(load_settings().benchmarks, SET).questions
    return [
        (question.text, frozenset().union(*(on_page.get(page, set()) for page in question.gold)))
        for question in questions
    ]


def methods(models: Sequence[str]) -> dict[str, tuple[str, Options]]:
    """Label of each method with its pipeline and options; the first is compared with."""
    return {
        NAIVE: (NAIVE, NaiveOptions()),
        "naive, without parts": (NAIVE, NaiveOptions(parts=False)),
        "naive, without parts, by rank": (
            NAIVE,
            NaiveOptions(fusion="reciprocal_rank", parts=False),
        ),
        **{f"{FUSED}, {model}": (FUSED, FusedOptions(model=model)) for model in models},
        f"{FUSED}, {models[0]}, without parts": (
            FUSED,
            FusedOptions(model=models[0], use={WINDOW: False}),
        ),
        f"{FUSED}, {models[0]}, not read together": (
            FUSED,
            replace(UNREAD, model=models[0]),
        ),
    }


def measure_part(documents: Path, part: str, models: Sequence[str]) -> dict[str, Any]:
    """The figures of the guides or of the papers."""
    workbench, collection, questions = opened(documents, part)
    values: dict[str, Values] = {}
    milliseconds: dict[str, float] = {}
    try:
        pages = WholePages(workbench, collection)
        document_of = {
            chunk.id: document.id
            for document in workbench.library.documents(collection.id)
            for chunk in workbench.library.document_chunks(document.id)
        }
        for label, (name, options) in methods(models).items():
            pipeline: Pipeline = registry.load("backend.pipelines", name).build(workbench.parts)
            own = values[label] = {metric: [] for metric in COLUMNS}
            wall: list[float] = []
            for question, gold in questions:
                query = Query(question, collection.id, DEPTH, options=options)
                ids, seconds = asked_ids(pipeline, query)
                wall.append(seconds)
                add(own, METRICS, [each in gold for each in ids])
                right = set(pages.pages(sorted(gold)))
                add(own, PAGES, [page in right for page in pages.pages(ids)])
                answering = {document_of[each] for each in gold}
                own[ELSEWHERE].append(elsewhere([document_of[each] for each in ids], answering))
            milliseconds[label] = 1000 * float(np.median(wall))
        for label, scores in {WORDS: pages.by_words, MEANING: pages.by_meaning}.items():
            own = values[label] = {metric: [] for metric in PAGES}
            for question, gold in questions:
                right = set(pages.pages(sorted(gold)))
                best = best_pages(scores(question), DEPTH)
                add(own, PAGES, [page in right for page in best])
    finally:
        workbench.close()
    return _report(f"{PARTS[part]}: {len(questions)}", len(questions), values, milliseconds)


def asked_ids(pipeline: Pipeline, query: Query) -> tuple[list[str], float]:
    """Ids of the passages shown, and seconds by the clock, once everything has been read."""
    while True:
        started = time.perf_counter()
        retrieval = pipeline.retrieve(query)
        seconds = time.perf_counter() - started
        if not any("still being read" in notice for notice in retrieval.notices):
            return [hit.chunk.id for hit in retrieval.hits], seconds
        time.sleep(READING_PAUSE)


def elsewhere(documents: Sequence[str], answering: AbstractSet[str]) -> float:
    """The share of the first five passages, given by their documents, that come from another one
    than those that answer; 0 where nothing is shown.
    """
    shown = documents[:SHOWN]
    return sum(each not in answering for each in shown) / len(shown) if shown else 0.0


def add(own: Values, metrics: Mapping[str, int], right: Sequence[bool]) -> None:
    """Put down per metric whether one of the first so many is right."""
    for metric, depth in metrics.items():
        own[metric].append(float(any(right[:depth])))


def _report(
    title: str, questions: int, values: Mapping[str, Values], milliseconds: Mapping[str, float]
) -> dict[str, Any]:
    figures: dict[str, dict[str, list[float]]] = {}
    differences: dict[str, dict[str, list[float]]] = {}
    rows: list[list[str]] = []
    first = next(iter(values))
    for label, own in values.items():
        found = {metric: mean_interval(each) for metric, each in own.items()}
        figures[label] = {m: [i.mean, i.low, i.high] for m, i in found.items()}
        cells = [found[column].percent() if column in found else "" for column in COLUMNS]
        rows.append([label, *cells, f"{milliseconds[label]:.0f}" if label in milliseconds else ""])
        if label != first:
            gains = {m: difference_interval(values[first][m], own[m]) for m in own}
            name = f"{first} − {label}"
            differences[name] = {m: [i.mean, i.low, i.high] for m, i in gains.items()}
            cells = [gains[column].percent() if column in gains else "" for column in COLUMNS]
            rows.append([name, *cells, ""])
    print(table(title, ("", *COLUMNS, "ms"), rows), flush=True)
    return {
        "questions": questions,
        "milliseconds_median": dict(milliseconds),
        "methods": figures,
        "differences": differences,
    }


def _write(part: str, found: Mapping[str, Any]) -> None:
    """Write one part's figures beside those of the others."""
    known = known_results("own_search")
    write_results(
        "own_search", {**{each: known[each] for each in PARTS if each in known}, part: found}
    )


if __name__ == "__main__":
    main()
