"""Changes the indices on the server, under the lease."""

from __future__ import annotations

import hashlib
import logging
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from elasticsearch import helpers

from backend.errors import NotFoundError
from backend.indexes._elasticsearch import queries
from backend.indexes._elasticsearch.connection import Cluster, refusal
from backend.indexes._elasticsearch.lease import Lease
from backend.indexes._elasticsearch.mapping import FORMAT, IndexPart, Layout, StoredPart
from backend.indexes._elasticsearch.state import IndexState
from backend.indexes._index_entries import SPACES, by_collection, document_entries
from backend.indexes._terms import analysed, analysed_heading
from backend.ports import IndexEntry, Progress, Records

BATCH = 2_000
"""Entries between two refreshes; bounds memory, and the work that a crash repeats."""
REQUEST_ENTRIES = 500
REQUEST_BYTES = 8_000_000
REFUSALS = 5
"""How often entries that a busy server refused are sent again, with growing pauses."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
WRITE_SECONDS = 120.0
"""Time-out of one request of writing, which may wait for merges."""
REMOVED_SHARE = 0.1
"""Removed entries weigh in the statistics of BM25 until they are expunged; this share at most."""
PAGE = 10_000
_DOCUMENTS = 500

log = logging.getLogger(__name__)


class Writer:
    """Brings indices to what the records hold. The caller holds the lease."""

    def __init__(
        self,
        cluster: Cluster,
        layout: Layout,
        state: IndexState,
        records: Records,
        lease: Lease,
    ) -> None:
        self._cluster = cluster
        self._client = cluster.client.options(request_timeout=WRITE_SECONDS)
        self._layout = layout
        self._state = state
        self._records = records
        self._lease = lease

    # --- changes ---------------------------------------------------------------------------------

    def apply(
        self, touched: Sequence[tuple[str, str]], sequence: int, progress: Progress | None
    ) -> None:
        """Bring (collection id, document id) pairs to what the records hold of them now."""
        for collection_id, document_ids in by_collection(touched).items():
            self._apply(collection_id, document_ids, sequence, progress)

    def _apply(
        self,
        collection_id: str,
        document_ids: Sequence[str],
        sequence: int,
        progress: Progress | None,
    ) -> None:
        try:
            embedding = self._records.collection(collection_id).embedding
        except NotFoundError:
            self.drop_collection(collection_id)
            return
        parts = {space: self._state.part(collection_id, space) for space in SPACES}
        if any(
            part is not None and (part.part.embedding != embedding or part.format != FORMAT)
            for part in parts.values()
        ):
            self.rebuild(collection_id, sequence, progress)
            return
        for space, part in parts.items():
            if part is None:
                parts[space] = self._make(IndexPart(collection_id, space, embedding), in_use=True)
        ready = {space: part for space, part in parts.items() if part is not None}
        waiting: dict[str, list[IndexEntry]] = {space: [] for space in SPACES}
        batch: list[str] = []
        for document_id in document_ids:
            batch.append(document_id)
            for space, made in document_entries(self._records, document_id, embedding).items():
                waiting[space] += made
            full = max(map(len, waiting.values())) >= BATCH or len(batch) >= _DOCUMENTS
            if full or document_id == document_ids[-1]:
                for space, part in ready.items():
                    ready[space] = self._update(part, batch, waiting[space], sequence)
                    waiting[space] = []
                batch = []
        for part in ready.values():
            self.expunge(part)

    def _update(
        self,
        part: StoredPart,
        document_ids: Sequence[str],
        entries: Sequence[IndexEntry],
        sequence: int,
    ) -> StoredPart:
        """Replace all entries of some documents; those that are the same are left alone."""
        there = dict(self.stored(part.alias, {"terms": {"document_id": list(document_ids)}}))
        fresh = {entry.id: (entry, fingerprint(entry)) for entry in entries}
        part = self._with_vectors(part, entries)
        actions = [
            *(
                written(part.alias, entry, mark, sequence)
                for entry, mark in fresh.values()
                if there.get(entry.id) != mark
            ),
            *(removed(part.alias, identity, sequence) for identity in there.keys() - fresh.keys()),
        ]
        if actions:
            self._send(actions)
            self._refresh(part.alias)
        return part

    def _with_vectors(self, part: StoredPart, entries: Iterable[IndexEntry]) -> StoredPart:
        """The part with a field for vectors, which is made when the first ones come."""
        dimension = next((len(entry.vector) for entry in entries if entry.vector is not None), 0)
        if part.dimension or not dimension:
            return part
        self._lease.verify()
        with self._cluster.explained():
            self._client.indices.put_mapping(
                index=part.name,
                body={
                    "properties": self._layout.vector_property(dimension),
                    "_meta": {"quire": part.part.described(self._layout.prefix, dimension)},
                },
            )
        return StoredPart(part.name, part.part, dimension, part.format, part.alias)

    # --- new indices -----------------------------------------------------------------------------

    def _make(self, part: IndexPart, *, in_use: bool) -> StoredPart:
        """A new, empty index; in use at once, or under a name of its own until it is complete."""
        alias = self._layout.alias(part.collection_id, part.space)
        name = f"{alias}-{uuid.uuid4().hex[:8]}"
        shown = alias if in_use else f"{name}-new"
        self._lease.verify()
        with self._cluster.explained():
            self._client.indices.create(
                index=name,
                body={**self._layout.index_body(part, 0), "aliases": {shown: {}}},
            )
        return StoredPart(name, part, 0, FORMAT, shown)

    def rebuild(self, collection_id: str, sequence: int, progress: Progress | None) -> None:
        """Make all indices of a collection anew beside those in use, then let them take over.

        Raises:
            NotFoundError: if the collection is gone.
        """
        embedding = self._records.collection(collection_id).embedding
        documents = self._records.documents(collection_id)
        parts = {
            space: self._make(IndexPart(collection_id, space, embedding), in_use=False)
            for space in SPACES
        }
        waiting: dict[str, list[IndexEntry]] = {space: [] for space in SPACES}

        def send(space: str) -> None:
            parts[space] = self._with_vectors(parts[space], waiting[space])
            self._send(
                written(parts[space].alias, entry, fingerprint(entry), sequence)
                for entry in waiting[space]
            )
            waiting[space] = []

        for number, document in enumerate(documents, start=1):
            entries = document_entries(self._records, document.id, embedding)
            for space, made in entries.items():
                waiting[space] += made
                if len(waiting[space]) >= BATCH:
                    send(space)
            if progress is not None:
                progress("indexing", number, len(documents))
        for space, part in parts.items():
            send(space)
            self._refresh(part.alias)
            self._switch(part)

    def _switch(self, part: StoredPart) -> None:
        """Let a complete index take the place of the one in use, in one step."""
        alias = self._layout.alias(part.part.collection_id, part.part.space)
        self._state.part(part.part.collection_id, part.part.space)  # the name must be ours
        older = [
            each.name
            for each in self._state.parts()
            if each.part == part.part or each.alias == alias
        ]
        actions: list[dict[str, Any]] = [
            {"remove": {"index": part.name, "alias": part.alias}},
            {"add": {"index": part.name, "alias": alias}},
            *({"remove_index": {"index": name}} for name in older if name != part.name),
        ]
        self._lease.verify()
        with self._cluster.explained():
            self._client.indices.update_aliases(actions=actions)

    # --- removal ---------------------------------------------------------------------------------

    def drop(self, parts: Iterable[StoredPart]) -> None:
        """Delete indices."""
        for part in parts:
            self._lease.verify()
            with self._cluster.explained():
                self._client.indices.delete(index=part.name, ignore_unavailable=True)

    def drop_collection(self, collection_id: str) -> None:
        """Delete all indices of a collection."""
        self.drop(part for part in self._state.parts() if part.part.collection_id == collection_id)

    def expunge(self, part: StoredPart, share: float = REMOVED_SHARE) -> None:
        """Rid the statistics of removed entries, where they are more than a share of all."""
        with self._cluster.explained():
            counted = self._client.indices.stats(index=part.alias, metric="docs")
            documents = counted["_all"]["primaries"]["docs"]
            if documents["deleted"] > share * (documents["count"] + documents["deleted"]):
                self._client.indices.forcemerge(index=part.alias, only_expunge_deletes=True)

    # --- requests --------------------------------------------------------------------------------

    def stored(
        self, alias: str, query: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[str, str]]:
        """(id, fingerprint) of all entries that match, by id."""
        after: list[Any] | None = None
        while True:
            with self._cluster.explained():
                found = self._client.search(
                    index=alias,
                    query=query or {"match_all": {}},
                    size=PAGE,
                    sort=[{"id": "asc"}],
                    search_after=after,
                    docvalue_fields=[{"field": "hash"}],
                    source=False,
                    stored_fields="_none_",
                    track_total_hits=False,
                    ignore_unavailable=True,
                    allow_partial_search_results=False,
                )["hits"]["hits"]
            for hit in found:
                yield str(hit["sort"][0]), str(hit.get("fields", {}).get("hash", [""])[0])
            if len(found) < PAGE:
                return
            after = found[-1]["sort"]

    def _send(self, actions: Iterable[dict[str, Any]]) -> None:
        with self._cluster.explained():
            for ok, outcome in helpers.streaming_bulk(
                self._client,
                self._while_ours(actions),
                chunk_size=REQUEST_ENTRIES,
                max_chunk_bytes=REQUEST_BYTES,
                max_retries=REFUSALS,
                initial_backoff=FIRST_PAUSE,
                max_backoff=LONGEST_PAUSE,
                raise_on_error=False,
                require_alias=True,
            ):
                if not ok:
                    self._judge(outcome)

    def _while_ours(self, actions: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for number, action in enumerate(actions):
            if number % REQUEST_ENTRIES == 0:
                self._lease.verify()
            yield action

    def _judge(self, outcome: Mapping[str, Any]) -> None:
        """Let pass what is right as it is: a later change got there first, or nothing was there.

        Raises:
            StorageError: for what the server did not take.
        """
        (told,) = outcome.values()
        status, error = int(told.get("status", 0)), told.get("error", {})
        if status == 409 or (status == 404 and not error):
            return
        cause = error if isinstance(error, Mapping) else {"reason": str(error)}
        log.error("an entry was refused: %s %s", status, cause.get("type", ""))
        raise refusal(status, cause, self._cluster.where)

    def _refresh(self, alias: str) -> None:
        with self._cluster.explained():
            self._client.indices.refresh(index=alias)


def fingerprint(entry: IndexEntry) -> str:
    """What an entry's place on the server depends on, in short: equal marks, equal entries."""
    digest = hashlib.sha256(str(FORMAT).encode())
    for field in (entry.document_id, entry.media_type, entry.kind, *_fields(entry).values()):
        encoded = field.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode())
        digest.update(encoded)
    if entry.vector is not None:
        digest.update(entry.vector.astype("<f2").tobytes())
    return digest.hexdigest()[:32]


