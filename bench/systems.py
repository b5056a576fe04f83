"""The systems of the works that Quire grew from, side by side: `python -m bench.systems [SET …]`.

Each system is one entry of SYSTEMS: a pipeline with options, and what it must learn before. Hit at
1, 3 and 5 say whether anything that answers the question stands among the first passages, R@5 how
much of it; over filings pages count in the place of passages (`_filings`). Nothing is chosen here:
constants are those of the works, weights the shipped ones. `--systems` measures some and keeps the
others' rows, `--missing` those that a set has no row of; `--figures` prints what is kept,
`--markdown` the table of docs/systems.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.graph.document_neighbours import WAYS
from backend.graph.learned_vectors import stored_name
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.graph_global import NAME as GLOBAL
from backend.pipelines.graph_local import NAME as LOCAL
from backend.pipelines.neighbouring_documents import NAME as NEIGHBOURING
from backend.pipelines.sub_graph import NAME as SUB_GRAPH
from backend.pipelines.summary_tree import NAME as TREE
from backend.pipelines.text_and_graph import NAME as TEXT_AND_GRAPH
from backend.pipelines.weighted_scores import NAME as WEIGHTED
from backend.ports import Pipeline
from backend.settings import load_settings
from backend.training.graph_training import KINDS, learn_graph
from backend.types import NO_GLOSSARY, Collection, Hit, Options, Query
from backend.workbench import Workbench
from bench._file_sets import file_questions, found_texts, open_form
from bench._filings import SET as FILINGS
from bench._filings import open_filings, short_filings
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._reader_order import ALIGNED, WHOLE, ReaderOrder
from bench._thinned import thinned
from bench._unread import UNREAD_TEXTS
from bench.libraries import open_with, wait_until_read
from bench.pages import Pages
from bench.report import known_results, table, write_results

TOP = 20
"""Passages that a system is asked for."""
THINNED, EVERY = 4, 4
CLAIMS_EVERY, PAGES = 3, 50
METRICS = ("HR@1", "HR@3", "HR@5", "R@5")
FIRST = "meaning alone"
"""What the others are compared with."""


@dataclass(frozen=True, slots=True)
class System:
    """A row: a pipeline with options as texts, the graph vectors that it needs learned, and by what
    of the local reader its passages are put in order, one of ORDERS; not at all where it is empty.
    """

    name: str
    pipeline: str
    options: Mapping[str, str] = field(default_factory=dict)
    learned: str = ""
    order: str = ""


MEANING = {"alpha": "1", "parts": "off", "spread": "off"}
"""Options of naive."""
SYSTEMS = (
    System(FIRST, "naive", MEANING),
    System("naive", "naive"),
    System("fused hybrid", FUSED, UNREAD_TEXTS),
    System("fused hybrid, neural", FUSED, {**UNREAD_TEXTS, "model": "neural"}),
    System("fused hybrid, sections", FUSED, {**UNREAD_TEXTS, "sections": "on"}),
    System("fused hybrid, network", FUSED, {**UNREAD_TEXTS, "network": "on"}),
    System("chain of thought", "chain_of_thought", {"answerer": "local"}),
    System("community graph", "community_graph"),
    System("summary tree, collapsed", TREE, {"way": "collapsed"}),
    System("summary tree, traversal", TREE, {"way": "traversal"}),
    System("local search", LOCAL),
    System("global search", GLOBAL),
    System("text and graph, names", TEXT_AND_GRAPH),
    *(System(f"text and graph, {kind}", TEXT_AND_GRAPH, {"vectors": kind}, kind) for kind in KINDS),
    System("graph vectors alone, names", TEXT_AND_GRAPH, {"alpha": "0"}),
    System("the reader's aligning network", "naive", MEANING, order=ALIGNED),
    System("the reader's judgement of sentences", "naive", MEANING, order=WHOLE),
    System("fixed weights .75/.2/.05", WEIGHTED),
    System("equal weights", WEIGHTED, {"meaning": "1", "keywords": "1", "entities": "1"}),
    System("keywords alone", WEIGHTED, {"meaning": "0", "keywords": "1", "entities": "0"}),
    System("names alone", WEIGHTED, {"meaning": "0", "keywords": "0", "entities": "1"}),
    System("sub-graph", SUB_GRAPH),
    *(System(f"neighbouring documents, {way}", NEIGHBOURING, {"way": way}) for way in WAYS),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and which of its golds the first k places hold: one bool each."""

    text: str
    found: Callable[[Sequence[Hit], int], Sequence[bool]]


@dataclass(frozen=True, slots=True)
class Source:
    """A collection with its questions, which every system is asked with the same `options`; `role`
    says what they may be used for."""

    open: Callable[[], tuple[Workbench, Collection]]
    questions: Callable[[Workbench, Collection], Sequence[Asked]]
    options: Mapping[str, str] = field(default_factory=dict)
    role: str = "test"


