"""Windows of some documents as a segment: their passages, and the vectors of each one's windows."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.joint_segments import searchable
from backend.segments import (
    DOCUMENTS,
    Arrays,
    Axis,
    AxisTable,
    Schema,
    texts_as_arrays,
    texts_of,
)
from backend.windows.document_windows import DocumentWindows, Rounded, Weights, payload_of

PASSAGES = "passages"
WINDOWS = "windows"

AnyArray = npt.NDArray[Any]


def schema_of(dimension: int) -> Schema:
    """Documents, their passages, and of each passage its windows in the order of its text. A
    window's vector is moved as one value of as many bytes as it has numbers."""
    return Schema(
        axes={DOCUMENTS: Axis(), PASSAGES: Axis(owner=DOCUMENTS)},
        tables={WINDOWS: AxisTable(PASSAGES, {"vectors": f"V{dimension}", "scales": "f4"})},
    )


def segment_of(parts: Sequence[DocumentWindows], dimension: int) -> dict[str, AnyArray]:
    """The windows of some documents."""
    return _segment(
        [part.document_id for part in parts],
        [part.chunk_ids for part in parts],
        np.concatenate([np.zeros(0, np.int32), *(part.counts for part in parts)]),
        np.concatenate([np.zeros((0, dimension), np.int8), *(part.vectors for part in parts)]),
        np.concatenate([np.zeros(0, np.float32), *(part.scales for part in parts)]),
    )


def unpacked_segment(payload: bytes) -> dict[str, AnyArray]:
    """What `document_windows.payload_of` has packed."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        told = json.loads(arrays["head"].tobytes())["documents"]
        kept = arrays["counts"], arrays["vectors"], arrays["scales"]
    return _segment([each[0] for each in told], [each[1:] for each in told], *kept)


def packed_segment(segment: Arrays) -> bytes:
    """A segment as `unpacked_segment` reads it."""
    documents = [_text(text) for text in texts_of(segment, DOCUMENTS)]
    passages = texts_of(segment, PASSAGES)
    owners, starts = segment[f"{PASSAGES}.of"], segment[f"{WINDOWS}.starts"].astype(np.int64)
    order = np.argsort(owners, kind="stable")
    ends = np.cumsum(np.bincount(owners, minlength=len(documents)))
    rows = order.tolist()
    told = [
        (document, [_text(passages[row]) for row in rows[first:last]])
        for document, (first, last) in zip(documents, pairwise([0, *ends.tolist()]), strict=True)
    ]
    counts = np.diff(starts)[order]
    firsts = np.cumsum(counts) - counts
    windows = np.arange(int(counts.sum())) + np.repeat(starts[order] - firsts, counts)
    vectors = vectors_in(segment)[windows]
    scales = segment[f"{WINDOWS}.scales"][windows]
    return payload_of(told, counts.astype(np.int32), vectors, scales)


def vectors_in(segment: Arrays) -> Rounded:
    """The vectors of all windows, shape (windows, dimension)."""
    whole = segment[f"{WINDOWS}.vectors"]
    return whole.view(np.int8).reshape(len(whole), whole.dtype.itemsize)


def finished(segment: Arrays, dimension: int) -> dict[str, AnyArray]:
    """A segment as its file holds it: passages are found by their ids."""
    return searchable(schema_of(dimension), segment, ())


def _segment(
    documents: Sequence[str],
    passages: Sequence[Sequence[str]],
    counts: npt.NDArray[np.int32],
    vectors: Rounded,
    scales: Weights,
) -> dict[str, AnyArray]:
    owners = np.repeat(
        np.arange(len(documents), dtype=np.int32), [len(passage) for passage in passages]
    )
    as_values = np.ascontiguousarray(vectors).view(f"V{vectors.shape[1]}").reshape(-1)
    return {
        **texts_as_arrays(DOCUMENTS, documents),
        **texts_as_arrays(PASSAGES, [each for own in passages for each in own]),
        f"{PASSAGES}.of": owners,
        f"{WINDOWS}.starts": np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
        f"{WINDOWS}.vectors": as_values,
        f"{WINDOWS}.scales": scales,
    }


def _text(written: bytes) -> str:
    return written.decode("utf-8", "surrogatepass")
