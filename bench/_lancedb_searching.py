"""LanceDB's side of `bench.index_latency`, run in an environment of its own.

Arguments: a folder with `passages.json` (texts), `vectors.npy`, `asked.json` (questions) and
`queries.npy` (their vectors), a folder for the database, and k. Prints one JSON object:
milliseconds of each search by the clock and of processor, and seconds of building. Vectors are
compared one and all, as LanceDB does without an index, and by its graph of neighbours
(IVF_HNSW_SQ); words by its own full-text index with its own analysis.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa

from bench._call_times import milliseconds


def main() -> None:
    """Build a table, search it, and print the figures."""
    folder, database, k = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    texts = json.loads((folder / "passages.json").read_text("utf-8"))
    asked = json.loads((folder / "asked.json").read_text("utf-8"))
    vectors, queries = np.load(folder / "vectors.npy"), np.load(folder / "queries.npy")
    start = time.perf_counter()
    kept = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
    rows = pa.table({"id": pa.array(range(len(texts))), "text": texts, "vector": kept})
    table = lancedb.connect(database).create_table("passages", rows)
    storing = time.perf_counter() - start

    def near(number: int) -> list[Any]:
        search = table.search(queries[number]).distance_type("cosine")
        found: list[Any] = search.select(["id", "_distance"]).limit(k).to_list()
        return found

    def worded(number: int) -> list[Any]:
        search = table.search(asked[number], query_type="fts")
        found: list[Any] = search.select(["id", "_score"]).limit(k).to_list()
        return found

    figures = {"vectors: LanceDB, all compared": milliseconds(near, len(queries))}
    start = time.perf_counter()
    table.create_fts_index("text")
    words = time.perf_counter() - start
    figures["words: LanceDB"] = milliseconds(worded, len(asked))
    exact = [{each["id"] for each in near(number)} for number in range(len(queries))]
    start = time.perf_counter()
    table.create_index(metric="cosine", index_type="IVF_HNSW_SQ")
    graph = time.perf_counter() - start
    figures["vectors: LanceDB, IVF_HNSW_SQ"] = milliseconds(near, len(queries))
    shared = [len(exact[n] & {each["id"] for each in near(n)}) / k for n in range(len(queries))]
    building = {
        "store_seconds": storing,
        "word_index_seconds": words,
        "vector_index_seconds": graph,
        "neighbours_of_all": float(np.mean(shared)),
    }
    print(json.dumps({"figures": figures, "building": building}))


if __name__ == "__main__":
    main()