def _by_document(
    asked: Sequence[DatasetQuestion], workbench: Workbench, collection: Collection
) -> list[Asked]:
    keys = {document.id: document.key for document in workbench.library.documents(collection.id)}

    def found(gold: Sequence[str], hits: Sequence[Hit], k: int) -> list[bool]:
        shown = {keys[hit.chunk.document_id] for hit in hits[:k]}
        return [each in shown for each in gold]

    return [
        Asked(dataset_question.text, partial(found, tuple(dataset_question.gold)))
        for dataset_question in asked
    ]


def _records(chosen: QuestionSet, asked: Sequence[DatasetQuestion]) -> Source:
    return Source(
        partial(open_with, chosen, library=f"systems-{chosen.name}"), partial(_by_document, asked)
    )


def _files(name: str, form: str) -> Source:
    def questions(workbench: Workbench, collection: Collection) -> list[Asked]:
        def found(gold: Sequence[str], hits: Sequence[Hit], k: int) -> list[bool]:
            return found_texts(gold, [hit.chunk.text for hit in hits[:k]])

        return [Asked(e.text, partial(found, e.gold)) for e in file_questions(name, form)]

    return Source(partial(open_form, name, form), questions)


def _filings() -> Source:
    """Pages of filings: the first k distinct pages among the passages shown, as `bench.pages` ranks
    them, and the share of a question's gold pages among them. Filings of more than PAGES pages are
    left out with their questions, since reading them all takes hours.

    Scope and glossary are off: they find the filing and its words before any system ranks, for all
    alike, and `bench.pages` says what they are worth.
    """

    def questions(workbench: Workbench, collection: Collection) -> list[Asked]:
        pages = Pages(workbench, collection)

        def found(gold: Sequence[str], hits: Sequence[Hit], k: int) -> list[bool]:
            shown = pages.named([hit.chunk.id for hit in hits])[:k]
            return [each in shown for each in gold]

        there = short_filings(PAGES)
        return [
            Asked(question.text, partial(found, question.gold))
            for question in load_question_set(load_settings().benchmarks, FILINGS).questions
            if {gold.rsplit("#", 1)[0] for gold in question.gold} <= there
        ]

    return Source(
        partial(open_filings, PAGES), questions, {"scope": "off", "glossary": NO_GLOSSARY}
    )


def sources() -> dict[str, Callable[[], Source]]:
    """What is measured, by name; a set is loaded when it is asked for."""
    folder = load_settings().benchmarks

    def small() -> Source:
        chosen = load_question_set(folder, "2wiki101_small")
        return _records(chosen, chosen.questions)

    def hotpot() -> Source:
        chosen = thinned(load_question_set(folder, "hotpotqa300"), THINNED)
        return _records(chosen, chosen.second_half())

    def natural() -> Source:
        chosen = load_question_set(folder, "nq_uda")
        return _records(chosen, chosen.second_half()[::EVERY])

    def claims() -> Source:
        chosen = thinned(load_question_set(folder, "scifact"), THINNED)
        return _records(chosen, chosen.questions[::CLAIMS_EVERY])

    return {
        "2wiki101_small, records": small,
        "2wiki101_small, files": lambda: _files("2wiki101_small", "headed"),
        "hotpotqa300 1 in 4, second half": hotpot,
        "nq_uda, every fourth of the second half": natural,
        "scifact 1 in 4, every third question": claims,
        f"financebench_small up to {PAGES} pages, scope off": _filings,
    }


def measure(
    source: Source,
    systems: Sequence[System],
    before: Mapping[str, Any],
    told: Callable[[dict[str, Any]], None],
) -> None:
    """Measure systems over a source; tells all figures after each, those of `before` kept."""
    workbench, collection = source.open()
    try:
        asked = source.questions(workbench, collection)
        found: dict[str, Any] = {
            "role": source.role,
            "questions": len(asked),
            "passages": workbench.library.counts(collection.id).chunks,
            "learned": dict(before.get("learned", {})),
        }
        rows = dict(before.get("systems", {}))
        first: Mapping[str, Sequence[float]] = {}
        for system in systems:
            if system.learned:
                _learn(workbench, collection, system.learned, found["learned"])
            values, milliseconds = _values(workbench, collection, asked, system, source.options)
            first = first or values
            rows[system.name] = _told(values, first, milliseconds)
            order = [each.name for each in SYSTEMS]
            told({**found, "systems": {name: rows[name] for name in order if name in rows}})
    finally:
        workbench.close()


def _learn(workbench: Workbench, collection: Collection, kind: str, known: dict[str, Any]) -> None:
    """Learn vectors of the graph, unless the library has them of its present content."""
    records = workbench.parts.records
    stored = records.load_derived(collection.id, stored_name(kind))
    if stored is not None and not records.changes(stored[1]):
        return
    began = time.process_time()
    learned_vectors = learn_graph(workbench.parts, collection.id, kind, lambda *_: None)
    seconds = time.process_time() - began
    known[kind] = {
        "processor_seconds": seconds,
        "loss": [learned_vectors.losses[0], learned_vectors.losses[-1]],
    }


