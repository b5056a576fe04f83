"""Files that come in pieces: begun, added to, resumed after a break, and taken in once whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

from backend.bootstrap import Assembly
from backend.errors import QuestionError, ReadingError
from backend.ingestion.files import content_hash, storage_error, too_large
from backend.ingestion.partial_files import FOLDER, PartialFiles
from backend.ingestion.queueing import ADD
from backend.services.library import OnDuplicate, file_name
from backend.types import Job, PartialUpload


class AddFile(Protocol):
    """The verb that takes a whole file in."""

    def __call__(
        self, collection_id: str, name: str, content: Path, *, on_duplicate: OnDuplicate
    ) -> Job | None:
        """See `LibraryService.add_file`."""


class UploadService:
    """Files in pieces. What is not finished within a day after its last piece is dropped."""

    def __init__(self, assembly: Assembly, add_file: AddFile) -> None:
        self._add_file = add_file
        self._records = assembly.parts.records
        self._limit = assembly.ingestion.files.limit
        self._partial = PartialFiles(assembly.parts.settings.library / FOLDER)

    def begin_upload(
        self,
        collection_id: str,
        name: str,
        size: int,
        *,
        on_duplicate: OnDuplicate = "skip",
        owner: str = "",
    ) -> PartialUpload:
        """Announce a file of `size` bytes.

        Raises:
            NotFoundError: if there is no such collection.
            ReadingError: `too_large` over the limit, `empty` for no bytes.
            StorageError: if nothing can be stored.
        """
        collection = self._records.collection(collection_id)
        if size > self._limit:
            raise too_large(self._limit)
        if size < 1:
            raise ReadingError("empty", "The file is empty: it has no bytes.", "Send another file.")
        self.drop_old_uploads()
        return self._partial.begin(
            PartialUpload("", collection.id, file_name(name), size, on_duplicate, owner)
        )

    def upload(self, upload_id: str) -> PartialUpload:
        """How much of a file is here, and what became of it.

        Raises:
            NotFoundError: if there is no such upload (any more).
        """
        return self._partial.find(upload_id)

    def add_to_upload(
        self, upload_id: str, offset: int, piece: bytes, *, add_file: AddFile | None = None
    ) -> PartialUpload:
        """Add the piece that begins at `offset`; the file is taken in with its last byte.

        Where that fails, its bytes stay, and an empty piece at its end tries again.

        Args:
            add_file: takes the whole file in, in place of this library's own verb.

        Raises:
            OffsetError: if the piece does not begin where the last one ended.
            NotFoundError: if there is no such upload (any more).
            StorageError: if the disk is full; what came before stays.
        """
        with self._partial.held(upload_id):
            known = self._partial.append(upload_id, offset, piece)
            if known.received < known.size or known.done:
                return known
            if known.beside is None:
                known = self._begun_to_take(known)
            elif taken := self._taken_before(known):
                return self._partial.end(known, taken)
            job = (add_file or self._add_file)(
                known.collection_id,
                known.name,
                self._partial.path(upload_id),
                on_duplicate=known.on_duplicate,
            )
            return self._partial.end(known, "" if job is None else job.id)

    def _begun_to_take(self, known: PartialUpload) -> PartialUpload:
        """The upload with the jobs that are not its own, kept before it is taken in."""
        begun = replace(known, beside=self._jobs_of(known))
        try:
            self._partial.keep(begun)
        except OSError as error:
            raise storage_error(error) from error
        return begun

    def _taken_before(self, known: PartialUpload) -> str:
        """The job that the file got before the program ended in between; empty for none. Without
        this, one that is kept beside its like would be added twice."""
        return next((job for job in self._jobs_of(known) if job not in (known.beside or ())), "")

    def _jobs_of(self, known: PartialUpload) -> tuple[str, ...]:
        """Jobs of the same bytes and name, the latest first."""
        sha256 = content_hash(self._partial.path(known.id))
        jobs = self._records.find_jobs(known.collection_id, kind=ADD, sha256s=(sha256,))
        return tuple(job.id for job in reversed(jobs) if job.name == known.name)

    def drop_upload(self, upload_id: str) -> None:
        """Give a file up that is not whole.

        Raises:
            NotFoundError: if there is no such upload (any more).
            QuestionError: if it is in the library already.
        """
        with self._partial.held(upload_id):
            if self._partial.find(upload_id).done:
                raise QuestionError(
                    "The whole file has come and was taken in.", "Delete its document instead."
                )
            self._partial.drop(upload_id)

    def drop_old_uploads(self) -> int:
        """Drop what nobody went on with for a day; how many."""
        return self._partial.drop_expired()
