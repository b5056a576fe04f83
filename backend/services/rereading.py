"""Files that are in the library are read once more: in another encoding, or by a newer reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.bootstrap import Assembly
from backend.errors import NotFoundError
from backend.ingestion.document import READ_BY, READING
from backend.ingestion.media import media_type_in
from backend.ingestion.queueing import ADD, UNFINISHED
from backend.readers.detection.encoding_choices import CHOICES, known_encoding
from backend.readers.detection.encodings import decoded
from backend.types import RECORD_MEDIA_TYPE, Document, Job

_SAMPLE_BYTES = 200_000
_SAMPLE_LETTERS = 400
_BEFORE = 60


class RereadingService:
    """Reads documents' files again; the old passages are found until the new ones are ready."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._records = assembly.parts.records
        self._readers = assembly.ingestion.readers
        self._files = assembly.ingestion.files

    def encodings(self) -> tuple[tuple[str, str], ...]:
        """Encodings that a text may be read in: each with a name and words for a person."""
        return CHOICES

    def encoding_sample(self, document_id: str, encoding: str = "") -> str:
        """Some lines of a document's file as an encoding reads them, from where letters beyond
        ASCII stand; as the encoding reads them that fits best where it is empty.

        Raises:
            NotFoundError: if the file is not in the library.
            ReadingError: if the file has no text in any encoding, or there is no such encoding.
        """
        charset = known_encoding(encoding) if encoding else ""
        path = self._files.path(self._records.document(document_id).sha256)
        with path.open("rb") as source:
            content = source.read(_SAMPLE_BYTES)
        text = decoded(content, charset).text
        first = next((at for at, sign in enumerate(text) if not sign.isascii()), 0)
        start = text.rfind("\n", 0, max(0, first - _BEFORE)) + 1
        return text[start : start + _SAMPLE_LETTERS].strip()

    def read_again(self, document_ids: Sequence[str], encoding: str = "") -> tuple[Job, ...]:
        """Queue documents' files to be read once more.

        Args:
            encoding: what text files are read in; the one that fits best where it is empty.

        Raises:
            NotFoundError: if the file of a document is not in the library; nothing is queued then.
            ReadingError: `unsupported` if there is no such encoding.
        """
        charset = known_encoding(encoding) if encoding else ""
        documents = [self._records.document(document_id) for document_id in document_ids]
        for document in documents:
            if document.media_type == RECORD_MEDIA_TYPE:
                raise NotFoundError(
                    f"“{document.title}” is a record of an imported corpus and has no file.",
                    "Import the corpus again to change it.",
                )
            self._files.path(document.sha256)
        jobs = tuple(self._queued(each, charset) for each in documents)
        self._ensure_worker()
        return jobs

    def read_by_earlier(self, collection_id: str) -> tuple[Document, ...]:
        """The documents of a collection that an earlier version has read and whose files are in
        the library; those that are on their way again are left out."""
        older = [
            document
            for document in self._records.documents(collection_id)
            if self._is_older(document)
        ]
        if not older:
            return ()
        waiting = self._records.find_jobs(collection_id, kind=ADD, states=UNFINISHED)
        on_their_way = {job.sha256 for job in waiting}
        return tuple(document for document in older if document.sha256 not in on_their_way)

    def read_earlier_again(self, collection_id: str, document_id: str = "") -> tuple[Job, ...]:
        """Queue what `read_by_earlier` names, texts in the encoding that was chosen for them; with
        a document's id this one alone. Until they are read, questions are answered from the earlier
        reading.

        Raises:
            NotFoundError: if there is no such collection.
        """
        collection = self._records.collection(collection_id)
        jobs = tuple(
            self._queued(document, document.metadata.get("Encoding chosen", ""))
            for document in self.read_by_earlier(collection.id)
            if document_id in ("", document.id)
        )
        if jobs:
            self._ensure_worker()
        return jobs

    def _is_older(self, document: Document) -> bool:
        if document.media_type not in self._readers or document.metadata.get(READ_BY) == READING:
            return False
        try:
            self._files.path(document.sha256)
        except NotFoundError:
            return False
        return True

    def _queued(self, document: Document, charset: str) -> Job:
        return self._records.enqueue(
            kind=ADD,
            collection_id=document.collection_id,
            name=document.name,
            sha256=document.sha256,
            size=document.size,
            media_type=media_type_in(document.media_type, charset),
            key=document.key,
            replaces=(document.id,),
        )
