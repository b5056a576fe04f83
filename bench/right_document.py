"""How many of the first passages come from a wrong document, where a question names its document.

`python -m bench.right_document [PART …] [--documents FOLDER] [--unwritten]`. Contracts, letters,
invoices and reports of the same few people and firms lie in one collection, and each question names
its document in passing ("the lease of 4 Mill Lane"). Naive with scope and fused hybrid are asked in
the same run without and with what first pages say of parties, kinds and days: the share of the
first five passages that come from a document which does not answer (`elsewhere`), whether the first
one does (`first elsewhere`), and whether a passage that answers is the first or among the first
five. The questions of `named` chose how first pages are read, those of `named_apart` only test;
those over guides, papers, documents of other kinds and everyday papers, which hardly ever name one,
show what it costs there. `certain` is the share of questions whose search was narrowed to one
document or some, which first pages never do, and `wrongly` that of those which were narrowed to
documents that do not answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import FusedOptions
from backend.pipelines.naive import NAME as NAIVE
from backend.pipelines.naive import NaiveOptions
from backend.ports import Parts, Shared
from backend.scope.scoped_question import scoped_questions_over
from backend.scope.views import ScopeViews
from backend.types import Collection, Options, Query
from backend.view_files import view_files_over
from backend.workbench import Workbench
from bench._reader_own_files import (
    EVERYDAY_APART,
    GUIDES,
    NAMED,
    NAMED_APART,
    PAPERS,
    UNSEEN,
    default_documents,
    open_part,
    questions_with_passages,
)
from bench.own_search import DEPTH, ELSEWHERE, SHOWN, Questions, Values, add, asked_ids, elsewhere
from bench.report import known_results, table, write_results

METRICS = {"Hit@1": 1, f"Hit@{SHOWN}": SHOWN}
FIRST = "first elsewhere"
CERTAIN, WRONGLY = "certain", "wrongly"
COLUMNS = (ELSEWHERE, FIRST, *METRICS, CERTAIN, WRONGLY)
PARTS = {
    NAMED: "documents named in passing, which chose",
    NAMED_APART: "documents named in passing, which only test",
    GUIDES: "guides that train nothing",
    PAPERS: "papers",
    UNSEEN: "documents of other kinds",
    EVERYDAY_APART: "everyday papers",
}
METHODS: Mapping[str, tuple[str, Options]] = {
    f"{NAIVE}, in scope": (NAIVE, NaiveOptions(scope=True)),
    FUSED: (FUSED, FusedOptions()),
}
BEFORE, AFTER = "without first pages", "with first pages"


def main() -> None:
    """Measure both ways of each pipeline, print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--documents", type=Path, default=default_documents())
    parser.add_argument("--unwritten", action="store_true", help="print only")
    asked = parser.parse_args()
    for part in asked.parts:
        found = measure_part(asked.documents, part)
        if not asked.unwritten:
            known = known_results("right_document")
            kept = {each: known[each] for each in PARTS if each in known}
            write_results("right_document", {**kept, part: found})


def measure_part(documents: Path, part: str) -> dict[str, Any]:
    """The figures of one part."""
    workbench, collection = open_part(documents, part)
    try:
        questions = _questions(documents, part)
        ways = {BEFORE: _parts(workbench, first_pages=False), AFTER: workbench.parts}
        values = {
            f"{label}, {way}": _values(workbench, collection, questions, parts, name, options)
            for label, (name, options) in METHODS.items()
            for way, parts in ways.items()
        }
    finally:
        workbench.close()
    return _report(f"{PARTS[part]}: {len(questions)}", len(questions), values)


def _questions(documents: Path, part: str) -> Questions:
    trains = part == PAPERS
    return [
        (each.question, gold)
        for each, gold in questions_with_passages(documents, part, training=trains)
    ]


def _parts(workbench: Workbench, *, first_pages: bool) -> Parts:
    """The same parts with a scope of their own, which reads first pages or does not."""
    parts = replace(workbench.parts, shared=Shared())
    views = ScopeViews(parts.records, view_files_over(parts), first_pages=first_pages)
    parts.shared.of(ScopeViews, lambda: views)
    return parts


def _values(
    workbench: Workbench,
    collection: Collection,
    questions: Questions,
    parts: Parts,
    name: str,
    options: Options,
) -> Values:
    document_of = {
        chunk.id: document.id
        for document in workbench.library.documents(collection.id)
        for chunk in workbench.library.document_chunks(document.id)
    }
    pipeline = registry.load("backend.pipelines", name).build(parts)
    values: Values = {column: [] for column in COLUMNS}
    for question, gold in questions:
        query = Query(question, collection.id, DEPTH, options=options)
        ids, _ = asked_ids(pipeline, query)
        add(values, METRICS, [each in gold for each in ids])
        answering = {document_of[each] for each in gold}
        shown = [document_of[each] for each in ids]
        values[ELSEWHERE].append(elsewhere(shown, answering))
        values[FIRST].append(float(not shown or shown[0] not in answering))
        asked = scoped_questions_over(parts).of(query)
        narrowed = bool(asked.scope.priors) and asked.scope.certain
        searched = asked.page_view.documents_at(asked.scope.documents)
        values[CERTAIN].append(float(narrowed))
        values[WRONGLY].append(float(narrowed and not answering & set(searched)))
    return values


def _report(title: str, questions: int, values: Mapping[str, Values]) -> dict[str, Any]:
    methods: dict[str, dict[str, list[float]]] = {}
    differences: dict[str, dict[str, list[float]]] = {}
    rows: list[list[str]] = []
    for label, before, after in _pairs(values):
        for name, own in ((f"{label}, {BEFORE}", before), (f"{label}, {AFTER}", after)):
            found = {metric: mean_interval(each) for metric, each in own.items()}
            methods[name] = {m: [i.mean, i.low, i.high] for m, i in found.items()}
            rows.append([name, *(found[column].percent() for column in COLUMNS)])
        gains = {m: difference_interval(after[m], before[m]) for m in COLUMNS}
        differences[label] = {m: [i.mean, i.low, i.high] for m, i in gains.items()}
        rows.append([f"{label}: difference", *(gains[column].percent() for column in COLUMNS)])
    print(table(title, ("", *COLUMNS), rows), flush=True)
    return {"questions": questions, "methods": methods, "differences": differences}


def _pairs(values: Mapping[str, Values]) -> Iterator[tuple[str, Values, Values]]:
    for label in METHODS:
        yield label, values[f"{label}, {BEFORE}"], values[f"{label}, {AFTER}"]


if __name__ == "__main__":
    main()
