"""An answer task that says what another one does, with its draft changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from backend.ports import Answerer, StopSignal
from backend.types import Draft, Hit, Turn


class RedraftingAnswerer(ABC):
    """Lets another answer: its words pass as they are, each draft among them as it is changed."""

    def __init__(self, inner: Answerer) -> None:
        self.name = inner.name
        self._inner = inner

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        for piece in self._inner.answer(question, history, hits, stop):
            yield piece if isinstance(piece, str) else self.redrafted(piece, question, hits)

    @abstractmethod
    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """The draft as it is told."""