def _fields(entry: IndexEntry) -> dict[str, str]:
    """The analysed texts of an entry."""
    made = {
        "text": analysed(entry.text),
        "title": analysed_heading(entry.title),
        "path": analysed_heading(entry.path),
    }
    return {
        name: " ".join(map(queries.cut, terms.split())) or queries.NOTHING
        for name, terms in made.items()
    }


def written(alias: str, entry: IndexEntry, mark: str, sequence: int) -> dict[str, Any]:
    """The bulk action that puts an entry in its place."""
    vector = None if entry.vector is None else queries.unit(entry.vector)
    return {
        "_op_type": "index",
        **_place(alias, entry.id, sequence),
        "id": entry.id,
        "document_id": entry.document_id,
        "media_type": entry.media_type,
        "kind": entry.kind,
        "hash": mark,
        **_fields(entry),
        **({} if vector is None else {"vector": vector.tolist()}),
    }


def removed(alias: str, identity: str, sequence: int) -> dict[str, Any]:
    """The bulk action that removes an entry."""
    return {"_op_type": "delete", **_place(alias, identity, sequence)}


def _place(alias: str, identity: str, sequence: int) -> dict[str, Any]:
    # entries of an earlier change never replace those of a later one, however late they arrive
    return {
        "_index": alias,
        "_id": identity,
        "version": sequence,
        "version_type": "external_gte",
    }
