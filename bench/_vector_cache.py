"""Vectors of the benchmarks' texts, kept between runs so that an experiment costs seconds."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.ports import Embedder, Vectors

BATCH = 256


class CachedEmbedder:
    """An embedder that looks a text up on disk before it embeds it.

    Vectors are kept as float32 under the embedder's identity, so that another model never answers
    for this one.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self.identity = embedder.identity
        self.dimension = embedder.dimension
        self.max_tokens = embedder.max_tokens
        folder.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(folder / "vectors.sqlite", timeout=60)
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
        )

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        """As the embedder underneath."""
        return self._embedder.token_offsets(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As the embedder underneath; only texts that are new are computed, in batches."""
        keys = [self._key(text) for text in texts]
        found: dict[bytes, Vectors] = {}
        missing: dict[bytes, str] = {}
        for key, text in zip(keys, texts, strict=True):
            if key in found or key in missing:
                continue
            row = self._connection.execute(
                "SELECT vector FROM vectors WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                missing[key] = text
            else:
                found[key] = np.frombuffer(row[0], dtype=np.float32)
        pending = list(missing.items())
        for first in range(0, len(pending), BATCH):
            batch = pending[first : first + BATCH]
            vectors = self._embedder.embed([text for _, text in batch])
            with self._connection:
                self._connection.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?)",
                    [
                        (key, np.ascontiguousarray(vector, dtype=np.float32).tobytes())
                        for (key, _), vector in zip(batch, vectors, strict=True)
                    ],
                )
            for (key, _), vector in zip(batch, vectors, strict=True):
                found[key] = np.asarray(vector, dtype=np.float32)
        if not keys:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([found[key] for key in keys])

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(
            f"{self.identity}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16
        ).digest()
