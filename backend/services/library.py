"""Collections and documents: what the Library page does."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from backend import glossaries, registry, sample
from backend.bootstrap import Assembly
from backend.briefing.making import trim_briefing
from backend.cluster.corpus_import import import_on_cluster
from backend.cluster.opening import open_workers
from backend.definitions.views import DefinitionViews
from backend.discourse.views import SubjectViews
from backend.errors import NotFoundError, ReadingError, UnavailableError
from backend.graph.upkeep import refresh_links
from backend.ingestion.corpus import ImportReport, import_corpus
from backend.ingestion.files import content_hash
from backend.ingestion.partial_files import FOLDER, PartialFiles
from backend.ingestion.queueing import ADD, UNFINISHED
from backend.ingestion.reembedding import notice_lost_teacher
from backend.ingestion.unused_files import remove_unused, remove_unused_while_held
from backend.ports import Progress
from backend.question_vectors.kept_network import is_fine_tuned
from backend.readers.detection import HEAD_BYTES, media_type_of
from backend.services.communities import CommunityService
from backend.services.queue import QueueService
from backend.types import (
    Chunk,
    Collection,
    CollectionCounts,
    CollectionSettings,
    Definition,
    Document,
    Job,
    Line,
    PassageSubject,
    Receipt,
    UploadCheck,
)

OnDuplicate = Literal["skip", "replace", "keep_both"]
"""What happens to a file whose bytes the collection has already."""

logger = logging.getLogger(__name__)


class LibraryService:
    """Everything that changes what a library holds."""

    def __init__(
        self,
        assembly: Assembly,
        ensure_worker: Callable[[], None],
        queue: QueueService,
        communities: CommunityService,
    ) -> None:
        self._ensure_worker = ensure_worker
        self._queue = queue
        self._communities = communities
        self._parts = assembly.parts
        self._ingestion = assembly.ingestion
        self._records = assembly.parts.records
        self._files = assembly.ingestion.files
        self._partial = PartialFiles(assembly.parts.settings.library / FOLDER)

    # --- collections -----------------------------------------------------------------------------

    def collections(self) -> tuple[Collection, ...]:
        """All collections, by name."""
        return self._records.collections()

    def collection_named(self, name: str) -> Collection:
        """The collection of a name, letter case aside.

        Raises:
            NotFoundError: naming the collections that there are.
        """
        return named_among(self._records.collections(), name)

    def counts(self, collection_id: str) -> CollectionCounts:
        """How many documents, pages and passages a collection holds."""
        return self._records.counts(collection_id)

    def create_collection(
        self, name: str, settings: CollectionSettings | None = None, owner: str = ""
    ) -> Collection:
        """Make an empty collection.

        Args:
            owner: id of the person whose it is, where people sign in.

        Raises:
            NameTakenError: if there is one of that name (of that person).
        """
        return self._records.create_collection(name, settings or CollectionSettings(), owner)

    def rename_collection(self, collection_id: str, name: str) -> Collection:
        """Give a collection another name."""
        return self._records.rename_collection(collection_id, name)

    def change_collection_settings(
        self, collection_id: str, settings: CollectionSettings
    ) -> Collection:
        """Change how files are cut and embedded.

        Another embedder takes effect in the background for all passages at once, other settings of
        groups as well; other changes hold for files added from now on. Which query adapter is on,
        which fine-tuned embedder, and which bounds of the reader, is not among what is changed
        here: one may have been learned since the settings were read. With another embedder the
        fine-tuned one is switched off.

        Raises:
            EmbedderError: if the new embedder cannot be loaded; nothing is changed then.
        """
        before = self._records.collection(collection_id)
        other = settings.embedder != before.settings.embedder
        if other:
            self._parts.embedders.named(settings.embedder)
        kept = replace(
            settings,
            query_adapter=before.settings.query_adapter,
            reader_bounds=before.settings.reader_bounds,
            fine_tuned="" if other else before.settings.fine_tuned,
        )
        changed = self._records.change_collection_settings(collection_id, kept)
        self._queue.notice_changed_embedders()
        self._communities.notice_ungrouped_documents()
        self._ensure_worker()
        return changed

    def delete_collection(self, collection_id: str) -> Receipt:
        """Delete a collection with all it holds, and what was on its way to it."""
        hashes = {document.sha256 for document in self._records.documents(collection_id)}
        hashes |= {job.sha256 for job in self._records.jobs(collection_id)}
        receipt = self._records.delete_collection(collection_id)
        self._follow()
        remove_unused(self._records, self._files, hashes)
        self._partial.drop_of(collection_id)
        return receipt

    def load_sample(self, owner: str = "") -> Collection:
        """Make the sample collection (once for each owner) and queue its files."""
        with contextlib.suppress(NotFoundError):
            own = [each for each in self._records.collections() if each.owner == owner]
            return named_among(own, sample.COLLECTION)
        collection = self.create_collection(sample.COLLECTION, owner=owner)
        for name, content in sample.files():
            self.add_file(collection.id, name, content)
        return collection

    def chunkers(self) -> tuple[str, ...]:
        """Names of the ways to cut prose."""
        return tuple(name for name in registry.names("backend.chunkers") if name != "table")

    def glossaries(self) -> tuple[str, ...]:
        """Names of the glossaries that a collection may switch on."""
        return glossaries.names()

    # --- documents -------------------------------------------------------------------------------

    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """The documents that questions see, by title."""
        return self._records.documents(collection_id)

    def documents_called(self, collection_id: str, wanted: Sequence[str]) -> tuple[str, ...]:
        """Ids of the documents that are named by id, name, title or key; each id once.

        Raises:
            NotFoundError: for a name that no document has.
        """
        if not wanted:
            return ()
        found: dict[str, None] = {}
        documents = self._records.documents(collection_id)
        for each in wanted:
            matching = [
                document.id
                for document in documents
                if each in (document.id, document.name, document.title, document.key)
            ]
            if not matching:
                raise NotFoundError(
                    f"There is no document “{each}” in this collection.",
                    "List the collection's documents and give an id or a name of them.",
                )
            found.update(dict.fromkeys(matching))
        return tuple(found)

    def document(self, document_id: str) -> Document:
        """One document."""
        return self._records.document(document_id)

    def document_chunks(self, document_id: str) -> tuple[Chunk, ...]:
        """A document's passages in order."""
        return self._records.chunks_of(document_id)

    def document_definitions(self, document_id: str) -> Mapping[str, tuple[Definition, ...]]:
        """The terms that a document's passages define, by the passage's id; none as long as the
        collection's definitions are being read."""
        document = self._records.document(document_id)
        view = DefinitionViews.over(self._parts).ready(document.collection_id)
        return view.of_document(document_id) if view is not None else {}

    def document_subjects(self, document_id: str) -> Mapping[str, tuple[PassageSubject, ...]]:
        """What a document's passages are about, by the passage's id; none as long as the
        collection's subjects are being read."""
        document = self._records.document(document_id)
        view = SubjectViews.over(self._parts).ready(document.collection_id)
        return view.of_document(document_id) if view is not None else {}

    def document_text(self, document_id: str, start: int = 0, end: int | None = None) -> str:
        """A span of a document's text."""
        return self._records.text(document_id, start, end)

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that a span of a document touches."""
        return self._records.lines(document_id, start, end)

    def largest_file(self) -> int:
        """Bytes of the largest file that is taken."""
        return self._files.limit

    def inspect_upload(self, collection_id: str, name: str, content: bytes | Path) -> UploadCheck:
        """What adding a file would mean: new, the same bytes again, or a new version."""
        sha256 = content_hash(content)
        same = self._records.find_documents(collection_id, sha256=sha256)
        if same:
            return UploadCheck("same_bytes", sha256, same)
        named = tuple(
            document
            for document in self._records.find_documents(collection_id, name=file_name(name))
            if not document.key
        )
        return UploadCheck("new_version" if named else "new", sha256, named)

    def add_file(
        self,
        collection_id: str,
        name: str,
        content: bytes | Path,
        *,
        on_duplicate: OnDuplicate = "skip",
        password: str | None = None,
    ) -> Job | None:
        """Store a file and queue it; None if the same bytes are there (or on their way) already.

        A file that cannot be read at all gets a failed job with the reason, so that it is seen.

        Raises:
            StorageError: if the file cannot be stored.
        """
        name = file_name(name)
        self._records.collection(collection_id)
        with self._files.held():
            job = self._added(collection_id, name, content, on_duplicate, password)
        self._ensure_worker()
        return job

    def _added(
        self,
        collection_id: str,
        name: str,
        content: bytes | Path,
        on_duplicate: OnDuplicate,
        password: str | None,
    ) -> Job | None:
        try:
            kind, sha256, size = self._store(name, content)
        except ReadingError as error:
            size = len(content) if isinstance(content, bytes) else _size(content)
            return self._refused(collection_id, name, size, error)
        same = self._records.find_documents(collection_id, sha256=sha256)
        waiting = self._records.find_jobs(collection_id, sha256s=(sha256,), states=UNFINISHED)
        if (same or waiting) and on_duplicate == "skip":
            return None
        if password:
            self._ingestion.open_protected(sha256, password)
        return self._records.enqueue(
            kind=ADD,
            collection_id=collection_id,
            name=name,
            sha256=sha256,
            size=size,
            media_type=kind,
            key=f"copy {len(same) + len(waiting) + 1}" if on_duplicate == "keep_both" else "",
            replaces=tuple(document.id for document in same) if on_duplicate == "replace" else (),
        )

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt:
        """Delete documents with all that was made of them."""
        documents = [self._records.document(document_id) for document_id in document_ids]
        hashes = {document.sha256 for document in documents}
        for collection_id in {document.collection_id for document in documents}:
            trim_briefing(self._records, collection_id, frozenset(document_ids))
        receipt = self._records.delete_documents(document_ids)
        self._follow()
        for collection_id in {document.collection_id for document in documents}:
            refresh_links(self._records, collection_id)
        remove_unused(self._records, self._files, hashes)
        for collection_id in {document.collection_id for document in documents}:
            notice_lost_teacher(self._records, self._parts.embedders, collection_id)
        self._ensure_worker()
        return receipt

    def source_file(self, document_id: str) -> tuple[str, bytes, str]:
        """Name, bytes and media type of a document's file as it was uploaded."""
        document = self._records.document(document_id)
        return document.name, self._files.original(document.sha256), document.media_type

    def import_corpus(self, collection_id: str, path: Path, progress: Progress) -> ImportReport:
        """Add every record of a JSON-lines corpus, here and now.

        Raises:
            ReadingError: if a line is not a record; what came before it stays.
            ClusterError: if a Dask scheduler is set and its workers cannot do the work.
        """
        collection = self._records.collection(collection_id)
        if not self._parts.settings.dask_scheduler or is_fine_tuned(collection.embedding):
            return import_corpus(self._ingestion, collection, path, progress)
        with contextlib.closing(open_workers(self._ingestion)) as workers:
            return import_on_cluster(self._ingestion, workers, collection, path, progress)

    def _store(self, name: str, content: bytes | Path) -> tuple[str, str, int]:
        """Media type, hash and size of a stored file."""
        if isinstance(content, Path):
            try:
                with content.open("rb") as source:
                    head = source.read(HEAD_BYTES)
            except OSError as error:
                raise ReadingError(
                    "broken",
                    f"{name} could not be opened: {error.strerror or error}.",
                    "Check the file and that you may read it.",
                ) from error
        else:
            head = content[:HEAD_BYTES]
        stored = self._files.put(content)
        try:
            return media_type_of(name, head), stored.sha256, stored.size
        except ReadingError:
            remove_unused_while_held(self._records, self._files, {stored.sha256})
            raise

    def _refused(self, collection_id: str, name: str, size: int, error: ReadingError) -> Job:
        """A failed job that shows why a file was not taken in."""
        return self._records.reject(
            collection_id=collection_id,
            name=name,
            size=size,
            code=error.code,
            reason=error.what,
            remedy=error.remedy,
        )

    def _follow(self) -> None:
        """Let the index know; while its server is away, what is gone is left out of all answers."""
        try:
            self._parts.index.catch_up()
        except UnavailableError:
            logger.warning("the index follows later", exc_info=True)


def named_among(collections: Iterable[Collection], name: str) -> Collection:
    """The first collection of a name, letter case aside, or of an id.

    Raises:
        NotFoundError: naming the collections that there are.
    """
    there = tuple(collections)
    wanted = name.strip().casefold()
    for collection in there:
        if wanted in (collection.name.casefold(), collection.id):
            return collection
    names = ", ".join(f"“{each.name}”" for each in there)
    raise NotFoundError(
        f"There is no collection “{name}”.",
        f"The collections are: {names}." if names else "Add a file to make one.",
    )


def file_name(name: str) -> str:
    """The last part of a file's name, without control characters; never empty."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    cleaned = "".join(character for character in last if character.isprintable()).strip(" .")
    return cleaned[:200] or "unnamed"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
