"""Passages in the order of what the local reader thinks of the best sentence of each.

A question and a sentence are looked at together here, as a cross-encoder looks at them; nothing is
trained for it. Each passage is read by itself, so that its score does not depend on the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Embedder
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.weights import weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit

ALIGNED, WHOLE = "aligned", "whole"
ORDERS = (ALIGNED, WHOLE)
"""By the network that aligns words alone, or by everything that a sentence is judged by."""


class ReaderOrder:
    """Orders passages by their best sentence.

    Raises:
        EmbedderError: if the embedder's model cannot be loaded.
        ValueError: if the reader has no aligning network for this embedder.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._weights = weights_for(embedder)
        if self._weights.aligner is None:
            raise ValueError(f"the reader aligns no words by {embedder.identity}")
        self._reader = LocalReader(embedder, self._weights)

    def ordered(self, question: str, hits: Sequence[Hit], by: str) -> list[Hit]:
        """The hits, best first; those without any sentence last, in the order that they came in.

        Args:
            by: one of ORDERS.
        """
        scores = [self._score(question, hit, by) for hit in hits]
        places = sorted(range(len(hits)), key=lambda place: (-scores[place], place))
        return [hits[place] for place in places]

    def _score(self, question: str, hit: Hit, by: str) -> float:
        reading = self._reader.read(question, [hit])
        if reading.alignment is None:
            return -float("inf")
        if by == ALIGNED:
            return float(reading.alignment.max())
        return float(self._weights.scores(unit_features(reading)).max())
