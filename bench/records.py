"""Records in SQLite and in Neo4j, side by side: storing, reading, deleting as a library grows.

`python -m bench.records [--sizes 1000 10000]`. Both stores hold the same documents of ten passages
with random vectors. Milliseconds are medians; the server runs on the same machine with 0.5 GB of
heap, started as the tests do (needs Java and Maven).
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from backend.ports import DocumentBundle, Records
from backend.records import neo4j, sqlite
from backend.settings import Secret, Settings, load_settings
from backend.types import CollectionSettings
from bench._stores import CHUNKS_OF_DOCUMENT, documents, sentences
from bench.report import table, write_results
from tests.servers.launcher import neo4j as launcher

SIZES = (1_000, 10_000)
BATCH = 50
REPEATS = 20
PASSAGES_OF_QUESTION = 50
COLUMNS = ("engine", "passages", "operation", "value", "unit")
Row = tuple[str, int, str, float, str]


def main() -> None:
    """Grow one library in each store and measure both at each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    sizes: list[int] = parser.parse_args().sizes
    pool = sentences(load_settings().benchmarks)
    folder = Path(tempfile.mkdtemp(prefix="quire-bench-"))
    server = launcher.launch(folder / "server")
    try:
        server.process.start()
        stores: dict[str, Records] = {
            "sqlite": sqlite.build(Settings(library=folder / "library")),
            "neo4j": neo4j.build(
                Settings(
                    library=folder / "library",
                    records="neo4j",
                    neo4j_url=server.url,
                    neo4j_user=server.user,
                    neo4j_password=Secret(server.password),
                )
            ),
        }
        rows = [row for size_rows in _grow(stores, pool, sizes) for row in size_rows]
        for store in stores.values():
            store.close()
    finally:
        server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    print(table("Records side by side", COLUMNS, rows))
    print(
        write_results("records", {"rows": [dict(zip(COLUMNS, row, strict=True)) for row in rows]})
    )


def _grow(stores: dict[str, Records], pool: Sequence[str], sizes: Sequence[int]) -> list[list[Row]]:
    collections = {
        name: store.create_collection("Bench", CollectionSettings()).id
        for name, store in stores.items()
    }
    (collection,) = set(collections.values())
    source = documents(collection, pool, np.random.default_rng(7))
    held: list[DocumentBundle] = []
    found = []
    for size in sizes:
        fresh = list(islice(source, size // CHUNKS_OF_DOCUMENT - len(held)))
        held += fresh
        found.append(
            [
                row
                for name, store in stores.items()
                for row in _measure(name, store, collection, fresh, held)
            ]
        )
    return found


def _measure(
    name: str,
    store: Records,
    collection: str,
    fresh: Sequence[DocumentBundle],
    held: Sequence[DocumentBundle],
) -> list[Row]:
    started = time.perf_counter()
    for first in range(0, len(fresh), BATCH):
        store.publish(fresh[first : first + BATCH])
    seconds = time.perf_counter() - started
    size = len(held) * CHUNKS_OF_DOCUMENT
    ids = [chunk.id for bundle in held[:: max(1, len(held) // 25)] for chunk in bundle.chunks]
    wanted = ids[:PASSAGES_OF_QUESTION]
    document = held[len(held) // 2].document.id
    speed = round(len(fresh) * CHUNKS_OF_DOCUMENT / seconds)
    return [
        (name, size, f"publish, {BATCH} documents at once", speed, "passages/s"),
        (name, size, "counts of the collection", _median(lambda: store.counts(collection)), "ms"),
        (name, size, "list of documents", _median(lambda: store.documents(collection)), "ms"),
        (name, size, f"{len(wanted)} passages by id", _median(lambda: store.chunks(wanted)), "ms"),
        (name, size, "passages of a document", _median(lambda: store.chunks_of(document)), "ms"),
        (name, size, "publish one document again", _median(lambda: store.publish(held[:1])), "ms"),
    ]


def _median(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1_000)
    return round(statistics.median(taken), 1)


if __name__ == "__main__":
    main()
