"""The store of record."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.ports.embedding import Vectors
from backend.types.answers import Conversation, Mark
from backend.types.graph import Community, Edge, Entity, Triple
from backend.types.jobs import Job, JobState
from backend.types.layout import Line
from backend.types.library import (
    Change,
    Chunk,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Document,
    Receipt,
    Section,
)
from backend.types.status import Problem
from backend.types.tables import StoredTable


@dataclass(frozen=True, slots=True)
class DocumentBundle:
    """Everything that becomes visible at once when a document is published.

    `vectors` has one float16 row per chunk, in the order of `chunks`; `embedding` is the identity
    of the model that made them. `community_vectors` has one float16 row per community, in the order
    of `communities`, by the same model. `graph_recipe` names the method, settings and model that
    made communities and edges; empty where they were not made.
    """

    document: Document
    text: str
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    vectors: npt.NDArray[np.float16]
    embedding: str
    entities: tuple[Entity, ...] = ()
    mentions: tuple[tuple[str, str, int], ...] = ()
    """(entity id, chunk id, count)"""
    triples: tuple[Triple, ...] = ()
    communities: tuple[Community, ...] = ()
    edges: tuple[Edge, ...] = ()
    community_vectors: npt.NDArray[np.float16] = field(
        default_factory=lambda: np.zeros((0, 0), np.float16)
    )
    graph_recipe: str = ""
    tables: tuple[StoredTable, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkState:
    """How far the links of one kind among a collection's documents have come.

    `recipe` names the method and settings that made them (empty: never made), `sequence` the last
    change that they know of. `unsettled` are nodes, sorted, that have lost a link since, because
    the document at its other end went or was made anew: what remains of their links may be too
    little.
    """

    recipe: str = ""
    sequence: int = 0
    unsettled: tuple[str, ...] = ()


class LibraryRecords(Protocol):
    """Collections, and the documents in them with their passages and vectors."""

    # collections
    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        ...

    def collection(self, collection_id: str) -> Collection: ...

    def counts(self, collection_id: str) -> CollectionCounts: ...

    def create_collection(self, name: str, settings: CollectionSettings) -> Collection:
        """Raises NameTakenError if a collection of that name (case-folded, trimmed) exists."""
        ...

    def rename_collection(self, collection_id: str, name: str) -> Collection: ...

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection: ...

    def delete_collection(self, collection_id: str) -> Receipt: ...

    # documents
    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """Visible documents, by title then id."""
        ...

    def document(self, document_id: str) -> Document: ...

    def find_documents(
        self, collection_id: str, *, name: str = "", sha256: str = ""
    ) -> tuple[Document, ...]:
        """The collection's documents of that name, of those bytes, or both; by id."""
        ...

    def uses_file(self, sha256: str) -> bool:
        """Whether a document or a job of any collection refers to a file of that hash."""
        ...

    def publish(self, bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        """Make documents visible and remove those that they replace, in one transaction.

        Publishing a document that is there already (same id) replaces it. Returns the sequence
        number of the change log after it.

        Raises:
            NotFoundError: if the collection is gone (the job is then moot).
        """
        ...

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt: ...

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str: ...

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that the span touches, in reading order."""
        ...

    def sections(self, document_id: str) -> tuple[Section, ...]: ...

    # chunks and vectors
    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """The chunks that exist; ids that are gone are left out."""
        ...

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The document's chunks by ordinal."""
        ...

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        """Chunk ids by ordinal and their vectors under one embedding (possibly none)."""
        ...

    def store_vectors(
        self, document_id: str, embedding: str, vectors: Mapping[str, npt.NDArray[np.float16]]
    ) -> None:
        """Add vectors of a second embedding beside the live one (re-embedding)."""
        ...

    def activate_embedding(self, collection_id: str, embedding: str) -> int:
        """Switch the collection to another embedding, once every chunk has a vector of it.

        Drops the vectors of all others and all communities, edges between chunks and links, which
        were made from them; every document's graph is then stale. Logs `reembedded`, returns the
        sequence number.

        Raises:
            StorageError: if some chunk has no vector under it.
        """
        ...

    # tables
    def tables(
        self, collection_id: str, document_ids: Sequence[str] = ()
    ) -> tuple[StoredTable, ...]:
        """The tables of a collection, or of those of its documents that are named; by document id,
        then in the order of the text."""
        ...

    def table(self, table_id: str) -> StoredTable: ...


class GraphRecords(Protocol):
    """What documents name and state, groups of passages, and links."""

    def entities(self, collection_id: str) -> tuple[Entity, ...]: ...

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        """(entity id, chunk id, count), sorted."""
        ...

    def triples(self, collection_id: str) -> tuple[Triple, ...]: ...

    def communities(self, document_id: str) -> tuple[Community, ...]: ...

    def communities_named(self, community_ids: Iterable[str]) -> dict[str, Community]:
        """The communities that exist, in the order of the ids; those that are gone are left out."""
        ...

    def communities_of_collection(self, collection_id: str) -> tuple[Community, ...]:
        """All communities of a collection, by id."""
        ...

    def community_vectors(
        self, collection_id: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], Vectors]:
        """Ids of all communities, sorted, the document id of each, and their vectors as they were
        stored; shape (0, 0) if there are none."""
        ...

    def community_vectors_of(self, document_id: str) -> Vectors:
        """Vectors of a document's communities, in the order of `communities`."""
        ...

    def replace_graph(
        self,
        document_id: str,
        communities: Sequence[Community],
        vectors: npt.NDArray[np.float16],
        edges: Sequence[Edge],
        recipe: str,
    ) -> int:
        """Put other communities and edges in the place of a document's own, in one transaction.

        Of the old edges NEXT, SIMILAR_TO, IN_COMMUNITY and COMM_SIMILAR_TO from it go, and so do
        COMM_SIMILAR_TO edges of other documents to its communities; the others stay. Logs
        `regraphed`, returns the sequence number.

        Raises:
            StorageError: if vectors and communities do not belong together.
        """
        ...

    def stale_graphs(self, collection_id: str, recipe: str) -> tuple[str, ...]:
        """Ids, sorted, of the documents with chunks whose graph was not made by this recipe."""
        ...

    def links_from(self, collection_id: str, kind: str, sources: Sequence[str]) -> tuple[Edge, ...]:
        """Edges of one kind that start at given nodes, by source, then target."""
        ...

    def link_state(self, collection_id: str, kind: str) -> LinkState: ...

    def store_links(
        self,
        collection_id: str,
        kind: str,
        *,
        expected: LinkState,
        sequence: int,
        recipe: str,
        sources: Sequence[str] | None,
        edges: Sequence[Edge],
    ) -> bool:
        """Replace all links of one kind that start at `sources` (None: at any node) by `edges`.

        The links then stand at `sequence`, made by `recipe`, with nothing unsettled. They belong to
        the document of their source (a community or a document) and go with it; they also go with
        what they lead to, or when its graph is made anew, which leaves their source unsettled.

        Returns:
            False, with nothing stored, if the links do not stand as `expected` any more or the
            collection has changed after `sequence`: look again.
        """
        ...

    def edges(self, collection_id: str, kinds: Sequence[str] = ()) -> Iterator[Edge]:
        """Edges of the collection's documents, sorted by kind, source, target."""
        ...


