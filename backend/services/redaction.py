"""Earlier answers that still hold words of deleted documents: how many, and redacting them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.bootstrap import Assembly
from backend.errors import NotFoundError
from backend.evaluation.kept_runs import drop_outcomes, outcomes_holding
from backend.evaluation.kept_sets import take_out_words
from backend.evidence.redaction import holds_words_of, redacted
from backend.serialisation import from_json, to_json
from backend.types import Answer


class RedactionService:
    """What the receipt of a deletion offers to do with earlier answers."""

    def __init__(self, assembly: Assembly) -> None:
        self._records = assembly.parts.records

    def answers_holding(self, document_ids: Sequence[str]) -> int:
        """How many earlier answers, questions of sets and outcomes of runs still quote these
        documents or show passages of them."""
        gone = frozenset(document_ids)
        kept = 0
        for collection in self._records.collections():
            kept += take_out_words(self._records, collection.id, gone, change=False)
            kept += len(outcomes_holding(self._records, collection.id, gone))
        return kept + sum(1 for _ in self._holding(gone))

    def redact_answers(self, document_ids: Sequence[str]) -> int:
        """Take every word of these documents out of earlier answers, question sets and runs.

        The questions stay as they were asked, with pipeline and time. Outcomes of runs go, since
        nothing is left of them to measure.

        Returns:
            How many answers, questions and outcomes were changed.
        """
        gone = frozenset(document_ids)
        changed = 0
        for collection in self._records.collections():
            changed += take_out_words(self._records, collection.id, gone)
            outcomes = outcomes_holding(self._records, collection.id, gone)
            drop_outcomes(self._records, collection.id, outcomes)
            changed += len(outcomes)
        for answer in self._holding(gone):
            self._records.save_answer(
                answer.id,
                answer.conversation_id,
                answer.collection_id,
                answer.question,
                to_json(redacted(answer, gone)),
            )
            changed += 1
        return changed

    def _holding(self, document_ids: frozenset[str]) -> Iterator[Answer]:
        """The answers in question; conversations that were touched last come last, so that saving
        them one after the other keeps their order."""
        for collection in self._records.collections():
            for conversation in reversed(self._records.conversations(collection.id)):
                try:
                    payloads = self._records.answers(conversation.id)
                except NotFoundError:
                    continue  # deleted meanwhile
                for payload in payloads:
                    # most answers are told apart without being read
                    if any(document_id in payload for document_id in document_ids):
                        answer = from_json(Answer, payload)
                        if holds_words_of(answer, document_ids):
                            yield answer
