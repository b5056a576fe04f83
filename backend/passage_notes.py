"""What was noted of a document's passages (definitions, subjects, facts), and how it is kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Generic, TypeVar

from backend.parcels import Parcels
from backend.ports import Records
from backend.types import Chunk, Document

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class DocumentNotes(Generic[N]):
    """The passages of a document of which something was noted, in their order, and what of each."""

    document_id: str
    chunk_ids: tuple[str, ...]
    notes: tuple[tuple[N, ...], ...]


def read_notes(
    records: Records,
    document_id: str,
    let_pass: Callable[[], object] | None,
    notes_of: Callable[[Sequence[Chunk], Document], Sequence[Sequence[N]]],
) -> DocumentNotes[N]:
    """The notes of a document's passages, without those of which there are none.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.
        notes_of: gives the notes of each passage.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    found = notes_of(chunks, document)
    told = [(chunk.id, tuple(own)) for chunk, own in zip(chunks, found, strict=True) if own]
    return DocumentNotes(
        document_id, tuple(chunk_id for chunk_id, _ in told), tuple(own for _, own in told)
    )


def notes_kept(name: str, note_of: Callable[..., N]) -> Parcels[DocumentNotes[N]]:
    """Where notes of documents are kept: compressed JSON, one document after the other.

    Args:
        name: raise the number in it when a note holds something else than before.
        note_of: the dataclass of a note.
    """

    def packed(parts: Sequence[DocumentNotes[N]]) -> bytes:
        rows = [
            [part.document_id, part.chunk_ids, [list(map(_values, own)) for own in part.notes]]
            for part in parts
        ]
        return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())

    def unpacked(payload: bytes) -> Iterator[DocumentNotes[N]]:
        for document_id, chunk_ids, notes in json.loads(zlib.decompress(payload)):
            yield DocumentNotes(
                document_id,
                tuple(chunk_ids),
                tuple(tuple(note_of(*each) for each in own) for own in notes),
            )

    return Parcels(name, packed, unpacked)


def _values(note: Any) -> tuple[object, ...]:
    return astuple(note)
