"""Comparing one collection's index with the records it was derived from."""

from __future__ import annotations

from collections.abc import Mapping

from backend.indexes._elasticsearch.mapping import StoredPart
from backend.indexes._elasticsearch.writer import fingerprint
from backend.indexes._index_entries import document_entries
from backend.indexes._index_problems import problems
from backend.ports import Records
from backend.types import Collection, Problem


def compare(
    records: Records,
    collection: Collection,
    space: str,
    part: StoredPart | None,
    stored: Mapping[str, str],
) -> tuple[Problem, ...]:
    """What is missing from a part, left over in it, or different from the records.

    Args:
        stored: fingerprints by id, as the server holds them.
    """
    if part is not None and part.part.embedding != collection.embedding:
        others = {"indexed with another embedding model": max(1, len(stored))}
        return problems(collection, space, others)
    found = {"missing from the index": 0, "different in the index": 0}
    expected: set[str] = set()
    for document in records.documents(collection.id):
        for entry in document_entries(records, document.id, collection.embedding)[space]:
            expected.add(entry.id)
            mark = stored.get(entry.id)
            if mark is None:
                found["missing from the index"] += 1
            elif mark != fingerprint(entry):
                found["different in the index"] += 1
    found["left over in the index"] = len(stored.keys() - expected)
    return problems(collection, space, found)
