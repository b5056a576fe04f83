"""Vectors of names and of words that relate them, each made once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.ports import Embedder, Embedders, Vectors
from backend.remembered import Remembered

KEPT = 50_000
"""Texts whose vectors are kept: about 80 MB."""


class LabelVectors:
    """Vectors of short texts by a collection's embedder. Safe for several threads."""

    def __init__(self, embedders: Embedders) -> None:
        self._embedders = embedders
        self._known: Remembered[tuple[str, str], Vectors] = Remembered(KEPT)

    def of(self, collection_id: str, texts: Sequence[str]) -> Vectors:
        """(len(texts), dimension) unit vectors. Those that are not known are embedded together."""
        embedder: Embedder = self._embedders.of(collection_id)
        made: dict[str, Vectors] = {}

        def vector(text: str) -> Vectors:
            if not made:
                made.update(zip(texts, embedder.embed(list(texts)), strict=True))
            return made[text]

        found = [
            self._known.of((embedder.identity, text), lambda text=text: vector(text))  # type: ignore[misc]
            for text in texts
        ]
        return np.array(found, np.float32).reshape(len(texts), -1)
