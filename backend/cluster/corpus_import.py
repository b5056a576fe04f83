"""Imports a corpus with the workers of a cluster: batches are prepared there and stored in order.

Each batch holds the records that would be embedded together here, so that the result is the same;
its turn to be stored comes when all before it are.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from backend.cluster.fan import KILLS_WORKERS, Arrived, Fan, errand
from backend.cluster.parcels import RecordsParcel, Terms, terms_of
from backend.cluster.tasks import prepare_batch
from backend.errors import ClusterError, ReadingError
from backend.ingestion.corpus import CorpusImport, CorpusRecord, ImportReport, SourcedRecord
from backend.ingestion.parts import IngestionParts
from backend.ingestion.worker import POLL_EVERY
from backend.ports import DocumentBundle, Progress
from backend.types import Collection

_NEVER = threading.Event()


@dataclass(frozen=True, slots=True)
class _Batch:
    name: str
    records: tuple[CorpusRecord, ...]
    fresh: tuple[SourcedRecord, ...]


def import_on_cluster(
    parts: IngestionParts, fan: Fan, collection: Collection, path: Path, progress: Progress
) -> ImportReport:
    """See `backend.ingestion.corpus.import_corpus`, whose result this equals.

    Raises:
        ReadingError: if a line is not a record; what came before its batch stays.
        ClusterError: if the cluster cannot do the work, or a batch ends its workers; what came
            before stays, and the next import goes on there.
    """
    terms = terms_of(parts.settings, parts.embedders.of(collection.id))
    fan.check(terms, _NEVER)
    return _Import(parts, fan, collection, path, progress, terms).run()


class _Import:
    def __init__(
        self,
        parts: IngestionParts,
        fan: Fan,
        collection: Collection,
        path: Path,
        progress: Progress,
        terms: Terms,
    ) -> None:
        self._corpus = CorpusImport(parts, collection, path, progress)
        self._fan = fan
        self._path = path
        self._terms = terms
        self._under_way: deque[_Batch] = deque()
        self._arrived: dict[str, Arrived] = {}

    def run(self) -> ImportReport:
        try:
            for records in self._corpus.batches():
                while not self._may_send(records):
                    self._store()
                self._send(records)
        except ReadingError:
            self._store_all()
            raise
        self._store_all()
        return self._corpus.finish()

    def _may_send(self, records: Sequence[CorpusRecord]) -> bool:
        """Not while a batch with one of its doc_ids is under way, which decides what is new."""
        keys = {each.key for each in records}
        return self._fan.room() and not any(
            each.record.key in keys for batch in self._under_way for each in batch.fresh
        )

    def _send(self, records: tuple[CorpusRecord, ...]) -> None:
        fresh = self._corpus.fresh(records)
        batch = _Batch(f"lines {records[0].line}–{records[-1].line}", records, fresh)
        self._under_way.append(batch)
        if not fresh:
            self._arrived[batch.name] = Arrived(batch.name, [])
            return
        size = sum(len(each.record.text) for each in fresh)
        parcel = RecordsParcel(self._terms, fresh)
        self._fan.send(errand(batch.name, self._terms, size, prepare_batch, parcel))

    def _store_all(self) -> None:
        while self._under_way:
            self._store()

    def _store(self) -> None:
        """Take in what has arrived and store what is next in order."""
        if not self._under_way or self._under_way[0].name not in self._arrived:
            for arrived in self._fan.arrived(POLL_EVERY):
                self._arrived[arrived.name] = arrived
        while self._under_way and self._under_way[0].name in self._arrived:
            batch = self._under_way[0]
            arrived = self._arrived.pop(batch.name)
            if arrived.failure is not None:
                raise self._failed(batch, arrived)
            bundles = cast(list[DocumentBundle], arrived.result)
            self._corpus.store(batch.records, batch.fresh, bundles)
            self._under_way.popleft()

    def _failed(self, batch: _Batch, arrived: Arrived) -> ClusterError:
        assert arrived.failure is not None
        where = f"The import of {self._path.name} stopped at {batch.name}"
        if arrived.failure is KILLS_WORKERS:
            return ClusterError(
                f"{where}: every Dask worker that was given them died.",
                "What came before is there. Give the workers more memory and import again, or "
                "import without a cluster.",
            )
        return ClusterError(
            f"{where}: {arrived.failure.reason}",
            f"What came before is there. {arrived.failure.remedy} Then import again.",
        )
