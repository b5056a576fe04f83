"""The community graph: building it, keeping it up, asking it, and how well it finds.

`python -m bench.community_graph [PART …]` with the parts build, update and quality (all without
one). `--choose` prints the quality of settings on the first halves of hotpotqa300 and nq_uda, which
chose the defaults of `backend.pipelines.community_graph`; every figure of the table comes from
questions that chose nothing: the second halves of those two, and graphrag_novel_open. All of them
are asked; `--most N` asks the first N of each.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backend.evaluation.intervals import Interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.recall import recall
from backend.graph.document_graph import document_graph
from backend.graph.upkeep import refresh_links
from backend.identity import content_id
from backend.pipelines.community_graph import NAME, CommunityOptions
from backend.ports import DocumentBundle, Retrieval
from backend.records import sqlite
from backend.settings import Settings, load_settings
from backend.tokens import estimate_tokens
from backend.types import CollectionSettings, Community, Document, Hit, Options, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench._reader_sets import read_lines
from bench.libraries import open_with
from bench.report import known_results, table, write_results

LIBRARY = f"communities-{CollectionSettings().chunk_tokens}"
CHOOSING, TESTING = ("hotpotqa300", "nq_uda"), ("hotpotqa300", "nq_uda")
NOVELS = "graphrag_novel_open"
CHOOSING_QUESTIONS = 100
LOWEST = 0.5
"""Links are stored from this cosine on, so that the least likeness can be chosen by question."""
TIMES = ("milliseconds", "processor milliseconds")
AS_SET: Mapping[str, Options] = {
    "naive": Options(),
    NAME: CommunityOptions(min_sim=CollectionSettings().link_threshold),
}
"""By pipeline: only links that the settings of a new collection keep; benchmark libraries keep
more."""
BUDGET = 1_500
"""Tokens of passages that may be read, for the coverage of spans."""
CHUNKS = (1_000, 10_000)
DOCUMENTS = (10, 1_000, 10_000)
COMMUNITIES_EACH = 3
DIMENSION = 384

Spans = Mapping[str, Sequence[tuple[str, int, int]]]


def main() -> None:
    """Print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["build", "update", "quality"])
    parser.add_argument("--choose", action="store_true", help="settings on the first halves")
    parser.add_argument("--most", type=int, help="questions of each set and kind")
    arguments = parser.parse_args()
    if arguments.choose:
        choose()
        return
    figures = known_results("community_graph")
    for part in arguments.parts:
        if part == "quality":
            figures[part] = quality(arguments.most)
        else:
            figures[part] = {"build": build, "update": update}[part]()
    print(f"\nwritten to {write_results('community_graph', figures)}")


# --- building and keeping up ---------------------------------------------------------------------


def build() -> dict[str, Any]:
    """Processor seconds for the graph of one document: neighbours, PageRank and communities."""
    rows = []
    for count in CHUNKS:
        vectors = walk_of_topics(count)
        ids = [f"{number:06}" for number in range(count)]
        started = time.process_time()
        graph = document_graph(ids, vectors, CollectionSettings())
        seconds = time.process_time() - started
        rows.append((count, len(graph.edges), len(graph.groups), seconds))
    print(
        table(
            "Graph of one document",
            ("passages", "links", "groups", "processor seconds"),
            [(f"{c:,}", f"{e:,}", g, f"{s:.2f}") for c, e, g, s in rows],
        )
    )
    return {str(c): {"links": e, "groups": g, "seconds": s} for c, e, g, s in rows}


