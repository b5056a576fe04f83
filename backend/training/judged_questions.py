"""Questions of which people said where their answer stands, or does not.

From marks: of a passage that was marked helpful, what the marked answer quoted from it, and all of
one that was not; of an answer as a whole, the place of its first quote. From question sets: the
quotes and passages that answer. Of these it is known that an answer which stands anywhere else is
wrong; a person who marks a passage has not looked at all. A mark whose answer is gone is left out:
how its question was read, and what was quoted, are not known any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from backend.errors import NotFoundError, UnreadableError
from backend.evaluation import kept_sets
from backend.evaluation.gold import Resolver
from backend.pipelines._answer_writing import READ_AS, RESTATES
from backend.ports import Records
from backend.serialisation import from_json
from backend.training import tuning_job
from backend.training.known import question_key
from backend.types import (
    LOCAL_READER,
    Answer,
    Chunk,
    Citation,
    Mark,
    Reference,
    SetQuestion,
    Verdict,
)

ANSWERED = frozenset([Verdict.DIRECT, Verdict.LIKELY])


@dataclass(frozen=True, slots=True)
class JudgedSpan:
    """A stretch of a document's text."""

    document_id: str
    start: int
    end: int

    def is_shared(self, other: JudgedSpan) -> bool:
        """Whether at least half of the shorter of the two lies in the other."""
        shorter = min(self.end - self.start, other.end - other.start)
        both = min(self.end, other.end) - max(self.start, other.start)
        return self.document_id == other.document_id and both > 0 and 2 * both >= shorter


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with places that answer it and places that do not. `complete` says that no other
    place answers it."""

    text: str
    helpful: tuple[JudgedSpan, ...]
    unhelpful: tuple[JudgedSpan, ...]
    complete: bool

    def is_right(self, quote: Sequence[JudgedSpan]) -> bool | None:
        """Whether a quote answers; None where that is not known, or was judged both ways."""
        held = any(judged_span.is_shared(place) for judged_span in quote for place in self.helpful)
        against = any(
            judged_span.is_shared(place) for judged_span in quote for place in self.unhelpful
        )
        if held or against:
            return None if held and against else held
        return False if self.complete else None


@dataclass(frozen=True, slots=True)
class JudgedQuestions:
    """All of a collection, in a fixed order; how many come from marks, and how many from sets. One
    may come from both."""

    questions: tuple[JudgedQuestion, ...]
    from_marks: int
    from_sets: int


@dataclass(frozen=True, slots=True)
class JudgedCounts:
    """How many questions of a collection are judged, and how many of them by marks and by sets."""

    questions: int
    from_marks: int
    from_sets: int


class JudgedCounting:
    """Counts the judged questions of collections, anew only where what tells them has changed: to
    find each quote in its document takes longer than a page that is drawn every two seconds has.
    Safe for several threads.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._counted: dict[str, tuple[object, JudgedCounts]] = {}

    def of(self, collection_id: str, is_made: Callable[[str], bool]) -> JudgedCounts:
        """The counts of a collection as it is.

        Args:
            is_made: as for `judged_questions`.
        """
        records = self._records
        # an answer that goes or is written anew changes its conversation
        told_by = (
            records.sequence(),
            records.marks(collection_id),
            records.conversations(collection_id),
            usable_questions(records, collection_id, is_made),
        )
        known = self._counted.get(collection_id)
        if known is not None and known[0] == told_by:
            return known[1]
        questions = judged_questions(records, collection_id, is_made)
        counts = JudgedCounts(len(questions.questions), questions.from_marks, questions.from_sets)
        self._counted[collection_id] = told_by, counts
        return counts


@dataclass(slots=True)
class _Gathered:
    text: str
    helpful: dict[JudgedSpan, None] = field(default_factory=dict)
    unhelpful: dict[JudgedSpan, None] = field(default_factory=dict)
    complete: bool = False


def judged_questions(
    records: Records, collection_id: str, is_made: Callable[[str], bool]
) -> JudgedQuestions:
    """The questions of a collection's marks and question sets.

    Args:
        is_made: whether questions of a set of some name were made by Quire. These were kept because
            they are answered rightly, and so say nothing of how often answers are right.
    """
    gathered = _marked(records, collection_id)
    from_marks = len(gathered)
    resolver = Resolver(records, records.documents(collection_id))
    in_sets: set[str] = set()
    for question in usable_questions(records, collection_id, is_made):
        places = _gold(records, resolver, question.evidence)
        if places is None:
            continue
        own = _of(gathered, question.text)
        own.helpful.update(dict.fromkeys(places))
        own.complete = True
        in_sets.add(question_key(question.text))
    return JudgedQuestions(
        tuple(
            JudgedQuestion(own.text, tuple(own.helpful), tuple(own.unhelpful), own.complete)
            for _, own in sorted(gathered.items())
        ),
        from_marks,
        len(in_sets),
    )


