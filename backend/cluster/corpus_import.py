"""Imports a corpus with the workers of a cluster: batches are prepared there and stored in order.

Each batch holds the records that would be embedded together here, so that the result is the same;
its turn to be stored comes when all before it are.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from backend.cluster.messages import RecordsParcel, Terms, terms_of
from backend.cluster.worker_admission import MOST_AT_ONCE
from backend.cluster.worker_tasks import prepare_batch
from backend.errors import ClusterError, ReadingError, WorkbenchError
from backend.ingestion.corpus import CorpusImport, CorpusRecord, ImportReport, SourcedRecord
from backend.ingestion.parts import IngestionParts
from backend.ingestion.worker import POLL_EVERY
from backend.ports import DocumentBundle, Progress
from backend.types import Collection

if TYPE_CHECKING:
    from backend.cluster.workers import Workers

_NEVER = threading.Event()


@dataclass(frozen=True, slots=True)
class _Batch:
    records: tuple[CorpusRecord, ...]
    fresh: tuple[SourcedRecord, ...]
    made: Future[list[DocumentBundle]]

    @property
    def size(self) -> int:
        return sum(len(each.record.text) for each in self.fresh)


def import_on_cluster(
    parts: IngestionParts, workers: Workers, collection: Collection, path: Path, progress: Progress
) -> ImportReport:
    """See `backend.ingestion.corpus.import_corpus`, whose result this equals.

    Raises:
        ReadingError: if a line is not a record; what came before its batch stays.
        ClusterError: if the cluster cannot do the work, or a batch ends its workers; what came
            before stays, and the next import goes on there.
    """
    terms = terms_of(parts.settings, parts.embedders.of(collection.id))
    workers.check(terms, _NEVER)
    corpus = CorpusImport(parts, collection, path, progress)
    with ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="batch") as threads:
        try:
            return _Import(corpus, workers, threads, path, terms).run()
        finally:
            workers.close()


class _Import:
    def __init__(
        self,
        corpus: CorpusImport,
        workers: Workers,
        threads: ThreadPoolExecutor,
        path: Path,
        terms: Terms,
    ) -> None:
        self._corpus = corpus
        self._workers = workers
        self._threads = threads
        self._path = path
        self._terms = terms
        self._under_way: deque[_Batch] = deque()

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
        return self._workers.room([each.size for each in self._under_way]) and not any(
            each.record.key in keys for batch in self._under_way for each in batch.fresh
        )

    def _send(self, records: tuple[CorpusRecord, ...]) -> None:
        fresh = self._corpus.fresh(records)
        made = self._threads.submit(self._made, fresh)
        self._under_way.append(_Batch(records, fresh, made))

    def _made(self, fresh: tuple[SourcedRecord, ...]) -> list[DocumentBundle]:
        if not fresh:
            return []
        parcel = RecordsParcel(self._terms, fresh)
        return self._workers.do(prepare_batch, parcel, lambda _stage, _done, _total: None)

    def _store_all(self) -> None:
        while self._under_way:
            self._store()

    def _store(self) -> None:
        """Wait a moment, and store what is next in order if it has come."""
        self._workers.look()
        if not self._under_way:
            time.sleep(POLL_EVERY)
            return
        batch = self._under_way[0]
        if not wait([batch.made], POLL_EVERY).done:
            return
        try:
            bundles = batch.made.result()
        except WorkbenchError as error:
            raise self._failed(batch, error) from error
        self._corpus.store(batch.records, batch.fresh, bundles)
        self._under_way.popleft()

    def _failed(self, batch: _Batch, error: WorkbenchError) -> ClusterError:
        first, last = batch.records[0].line, batch.records[-1].line
        where = f"The import of {self._path.name} stopped at lines {first}–{last}"
        if isinstance(error, ReadingError):  # no record is refused by a worker: they have died
            return ClusterError(
                f"{where}: every Dask worker that was given them died.",
                "What came before is there. Give the workers more memory and import again, or "
                "import without a cluster.",
            )
        return ClusterError(
            f"{where}: {error.what}",
            f"What came before is there. {error.remedy} Then import again.",
        )