class DerivedRecords(Protocol):
    """The log of changes, and what was worked out from a collection at one of its numbers."""

    def save_derived(self, collection_id: str, name: str, payload: bytes, sequence: int) -> None:
        """Keep something that was worked out from a collection as it was at a sequence number."""
        ...

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        """What `save_derived` kept last, with its sequence number."""
        ...

    def sequence(self) -> int:
        """Number of the last change."""
        ...

    def changes(self, after: int) -> tuple[Change, ...]:
        """Changes with a sequence number over `after`, in order."""
        ...


class QueueRecords(Protocol):
    """Files on their way in, and other work that waits for a worker."""

    def enqueue(
        self,
        *,
        kind: str,
        collection_id: str,
        name: str,
        sha256: str,
        size: int,
        media_type: str,
        key: str = "",
        replaces: Sequence[str] = (),
    ) -> Job: ...

    def reject(
        self, *, collection_id: str, name: str, size: int, code: str, reason: str, remedy: str
    ) -> Job:
        """A failed job of kind `refused` for a file that was not taken in, so that it is seen."""
        ...

    def jobs(self, collection_id: str | None = None) -> tuple[Job, ...]:
        """Jobs, oldest first."""
        ...

    def find_jobs(
        self,
        collection_id: str | None = None,
        *,
        states: Group[JobState] = (),
        kind: str = "",
        sha256s: Group[str] = (),
        limit: int | None = None,
    ) -> tuple[Job, ...]:
        """Jobs that fit all that is given, oldest first: one of the states, the kind, one of the
        files' hashes; at most `limit` of them. An empty group asks for nothing. The store looks
        them up: jobs that do not fit cost nothing.
        """
        ...

    def job(self, job_id: str) -> Job: ...

    def claim_job(self, worker: str, stale_after: float) -> Job | None:
        """Take the oldest queued job, or a running one whose heartbeat is older than `stale_after`
        seconds. Exactly one worker gets it. None if there is nothing to do."""
        ...

    def report_job(self, job_id: str, worker: str, stage: str, done: int, total: int) -> bool:
        """Record progress and a heartbeat; False if the job was cancelled or taken over."""
        ...

    def finish_job(
        self,
        job_id: str,
        worker: str,
        state: JobState,
        *,
        code: str = "",
        reason: str = "",
        remedy: str = "",
        document_id: str = "",
    ) -> None:
        """End a job; drops its checkpoints. Ignored when another worker has taken it over."""
        ...

    def request_cancel(self, job_id: str) -> None: ...

    def retry_job(self, job_id: str) -> Job:
        """Queue a failed or cancelled job again."""
        ...

    def dismiss_job(self, job_id: str) -> None:
        """Forget a finished, failed or cancelled job."""
        ...

    def save_checkpoint(self, job_id: str, name: str, payload: bytes) -> None: ...

    def load_checkpoint(self, job_id: str, name: str) -> bytes | None: ...


