"""Ingestion and questions with the embedded index and with Elasticsearch, side by side.

`python -m bench.servers [--sizes 1000 10000]`. One library grows through the sizes; both indices
follow the same records, answer the same questions one by one, and then 20 people ask at once. The
sentences and questions are real, the vectors random under the real embedder's name. Starts a real
Elasticsearch (0.5 GB of heap) as the tests do; needs Java and Maven.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from backend.settings import Secret, Settings, load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, documents, questions, sentences
from bench.report import table, write_results
from tests.servers.launcher import elasticsearch

SIZES = (1_000, 10_000)
QUESTIONS = 40
PEOPLE = 20
EACH = 3
BATCH = 500


def main() -> None:
    """Grow one library through the sizes and measure every engine at each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    sizes: list[int] = parser.parse_args().sizes
    base = load_settings()
    # the server may run under another account, which cannot enter other temporary folders
    folder = Path(tempfile.mkdtemp(prefix="quire-bench-"))
    folder.chmod(0o755)
    server = elasticsearch.launch(folder)
    try:
        server.process.start()
        library = replace(base, library=folder / "library")
        engines = {
            "embedded": library,
            "elasticsearch": replace(
                library,
                index="elasticsearch",
                elasticsearch_url=server.url,
                elasticsearch_user=server.user,
                elasticsearch_password=Secret(server.password),
                elasticsearch_ca=str(server.certificate),
            ),
        }
        rows = measured(engines, sizes)
    finally:
        server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    print(
        table(
            f"naive retrieval, {QUESTIONS} questions, then {PEOPLE} people asking {EACH} each",
            list(rows[0]),
            [list(row.values()) for row in rows],
        )
    )
    write_results("servers", {"rows": rows, "questions": QUESTIONS, "people": PEOPLE})


def measured(engines: dict[str, Settings], sizes: Sequence[int]) -> list[dict[str, Any]]:
    """One row per size and engine."""
    benchmarks = next(iter(engines.values())).benchmarks
    asked = questions(benchmarks, QUESTIONS)
    pool = sentences(benchmarks)
    generator = np.random.default_rng(7)
    open_ = {name: open_workbench(each, start_workers=False) for name, each in engines.items()}
    first = next(iter(open_.values()))
    collection = first.create_collection("Servers")
    identity = first.parts.embedders.named("").identity
    source = documents(collection.id, pool, generator)
    rows: list[dict[str, Any]] = []
    held = 0
    for size in sizes:
        seconds = dict.fromkeys(open_, 0.0)
        added = size - held
        while held < size:
            count = min(BATCH, (size - held) // CHUNKS_OF_DOCUMENT)
            bundles = [replace(each, embedding=identity) for each in islice(source, count)]
            first.parts.records.publish(bundles)
            held += count * CHUNKS_OF_DOCUMENT
            for name, workbench in open_.items():
                seconds[name] += timed(workbench.parts.index.catch_up)
        for name, workbench in open_.items():
            alone, crowd, wall = latencies(workbench, collection.id, asked)
            rows.append(
                {
                    "passages": held,
                    "index": name,
                    "indexed per s": round(added / seconds[name]),
                    "question p50 ms": milliseconds(alone, 50),
                    "p95 ms": milliseconds(alone, 95),
                    "20 at once p50 ms": milliseconds(crowd, 50),
                    "20 at once p95 ms": milliseconds(crowd, 95),
                    "questions per s": round(len(crowd) / wall, 1),
                    "MB": round(workbench.parts.index.size_bytes() / 1e6, 1),
                }
            )
    for workbench in open_.values():
        workbench.close()
    return rows


def latencies(
    workbench: Workbench, collection_id: str, asked: Sequence[str]
) -> tuple[list[float], list[float], float]:
    """Seconds of each question asked alone, asked in a crowd, and of the whole crowd."""

    def ask(text: str) -> float:
        query = Query(text, collection_id, top_k=5)
        return timed(lambda: workbench.search(query, "naive"))

    for text in asked[:5]:
        ask(text)
    alone = [ask(text) for text in asked]
    everyone = [asked[number % len(asked)] for number in range(PEOPLE * EACH)]
    began = time.perf_counter()
    with ThreadPoolExecutor(PEOPLE) as people:
        crowd = list(people.map(ask, everyone))
    return alone, crowd, time.perf_counter() - began


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
