"""What every record store promises: the contract of each part, and of the whole.

An adapter's test file defines the fixtures `store` and `reopen` and inherits each of the classes.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from backend.ports import (
    ConversationRecords,
    DerivedRecords,
    EvaluationRecords,
    GraphRecords,
    LibraryRecords,
    MaintenanceRecords,
    QueueRecords,
    Records,
    SharingRecords,
)
from backend.types import Collection
from tests.contracts.conversation_records_contract import ConversationRecordsContract
from tests.contracts.derived_records_contract import DerivedRecordsContract
from tests.contracts.evaluation_records_contract import EvaluationRecordsContract
from tests.contracts.graph_records_contract import GraphRecordsContract
from tests.contracts.library_records_contract import LibraryRecordsContract
from tests.contracts.maintenance_records_contract import MaintenanceRecordsContract
from tests.contracts.queue_records_contract import QueueRecordsContract
from tests.contracts.records_ground import RecordsGround, Reopen
from tests.contracts.sharing_records_contract import SharingRecordsContract
from tests.factories import EMBEDDING, make_bundle


class SeveralAtOnceContract(RecordsGround):
    """Each call is one transaction, for other threads and other openings of the same store."""

    def test_a_second_opening_sees_what_the_first_wrote(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        other = reopen()
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        assert other.documents(collection.id) == (bundle.document,)
        other.delete_documents([bundle.document.id])
        assert store.documents(collection.id) == ()
        store.close()
        other.close()
        assert reopen().collections() == (replace(collection, embedding=EMBEDDING),)

    def test_readers_see_a_document_wholly_or_not_at_all(
        self, store: Records, collection: Collection
    ) -> None:
        versions = [
            make_bundle(collection.id, passages=[f"{number}: {part}" for part in range(5)])
            for number in range(2)
        ]
        ended = threading.Event()
        seen: list[tuple[int, int]] = []

        def watch() -> None:
            while not ended.is_set():
                counts = store.counts(collection.id)
                seen.append((counts.documents, counts.chunks))

        store.publish([versions[0]])
        watchers = [threading.Thread(target=watch) for _ in range(2)]
        for watcher in watchers:
            watcher.start()
        for number in range(1, 20):
            old, new = versions[(number - 1) % 2], versions[number % 2]
            store.publish([new], replaces=[old.document.id])
        ended.set()
        for thread in watchers:
            thread.join()
        assert set(seen) == {(1, 5)}


PARTS: Mapping[type, type[RecordsGround]] = {
    LibraryRecords: LibraryRecordsContract,
    GraphRecords: GraphRecordsContract,
    DerivedRecords: DerivedRecordsContract,
    QueueRecords: QueueRecordsContract,
    ConversationRecords: ConversationRecordsContract,
    EvaluationRecords: EvaluationRecordsContract,
    SharingRecords: SharingRecordsContract,
    MaintenanceRecords: MaintenanceRecordsContract,
}
"""The contract of each part of `Records`."""
CONTRACTS = (*PARTS.values(), SeveralAtOnceContract)
"""All that a store inherits."""
