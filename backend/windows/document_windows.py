"""The vectors of one document's windows, and how they are kept."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.parcels import Parcels
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


def windows_kept(embedding: str) -> Parcels[DocumentWindows]:
    """Where the windows of documents are kept that a model has embedded."""
    return Parcels(f"{NAME} {embedding}", packed, unpacked)


def packed(parts: Sequence[DocumentWindows]) -> bytes:
    """Parts as arrays, one document after the other."""
    head = {"documents": [[part.document_id, *part.chunk_ids] for part in parts]}
    file = io.BytesIO()
    np.savez(
        file,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        counts=np.concatenate([part.counts for part in parts]),
        vectors=np.concatenate([part.vectors for part in parts]),
        scales=np.concatenate([part.scales for part in parts]),
    )
    return file.getvalue()


def unpacked(payload: bytes) -> Iterator[DocumentWindows]:
    """The parts of a parcel."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        counts, vectors, scales = arrays["counts"], arrays["vectors"], arrays["scales"]
    passage = window = 0
    for document_id, *chunk_ids in head["documents"]:
        own = counts[passage : passage + len(chunk_ids)]
        end = window + int(own.sum())
        yield DocumentWindows(
            document_id, tuple(chunk_ids), own, vectors[window:end], scales[window:end]
        )
        passage, window = passage + len(chunk_ids), end