class ConversationRecords(Protocol):
    """Answers and what people made of them, and the settings that they changed on screen."""

    def save_answer(
        self, answer_id: str, conversation_id: str, collection_id: str, title: str, payload: str
    ) -> None:
        """Store an answer (JSON); makes the conversation if it is new."""
        ...

    def answer(self, answer_id: str) -> str: ...

    def answers(self, conversation_id: str) -> tuple[str, ...]:
        """The conversation's answers as JSON, oldest first."""
        ...

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """Newest first."""
        ...

    def delete_conversation(self, conversation_id: str) -> None: ...

    def save_mark(self, mark: Mark) -> None:
        """Set or (value 0) withdraw a mark; one per answer and chunk."""
        ...

    def marks(self, collection_id: str) -> tuple[Mark, ...]: ...

    def preference(self, name: str) -> str | None:
        """A workbench-wide setting that was changed on screen."""
        ...

    def set_preference(self, name: str, value: str) -> None: ...


class MaintenanceRecords(Protocol):
    """Moving to another store, checking and mending."""

    # moving to another store
    def bundle(self, document_id: str) -> DocumentBundle:
        """A document as it is now, as `publish` takes it: vectors of the live embedding, edges of
        its own but for links between documents; lists without an order of their own are sorted.

        Raises:
            StorageError: if a chunk has no vector.
        """
        ...

    def restore_collection(self, collection: Collection) -> None:
        """Make a collection with the id, time and settings that it has elsewhere; one that is
        there takes its name and settings. The embedding comes with the documents."""
        ...

    def preferences(self) -> dict[str, str]: ...

    # maintenance
    def check(self) -> tuple[Problem, ...]: ...

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended."""
        ...

    def version(self) -> str:
        """Engine and schema version, for the status page."""
        ...

    def close(self) -> None: ...


class Records(
    LibraryRecords,
    GraphRecords,
    DerivedRecords,
    QueueRecords,
    ConversationRecords,
    MaintenanceRecords,
    Protocol,
):
    """The truth. Safe for several threads and several processes; each call is one transaction.

    Readers see a document wholly or not at all. Unknown ids raise NotFoundError unless said
    otherwise; a full disk, a lock that does not free or damage raise StorageError.
    """
