"""An embedder's vectors, kept for the sentences that questions meet again and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from backend.ports import Embedder, Vectors


class VectorMemory:
    """Embeds texts, remembering the `limit` most recently used vectors. Safe for threads."""

    def __init__(self, embedder: Embedder, limit: int = 8192) -> None:
        self._embedder = embedder
        self._limit = limit
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension), as the embedder gives them."""
        with self._lock:
            found = {text: self._vectors[text] for text in texts if text in self._vectors}
            for text in found:
                self._vectors.move_to_end(text)
        missing = list(dict.fromkeys(text for text in texts if text not in found))
        if missing:
            found.update(zip(missing, self._embedder.embed(missing), strict=True))
            with self._lock:
                for text in missing:
                    self._vectors[text] = found[text]
                while len(self._vectors) > self._limit:
                    self._vectors.popitem(last=False)
        if not texts:
            return np.zeros((0, self._embedder.dimension), dtype=np.float32)
        return np.stack([found[text] for text in texts])