def _of(gathered: dict[str, _Gathered], text: str) -> _Gathered:
    return gathered.setdefault(question_key(text), _Gathered(text))


def _marked(records: Records, collection_id: str) -> dict[str, _Gathered]:
    """What marks that can be used tell, by question."""
    gathered: dict[str, _Gathered] = {}
    marks = records.marks(collection_id)
    answers = {each: _answer(records, each) for each in {mark.answer_id for mark in marks}}
    quoted = {one.citations[0].chunk_id for one in answers.values() if one and one.citations}
    chunks = records.chunks(quoted | {each.chunk_id for each in marks if each.chunk_id})
    for mark in marks:
        answer = answers[mark.answer_id]
        places = _places_of(mark, answer, chunks) if answer is not None else None
        if answer is None or places is None or RESTATES in answer.settings:
            continue
        own = _of(gathered, answer.settings.get(READ_AS, mark.question))
        (own.helpful if mark.value > 0 else own.unhelpful).update(dict.fromkeys(places))
    return gathered


def usable_questions(
    records: Records, collection_id: str, is_made: Callable[[str], bool]
) -> tuple[SetQuestion, ...]:
    """The questions of people's sets that name all places which answer, or that nothing answers.
    What Quire made is left out of every set that it was copied to."""
    cards = kept_sets.question_sets(records, collection_id)
    questions = {card: kept_sets.questions_of(records, collection_id, card.id) for card in cards}
    made = {
        question_key(each.text) for card in cards if is_made(card.name) for each in questions[card]
    }
    added = tuple(
        SetQuestion("", known_question.text, evidence=known_question.relevant)
        for known_question in tuning_job.question_set(records, collection_id)
    )
    return tuple(
        set_question
        for set_question in (*(one for card in cards for one in questions[card]), *added)
        if not set_question.struck
        and question_key(set_question.text) not in made
        and _names_places(set_question)
    )


def _names_places(question: SetQuestion) -> bool:
    """Whether quotes or passages are named, and no page or document as a whole; of what nothing
    answers whether it is asked of all documents."""
    if not question.answerable:
        return not question.evidence
    return bool(question.evidence) and all(
        each.contains or not (each.page or each.document_id) for each in question.evidence
    )


def _gold(
    records: Records, resolver: Resolver, evidence: Iterable[Reference]
) -> list[JudgedSpan] | None:
    """Where some evidence stands; None if the collection does not hold all of it, or it is a
    document as a whole."""
    judged_spans: list[JudgedSpan] = []
    for reference in evidence:
        gold = resolver.gold(SetQuestion("", "", evidence=(reference,)))
        if gold.spans:
            judged_spans += [JudgedSpan(*span) for span in gold.spans]
        elif gold.passages and not gold.missing:
            ids = {each for some in gold.passages for each in some}
            judged_spans += [_of_chunk(chunk) for chunk in records.chunks(ids).values()]
        else:
            return None
    return judged_spans


def _of_chunk(chunk: Chunk) -> JudgedSpan:
    return JudgedSpan(chunk.document_id, chunk.start, chunk.end)


def _answer(records: Records, answer_id: str) -> Answer | None:
    try:
        return from_json(Answer, records.answer(answer_id))
    except (NotFoundError, UnreadableError):
        return None


def _places_of(mark: Mark, answer: Answer, chunks: dict[str, Chunk]) -> list[JudgedSpan] | None:
    """What a mark says of: a passage, or the first quote of the local reader's answer; None if it
    is gone, or there is none.

    A helpful passage may help by any of its sentences: what is known to answer is what was quoted
    from it, which may be nothing. An answer that was none is not made right by a mark.
    """
    if mark.chunk_id:
        chunk = chunks.get(mark.chunk_id)
        if chunk is None or mark.value < 0:
            return None if chunk is None else [_of_chunk(chunk)]
        return [
            _of_quote(citation)
            for citation in answer.citations
            if citation.chunk_id == mark.chunk_id
        ]
    if answer.answered_by != LOCAL_READER or not answer.citations:
        return None
    if answer.calculation is not None or (mark.value > 0 and answer.verdict not in ANSWERED):
        return None
    first = answer.citations[0]
    return [_of_quote(first)] if first.chunk_id in chunks else None


def _of_quote(citation: Citation) -> JudgedSpan:
    return JudgedSpan(citation.document_id, citation.start, citation.end)
