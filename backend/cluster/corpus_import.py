"""Imports a corpus with the workers of a cluster: batches are prepared there and stored in order.

Each batch holds the records that would be embedded together here, so that the result is the same;
its turn to be stored comes when all before it are.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from backend.cluster.worker_tasks import prepare_batch, terms_of
from backend.errors import ClusterError, ReadingError, WorkbenchError
from backend.ingestion.corpus import CorpusImport, CorpusRecord, ImportReport, SourcedRecord
from backend.ingestion.parts import IngestionParts
from backend.ingestion.worker import POLL_EVERY
from backend.ports import DocumentBundle, Progress
from backend.types import Collection

if TYPE_CHECKING:
    from backend.cluster.workers import Workers


@dataclass(frozen=True, slots=True)
class _Batch:
    records: tuple[CorpusRecord, ...]
    fresh: tuple[SourcedRecord, ...]
    made: Future[list[DocumentBundle]]


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
    workers.ask(terms)
    corpus = CorpusImport(parts, collection, path, progress)
    under_way: deque[_Batch] = deque()

    def made(fresh: tuple[SourcedRecord, ...]) -> list[DocumentBundle]:
        return workers.do(prepare_batch, lambda *_: None, terms, fresh) if fresh else []

    def may_send(records: tuple[CorpusRecord, ...]) -> bool:
        """Not while a batch with one of its doc_ids is under way, which decides what is new."""
        keys = {record.key for record in records}
        sizes = [
            sum(len(sourced_record.record.text) for sourced_record in batch.fresh)
            for batch in under_way
        ]
        return workers.room(sizes) and not any(
            sourced_record.record.key in keys
            for batch in under_way
            for sourced_record in batch.fresh
        )

    def store() -> None:
        """Wait a moment, and store what is next in order if it has come."""
        workers.look()
        if not under_way:
            time.sleep(POLL_EVERY)
        elif wait([under_way[0].made], POLL_EVERY).done:
            batch = under_way.popleft()
            try:
                bundles = batch.made.result()
            except WorkbenchError as error:
                first, last = batch.records[0].line, batch.records[-1].line
                raise ClusterError(
                    f"The import of {path.name} stopped at lines {first}–{last}: {error.what}",
                    f"What came before is there. {error.remedy} Then import again.",
                ) from error
            corpus.store(batch.records, batch.fresh, bundles)

    wrong: ReadingError | None = None
    try:
        for records in corpus.batches():
            while not may_send(records):
                store()
            fresh = corpus.fresh(records)
            under_way.append(_Batch(records, fresh, workers.threads.submit(made, fresh)))
    except ReadingError as error:  # of a line that is not a record
        wrong = error
    while under_way:
        store()
    if wrong is not None:
        raise wrong
    return corpus.finish()
