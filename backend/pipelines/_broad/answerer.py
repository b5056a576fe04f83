"""Tells an overview: sentences quoted word for word, under short headings, each cited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.pipelines._broad.overview import NOTICE, Overview
from backend.ports import Answerer, StopSignal
from backend.types import LOCAL_READER, Draft, Hit, Turn, Usage


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
            yield from self._answerer.answer(question, history, hits, stop)
            return
        number = {hit.chunk.id: place for place, hit in enumerate(hits, start=1)}
        text = self._overview.opening
        if text:
            yield text
        sentences: list[tuple[int, int, tuple[int, ...]]] = []
        spans: list[tuple[int, int, int]] = []
        for heading in self._overview.headings:
            if stop.is_set():
                break
            piece = "\n\n" if text else ""
            piece += f"**{heading.name}**" if heading.name else ""
            for told in heading.sentences:
                piece += "\n\n" if piece.strip() else ""
                begin = len(text) + len(piece)
                cited = number[told.chunk.id]
                piece += f"{told.text} [{cited}]"
                sentences.append((begin, len(text) + len(piece), (cited,)))
                spans.append((cited, told.start, told.end))
            piece += f"\n\n{heading.closing}" if heading.closing else ""
            yield piece
            text += piece
        yield Draft(
            text=text,
            short="",
            found=True,
            sentences=tuple(sentences),
            spans=tuple(spans),
            usage=Usage(),
            answered_by=self.name,
            notices=(NOTICE,),
        )
