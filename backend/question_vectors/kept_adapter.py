"""A collection's query adapter, kept with its records so that every copy of the app searches alike.

The collection's setting `query_adapter` says that one is on and which; without it nothing is read,
so that a collection that learned nothing pays nothing. What was learned goes in the same
transaction as the first document that it learned from: weights that were fitted to a text may still
tell something of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection as Group
from dataclasses import replace

from backend.ports import Records
from backend.question_vectors.query_adapter import QueryAdapter, packed, unpacked
from backend.remembered import Remembered
from backend.types import Collection

NAME = "tuning/query adapter 1"
KEPT = 4


def keep_adapter(
    records: Records, collection_id: str, adapter: QueryAdapter, sequence: int, holds: Group[str]
) -> None:
    """Store what was learned; it is not used before `switch_on`.

    Args:
        sequence: the version of the records that it learned from.
        holds: the documents that it learned from. If one of them has gone since, nothing is kept.
    """
    records.save_derived(collection_id, NAME, packed(adapter), sequence, holds)


def forget_adapter(records: Records, collection_id: str) -> None:
    """Take away what was learned, and stop using it."""
    switch_off(records, collection_id)
    records.save_derived(collection_id, NAME, b"", records.sequence())


def switch_on(records: Records, collection_id: str) -> bool:
    """Use what was learned from now on; whether there is something of the present model."""
    payload = _payload(records, collection_id)
    usable = bool(payload) and unpacked(payload).embedding == _embedding(records, collection_id)
    if usable:
        _set(records, collection_id, hashlib.sha256(payload).hexdigest()[:16])
    return usable


def switch_off(records: Records, collection_id: str) -> None:
    """Search by questions as they are; what was learned stays."""
    _set(records, collection_id, "")


def learned_adapter(records: Records, collection_id: str) -> QueryAdapter | None:
    """What was learned, on or off; None if nothing was, or if a document went that taught it."""
    payload = _payload(records, collection_id)
    return unpacked(payload) if payload else None


class KeptAdapters:
    """The adapters that are on, each unpacked once. Safe for several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._unpacked: Remembered[str, QueryAdapter] = Remembered(KEPT)

    def of(self, collection: Collection) -> QueryAdapter | None:
        """The adapter that moves the collection's questions; None if there is none, or it was
        learned for vectors of another model."""
        if not collection.settings.query_adapter:
            return None
        payload = _payload(self._records, collection.id)
        if not payload:
            return None
        key = hashlib.sha256(payload).hexdigest()
        adapter = self._unpacked.of(key, lambda: unpacked(payload))
        return adapter if adapter.embedding == collection.embedding else None


def _payload(records: Records, collection_id: str) -> bytes:
    found = records.load_derived(collection_id, NAME)
    return found[0] if found is not None else b""


def _embedding(records: Records, collection_id: str) -> str:
    return records.collection(collection_id).embedding


def _set(records: Records, collection_id: str, value: str) -> None:
    settings = records.collection(collection_id).settings
    if settings.query_adapter != value:
        changed = replace(settings, query_adapter=value)
        records.change_collection_settings(collection_id, changed)
