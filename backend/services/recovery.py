"""Originals whose document the records have lost: found again by what its id was made of."""

from __future__ import annotations

from collections.abc import Iterable

from backend.errors import NotFoundError, ReadingError
from backend.identity import document_id
from backend.ingestion.files import FileStore
from backend.ingestion.queueing import ADD
from backend.ports import Records
from backend.readers.detection import HEAD_BYTES, media_type_of
from backend.types import Problem

WHERE = "files"
_ENDINGS = {"application/pdf": ".pdf", "text/html": ".html"}


def queue_lost(records: Records, files: FileStore, hashes: Iterable[str]) -> tuple[Problem, ...]:
    """Queue stored files again that nothing refers to, though the log of changes knows their
    document and not that it was deleted.

    The name is that of the job that brought the file, where that is still listed.
    """
    alive: dict[str, bool] = {
        change.document_id: change.action != "removed" for change in records.changes(0)
    }
    names = {job.sha256: job.name for job in records.jobs()}
    queued = []
    for sha256 in hashes:
        for collection in records.collections():
            identity = document_id(collection.id, sha256, "")
            if not alive.get(identity) or _is_there(records, identity):
                continue
            with files.path(sha256).open("rb") as source:
                head = source.read(HEAD_BYTES)
            try:
                kind = media_type_of(names.get(sha256, ""), head)
            except ReadingError:
                continue
            name = names.get(sha256, f"recovered-{sha256[:12]}{_ENDINGS.get(kind, '.txt')}")
            records.enqueue(
                kind=ADD,
                collection_id=collection.id,
                name=name,
                sha256=sha256,
                size=files.path(sha256).stat().st_size,
                media_type=kind,
            )
            words = f"“{name}” of “{collection.name}” was lost and is read again from its file"
            queued.append(Problem(WHERE, words, True))
    return tuple(queued)


def _is_there(records: Records, identity: str) -> bool:
    try:
        records.document(identity)
    except NotFoundError:
        return False
    return True
