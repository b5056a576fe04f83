"""How long a search takes as a collection grows: `python -m bench.index_latency`.

Side by side, over the same passages and in one run: the embedded index, SQLite's FTS5 with bm25()
(what Python offers for words without installing anything), a plain numpy scan, and LanceDB in an
environment of its own. Milliseconds by the clock and of processor: on a machine that is busy with
something else the clock says little.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.indexes import embedded
from backend.ports import TextSearch, VectorSearch, one_search
from backend.records import sqlite
from backend.settings import Settings, load_settings
from backend.types import CollectionSettings, Filters
from bench._call_times import milliseconds
from bench._environments import environment, measured
from bench._stores import documents, questions, sentences, unit_vectors
from bench.report import table, write_results

K = 50
BATCH = 500
QUESTIONS = 100
MEASURES = ("p50_ms", "p95_ms", "p50_processor_ms")
RECIPE = ("lancedb==0.40.0", "numpy")
Vectors = npt.NDArray[np.float32]


def lancedb_search(
    python: Path,
    texts: Sequence[str],
    vectors: Vectors,
    asked: Sequence[str],
    queries: Vectors,
) -> dict[str, dict[str, float]]:
    """What a child process measures that keeps the same passages in LanceDB."""
    script = str(Path(__file__).with_name("_lancedb_searching.py"))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "passages.json").write_text(json.dumps(list(texts)), "utf-8")
        (place / "asked.json").write_text(json.dumps(list(asked)), "utf-8")
        np.save(place / "vectors.npy", vectors)
        np.save(place / "queries.npy", queries)
        command = [str(python), script, folder, str(place / "database"), str(K)]
        done = measured(command, {"PYTHONPATH": str(Path(__file__).parents[1])})
    found = json.loads(done.output)
    return {**found["figures"], "LanceDB, building": found["building"]}


def full_text_table(texts: Sequence[str]) -> sqlite3.Connection:
    """The passages' terms in an FTS5 table."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE passages USING fts5 (body, tokenize = 'unicode61')")
    connection.executemany(
        "INSERT INTO passages (body) VALUES (?)",
        [(" ".join(term_texts(text)),) for text in texts],
    )
    return connection


def full_text_search(connection: sqlite3.Connection, question: str) -> list[tuple[int]]:
    """The K best passages that hold any term of the question."""
    words = [word for word in term_texts(question) if re.fullmatch(r"\w+", word)]
    return connection.execute(
        "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT ?",
        (" OR ".join(f'"{word}"' for word in words), K),
    ).fetchall()


def measure(
    size: int, pool: Sequence[str], asked: Sequence[str], lancedb: Path | None
) -> dict[str, dict[str, float]]:
    """Figures of one collection size.

    Args:
        lancedb: the Python of an environment that has it; None leaves it out.
    """
    generator = np.random.default_rng(size)
    queries = unit_vectors(generator, len(asked))
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(library=Path(folder))
        records = sqlite.build(settings)
        index = embedded.build(settings, records)
        collection = records.create_collection("bench", CollectionSettings())
        source = documents(collection.id, pool, generator)
        texts: list[str] = []
        vectors: list[npt.NDArray[np.float16]] = []
        publishing = 0.0
        for _ in range(0, size // 10, BATCH):
            batch = list(islice(source, min(BATCH, size // 10)))
            start = time.perf_counter()
            records.publish(batch)
            publishing += time.perf_counter() - start
            texts += [chunk.text for bundle in batch for chunk in bundle.chunks]
            vectors += [bundle.vectors for bundle in batch]
        start = time.perf_counter()
        index.catch_up()
        indexing = time.perf_counter() - start
        matrix = np.concatenate(vectors).astype(np.float32)
        some = Filters(
            document_ids=tuple(document.id for document in records.documents(collection.id)[:5])
        )
        none = Filters()
        figures = {
            "words: embedded index": milliseconds(
                lambda n: one_search(index, collection.id, TextSearch(asked[n], K, none)),
                len(asked),
            ),
            "words: embedded index, 5 documents": milliseconds(
                lambda n: one_search(index, collection.id, TextSearch(asked[n], K, some)),
                len(asked),
            ),
            "vectors: embedded index": milliseconds(
                lambda n: one_search(index, collection.id, VectorSearch(queries[n], K, none)),
                len(asked),
            ),
            "vectors: embedded index, 5 documents": milliseconds(
                lambda n: one_search(index, collection.id, VectorSearch(queries[n], K, some)),
                len(asked),
            ),
            "vectors: plain numpy": milliseconds(
                lambda n: np.argsort(-(matrix @ queries[n]))[:K], len(asked)
            ),
        }
        table_of_words = full_text_table(texts)
        figures["words: SQLite FTS5"] = milliseconds(
            lambda n: full_text_search(table_of_words, asked[n]), min(len(asked), 30)
        )
        figures["building"] = {
            "publish_seconds": publishing,
            "index_seconds": indexing,
            "index_bytes_per_chunk": index.size_bytes() / size,
        }
        index.close()
        records.close()
    if lancedb is not None:
        figures |= lancedb_search(lancedb, texts, matrix, asked, queries)
    return figures


def main() -> None:
    """Measure the sizes asked for, print a table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--without-lancedb", action="store_true")
    chosen = parser.parse_args()
    settings = load_settings()
    python = None
    if not chosen.without_lancedb:
        python = environment(settings.cache / "bench" / "environments", "lancedb", RECIPE)
    pool = sentences(settings.benchmarks)
    asked = questions(settings.benchmarks, QUESTIONS)
    found = {size: measure(size, pool, asked, python) for size in chosen.sizes}
    rows = [
        (f"{size:,}", name, *(f"{figures[key]:.2f}" for key in MEASURES))
        for size, by_name in found.items()
        for name, figures in by_name.items()
        if "p50_ms" in figures
    ]
    heads = ("chunks", "search", "p50", "p95", "p50 of processor")
    print(table(f"Search for the {K} best, ms", heads, rows))
    for size, by_name in found.items():
        building = by_name["building"]
        print(
            f"{size:,} chunks: published in {building['publish_seconds']:.1f} s, indexed in "
            f"{building['index_seconds']:.1f} s, {building['index_bytes_per_chunk']:.0f} bytes each"
        )
    write_results("index_latency", {"k": K, "sizes": {str(each): found[each] for each in found}})


if __name__ == "__main__":
    main()
