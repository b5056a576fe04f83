"""Ingestion and questions by engine, side by side: embedded, Elasticsearch, Neo4j, and both.

`python -m bench.servers [--sizes 1000 10000 100000]`. One library grows through the sizes, kept in
SQLite and in Neo4j alike, each followed by the embedded index and by Elasticsearch. All four answer
the same questions one by one, and then 20 people ask at once. The sentences and questions are
real, the vectors random under the real embedder's name. Starts both real servers (0.5 GB of heap
each) as the tests do; needs Java and Maven.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from backend.ports import DocumentBundle
from backend.settings import Secret, Settings, load_settings
from backend.types import Collection, Query
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, documents, questions, sentences
from bench.report import table, write_results
from tests.servers.launcher import elasticsearch, neo4j

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 40
PEOPLE = 20
EACH = 3
BATCH = 500
"""Documents between two times that the indices follow; stored `STORED` at a time."""
STORED = 50
RECORDS = {"embedded": "SQLite", "Elasticsearch": "SQLite", "Neo4j": "Neo4j", "both": "Neo4j"}
"""Each engine and where its records are."""

Row = dict[str, str | float]


def main() -> None:
    """Grow one library through the sizes and measure every engine at each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    sizes: list[int] = parser.parse_args().sizes
    # the server may run under another account, which cannot enter other temporary folders
    folder = Path(tempfile.mkdtemp(prefix="quire-bench-"))
    folder.chmod(0o755)
    search = elasticsearch.launch(folder / "elasticsearch")
    graph = neo4j.launch(folder / "neo4j")
    try:
        search.process.start()
        graph.process.start()
        rows: list[Row] = []
        for some in measured(engines(load_settings(), folder, search, graph), sizes):
            rows += some
            figures = {"rows": rows, "questions": QUESTIONS, "people": PEOPLE}
            print(write_results("servers", figures), flush=True)
    finally:
        search.process.kill()
        graph.process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    print(
        table(
            f"naive retrieval, {QUESTIONS} questions, then {PEOPLE} people asking {EACH} each",
            list(rows[0]),
            [list(row.values()) for row in rows],
        )
    )


def engines(
    base: Settings,
    folder: Path,
    search: elasticsearch.ElasticsearchServer,
    graph: neo4j.Neo4jServer,
) -> dict[str, Settings]:
    """The settings of every engine. Both indices over one store of records share its library."""

    def on_elasticsearch(settings: Settings, prefix: str) -> Settings:
        return replace(
            settings,
            index="elasticsearch",
            elasticsearch_url=search.url,
            elasticsearch_user=search.user,
            elasticsearch_password=Secret(search.password),
            elasticsearch_ca=str(search.certificate),
            elasticsearch_prefix=prefix,
        )

    plain = replace(base, library=folder / "sqlite", records="sqlite", index="embedded")
    in_graph = replace(
        plain,
        library=folder / "neo4j-library",
        records="neo4j",
        neo4j_url=graph.url,
        neo4j_user=graph.user,
        neo4j_password=Secret(graph.password),
    )
    return {
        "embedded": plain,
        "Elasticsearch": on_elasticsearch(plain, "over-sqlite"),
        "Neo4j": in_graph,
        "both": on_elasticsearch(in_graph, "over-neo4j"),
    }


def measured(settings: Mapping[str, Settings], sizes: Sequence[int]) -> Iterator[list[Row]]:
    """At each size one row per engine."""
    benchmarks = settings["embedded"].benchmarks
    asked = questions(benchmarks, QUESTIONS)
    pool = sentences(benchmarks)
    open_ = {
        name: open_workbench(setting, start_workers=False) for name, setting in settings.items()
    }
    stores = {"SQLite": open_["embedded"], "Neo4j": open_["both"]}
    collection = stores["SQLite"].library.create_collection("Servers")
    stores["Neo4j"].parts.records.restore_collection(collection)
    identity = open_["embedded"].parts.embedders.named("").identity
    source = documents(collection.id, pool, np.random.default_rng(7))
    held = 0
    for size in sizes:
        storing, following = dict.fromkeys(stores, 0.0), dict.fromkeys(open_, 0.0)
        added = size - held
        while held < size:
            count = min(BATCH, (size - held) // CHUNKS_OF_DOCUMENT)
            bundles = [replace(document, embedding=identity) for document in islice(source, count)]
            held += count * CHUNKS_OF_DOCUMENT
            for name, store in stores.items():
                storing[name] += stored(store, bundles)
            for name, workbench in open_.items():
                following[name] += timed(workbench.parts.index.catch_up)
            print(f"{held:,} passages", *(f"{n} {s:.0f} s" for n, s in following.items()), sep="; ")
        rows: list[Row] = []
        for name, workbench in open_.items():
            per_second = {
                "stored per s": round(added / storing[RECORDS[name]]),
                "indexed per s": round(added / following[name]),
            }
            latency = latencies(workbench, collection, asked)
            megabytes = round(workbench.parts.index.size_bytes() / 1e6, 1)
            rows.append(
                {"passages": held, "engine": name, **per_second, **latency, "index MB": megabytes}
            )
            print(rows[-1], flush=True)
        yield rows
    for workbench in open_.values():
        workbench.close()


def stored(store: Workbench, bundles: Sequence[DocumentBundle]) -> float:
    """Seconds that the records take to keep documents."""
    return sum(
        timed(partial(store.parts.records.publish, bundles[start : start + STORED]))
        for start in range(0, len(bundles), STORED)
    )


def latencies(workbench: Workbench, collection: Collection, asked: Sequence[str]) -> Row:
    """Of questions asked one by one and by a crowd; and how busy the machine was meanwhile."""

    def ask(text: str) -> float:
        query = Query(text, collection.id, top_k=5)
        return timed(lambda: workbench.questions.search(query, "naive"))

    for text in asked[:5]:
        ask(text)
    alone = [ask(text) for text in asked]
    everyone = [asked[number % len(asked)] for number in range(PEOPLE * EACH)]
    began = time.perf_counter()
    with ThreadPoolExecutor(PEOPLE) as people:
        crowd = list(people.map(ask, everyone))
    wall = time.perf_counter() - began
    return {
        "question p50 ms": milliseconds(alone, 50),
        "p95 ms": milliseconds(alone, 95),
        f"{PEOPLE} at once p50 ms": milliseconds(crowd, 50),
        f"{PEOPLE} at once p95 ms": milliseconds(crowd, 95),
        "questions per s": round(len(crowd) / wall, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def timed(step: Callable[[], object]) -> float:
    """Seconds that a step takes."""
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def milliseconds(seconds: Sequence[float], percentile: int) -> float:
    """A percentile of durations."""
    return round(1_000 * float(np.percentile(seconds, percentile)), 1)


if __name__ == "__main__":
    main()
