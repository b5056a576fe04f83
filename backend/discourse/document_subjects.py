"""What the passages of one document are about, and how it is kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass

from backend.discourse.passages import subjects_of_passages
from backend.parcels import Parcels
from backend.ports import Records
from backend.types import PassageSubject

NAME = "subjects 1"


@dataclass(frozen=True, slots=True)
class DocumentSubjects:
    """The passages of a document that are known to be about something, in their order, and what."""

    document_id: str
    chunk_ids: tuple[str, ...]
    subjects: tuple[tuple[PassageSubject, ...], ...]


def read_subjects(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentSubjects:
    """What a document's passages are about.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    found = subjects_of_passages(chunks, document.title)
    told = [(chunk.id, own) for chunk, own in zip(chunks, found, strict=True) if own]
    return DocumentSubjects(
        document_id, tuple(chunk_id for chunk_id, _ in told), tuple(own for _, own in told)
    )


def packed(parts: Sequence[DocumentSubjects]) -> bytes:
    """Parts as compressed JSON, one document after the other."""
    rows = [
        [part.document_id, part.chunk_ids, [[astuple(one) for one in own] for own in part.subjects]]
        for part in parts
    ]
    return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())


def unpacked(payload: bytes) -> Iterator[DocumentSubjects]:
    """The parts of a parcel."""
    for document_id, chunk_ids, subjects in json.loads(zlib.decompress(payload)):
        yield DocumentSubjects(
            document_id,
            tuple(chunk_ids),
            tuple(tuple(PassageSubject(*each) for each in own) for own in subjects),
        )


KEPT = Parcels(NAME, packed, unpacked)
"""Where the subjects of documents are kept."""
