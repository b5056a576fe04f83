"""Comparing one collection's index with the records it was derived from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from backend.indexes._embedded.catalogue import DamagedError
from backend.indexes._embedded.checksums import damaged_files
from backend.indexes._embedded.inverted_index import TextRow, all_rows
from backend.indexes._embedded.snapshot import Snapshot, generation_folder
from backend.indexes._embedded.writer import text_rows, vector_rows
from backend.indexes._index_entries import document_entries
from backend.indexes._index_problems import WHERE, problems
from backend.ports import IndexEntry, Records
from backend.types import Collection, Problem


def compare(
    records: Records, collection: Collection, space: str, snapshot: Snapshot | None, root: Path
) -> tuple[Problem, ...]:
    """What is missing from a part, left over in it, or different from the records.

    Args:
        root: the folder of the whole index.
    """
    documents = records.documents(collection.id)
    if snapshot is None:
        missing = sum(
            len(document_entries(records, document.id, collection.embedding)[space])
            for document in documents
        )
        return problems(collection, space, {"missing from the index": missing})
    if snapshot.state.embedding not in ("", collection.embedding):
        others = {"indexed with another embedding model": snapshot.state.alive}
        return problems(collection, space, others)
    damaged = damaged_files(generation_folder(root, snapshot.state) / "text")
    if damaged:
        what = f"The index of “{collection.name}” is damaged: {', '.join(damaged)}."
        return (Problem(WHERE, what, True),)
    try:
        stored = {row.row: row for row in all_rows(snapshot.searcher)}
    except DamagedError as error:
        return (Problem(WHERE, error.what, True),)
    found = {"missing from the index": 0, "different in the index": 0}
    expected: set[str] = set()
    for document in documents:
        entries = document_entries(records, document.id, collection.embedding)[space]
        expected.update(entry.id for entry in entries)
        vectors = vector_rows(_fitting(entries, snapshot.state.dimension), snapshot.state.dimension)
        for entry, text_row, vector in zip(entries, text_rows(entries, 0), vectors, strict=True):
            row = snapshot.row_of(entry.id)
            kept = None if row is None or snapshot.identify(row) is None else stored.get(row)
            if row is None or kept is None:
                found["missing from the index"] += 1
            elif _differs(kept, text_row) or (
                snapshot.state.dimension and not np.array_equal(snapshot.matrix[row], vector)
            ):
                found["different in the index"] += 1
    known = {row for row in stored if snapshot.identify(row) is not None}
    found["left over in the index"] = len(snapshot.living_ids() - expected) + len(
        stored.keys() - known
    )
    return problems(collection, space, found)


def _fitting(entries: Sequence[IndexEntry], dimension: int) -> list[IndexEntry]:
    """The entries without vectors of another width: those come from damaged records."""
    return [
        entry
        if entry.vector is None or len(entry.vector) == dimension
        else replace(entry, vector=None)
        for entry in entries
    ]


def _differs(kept: TextRow, fresh: TextRow) -> bool:
    return (kept.id, kept.document_id, kept.media_type, kept.text, kept.title, kept.path) != (
        fresh.id,
        fresh.document_id,
        fresh.media_type,
        fresh.text,
        fresh.title,
        fresh.path,
    )
