"""What was worked out from a collection, held in memory until the collection changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from backend.ports import DerivedRecords

V = TypeVar("V")


class Current(Generic[V]):
    """One value for each collection. Safe for threads: who asks while a value is being made waits
    for it, and questions to other collections do not."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[int, V]] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def of(self, records: DerivedRecords, collection_id: str, make: Callable[[], V]) -> V:
        """The value of the collection as it is, made now if it changed since the last one."""
        with self._own(collection_id):
            sequence = records.sequence()
            held = self._held.get(collection_id)
            if held is None or (held[0] != sequence and changed(records, collection_id, held[0])):
                held = (sequence, make())
            self._held[collection_id] = (sequence, held[1])
            return held[1]

    def latest(self, collection_id: str) -> V | None:
        """The value that is held, of whatever state of the collection; None if there is none."""
        held = self._held.get(collection_id)
        return held[1] if held is not None else None

    def put(self, collection_id: str, sequence: int, value: V) -> None:
        """Hold a value that was made elsewhere of the collection at a number of its log."""
        with self._own(collection_id):
            self._held[collection_id] = (sequence, value)

    def drop(self, collection_id: str) -> None:
        """Hold nothing of a collection."""
        with self._own(collection_id):
            self._held.pop(collection_id, None)

    def _own(self, collection_id: str) -> threading.Lock:
        with self._lock:
            return self._locks.setdefault(collection_id, threading.Lock())


def changed(records: DerivedRecords, collection_id: str, since: int) -> bool:
    """Whether a collection changed after a number of the log of changes."""
    return any(change.collection_id == collection_id for change in records.changes(since))
