"""Makes questions for question sets: such as have one answer, which stands where they say."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.from_tables import plain_figure_questions, whole_tables
from backend.briefing.from_text import sentence_questions, topic_questions
from backend.briefing.joined_questions import NameDescription, compared, definitions, paraphrased
from backend.briefing.plain_figures import PER_CENT, Index, figures_told, is_told_elsewhere
from backend.briefing.question_checks import Ask, CheckLimits, checked
from backend.briefing.sifting import GIVEAWAY, gives_itself_away, told_apart
from backend.briefing.subjects import subject_of
from backend.graph.named_graph import small_words
from backend.pipelines._broad.outline import Outline, outline
from backend.pipelines._broad.telling import QuotableSentence, sentences_of
from backend.ports import Parts
from backend.types import Answer, CheckedQuestion, Chunk, Document, Scored, StoredTable

MOST_TOLD = 3_000
"""Sentences of a document that are read."""
MOST_OF_A_KIND = 12
"""Candidates of one kind from the sentences of one document."""
SECONDS_A_QUESTION = 15.0
"""So long may each wanted question take, with the candidates that fail before it."""
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Made:
    """Questions made for a set: those that were kept, the texts of those that other documents
    answer as well, and how many candidates were not kept by kind and reason."""

    questions: tuple[CheckedQuestion, ...]
    elsewhere: frozenset[str]
    refused: Mapping[tuple[str, str], int]

    @property
    def by_reason(self) -> tuple[tuple[str, int], ...]:
        """How many candidates were not kept by the reason alone, the most first."""
        counts: Counter[str] = Counter()
        for (_, reason), number in self.refused.items():
            counts[reason] += number
        return tuple(counts.most_common())


def make_questions(
    parts: Parts,
    collection_id: str,
    ask: Ask,
    told: Callable[[str, int, int], None],
    clock: Callable[[], float],
    most: int,
    by_words: Callable[[str], Sequence[Scored]],
) -> Made:
    """Questions of a whole collection, at most so many, that have one answer and were seen to be
    answered from what they were made of; up to a fifth of them join two passages.

    Args:
        by_words: passages for a question by words alone, best first.
        The other arguments are those of `making.make_briefing`.
    """
    documents = sorted(parts.records.documents(collection_id), key=lambda document: -document.added)
    several = len(documents) > 1
    read = [
        _Read.of(parts, collection_id, document, several=several) for document in documents[:most]
    ]
    index = figures_told((each.subject, each.tables) for each in read)
    refusals: Counter[tuple[str, str]] = Counter()

    def refused(candidate: CandidateQuestion, reason: str) -> None:
        refusals[candidate.kind, reason] += 1

    candidates: list[CandidateQuestion] = []
    known: list[NameDescription] = []
    for number, each in enumerate(read):
        told("making questions", number, len(read))
        candidates += plain_figure_questions(
            parts.records, each.tables, each.passages, each.subject, index
        )
        small = small_words(each.passages)
        alone = [one.subject for one in read].count(each.subject) < 2 or not each.subject
        candidates += _dated(
            sentence_questions(parts.records, each.told, each.subject, small, MOST_OF_A_KIND),
            one_time=alone and len(each.periods) < 2,
        )
        candidates += topic_questions(parts.records, each.outline, each.subject, small)
        known += definitions(parts.records, each.told)
    candidates = _likely_first(told_apart(candidates, refused), index)

    def asked(text: str) -> Answer | None:
        candidate = by_text[text]
        found = by_words(text)
        chunks = parts.records.chunks(each.chunk_id for each in found)
        if gives_itself_away(candidate, found, chunks):
            refused(candidate, GIVEAWAY)
            return None
        return ask(text)

    by_text = {candidate_question.text: candidate_question for candidate_question in candidates}
    limits = CheckLimits(
        most,
        max(1, -(-2 * most // max(1, len(read)))),
        SECONDS_A_QUESTION * most,
        overviews=False,
        quoting=True,
    )
    kept = checked(
        candidates,
        asked,
        lambda number: told("checking questions", number, len(candidates)),
        clock,
        limits,
        refused,
    )
    figures = {
        candidate_question.text: candidate_question.figure
        for candidate_question in candidates
        if candidate_question.figure
    }
    joined = [*paraphrased(kept, known), *compared(kept, figures)][: most // 5]
    kept = (*kept[: most - len(joined)], *joined)
    _logger.info("questions for a set: %d kept, refused: %s", len(kept), dict(refusals))
    return Made(
        kept,
        frozenset(
            checked_question.text
            for checked_question in kept
            if checked_question.text in figures
            and is_told_elsewhere(
                index, figures[checked_question.text], checked_question.source.document_id
            )
        ),
        dict(refusals),
    )


def _dated(candidates: Iterable[CandidateQuestion], *, one_time: bool) -> list[CandidateQuestion]:
    """Without questions for the reason of a change that do not say when it was, where a document
    tells of several times, or several documents are about the same one."""
    return [
        candidate
        for candidate in candidates
        if one_time
        or candidate.kind != "reason"
        or any(letter.isdigit() for letter in candidate.text)
    ]


def _likely_first(candidates: Sequence[CandidateQuestion], index: Index) -> list[CandidateQuestion]:
    """Figures that can be compared with another firm's come first, since two passages can be asked
    for together then; the order stays otherwise."""

    def alone(each: CandidateQuestion) -> bool:
        figure = each.figure
        if figure is None or not figure.subject:
            return True
        key = (figure.label.casefold(), figure.when, figure.unit == PER_CENT)
        return not any(
            other.subject and other.subject != figure.subject for other in index.get(key, ())
        )

    return sorted(candidates, key=alone)


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with what questions are made of."""

    subject: str
    tables: Sequence[StoredTable]
    passages: tuple[Chunk, ...]
    told: Sequence[QuotableSentence]
    outline: Outline

    @property
    def periods(self) -> frozenset[str]:
        """The times that columns of its tables are of."""
        return frozenset(
            column.period for table in self.tables for column in table.columns if column.period
        )

    @classmethod
    def of(cls, parts: Parts, collection_id: str, document: Document, *, several: bool) -> _Read:
        records = parts.records
        passages = records.chunks_of(document.id)
        return cls(
            subject_of(parts, collection_id, document, passages) if several else "",
            whole_tables(records, document),
            passages,
            sentences_of(passages, records.sections(document.id))[:MOST_TOLD],
            outline(records, document),
        )
