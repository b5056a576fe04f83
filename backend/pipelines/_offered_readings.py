"""What a list may be asked for, beneath an answer that does not tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.pipelines._redrafting import RedraftingAnswerer, as_closest, first_cited
from backend.pipelines._telling_figures import is_a_row
from backend.ports import Answerer, Parts
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.tasks.answer.extractive.wording import NOT_FOUND
from backend.types import LOCAL_READER, Choice, Draft, Hit, Query, Verdict

UNSURE = "No reading of the lists is sure enough to be told."
"""What is said in place of “not found” where there are some."""


class OfferingAnswerer(RedraftingAnswerer):
    """Lets another answer, and offers readings where it has no answer of its own."""

    def __init__(
        self,
        inner: Answerer,
        offered: tuple[Choice, ...],
        together: frozenset[tuple[str, int]] = frozenset(),
    ) -> None:
        super().__init__(inner)
        self._offered = offered
        self._together = together

    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """What the other says, with the readings below where it tells nothing, or a whole row."""
        is_told = draft.verdict in ANSWERED and not is_a_row(draft, hits)
        if draft.verdict in ANSWERED and self._is_one_of_several(draft, hits):
            return replace(as_closest(draft), choices=self._offered)
        if draft.choices or draft.calculation is not None or is_told:
            return draft
        return replace(_unsure(draft), choices=self._offered)

    def _is_one_of_several(self, draft: Draft, hits: Sequence[Hit]) -> bool:
        """Whether a cell is told of one row of those that are most probably meant together."""
        if draft.answered_by != LOCAL_READER or not self._together:
            return False
        first = first_cited(draft, hits)
        if first is None or first.kind != "table_row":
            return False
        return (first.table_id, first.row) in self._together


def _unsure(draft: Draft) -> Draft:
    """A draft of the local reader that found nothing, as one that is not sure: with other words in
    the place of its first sentence."""
    if draft.answered_by != LOCAL_READER or not draft.text.startswith(NOT_FOUND):
        return draft
    moved = len(UNSURE) - len(NOT_FOUND)
    sentences = tuple(
        (start + moved, end + moved, numbers)
        for start, end, numbers in draft.sentences
        if start >= len(NOT_FOUND)
    )
    text = f"{UNSURE}{draft.text[len(NOT_FOUND) :]}"
    return replace(draft, text=text, sentences=sentences, verdict=Verdict.CLOSEST)


def with_readings(
    parts: Parts, offered: tuple[Choice, ...], together: frozenset[tuple[str, int]] = frozenset()
) -> Parts:
    """The parts with an answer task that offers readings.

    Args:
        together: the table and the place of each row that the most probable reading adds up or
            names.
    """

    def answerer(query: Query) -> Answerer:
        return OfferingAnswerer(parts.answerer(query), offered, together)

    return replace(parts, answerer=answerer)
