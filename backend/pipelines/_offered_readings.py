"""What a list may be asked for, beneath an answer that does not tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.pipelines._redrafting import redrafted
from backend.pipelines._telling_figures import is_a_row
from backend.ports import Answerer, Parts, StopSignal
from backend.types import Choice, Draft, Hit, Query, Turn, Verdict

UNSURE = "No reading of the lists is sure enough to be told."
"""What is said in place of “not found” where there are some."""
_TOLD = frozenset([Verdict.DIRECT, Verdict.LIKELY])


class OfferingAnswerer:
    """Lets another answer, and offers readings where it has no answer of its own."""

    def __init__(self, inner: Answerer, offered: tuple[Choice, ...]) -> None:
        self.name = inner.name
        self._inner = inner
        self._offered = offered

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """What the other says, with the readings below where it tells nothing, or a whole row."""
        pieces = self._inner.answer(question, history, hits, stop)
        return redrafted(pieces, lambda draft: self._with_readings(draft, hits))

    def _with_readings(self, draft: Draft, hits: Sequence[Hit]) -> Draft:
        is_told = draft.verdict in _TOLD and not is_a_row(draft, hits)
        if draft.choices or draft.calculation is not None or is_told:
            return draft
        if draft.verdict is Verdict.NOT_FOUND:
            draft = replace(_with_lead(draft, UNSURE), verdict=Verdict.CLOSEST)
        return replace(draft, choices=self._offered)


def _with_lead(draft: Draft, lead: str) -> Draft:
    """A draft with other words in its first paragraph, which says that nothing was found."""
    end = len(draft.text.partition("\n\n")[0])
    moved = len(lead) - end
    sentences = tuple(
        (first + moved, last + moved, numbers)
        for first, last, numbers in draft.sentences
        if first >= end
    )
    return replace(draft, text=f"{lead}{draft.text[end:]}", sentences=sentences)


def with_readings(parts: Parts, offered: tuple[Choice, ...]) -> Parts:
    """The parts with an answer task that offers readings."""

    def answerer(query: Query) -> Answerer:
        return OfferingAnswerer(parts.answerer(query), offered)

    return replace(parts, answerer=answerer)
