"""Trains a collection's query adapter and measures whether it helps.

Questions are held out by document: a fold's questions are judged by an adapter that saw no question
about any of their documents. Hard negatives are passages of documents that some question is about:
each of these is also what a question is drawn to. Questions would be driven away from all others,
which future questions may be about. The adapter is kept only if
the 95 % interval of the paired difference in the mean reciprocal rank lies above 0, by words and
meaning together, as naive ranks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend import registry
from backend.errors import NotFoundError, QuestionError
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.mrr import reciprocal_rank
from backend.ports import Fusion, Parts, Progress, Ranking, TextSearch, VectorSearch
from backend.question_vectors.query_adapter import Array, QueryAdapter
from backend.training.adapter_fitting import EPOCHS, AdapterExamples, Numbers, fit
from backend.training.known import LEAST_QUESTIONS, Lesson, too_few
from backend.training.training_report import report_of
from backend.types import Filters, Scored, TuningReport

FOLDS = 5
NEGATIVES = 5
"""Passages by BM25 that do not answer, of each question."""
DEPTH, FIRST, RANKS = 50, 5, 10
MEASURES = (
    "Rank of the first right passage, by words and meaning",
    f"Right passage among the first {FIRST}, by words and meaning",
    "Rank of the first right passage, by meaning alone",
    f"Right passage among the first {FIRST}, by meaning alone",
)
"""Reciprocal rank within RANKS and Hit at FIRST, in words; the first one decides."""
JUDGING = "questions about documents that it had not seen"


@dataclass(frozen=True, slots=True, eq=False)
class Adapted:
    """An adapter, what measuring it said, and the documents that taught it."""

    adapter: QueryAdapter
    report: TuningReport
    documents: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class AskedLesson:
    """A question: its relevant passages and whole documents, what words find, and which documents
    its relevant passages lie in."""

    lesson: Lesson
    words: Ranking
    documents: frozenset[str]


def train_adapter(
    parts: Parts, collection_id: str, lessons: Sequence[Lesson], progress: Progress
) -> Adapted:
    """Learn, cross-validate by document, compare.

    Raises:
        QuestionError: if there are too few questions, or all are about the same documents.
        CancelledError: if `progress` asked for it.
    """
    if len(lessons) < LEAST_QUESTIONS:
        raise too_few(len(lessons))
    gathered = GatheredLessons(parts, collection_id, lessons, progress)
    before = gathered.measured(range(len(lessons)), None)
    after = list(before)
    taught = 0
    for fold in range(FOLDS):
        held = [n for n, each in enumerate(gathered.asked) if fold_of(each) == fold]
        unseen = frozenset().union(*(gathered.asked[n].documents for n in held))
        rest = [
            n
            for n, each in enumerate(gathered.asked)
            if fold_of(each) != fold and not each.documents & unseen
        ]
        if not held or not rest:
            continue
        taught += 1
        adapter = gathered.fitted(rest, progress, fold)
        for number, values in zip(held, gathered.measured(held, adapter), strict=True):
            after[number] = values
    if not taught:
        raise QuestionError(
            "All questions are about the same documents, so nothing can be held out to see "
            "whether learning helps.",
            "Add questions that other documents answer.",
        )
    everything = list(range(len(lessons)))
    adapter = gathered.fitted(everything, progress, FOLDS)
    report = report_of(MEASURES, before, after, JUDGING, "Questions stay where they are.")
    return Adapted(adapter, report, gathered.taught_by(everything))


class GatheredLessons:
    """The questions with what is relevant to them, what words find for them, and all vectors that
    learning needs."""

    def __init__(
        self, parts: Parts, collection_id: str, lessons: Sequence[Lesson], progress: Progress
    ) -> None:
        self._parts = parts
        self._collection_id = collection_id
        self._fusion: Fusion = registry.load("backend.fusion", "convex").build()
        embedder = parts.embedders.of(collection_id)
        self._embedding = embedder.identity
        self._vectors: dict[str, Array] = {}
        self._document_of: dict[str, str] = {}
        self._rows: dict[str, int] = {}
        self._read: set[str] = set()
        self._passages_of: dict[str, tuple[str, ...]] = {}
        self.asked: list[AskedLesson] = []
        for number, lesson in enumerate(lessons, start=1):
            progress("searching", number, len(lessons))
            self.asked.append(self._gather(lesson))
        self._questions = np.asarray(embedder.embed([each.text for each in lessons]), np.float32)
        self._ids = tuple(sorted(self._vectors))
        self._rows = {each: row for row, each in enumerate(self._ids)}
        self._passages = np.stack([self._vectors[each] for each in self._ids])

    def taught_by(self, numbers: Sequence[int]) -> frozenset[str]:
        """The documents that questions are about: all that they learn from lies in these."""
        return frozenset().union(*(self.asked[number].documents for number in numbers))

    def fitted(self, numbers: Sequence[int], progress: Progress, part: int) -> QueryAdapter:
        """An adapter of these questions."""
        taught = self.taught_by(numbers)
        pairs = AdapterExamples(
            self._questions[list(numbers)],
            self._passages,
            [self._numbered(self.right(n)) for n in numbers],
            [self._numbered(self.wrong(n, taught)) for n in numbers],
            [self._numbered(self.excluded(n)) for n in numbers],
        )
        total = (FOLDS + 1) * EPOCHS
        up, down, _ = fit(pairs, lambda done, of: progress("learning", part * of + done, total))
        return QueryAdapter(self._embedding, up, down, len(numbers))

    def measured(
        self, numbers: Sequence[int], adapter: QueryAdapter | None
    ) -> list[tuple[float, ...]]:
        """The MEASURES of questions, moved by an adapter or as they are."""
        return [self._measures(number, adapter) for number in numbers]

    def _measures(self, number: int, adapter: QueryAdapter | None) -> tuple[float, ...]:
        asked, vector = self.asked[number], self._questions[number : number + 1]
        moved = (vector if adapter is None else adapter.moved(vector))[0]
        search = VectorSearch(moved, DEPTH, Filters())
        found = self._parts.index.search_together(self._collection_id, [search], judged=False)
        words = [each.chunk_id for each in asked.words.proposed]
        missing = [word for word in words if word not in found[0].scores]
        further = self._parts.index.score_together(self._collection_id, [search], missing)
        scores = {each.chunk_id: each.score for each in found[0].best} | further[0]
        return self.judged(number, tuple(found[0].best), scores)

    def judged(
        self, number: int, near: tuple[Scored, ...], scores: Mapping[str, float]
    ) -> tuple[float, ...]:
        """The MEASURES of a question.

        Args:
            near: the DEPTH passages that are nearest to it, best first.
            scores: the cosine of each of these, and of each that words find.
        """
        asked = self.asked[number]
        there = self._placed([each.chunk_id for each in near])
        near = tuple(each for each in near if each.chunk_id in there)
        scores = {each: score for each, score in scores.items() if each in self._document_of}
        joined = self._fusion.fuse([Ranking("dense", near, scores, -1.0), asked.words])
        values = []
        for ranked in ([each.chunk_id for each in joined], [each.chunk_id for each in near]):
            named = self._named(ranked, asked.lesson)
            wanted = self._wanted(asked.lesson)
            values += [reciprocal_rank(named, wanted, RANKS), hit(named, wanted, FIRST)]
        return tuple(values)

    def _named(self, ranked: Sequence[str], lesson: Lesson) -> list[str]:
        """A document that is relevant whole counts once, at its best passage."""
        documents = (self._document_of[each] for each in ranked)
        names = (
            document if document in lesson.documents else each
            for each, document in zip(ranked, documents, strict=True)
        )
        return list(dict.fromkeys(names))

    def _wanted(self, lesson: Lesson) -> frozenset[str]:
        inside = (
            passage
            for passage in lesson.passages
            if self._document_of[passage] not in lesson.documents
        )
        return frozenset([*inside, *lesson.documents])

    def _gather(self, lesson: Lesson) -> AskedLesson:
        """What words find for a question, with the vectors of that and of what is relevant."""
        search = TextSearch(lesson.text, DEPTH, Filters())
        found = self._parts.index.search_together(self._collection_id, [search], judged=False)[0]
        there = self._placed([*lesson.passages, *found.scores])
        if not lesson.passages <= there:
            raise _gone()
        documents = {self._document_of[passage] for passage in lesson.passages} | lesson.documents
        best = [each for each in found.best if each.chunk_id in there]
        try:
            self._read_vectors(documents | {self._document_of[each.chunk_id] for each in best})
        except NotFoundError as error:
            raise _gone() from error
        scores = {each: score for each, score in found.scores.items() if each in there}
        return AskedLesson(
            lesson, Ranking("lexical", tuple(best), scores, 0.0), frozenset(documents)
        )

    def _placed(self, chunk_ids: Sequence[str]) -> frozenset[str]:
        """Remember which documents passages lie in; those that are there. The index may name some
        that have gone."""
        missing = [each for each in chunk_ids if each not in self._document_of]
        for chunk_id, chunk in self._parts.records.chunks(missing).items():
            self._document_of[chunk_id] = chunk.document_id
        return frozenset(each for each in chunk_ids if each in self._document_of)

    def _read_vectors(self, document_ids: set[str]) -> None:
        for document_id in document_ids - self._read:
            ids, vectors = self._parts.records.vectors_of(document_id, self._embedding)
            self._passages_of[document_id] = ids
            self._document_of.update(dict.fromkeys(ids, document_id))
            self._vectors.update(zip(ids, np.asarray(vectors, np.float32), strict=True))
            self._read.add(document_id)

    def right(self, number: int) -> list[str]:
        """The passages that a question is drawn to: of a document that is relevant whole, the
        nearest one."""
        lesson, vector = self.asked[number].lesson, self._questions[number]
        passages = [passage for passage in sorted(lesson.passages) if passage in self._vectors]
        for document_id in sorted(lesson.documents):
            ids = self._passages_of.get(document_id, ())
            if ids:
                passages.append(max(ids, key=lambda each: float(self._vectors[each] @ vector)))
        return passages

    def wrong(self, number: int, taught: frozenset[str]) -> list[str]:
        """The passages by words that do not answer, of documents that are taught, best first."""
        barred = set(self.excluded(number))
        found = (each.chunk_id for each in self.asked[number].words.proposed)
        usable = (
            chunk_id
            for chunk_id in found
            if chunk_id not in barred
            and chunk_id in self._vectors
            and self._document_of[chunk_id] in taught
        )
        return [chunk_id for _, chunk_id in zip(range(NEGATIVES), usable, strict=False)]

    def excluded(self, number: int) -> list[str]:
        """What is never a negative: all that is known to be relevant."""
        lesson = self.asked[number].lesson
        whole = (p for document_id in lesson.documents for p in self._passages_of[document_id])
        return [passage for passage in [*lesson.passages, *whole] if passage in self._vectors]

    def _numbered(self, chunk_ids: Sequence[str]) -> Numbers:
        return np.array([self._rows[chunk_id] for chunk_id in chunk_ids], np.int64)


def _gone() -> QuestionError:
    return QuestionError(
        "A document went while the questions were searched.", "Learn again when no file comes."
    )


def fold_of(asked: AskedLesson) -> int:
    """By the first of its documents, so that questions about one document share a fold."""
    first = min(asked.documents)
    return int.from_bytes(hashlib.sha256(first.encode()).digest()[:4], "big") % FOLDS
