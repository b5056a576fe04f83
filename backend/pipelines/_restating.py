"""Answers to a follow-up on the last answer: its first line, its sources, or why it stays as it is.

The evidence is what the last answer cited; nothing is searched again. Where a language model is on,
it writes the shorter or simpler answer from that evidence; where a sentence stands is told without
one in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.pipelines._quoting import Quoting
from backend.ports import Answerer, Parts, Records, Retrieval, StopSignal
from backend.tasks.rewrite.rules.restating import Restating, restating
from backend.types import LOCAL_READER, Chunk, Citation, Draft, Hit, Query, Turn, Verdict

MOST_SOURCES = 5
LONGEST_QUOTE = 400
NEEDS_MODEL = (
    "To put it in other words takes a language model, and none is on. Without one, “shorter” gives "
    "the first line alone and “where does it say that?” its document, page and words."
)
NOTHING_SAID = "The last answer found nothing, so there is nothing of it to repeat."


@dataclass(frozen=True)
class Restated:
    """A follow-up on the last answer: its query, the question that was answered, the query as it is
    read, its evidence, and the parts with the task that tells it."""

    query: Query
    restates: str
    asked: Query
    retrieval: Retrieval
    parts: Parts


def restated(parts: Parts, query: Query) -> Restated | None:
    """What a follow-up on the last answer is answered from; None for any other question, or where
    nothing is known of what the last answer cited."""
    wanted = restating(query.text)
    turn = query.history[-1] if query.history else None
    if wanted is None or turn is None or not turn.answer.strip():
        return None
    chunks = parts.records.chunks(dict.fromkeys(citation.chunk_id for citation in turn.citations))
    hits = tuple(Hit(chunk, 1.0, ()) for chunk in chunks.values())
    read_as = {
        "shorter": f"{turn.question} (The answer in its first line.)",
        "simpler": f"{turn.question} (The answer in simpler words.)",
        "source": f"Where does the answer to “{turn.question}” stand?",
    }[wanted]

    def answerer(of: Query) -> Answerer:
        return _Restating(parts.answerer(of), parts.records, wanted, turn, chunks)

    return Restated(
        query,
        turn.question,
        replace(query, text=read_as),
        Retrieval(hits, parts.index.sequence(), ()),
        replace(parts, answerer=answerer),
    )


class _Restating:
    """Tells the last answer again, or where it stands."""

    def __init__(
        self,
        answerer: Answerer,
        records: Records,
        wanted: Restating,
        turn: Turn,
        chunks: dict[str, Chunk],
    ) -> None:
        self._answerer = answerer
        self._records = records
        self._wanted = wanted
        self._turn = turn
        self._number = {chunk_id: place for place, chunk_id in enumerate(chunks, start=1)}
        self._chunks = chunks
        self.name = LOCAL_READER if wanted == "source" else answerer.name

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        if self.name != LOCAL_READER and hits:
            yield from self._answerer.answer(question, history, hits, stop)
            return
        told = Quoting()
        cited = [each for each in self._turn.citations if each.chunk_id in self._chunks]
        if not cited:
            yield told.say(NOTHING_SAID)
        elif self._wanted == "source":
            for citation in _distinct(cited)[:MOST_SOURCES]:
                words = self._words(citation)
                yield told.quote(
                    words,
                    self._number[citation.chunk_id],
                    citation.start,
                    citation.end,
                    self._place(citation),
                )
        else:
            if self._wanted == "simpler":
                yield told.say(NEEDS_MODEL)
            first = cited[0]
            said = next(
                (sentence.text for sentence in self._turn.sentences if sentence.citations), ""
            )
            words = self._turn.short or said or self._words(first)
            yield told.quote(words, self._number[first.chunk_id], first.start, first.end)
        found = bool(cited) and self._wanted != "simpler"
        yield told.draft(
            self.name, found=found, verdict=Verdict.LIKELY if found else Verdict.CLOSEST
        )

    def _words(self, citation: Citation) -> str:
        text = self._records.text(citation.document_id, citation.start, citation.end)
        words = " ".join(text.split())
        return words if len(words) <= LONGEST_QUOTE else f"{words[: LONGEST_QUOTE - 1]}…"

    def _place(self, citation: Citation) -> str:
        """Document and page, before the words that stand there."""
        document = self._records.document(citation.document_id)
        page = f", page {citation.page + 1}" if document.pages > 1 else ""
        return f"**{document.title}**{page}: "


def _distinct(citations: Sequence[Citation]) -> list[Citation]:
    """Citations of different spans, in their order."""
    found: dict[tuple[str, int, int], Citation] = {}
    for citation in citations:
        found.setdefault((citation.document_id, citation.start, citation.end), citation)
    return list(found.values())
