"""The vectors of one document's windows, and how those of some documents are kept."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.ports import Embedder, Records
from backend.windows.cutting import window_texts

NAME = "windows 1"
HIGHEST = 127
"""Vectors are kept as whole numbers up to this: a cosine is off by a few thousandths at most."""

EMBEDDED_AT_ONCE = 32
"""Windows that are embedded in one call: a question's own texts come next and wait for no more."""

Rounded = npt.NDArray[np.int8]
Weights = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class DocumentWindows:
    """Windows of a document's passages, one passage after the other, `counts` (passages,) of each.

    `vectors` (windows, dimension) times `scales` (windows,) are unit vectors.
    """

    document_id: str
    chunk_ids: tuple[str, ...]
    counts: Counts
    vectors: Rounded
    scales: Weights


def windows_of(
    records: Records,
    document_id: str,
    embedder: Embedder,
    let_pass: Callable[[], object] | None = None,
) -> DocumentWindows:
    """Embed the windows of a document's passages.

    A passage of one window has its own vector, which is in the records.

    Args:
        let_pass: whoever is more urgent goes first there; it is called before every few windows.

    Raises:
        NotFoundError: if the document is gone.
        EmbedderError: if the model cannot be run.
    """
    chunks = records.chunks_of(document_id)
    known, own = records.vectors_of(document_id, embedder.identity)
    row_of = {each: row for row, each in enumerate(known)}
    texts: list[str] = []
    counts: list[int] = []
    ready: dict[int, npt.NDArray[Any]] = {}
    for chunk in chunks:
        cut = window_texts(chunk)
        if not cut:
            if chunk.id in row_of:
                ready[len(texts)] = own[row_of[chunk.id]]
            cut = [chunk.text]
        texts += cut
        counts.append(len(cut))
    vectors = np.zeros((len(texts), embedder.dimension), np.float32)
    for place, vector in ready.items():
        vectors[place] = vector
    missing = [place for place in range(len(texts)) if place not in ready]
    at_once = len(missing)
    if let_pass is not None:
        missing.sort(key=lambda place: len(texts[place]))  # texts of like length share a batch
        at_once = EMBEDDED_AT_ONCE
    for start in range(0, len(missing), max(1, at_once)):
        some = missing[start : start + at_once]
        if let_pass is not None:
            let_pass()
        vectors[some] = embedder.embed([texts[place] for place in some])
    rounded, scales = rounded_vectors(vectors)
    ids = tuple(chunk.id for chunk in chunks)
    return DocumentWindows(document_id, ids, np.array(counts, np.int32), rounded, scales)


def rounded_vectors(vectors: Weights) -> tuple[Rounded, Weights]:
    """Whole numbers of at most 127 (n, dimension), and (n,) what makes unit vectors of them; a
    vector of zeros stays one.
    """
    largest = np.abs(vectors).max(1, initial=0.0, keepdims=True)
    whole = np.rint(vectors * (HIGHEST / np.where(largest > 0.0, largest, 1.0)))
    lengths = np.sqrt((whole**2).sum(1))
    scales = np.where(lengths > 0.0, 1.0 / np.where(lengths > 0.0, lengths, 1.0), 0.0)
    return whole.astype(np.int8), scales.astype(np.float32)


def kept_name(embedding: str) -> str:
    """What the windows are kept under that a model has embedded."""
    return f"{NAME} {embedding}"


def packed(parts: Sequence[DocumentWindows]) -> bytes:
    """Windows of some documents as bytes."""
    return payload_of(
        [(part.document_id, part.chunk_ids) for part in parts],
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.vectors for part in parts]),
        np.concatenate([part.scales for part in parts]),
    )


def payload_of(
    documents: Iterable[tuple[str, Sequence[str]]],
    counts: Counts,
    vectors: Rounded,
    scales: Weights,
) -> bytes:
    """The same of arrays, one document after the other.

    Args:
        documents: the id of each, and those of its passages.
        counts: how many windows each passage has.
    """
    head = {"documents": [[document_id, *chunk_ids] for document_id, chunk_ids in documents]}
    file = io.BytesIO()
    np.savez(
        file,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        counts=counts,
        vectors=vectors,
        scales=scales,
    )
    return file.getvalue()
