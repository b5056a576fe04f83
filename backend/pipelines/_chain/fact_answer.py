"""The answer of a chain is written from its facts: the sentences that carried it, not all around.

The local reader chooses among sentences by how they fit the question. The last sentence of a chain
often shares little with it, because that is what the chain was for; so the reader is shown of each
passage the sentences that became facts. A language model sees the passages whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.ports import Answerer, NotedFact, StopSignal
from backend.sentences import sentence_spans
from backend.types import LOCAL_READER, Chunk, Draft, Hit, Turn


class FactAnswerer:
    """An answer task that reads facts' sentences where it quotes sentences."""

    def __init__(self, answerer: Answerer, facts: Sequence[NotedFact]) -> None:
        self._answerer = answerer
        self._facts = facts
        self.name = answerer.name

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        if self.name == LOCAL_READER:
            hits = [replace(hit, chunk=excerpt(hit.chunk, self._facts)) for hit in hits]
        yield from self._answerer.answer(question, history, hits, stop)


def excerpt(chunk: Chunk, facts: Sequence[NotedFact]) -> Chunk:
    """The passage from the first to the last of its sentences that facts hold; whole without one.

    Its id stays, and its span is that of the sentences, so that citations lead where they should.
    """
    if chunk.kind == "table_row":
        return chunk
    told = [_collapsed(fact.text) for fact in facts if chunk.id in fact.chunk_ids]
    held = [
        (start, end)
        for start, end in sentence_spans(chunk.text)
        if any(text.endswith(_collapsed(chunk.text[start:end])) for text in told)
    ]
    if not held:
        return chunk
    first, last = held[0][0], held[-1][1]
    return replace(
        chunk, text=chunk.text[first:last], start=chunk.start + first, end=chunk.start + last
    )


def _collapsed(text: str) -> str:
    return " ".join(text.split())
