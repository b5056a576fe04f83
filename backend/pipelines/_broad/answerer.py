"""Tells an overview: sentences quoted word for word, under short headings, each cited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.pipelines._broad.overview import NOTICE, Overview
from backend.pipelines._quoting import Quoting
from backend.ports import Answerer, StopSignal
from backend.types import LOCAL_READER, Draft, Hit, Turn


class OverviewAnswerer:
    """Tells the overview itself; a language model, where one is on, writes from its passages."""

    def __init__(self, answerer: Answerer, overview: Overview) -> None:
        self._answerer = answerer
        self._overview = overview
        self.name = answerer.name

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        if self.name != LOCAL_READER:
            names = "; ".join(each.name for each in self._overview.headings if each.name)
            lines = (question, self._overview.opening, f"Headings: {names}" if names else "")
            asked = "\n".join(line for line in lines if line)
            yield from self._answerer.answer(asked, history, hits, stop)
            return
        number = {hit.chunk.id: place for place, hit in enumerate(hits, start=1)}
        told = Quoting()
        if self._overview.opening:
            yield told.say(self._overview.opening)
        for heading in self._overview.headings:
            if stop.is_set():
                break
            if heading.name:
                yield told.say(f"**{heading.name}**")
            for sentence in heading.sentences:
                if sentence.chunk.id not in number:
                    continue  # its document was deleted in the meantime
                yield told.quote(
                    sentence.text, number[sentence.chunk.id], sentence.start, sentence.end
                )
            if heading.closing:
                yield told.say(heading.closing)
        yield told.draft(self.name, notices=(NOTICE,))