def _values(
    workbench: Workbench,
    collection: Collection,
    asked: Sequence[Asked],
    system: System,
    given: Mapping[str, str],
) -> tuple[dict[str, list[float]], float]:
    """By metric the value of each question, and the median of milliseconds."""
    built: Pipeline = registry.load("backend.pipelines", system.pipeline).build(workbench.parts)
    kind: type[Options] = registry.load("backend.pipelines", system.pipeline).OPTIONS
    options = kind.read({**system.options, **given})
    wait_until_read(built, Query(asked[0].text, collection.id, TOP, options=options))
    embedder = workbench.parts.embedders.of(collection.id)
    reader = ReaderOrder(embedder) if system.order else None
    values: dict[str, list[float]] = {metric: [] for metric in METRICS}
    wall = []
    for each in asked:
        began = time.perf_counter()
        hits: Sequence[Hit] = built.retrieve(
            Query(each.text, collection.id, TOP, options=options)
        ).hits
        if reader is not None:
            hits = reader.ordered(each.text, hits, system.order)
        wall.append(1000 * (time.perf_counter() - began))
        for metric, value in _measured(each, hits).items():
            values[metric].append(value)
    return values, float(np.median(wall))


def _measured(asked: Asked, hits: Sequence[Hit]) -> dict[str, float]:
    five = asked.found(hits, 5)
    return {
        "HR@1": float(any(asked.found(hits, 1))),
        "HR@3": float(any(asked.found(hits, 3))),
        "HR@5": float(any(five)),
        "R@5": float(np.mean(five)),
    }


def _told(
    values: Mapping[str, Sequence[float]],
    first: Mapping[str, Sequence[float]],
    milliseconds: float,
) -> dict[str, Any]:
    """Means with intervals, and differences to the first system."""
    told: dict[str, Any] = {
        metric: list(_interval(mean_interval(values[metric]))) for metric in METRICS
    }
    if values is not first:
        told["difference"] = {
            metric: list(_interval(difference_interval(values[metric], first[metric])))
            for metric in METRICS
        }
    return {**told, "milliseconds_median": milliseconds}


def _interval(found: Any) -> tuple[float, float, float]:
    return found.mean, found.low, found.high


def _share(each: Sequence[float]) -> str:
    return f"{100 * each[0]:.1f} [{100 * each[1]:.1f}, {100 * each[2]:.1f}]"


def how_asked(system: System) -> str:
    """Pipeline and options of a system as documents write them."""
    if system.order:
        return "`bench` alone"
    options = ", ".join(f"`{name}={value}`" for name, value in system.options.items())
    return f"`{system.pipeline}`{f', {options}' if options else ''}"


def side_by_side(kept: Mapping[str, Any], metric: str = "R@5") -> str:
    """One metric of all systems over all sets, as a table in Markdown."""
    names = [name for name in sources() if name in kept]
    lines = [["System", "Asked by", *names], ["---"] * (len(names) + 2)]
    for system in SYSTEMS:
        rows = [kept[name]["systems"].get(system.name) for name in names]
        shown = [_share(row[metric]) if row else "–" for row in rows]
        lines.append([system.name, how_asked(system), *shown])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _shown(name: str, found: Mapping[str, Any]) -> str:
    rows = [
        [system, *(_share(row[metric]) for metric in METRICS), f"{row['milliseconds_median']:.0f}"]
        for system, row in found["systems"].items()
    ]
    title = f"\n{name}: {found['questions']} questions over {found['passages']:,} passages"
    return table(title, ("system", *METRICS, "ms"), rows)


def main() -> None:
    """Measure sets and write the figures."""
    known = sources()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(known)}")
    parser.add_argument("--systems", nargs="+", metavar="NAME", help="these alone, and the first")
    parser.add_argument("--missing", action="store_true", help="the first, and what has no row yet")
    parser.add_argument("--figures", action="store_true", help="print what was measured before")
    parser.add_argument("--markdown", action="store_true", help="print R@5 of all, as a table")
    asked = parser.parse_args()
    kept = known_results("systems")
    wanted = [name for name in known if not asked.sets or any(s in name for s in asked.sets)]
    if asked.figures:
        print("\n".join(_shown(name, kept[name]) for name in wanted if name in kept))
        return
    if asked.markdown:
        print(side_by_side(kept))
        return
    chosen = [e for e in SYSTEMS if not asked.systems or e.name in (FIRST, *asked.systems)]
    for name in wanted:
        before = kept.get(name, {})
        there = before.get("systems", {}) if asked.missing else {}
        some = [system for system in chosen if system.name == FIRST or system.name not in there]
        if len(some) == 1 and FIRST in there:
            continue

        def keep(found: dict[str, Any], name: str = name) -> None:
            kept[name] = found
            write_results("systems", kept)

        measure(known[name](), some, before, keep)
        print(_shown(name, kept[name]), flush=True)


if __name__ == "__main__":
    main()
