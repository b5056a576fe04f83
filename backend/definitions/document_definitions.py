"""What one document defines, and how it is kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.definitions.passages import definitions_of
from backend.parcels import Parcels
from backend.ports import Records
from backend.types import Definition

NAME = "definitions 1"


@dataclass(frozen=True, slots=True)
class DocumentDefinitions:
    """The passages of a document that define something, in their order, and what each defines."""

    document_id: str
    chunk_ids: tuple[str, ...]
    definitions: tuple[tuple[Definition, ...], ...]


def read_definitions(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentDefinitions:
    """What a document defines.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    found = definitions_of(chunks, (document.title, document.name))
    defining = [(chunk.id, tuple(own)) for chunk, own in zip(chunks, found, strict=True) if own]
    return DocumentDefinitions(
        document_id,
        tuple(chunk_id for chunk_id, _ in defining),
        tuple(own for _, own in defining),
    )


def packed(parts: Sequence[DocumentDefinitions]) -> bytes:
    """Parts as compressed JSON, one document after the other."""
    rows = [
        [
            part.document_id,
            part.chunk_ids,
            [
                [[each.term, each.start, each.end, each.form, each.strength] for each in own]
                for own in part.definitions
            ],
        ]
        for part in parts
    ]
    return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())


def unpacked(payload: bytes) -> Iterator[DocumentDefinitions]:
    """The parts of a parcel."""
    for document_id, chunk_ids, definitions in json.loads(zlib.decompress(payload)):
        yield DocumentDefinitions(
            document_id,
            tuple(chunk_ids),
            tuple(tuple(Definition(*each) for each in own) for own in definitions),
        )


KEPT = Parcels(NAME, packed, unpacked)
"""Where the definitions of documents are kept."""
