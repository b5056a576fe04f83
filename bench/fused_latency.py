"""How long evidence takes in the fused hybrid pipeline as a collection grows, and how it starts.

`python -m bench.fused_latency [--sizes 10000 100000]`. Real sentences and questions, names
extracted as at ingestion from a thousand documents that are then repeated under other ids, random
vectors under the real embedder's name. Measured: the first question, while nothing has been read;
reading names and links in the background; questions once they are read; and the same after a new
start.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.graph.views import views_over
from backend.identity import chunk_id, document_id
from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.ports import DocumentBundle, Extractor
from backend.settings import Settings, load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, documents, questions, sentences, unit_vectors
from bench.report import table, write_results

SIZES = (10_000, 100_000)
QUESTIONS = 40
DISTINCT = 1_000
BATCH = 250
_MEGABYTE = 1024.0


def main() -> None:
    """Grow one collection through the sizes and measure at each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    sizes: list[int] = parser.parse_args().sizes
    settings = load_settings()
    asked = questions(settings.benchmarks, QUESTIONS)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        own = replace(settings, library=Path(folder))
        workbench = open_workbench(own, start_workers=False)
        collection = workbench.create_collection("latency")
        identity = workbench.parts.embedders.named("").identity
        source = repeated(collection.id, sentences(settings.benchmarks), settings)
        held = 0
        for size in sizes:
            while held < size:
                count = min(BATCH, (size - held) // CHUNKS_OF_DOCUMENT)
                bundles = [replace(each, embedding=identity) for each in islice(source, count)]
                workbench.parts.records.publish(bundles)
                held += count * CHUNKS_OF_DOCUMENT
            workbench.parts.index.catch_up()
            workbench.close()
            workbench = open_workbench(own, start_workers=False)
            fresh = started(workbench, collection.id, asked)
            workbench.close()
            workbench = open_workbench(own, start_workers=False)
            again = started(workbench, collection.id, asked)
            figures[str(held)] = {
                **fresh,
                "ready_seconds_after_a_new_start": again["ready_seconds"],
                "first_ms_after_a_new_start": again["first_ms"],
                "peak_memory_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                / _MEGABYTE,
            }
            print(held, figures[str(held)], flush=True)
            write_results("fused_latency", figures)
        workbench.close()
    print(
        table(
            f"fused hybrid, evidence, {QUESTIONS} questions",
            ("passages", "p50 / p95 ms", "first ms", "read s", "ready after restart s", "MB"),
            [
                (
                    f"{int(size):,}",
                    f"{row['evidence_ms'][0]:.0f} / {row['evidence_ms'][1]:.0f}",
                    f"{row['first_ms']:.0f}",
                    f"{row['ready_seconds']:.0f}",
                    f"{row['ready_seconds_after_a_new_start']:.1f}",
                    f"{row['peak_memory_megabytes']:.0f}",
                )
                for size, row in figures.items()
            ],
        )
    )
    print(f"written to {write_results('fused_latency', figures)}")


def repeated(collection_id: str, pool: list[str], settings: Settings) -> Iterator[DocumentBundle]:
    """Endless documents with their names; texts repeat after DISTINCT of them."""
    generator = np.random.default_rng(7)
    extractor: Extractor = registry.load("backend.tasks.extract", "local").build(settings)
    distinct = list(islice(documents(collection_id, pool, generator), DISTINCT))
    found = [extractor.extract(each.document, (), each.chunks) for each in distinct]
    round_number = 0
    while True:
        for bundle, names in zip(distinct, found, strict=True):
            key = f"{round_number} {bundle.document.key}"
            identity = document_id(collection_id, "", key)
            chunks = tuple(
                replace(
                    each,
                    id=chunk_id(identity, each.kind, each.start, each.end, each.text),
                    document_id=identity,
                )
                for each in bundle.chunks
            )
            ids = {old.id: new.id for old, new in zip(bundle.chunks, chunks, strict=True)}
            yield replace(
                bundle,
                document=replace(bundle.document, id=identity, key=key, name=f"{key}.txt"),
                chunks=chunks,
                vectors=unit_vectors(generator, len(chunks)).astype(np.float16),
                entities=names.entities,
                mentions=tuple((e, ids[c], n) for e, c, n in names.mentions),
            )
        round_number += 1


def started(workbench: Workbench, collection_id: str, asked: list[str]) -> dict[str, Any]:
    """The first question, how long until names are read, and the questions after that."""
    pipeline = FusedHybridPipeline(workbench.parts)
    began = time.perf_counter()
    first = pipeline.retrieve(Query(asked[0], collection_id))
    first_ms = 1_000 * (time.perf_counter() - began)
    views_over(workbench.parts.records).of(collection_id, wait=True)
    ready = time.perf_counter() - began
    while any("still being read" in each for each in _notices(pipeline, asked[0], collection_id)):
        time.sleep(0.5)
    elapsed = []
    for text in asked:
        began = time.perf_counter()
        pipeline.retrieve(Query(text, collection_id))
        elapsed.append(1_000 * (time.perf_counter() - began))
    return {
        "first_ms": first_ms,
        "first_notices": list(first.notices),
        "ready_seconds": ready,
        "evidence_ms": np.percentile(elapsed, [50, 95]).tolist(),
    }


def _notices(pipeline: FusedHybridPipeline, text: str, collection_id: str) -> tuple[str, ...]:
    return pipeline.retrieve(Query(text, collection_id)).notices


if __name__ == "__main__":
    main()
