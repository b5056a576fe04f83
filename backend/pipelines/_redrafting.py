"""An answer task that says what another one does, with its draft changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.ports import Answerer, StopSignal
from backend.types import Chunk, Draft, Hit, Turn, Verdict


def first_cited(draft: Draft, hits: Sequence[Hit]) -> Chunk | None:
    """The passage that the first citing sentence of a draft cites first; None where none does."""
    number = next((numbers[0] for _, _, numbers in draft.sentences if numbers), None)
    return None if number is None else hits[number - 1].chunk


def as_closest(draft: Draft) -> Draft:
    """A draft that tells nothing for sure: what it quotes comes nearest."""
    return replace(draft, verdict=Verdict.CLOSEST, found=False, short="")


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