def walk_of_topics(count: int) -> Any:
    """Vectors of passages that stay with a topic for a while and return to earlier ones."""
    generator = np.random.default_rng(1)
    topics = generator.standard_normal((max(4, count // 40), DIMENSION))
    now = np.repeat(generator.integers(0, len(topics), count // 8 + 1), 8)[:count]
    noise = generator.standard_normal((count, DIMENSION))
    return (topics[now] + 0.9 * noise).astype(np.float16)


def update() -> dict[str, Any]:
    """Processor time to bring the links up to date after one document more, and one less."""
    rows = []
    for count in DOCUMENTS:
        folder = Path(tempfile.mkdtemp())
        try:
            rows.append((count, *_update(folder, count)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print()
    print(
        table(
            f"Links after one document of {COMMUNITIES_EACH} groups",
            ("documents", "added, ms", "deleted, ms", "all afresh, ms"),
            [(f"{c:,}", *(f"{1000 * s:.0f}" for s in seconds)) for c, *seconds in rows],
        )
    )
    return {
        str(c): {"added": added, "deleted": gone, "afresh": afresh}
        for c, added, gone, afresh in rows
    }


def _update(folder: Path, count: int) -> tuple[float, float, float]:
    records = sqlite.build(Settings(library=folder))
    collection = records.create_collection("Curve", CollectionSettings(link_threshold=0.6))
    vectors = walk_of_topics((count + 5) * COMMUNITIES_EACH)
    bundles = [
        _bundle(collection.id, number, vectors[number * COMMUNITIES_EACH :][:COMMUNITIES_EACH])
        for number in range(count + 5)
    ]
    for start in range(0, count, 500):
        records.publish(bundles[start : min(start + 500, count)])
    started = time.process_time()
    refresh_links(records, collection.id)
    afresh = time.process_time() - started
    added, deleted = [], []
    for bundle in bundles[count:]:
        records.publish([bundle])
        started = time.process_time()
        refresh_links(records, collection.id)
        added.append(time.process_time() - started)
    for bundle in bundles[:5]:
        records.delete_documents([bundle.document.id])
        started = time.process_time()
        refresh_links(records, collection.id)
        deleted.append(time.process_time() - started)
    records.close()
    return float(np.median(added)), float(np.median(deleted)), afresh


def _bundle(collection_id: str, number: int, vectors: Any) -> DocumentBundle:
    identity = content_id("curve", number)
    document = Document(
        identity, collection_id, f"{number}", f"{number}", "text/plain", identity, 0, 0, 0, 1, 0.0
    )
    communities = tuple(
        Community(content_id(identity, row), identity, (), "", "", ())
        for row in range(len(vectors))
    )
    return DocumentBundle(
        document, "", (), (), (), np.zeros((0, DIMENSION), np.float16), "synthetic",
        communities=communities, community_vectors=vectors, graph_recipe="synthetic",
    )  # fmt: skip


# --- finding -------------------------------------------------------------------------------------


def choose() -> None:
    """Mean recall at 5 of settings on the first halves."""
    reaches = [(seeds, 0, 1.0, 0) for seeds in (5, 10, 20, 50)]
    reaches += [
        (seeds, 2, least, 20) for seeds in (5, 10, 20) for least in (LOWEST, 0.6, 0.7, 0.78)
    ]
    grid = [
        CommunityOptions(seeds=seeds, hops=hops, min_sim=least, paths=paths)
        for seeds, hops, least, paths in reaches
    ]
    rows = []
    for name in CHOOSING:
        question_set = load_question_set(load_settings().benchmarks, name)
        workbench, collection_id = opened(question_set)
        questions = question_set.first_half()[:CHOOSING_QUESTIONS]
        keys = keys_of(workbench, collection_id)
        print(name, workbench.graph.link_likeness(collection_id))
        for pipeline, options in (
            ("naive", Options()),
            *((NAME, choice) for choice in grid),
        ):
            found = measured(workbench, collection_id, questions, keys, pipeline, options)
            means = [mean_interval(found[m]).mean for m in ("R@2", "R@5", "Hit@5", "pool")]
            words = " ".join(f"{k} {v}" for k, v in options.texts().items()) or "-"
            rows.append((name, pipeline, words, *(f"{100 * mean:.1f}" for mean in means)))
            print(*rows[-1], flush=True)
        workbench.close()


def quality(most: int | None) -> dict[str, Any]:
    """Naive and community graph side by side, on questions that chose nothing."""
    figures: dict[str, Any] = {}
    for name in TESTING:
        question_set = load_question_set(load_settings().benchmarks, name)
        workbench, collection_id = opened(question_set)
        questions = question_set.second_half()[:most]
        keys = keys_of(workbench, collection_id)
        rows = {
            pipeline: measured(workbench, collection_id, questions, keys, pipeline, options)
            for pipeline, options in AS_SET.items()
        }
        figures[name] = _shown(f"{name}, second half, {len(questions)} questions", rows)
        workbench.close()
    question_set = load_question_set(load_settings().benchmarks, NOVELS)
    workbench, collection_id = opened(question_set)
    spans = spans_of(question_set)
    questions = tuple(question for question in question_set.questions if question.qid in spans)
    for kind in sorted({question.kind for question in questions}):
        chosen = [question for question in questions if question.kind == kind][:most]
        rows = {
            pipeline: covered(workbench, collection_id, chosen, spans, pipeline)
            for pipeline in ("naive", NAME)
        }
        figures[f"{NOVELS}, {kind}"] = _shown(f"{NOVELS}, {kind}, {len(chosen)} questions", rows)
    workbench.close()
    return figures


def _shown(title: str, rows: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, Any]:
    measures: dict[str, dict[str, Interval]] = {
        pipeline: {name: mean_interval(values) for name, values in row.items() if name not in TIMES}
        for pipeline, row in rows.items()
    }
    names = list(next(iter(measures.values())))
    paired = {
        name: mean_interval(
            [b - a for a, b in zip(rows["naive"][name], rows[NAME][name], strict=True)]
        )
        for name in names
    }
    medians = {
        pipeline: [float(np.median(row[each])) for each in TIMES] for pipeline, row in rows.items()
    }
    lines = [
        [
            pipeline,
            *(row[name].percent() for name in names),
            *(f"{each:.0f}" for each in medians[pipeline]),
        ]
        for pipeline, row in measures.items()
    ]
    lines.append(["difference", *(paired[name].percent() for name in names), "", ""])
    print()
    print(table(title, ("pipeline", *names, *TIMES), lines), flush=True)
    return {
        "questions": len(next(iter(rows["naive"].values()))),
        **{
            pipeline: {name: [i.mean, i.low, i.high] for name, i in row.items()}
            | {f"median_{key}": value for key, value in zip(TIMES, medians[pipeline], strict=True)}
            for pipeline, row in measures.items()
        },
        "difference": {name: [i.mean, i.low, i.high] for name, i in paired.items()},
    }


def opened(question_set: QuestionSet) -> tuple[Workbench, str]:
    """The set's collection, with links stored from LOWEST on."""
    workbench, collection = open_with(
        question_set, library=LIBRARY, cut=CollectionSettings(link_threshold=LOWEST)
    )
    refresh_links(workbench.parts.records, collection.id)
    return workbench, collection.id


def keys_of(workbench: Workbench, collection_id: str) -> dict[str, str]:
    """The corpus id of each document."""
    return {document.id: document.key for document in workbench.library.documents(collection_id)}


def measured(
    workbench: Workbench,
    collection_id: str,
    questions: Sequence[DatasetQuestion],
    keys: Mapping[str, str],
    pipeline: str,
    options: Options,
) -> dict[str, list[float]]:
    """Measures of documents found, by question; `pool` is the share that is searched finely."""
    total = workbench.library.counts(collection_id).chunks
    rows: dict[str, list[float]] = {n: [] for n in ("R@2", "R@5", "Hit@5", "pool", *TIMES)}
    for question in questions:
        query = Query(question.text, collection_id, top_k=20, options=options)
        found = _searched(workbench, query, pipeline, rows)
        ranked = list(dict.fromkeys(keys[each.chunk.document_id] for each in found.hits))
        rows["R@2"].append(recall(ranked, question.gold, 2))
        rows["R@5"].append(recall(ranked, question.gold, 5))
        rows["Hit@5"].append(hit(ranked, question.gold, 5))
        replays = [step.detail["replay"] for step in found.steps if step.name == "expand"]
        rows["pool"].append(json.loads(replays[0])["pool"] / total if replays else 1.0)
    return rows


def _searched(
    workbench: Workbench, query: Query, pipeline: str, rows: Mapping[str, list[float]]
) -> Retrieval:
    """The evidence of a question; its times are added to the rows."""
    before = time.perf_counter(), time.process_time()
    found = workbench.questions.search(query, pipeline)
    after = time.perf_counter(), time.process_time()
    for name, start, end in zip(TIMES, before, after, strict=True):
        rows[name].append(1000 * (end - start))
    return found


def spans_of(question_set: QuestionSet) -> Spans:
    """Where the evidence of each question was found, by question."""
    folder = load_settings().benchmarks / question_set.name
    found = {}
    for row in read_lines(folder / "questions.jsonl.gz"):
        weak = row.get("weak_spans")
        if isinstance(weak, list) and weak:
            found[str(row["qid"])] = [(str(d), int(a), int(b)) for d, a, b, *_ in weak]
    return found


def covered(
    workbench: Workbench,
    collection_id: str,
    questions: Sequence[DatasetQuestion],
    spans: Spans,
    pipeline: str,
) -> dict[str, list[float]]:
    """The share of each question's spans that the best passages within BUDGET tokens cover."""
    keys = keys_of(workbench, collection_id)
    rows: dict[str, list[float]] = {n: [] for n in ("coverage", *TIMES)}
    for question in questions:
        query = Query(question.text, collection_id, top_k=20, options=AS_SET[pipeline])
        given = within(_searched(workbench, query, pipeline, rows).hits, BUDGET)
        rows["coverage"].append(
            float(np.mean([_share(span, given, keys) for span in spans[question.qid]]))
        )
    return rows


def within(hits: Sequence[Hit], tokens: int) -> list[Hit]:
    """The best hits that fit in so many tokens, the first in any case."""
    chosen: list[Hit] = []
    for each in hits:
        tokens -= estimate_tokens(each.chunk.text)
        if tokens < 0 and chosen:
            break
        chosen.append(each)
    return chosen


def _share(span: tuple[str, int, int], hits: Sequence[Hit], keys: Mapping[str, str]) -> float:
    document, start, end = span
    touched: set[int] = set()
    for each in hits:
        if keys[each.chunk.document_id] == document:
            touched.update(range(max(start, each.chunk.start), min(end, each.chunk.end)))
    return len(touched) / max(1, end - start)


if __name__ == "__main__":
    main()
