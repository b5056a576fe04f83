"""Passages in the order of what the local reader thinks of the best sentence of each.

A question and a sentence are looked at together here, as a cross-encoder looks at them; nothing is
trained for it.
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
"""By the network that aligns words alone, of every sentence of every passage; or by everything that
a sentence is judged by, of those that the reader looks at: its judgement is relative to the
passages that it reads together, and knows their order.
"""
NOTHING = -float("inf")


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
        """The hits, best first; those without a sentence last, in the order that they came in.

        Args:
            by: one of ORDERS.
        """
        scores = self._aligned(question, hits) if by == ALIGNED else self._judged(question, hits)
        places = sorted(range(len(hits)), key=lambda place: (-scores[place], place))
        return [hits[place] for place in places]

    def _aligned(self, question: str, hits: Sequence[Hit]) -> list[float]:
        readings = [self._reader.read(question, [hit]).alignment for hit in hits]
        return [NOTHING if reading is None else float(reading.max()) for reading in readings]

    def _judged(self, question: str, hits: Sequence[Hit]) -> list[float]:
        reading = self._reader.read(question, hits)
        best = [NOTHING] * len(hits)
        if reading.candidates:
            scores = self._weights.scores(unit_features(reading))
            for unit, score in zip(reading.candidates, scores, strict=True):
                best[unit.hit - 1] = max(best[unit.hit - 1], float(score))
        return best
