"""The facts of one document's passages, and how they are kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass

from backend.discourse.facts import facts_of_passages
from backend.parcels import Parcels
from backend.ports import Records
from backend.types import Fact

NAME = "facts 1"


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """The passages of a document that state facts, in their order, and the facts of each."""

    document_id: str
    chunk_ids: tuple[str, ...]
    facts: tuple[tuple[Fact, ...], ...]


def read_facts(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentFacts:
    """What a document states.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    found = facts_of_passages(chunks, document.title)
    stating = [(chunk.id, own) for chunk, own in zip(chunks, found, strict=True) if own]
    return DocumentFacts(
        document_id, tuple(chunk_id for chunk_id, _ in stating), tuple(own for _, own in stating)
    )


def packed(parts: Sequence[DocumentFacts]) -> bytes:
    """Parts as compressed JSON, one document after the other."""
    rows = [
        [part.document_id, part.chunk_ids, [[astuple(one) for one in own] for own in part.facts]]
        for part in parts
    ]
    return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())


def unpacked(payload: bytes) -> Iterator[DocumentFacts]:
    """The parts of a parcel."""
    for document_id, chunk_ids, facts in json.loads(zlib.decompress(payload)):
        yield DocumentFacts(
            document_id,
            tuple(chunk_ids),
            tuple(tuple(Fact(*each) for each in own) for own in facts),
        )


KEPT = Parcels(NAME, packed, unpacked)
"""Where the facts of documents are kept."""
