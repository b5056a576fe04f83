"""From one file to the bundle that makes it visible: the heavy steps, wherever they run.

Nothing here touches the records or the index, so that a process on another machine can do it.
"""

from __future__ import annotations

import io
import logging
import threading
import zlib
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from backend.errors import ReadingError, WorkbenchError
from backend.ingestion.document import Source, bundle, cut, embed_in_batches, group
from backend.ingestion.media import kind_and_charset
from backend.ingestion.parts import PreparingParts
from backend.ports import DocumentBundle, Embedder, EncodedReader, StartingEmbedder
from backend.readers.detection import SUPPORTED
from backend.serialisation import from_json, to_json
from backend.types import Reading

EMBEDDING_BATCH = 128
"""Passages between two checkpoints."""


LONG_FILE = 100_000
"""A file of so many bytes has enough passages to be worth starting what embeds many of them."""

logger = logging.getLogger(__name__)


class Steps(Protocol):
    """Hears how far a file is, and keeps what was made for a later try."""

    def progress(self, stage: str, done: int, total: int) -> None:
        """Raises CancelledError when the work shall stop."""
        ...

    def load(self, name: str) -> bytes | None:
        """What an earlier try has kept under the name."""
        ...

    def save(self, name: str, payload: bytes) -> None: ...


def prepare(
    parts: PreparingParts, source: Source, path: Path, embedder: Embedder, steps: Steps
) -> DocumentBundle:
    """Read, cut, embed and group one file; its version is 1.

    Args:
        path: where the file's bytes are.

    Raises:
        ReadingError: with the code that says why the file cannot be read.
        EmbedderError: if the embedding model cannot be run.
        CancelledError: if `steps` asked for it.
    """
    if path.stat().st_size >= LONG_FILE:
        _start_ahead(embedder)
    reading = _read(parts, source, path, steps)
    steps.progress("cutting", 0, 0)
    document = cut(parts, source, reading, embedder)
    total = len(document.passages)
    kept = f"{embedder.identity}/by length"
    steps.progress("embedding", 0, total)
    vectors = embed_in_batches(
        embedder,
        document.passages,
        EMBEDDING_BATCH,
        lambda number: _unpack(steps.load(f"{kept}/{number}")),
        lambda number, made: steps.save(f"{kept}/{number}", _pack(made)),
        lambda share: steps.progress("embedding", round(share * total), total),
    )
    steps.progress("grouping", 0, 0)
    settings = source.collection.settings
    graph = group(parts, document, vectors, settings, embedder.identity)
    summaries = embedder.embed(graph.texts)
    return bundle(document, vectors, embedder.identity, 1, graph, summaries)


def _start_ahead(embedder: Embedder) -> None:
    """Let the embedder start while the file is read, which another process does."""

    def start() -> None:
        try:
            if isinstance(embedder, StartingEmbedder):
                embedder.start()
        except WorkbenchError as error:
            # embedding fails as well, and there the person hears of it
            logger.info("The embedder could not be started ahead: %s", error)

    # not a daemon: a program must not end in the middle of loading a native library
    threading.Thread(target=start, name="start-embedder").start()


def _read(parts: PreparingParts, source: Source, path: Path, steps: Steps) -> Reading:
    saved = steps.load("reading")
    if saved is not None:
        return from_json(Reading, zlib.decompress(saved))
    kind, charset = kind_and_charset(source.media_type)
    reader = parts.readers.get(kind)
    if reader is None:
        raise ReadingError(
            "unsupported",
            f"Files of this kind ({kind}) cannot be read.",
            f"Add {SUPPORTED}.",
        )
    if charset and isinstance(reader, EncodedReader):
        reader = reader.in_encoding(charset)
    steps.progress("reading", 0, 0)
    reading = reader.read(path, source.name, None, steps.progress)
    steps.save("reading", zlib.compress(to_json(reading).encode("utf-8", "surrogatepass"), 1))
    return reading


def _pack(vectors: npt.NDArray[np.float16]) -> bytes:
    out = io.BytesIO()
    np.save(out, vectors, allow_pickle=False)
    return out.getvalue()


def _unpack(payload: bytes | None) -> npt.NDArray[np.float16] | None:
    if payload is None:
        return None
    found: npt.NDArray[np.float16] = np.load(io.BytesIO(payload), allow_pickle=False)
    return found
