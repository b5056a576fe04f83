"""The search index on an Elasticsearch cluster, for several copies of the app on one library.

Words and vectors stand in one index per collection and space. Texts are analysed here, not on the
server, and scores have the scale of the embedded index, so that switching the engine changes
neither what is found nor what a fusion makes of it (docs/servers.md says what may differ).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from backend.errors import NotFoundError, WorkbenchError
from backend.indexes._elasticsearch.checking import compare
from backend.indexes._elasticsearch.connection import Cluster, address, connect
from backend.indexes._elasticsearch.lease import Lease
from backend.indexes._elasticsearch.mapping import FORMAT, Layout
from backend.indexes._elasticsearch.searching import Searcher
from backend.indexes._elasticsearch.state import IndexState
from backend.indexes._elasticsearch.state import Progress as Reached
from backend.indexes._elasticsearch.writer import Writer
from backend.indexes._index_entries import SPACES
from backend.indexes._index_problems import WHERE
from backend.ports import (
    Index,
    Progress,
    Records,
    Search,
    Searched,
)
from backend.settings import Settings
from backend.types import Change, Problem, ServiceStatus

log = logging.getLogger(__name__)

LEASE_WAIT_SECONDS = 600.0
"""How long a writer waits for another process to finish; catching up may take minutes."""
PASSAGES = "chunk"
DOCUMENTS = 500
"""Documents between two notes of how far the indices have come."""


class ElasticsearchIndex:
    """`ports.Index` on a cluster. Opening it sends nothing, so that a server may come later.

    Args:
        records: the truth that the index follows.
        settings: where the cluster is, and how its indices are made.
    """

    def __init__(self, records: Records, settings: Settings) -> None:
        self._records = records
        self._where = address(settings)
        self._layout = Layout.of(settings)
        self._client = connect(settings)
        self._cluster = Cluster(self._client, self._where)
        self._searcher = Searcher(self._cluster, self._layout, settings.elasticsearch_exact_limit)
        self._state = IndexState(self._cluster, self._layout, records)
        self._lease = Lease(self._cluster, self._layout.state)
        self._writer = Writer(self._cluster, self._layout, self._state, records, self._lease)
        self._in_process = threading.RLock()

    # --- following the records -------------------------------------------------------------------

    def catch_up(self, progress: Progress | None = None) -> int:
        """Replay the records' changes that are not in the index; returns the sequence reached.

        Raises:
            UnavailableError: if the server cannot take them now; nothing is lost.
            StorageError: if somebody has to do something first.
        """
        wanted = self._records.sequence()
        reached = self._state.progress()
        if reached.sequence == wanted and reached.format == FORMAT:
            return wanted

        def done_by_others() -> bool:
            found = self._state.progress()
            return found.format == FORMAT and found.sequence >= wanted

        with self._writing(done_by_others) as ours:
            if ours:
                return self._replay(progress).sequence
        return self._state.progress().sequence

    def _replay(self, progress: Progress | None) -> Reached:
        reached = self._state.progress()
        if self._records.sequence() < reached.sequence or reached.format != FORMAT:
            log.warning("The index is of another time than the records; it is built anew.")
            self._writer.drop(self._state.parts())
            reached = self._state.reached(reached, 0)
        changes = self._records.changes(reached.sequence)
        latest = {each.document_id: each.sequence for each in changes if each.document_id}
        touched: list[tuple[str, str]] = []
        for number, change in enumerate(changes, start=1):
            if not change.document_id:
                reached = self._flush(touched, change.sequence - 1, reached, progress)
                touched = []
                self._apply_to_collection(change, progress)
                reached = self._state.reached(reached, change.sequence)
            elif latest[change.document_id] == change.sequence:
                touched.append((change.collection_id, change.document_id))
            if len(touched) >= DOCUMENTS:
                reached = self._flush(touched, change.sequence, reached, progress)
                touched = []
            if progress is not None:
                progress("indexing", number, len(changes))
        if changes:
            reached = self._flush(touched, changes[-1].sequence, reached, progress)
        return reached

    def _flush(
        self,
        touched: Sequence[tuple[str, str]],
        sequence: int,
        reached: Reached,
        progress: Progress | None,
    ) -> Reached:
        self._writer.apply(touched, sequence, progress)
        self._searcher.forget_sizes()
        if sequence == reached.sequence:
            return reached
        return self._state.reached(reached, sequence)

    def _apply_to_collection(self, change: Change, progress: Progress | None) -> None:
        if change.action == "collection_removed":
            self._writer.drop_collection(change.collection_id)
        else:
            self._rebuild(change.collection_id, change.sequence, progress)

    def _rebuild(self, collection_id: str, sequence: int, progress: Progress | None) -> None:
        try:
            self._writer.rebuild(collection_id, sequence, progress)
        except NotFoundError:
            self._writer.drop_collection(collection_id)
        self._searcher.forget_sizes()

    @contextmanager
    def _writing(self, done_by_others: Any = None) -> Iterator[bool]:
        """Hold the lease among all processes; yields False if others have done the work."""
        with self._in_process:
            self._state.prepare()
            if not self._lease.acquire(LEASE_WAIT_SECONDS, done_by_others or (lambda: False)):
                yield False
                return
            try:
                yield True
            finally:
                self._lease.release()

    def sequence(self) -> int:
        """The records' sequence number that searches see."""
        return self._state.progress().sequence

    # --- searching -------------------------------------------------------------------------------

    def search_together(
        self, collection_id: str, searches: Sequence[Search], *, judged: bool = True
    ) -> list[Searched]:
        """Searches of one question in one request, with what each gives to what others found."""
        return self._searcher.search_together(collection_id, searches, judged=judged)

    def score_together(
        self, collection_id: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        """Scores of given entries by several searches in one request."""
        return self._searcher.score_together(collection_id, searches, ids)

    def ids(self, collection_id: str, space: str = "chunk") -> frozenset[str]:
        """All entries of a collection."""
        alias = self._layout.alias(collection_id, space)
        return frozenset(identity for identity, _ in self._writer.stored(alias))

    # --- maintenance -----------------------------------------------------------------------------

    def check(self) -> tuple[Problem, ...]:
        """Compare with the records: what is missing, left over or different.

        Raises:
            StorageError: if the server cannot be asked.
        """
        reached = self._state.progress()
        behind = self._records.sequence() - reached.sequence
        if behind:
            return (Problem(WHERE, f"The index is {behind} changes behind.", True),)
        if reached.format != FORMAT:
            return (Problem(WHERE, "The index has the form of another version of Quire.", True),)
        problems: list[Problem] = []
        collections = self._records.collections()
        for collection in collections:
            for space in SPACES:
                part = self._state.part(collection.id, space)
                stored = {} if part is None else dict(self._writer.stored(part.alias))
                problems += compare(self._records, collection, space, part, stored)
        strays = self._strays(frozenset(each.id for each in collections))
        if strays:
            what = f"The index holds {len(strays)} indices that nothing uses."
            problems.append(Problem(WHERE, what, True))
        return tuple(problems)

    def _strays(self, known: frozenset[str]) -> list[Any]:
        return [
            part
            for part in self._state.parts()
            if not part.alias or part.part.collection_id not in known
        ]

    def repair(self, progress: Progress | None = None) -> tuple[Problem, ...]:
        """Make the index equal to the records; rebuilds what differs beside what is in use."""
        mended = self.check()
        with self._writing():
            sequence = self._replay(progress).sequence
            collections = self._records.collections()
            for collection in collections:
                if self._differs(collection.id):
                    self._rebuild(collection.id, sequence, progress)
            self._writer.drop(self._strays(frozenset(each.id for each in collections)))
            for part in self._state.parts():
                self._writer.expunge(part, 0.0)
        return mended

    def _differs(self, collection_id: str) -> bool:
        collection = self._records.collection(collection_id)
        for space in SPACES:
            part = self._state.part(collection_id, space)
            stored = {} if part is None else dict(self._writer.stored(part.alias))
            if compare(self._records, collection, space, part, stored):
                return True
        return False

    def status(self) -> ServiceStatus:
        """The server as the status page shows it: version, counts, lag and health."""
        with self._cluster.explained():
            version = self._client.info()["version"]["number"]
            health = self._client.cluster.health()
        parts = [part for part in self._state.parts() if part.alias]
        passages = sum(
            self._searcher.size(part.alias) for part in parts if part.part.space == PASSAGES
        )
        behind = self._records.sequence() - self._state.progress().sequence
        detail = {
            "engine": f"Elasticsearch {version}",
            "server": self._where,
            "passages": f"{passages:,}",
            "indices": str(len(parts)),
            "cluster": f"{health['status']}, {health['number_of_nodes']} nodes",
            "changes to catch up with": f"{behind:,}",
        }
        if health["status"] == "red":
            return ServiceStatus(
                "Search index",
                "failed",
                "A part of the cluster's data is not there",
                detail,
                "Start the missing nodes. If their disks are lost, “Repair” builds the search "
                "index anew from the records.",
            )
        if behind:
            return ServiceStatus(
                "Search index",
                "warning",
                f"{behind:,} changes behind the records",
                detail,
                "It catches up with the next question; “Repair” does it now.",
            )
        return ServiceStatus("Search index", "ok", "Up to date", detail)

    def size_bytes(self) -> int:
        """Bytes of all indices of the library, copies included; 0 if the server is not there."""
        try:
            names = [part.name for part in self._state.parts()]
            if not names:
                return 0
            with self._cluster.explained():
                stored = self._client.indices.stats(index=names, metric="store")
            return int(stored["_all"]["total"]["store"]["size_in_bytes"])
        except WorkbenchError:
            return 0

    def version(self) -> str:
        """Engine and layout, for the status page."""
        with self._cluster.explained():
            number = self._client.info()["version"]["number"]
        return f"Elasticsearch {number}, layout {FORMAT}"

    def close(self) -> None:
        """Close the connections."""
        with self._in_process:
            self._client.close()


def build(settings: Settings, records: Records) -> Index:
    """The index on the cluster that the settings name; nothing is sent yet.

    Raises:
        SettingsError: if a setting cannot be used.
    """
    return ElasticsearchIndex(records, settings)
