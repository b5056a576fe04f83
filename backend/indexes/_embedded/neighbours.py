"""The HNSW graph of a part with more vectors than are scanned exactly (usearch, cosine).

Malkov & Yashunin, Efficient and robust approximate nearest neighbor search using Hierarchical
Navigable Small World graphs, 2018. A graph file is never changed: it is written under a new name
and takes effect when the catalogue names its number of rows, because other processes may have it
mapped. Rows added since are scanned exactly.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from usearch.index import Index

from backend.indexes._embedded.catalogue import DamagedError
from backend.indexes._embedded.vectors import Rows
from backend.ports import Progress, Vectors

EXPANSION = 128
"""Candidates kept while searching (ef) and while building; recall@10 over .98 at 384 dimensions."""
_BATCH = 8_192


def graph_path(folder: Path, rows: int) -> Path:
    """The file of the graph that holds the first `rows` rows."""
    return folder / f"neighbours-{rows}.usearch"


def extend_graph(
    folder: Path, matrix: Vectors, present: int, progress: Progress | None = None
) -> None:
    """Write the graph of all rows of the matrix, starting from the one of its first `present`."""
    total, dimension = matrix.shape
    graph = Index(
        ndim=dimension,
        metric="cos",
        dtype="f16",
        connectivity=16,
        expansion_add=EXPANSION,
        expansion_search=EXPANSION,
    )
    if present and graph_path(folder, present).exists():
        graph.load(str(graph_path(folder, present)))
    else:
        present = 0
    for start in range(present, total, _BATCH):
        end = min(start + _BATCH, total)
        graph.add(np.arange(start, end, dtype=np.uint64), np.asarray(matrix[start:end]))
        if progress is not None:
            progress("neighbours", end, total)
    target = graph_path(folder, total)
    temporary = target.with_suffix(".new")
    graph.save(str(temporary))
    temporary.replace(target)


def open_graph(folder: Path, rows: int) -> Index:
    """The graph of the first `rows` rows, mapped into memory.

    Raises:
        DamagedError: if the file is missing or not a graph.
    """
    try:
        graph = Index.restore(str(graph_path(folder, rows)), view=True, expansion_search=EXPANSION)
    except (OSError, RuntimeError, ValueError) as error:
        raise DamagedError(f"The neighbour graph cannot be read: {error}.") from error
    if graph is None or len(graph) != rows:
        raise DamagedError("The neighbour graph is not complete.")
    return graph


def graph_nearest(graph: Index, query: Vectors, count: int) -> Rows:
    """Rows near the query, about `count` of them."""
    found = graph.search(query, min(count, len(graph)))
    return np.asarray(found.keys, dtype=np.int64)
