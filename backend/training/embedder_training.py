"""Fine-tunes a collection's embedder, all of its weights, and measures whether it helps.

A third of the questions is held out by document: no question that shares a document with these
teaches. The model that was measured is the one that is kept, so that nothing is learned twice. It
is kept only if the 95 % interval of the paired difference in the mean reciprocal rank lies above 0,
by words and meaning together over all passages of the collection, as naive ranks.

Pairs, hard negatives and measures are those of the query adapter (`adapter_training`). Negatives
within a batch follow sentence-transformers' rule of no duplicates: a batch never holds, for one
question, what is known to answer another of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.errors import NotFoundError, QuestionError
from backend.ingestion.passage_text import embedding_text
from backend.ports import Embedder, EmbeddingNetwork, Parts, Progress, Records, Triplet
from backend.training.adapter_training import (
    DEPTH,
    JUDGING,
    MEASURES,
    NEGATIVES,
    GatheredLessons,
)
from backend.training.known import Lesson
from backend.training.training_report import report_of
from backend.types import Chunk, Scored, TuningReport

LEAST = 60
"""Questions: a third of them, twenty, judges; with fewer the interval of a difference says
nothing."""
HELD_OUT = 3
"""One in so many questions judges."""
BATCH = 16
LONGEST = 128
"""Tokens after which texts are cut while learning, as the packaged model learned; embedding
takes them whole."""
PAIRS, MOST_ROUNDS = 500, 5
"""Few questions are seen several times, up to so many pairs in all."""
EMBEDDED_AT_ONCE = 128
SEED = 11

FineTune = Callable[[Sequence[Sequence[Triplet]], int, Progress], EmbeddingNetwork]
"""Learns from batches of triplets, cut at so many tokens; see `sentence_transformers.fine_tune`."""
Run = Callable[[EmbeddingNetwork], Embedder]
"""The embedder of a network."""


@dataclass(frozen=True, slots=True, eq=False)
class TunedEmbedder:
    """A fine-tuned model, the passages' vectors by it, and what measuring it said.

    `vectors` holds, by document, the ids of its passages with theirs; `documents` taught it, by
    `taught` questions; `base` is the identity of the model before.
    """

    network: EmbeddingNetwork
    vectors: Mapping[str, tuple[tuple[str, ...], npt.NDArray[np.float16]]]
    report: TuningReport
    documents: frozenset[str]
    taught: int
    base: str


def train_embedder(
    parts: Parts,
    base: Embedder,
    collection_id: str,
    lessons: Sequence[Lesson],
    fine_tune: FineTune,
    run: Run,
    progress: Progress,
) -> TunedEmbedder:
    """Learn from two thirds of the questions, judge by the others.

    Args:
        base: the model that learns, as many passages are embedded with it.

    Raises:
        QuestionError: if there are too few questions, or all are about the same documents.
        EmbedderError: if the model cannot learn.
        CancelledError: if `progress` asked for it.
    """
    if len(lessons) < LEAST:
        raise too_few_to_tune(len(lessons))
    gathered = GatheredLessons(parts, collection_id, lessons, progress)
    held = held_out([each.documents for each in gathered.asked])
    unseen = frozenset().union(*(gathered.asked[n].documents for n in held))
    taught = [
        n
        for n, each in enumerate(gathered.asked)
        if n not in held and not each.documents & unseen and gathered.right(n)
    ]
    if not held or len(taught) < BATCH:
        raise QuestionError(
            "Most questions are about the same documents, so too few are left to learn from when "
            "a third is held out to see whether learning helps.",
            "Add questions that other documents answer.",
        )
    batches = list(_batches_of(parts.records, gathered, taught))
    network = fine_tune(batches, LONGEST, progress)
    before = _Passages(parts.records, collection_id, base, progress, "measuring")
    after = _Passages(parts.records, collection_id, run(network), progress, "embedding")
    report = report_of(
        MEASURES,
        [before.measured(gathered, n) for n in held],
        [after.measured(gathered, n) for n in held],
        JUDGING,
        "Passages keep the model that they have, and nothing is kept of what was learned.",
    )
    documents = gathered.taught_by(taught)
    return TunedEmbedder(network, after.vectors, report, documents, len(taught), base.identity)


def too_few_to_tune(count: int) -> QuestionError:
    """Why no model can be fine-tuned on so many questions."""
    return QuestionError(
        f"There {'is' if count == 1 else 'are'} {count} "
        f"{'question' if count == 1 else 'questions'} with a passage known to be right; "
        f"fine-tuning takes at least {LEAST}, a third of which judges what was learned.",
        "Mark passages with the thumbs on the tab Evidence, add a set of questions, or learn "
        "where questions are searched from, which takes fewer.",
    )


def pairs_of(questions: int) -> int:
    """How many pairs are learned from that many known questions, about."""
    taught = questions - -(-questions // HELD_OUT)
    return taught * _rounds(taught)


def _rounds(taught: int) -> int:
    return max(1, min(MOST_ROUNDS, PAIRS // max(1, taught)))


def held_out(documents: Sequence[frozenset[str]]) -> list[int]:
    """Numbers of the questions that judge: a third, in an order that the ids of their first
    documents decide, questions about one document together.

    Args:
        documents: those that each question is about.
    """
    groups: dict[str, list[int]] = {}
    for number, document in enumerate(documents):
        groups.setdefault(min(document), []).append(number)
    chosen: list[int] = []
    for first in sorted(groups, key=lambda group: hashlib.sha256(group.encode()).digest()):
        if len(chosen) * HELD_OUT >= len(documents):
            break
        chosen += groups[first]
    return sorted(chosen)


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """A question's number with the ids of a passage that answers it and of one that does not, and
    of all that are known to answer it, the first among them."""

    number: int
    right: str
    wrong: str
    excluded: frozenset[str]


def batches_without_duplicates(
    pairs: Sequence[TrainingPair], size: int
) -> Iterator[list[TrainingPair]]:
    """Batches of up to `size` pairs, in order as far as that goes, in which no passage that stands
    for one question is known to answer another. A batch of one teaches nothing, and is left out.
    """
    waiting = list(pairs)
    while waiting:
        batch: list[TrainingPair] = []
        left: list[TrainingPair] = []
        for pair in waiting:
            fits = len(batch) < size and not any(
                _answer_each_other(pair, training_pair) for training_pair in batch
            )
            (batch if fits else left).append(pair)
        if len(batch) > 1:
            yield batch
        waiting = left


def _answer_each_other(one: TrainingPair, other: TrainingPair) -> bool:
    return not (
        one.excluded.isdisjoint((other.right, other.wrong))
        and other.excluded.isdisjoint((one.right, one.wrong))
    )


def _batches_of(
    records: Records, gathered: GatheredLessons, taught: Sequence[int]
) -> Iterator[list[Triplet]]:
    """All rounds' batches; each round takes another right passage and another hard negative."""
    documents = gathered.taught_by(taught)
    right = {n: gathered.right(n) for n in taught}
    wrong = {n: gathered.wrong(n, documents) for n in taught}
    answers = {n: frozenset(gathered.excluded(n)) for n in taught}
    anything = sorted({each for ids in right.values() for each in ids})
    texts = _texts(records, {*anything, *(each for ids in wrong.values() for each in ids)})
    chance = np.random.default_rng(SEED)

    def negative(number: int, place: int) -> str:
        """The next by words; of a question that has none any passage that answers another."""
        if wrong[number]:
            return wrong[number][place % min(NEGATIVES, len(wrong[number]))]
        others = [each for each in anything if each not in answers[number]]
        return others[int(chance.integers(len(others)))] if others else ""

    for place in range(_rounds(len(taught))):
        order = [int(each) for each in chance.permutation(np.array(taught))]
        pairs = [
            TrainingPair(n, right[n][place % len(right[n])], negative(n, place), answers[n])
            for n in order
        ]
        usable = [pair for pair in pairs if pair.right in texts and pair.wrong in texts]
        for batch in batches_without_duplicates(usable, BATCH):
            yield [
                Triplet(gathered.asked[p.number].lesson.text, texts[p.right], texts[p.wrong])
                for p in batch
            ]


def _texts(records: Records, chunk_ids: set[str]) -> dict[str, str]:
    return {
        chunk_id: embedding_text(chunk.title, chunk.path, chunk.text, chunk.kind)
        for chunk_id, chunk in records.chunks(sorted(chunk_ids)).items()
    }


class _Passages:
    """All passages of a collection by one model: stored vectors where there are some, and new ones
    where not."""

    def __init__(
        self,
        records: Records,
        collection_id: str,
        embedder: Embedder,
        progress: Progress,
        stage: str,
    ) -> None:
        self._embedder = embedder
        self.vectors: dict[str, tuple[tuple[str, ...], npt.NDArray[np.float16]]] = {}
        missing: dict[str, tuple[Chunk, ...]] = {}
        for document in records.documents(collection_id):
            progress(stage, 0, 0)
            try:
                chunks = records.chunks_of(document.id)
                ids, stored = records.vectors_of(document.id, embedder.identity)
            except NotFoundError:
                continue  # it went meanwhile
            if len(ids) == len(chunks):
                self.vectors[document.id] = ids, np.asarray(stored, np.float16)
            else:
                missing[document.id] = chunks
        made = self._made(
            [chunk for chunks in missing.values() for chunk in chunks], progress, stage
        )
        for document_id, chunks in missing.items():
            ids = tuple(chunk.id for chunk in chunks)
            self.vectors[document_id] = ids, np.stack([made[each] for each in ids])
        self._ids = [each for ids, _ in self.vectors.values() for each in ids]
        self._rows = {each: row for row, each in enumerate(self._ids)}
        stacked = [vectors for ids, vectors in self.vectors.values() if ids]
        self._matrix = np.concatenate(stacked).astype(np.float32)

    def measured(self, gathered: GatheredLessons, number: int) -> tuple[float, ...]:
        """The measures of one question over all passages."""
        asked = gathered.asked[number]
        cosines = self._matrix @ self._embedder.embed([asked.lesson.text])[0]
        best = np.argsort(-cosines, kind="stable")[:DEPTH]
        near = tuple(Scored(self._ids[row], float(cosines[row])) for row in best)
        found = [each.chunk_id for each in asked.words.proposed if each.chunk_id in self._rows]
        scores = {chunk_id: float(cosines[self._rows[chunk_id]]) for chunk_id in found}
        return gathered.judged(number, near, scores | {each.chunk_id: each.score for each in near})

    def _made(
        self, chunks: Sequence[Chunk], progress: Progress, stage: str
    ) -> dict[str, npt.NDArray[np.float16]]:
        made: dict[str, npt.NDArray[np.float16]] = {}
        for start in range(0, len(chunks), EMBEDDED_AT_ONCE):
            progress(stage, start, len(chunks))
            batch = chunks[start : start + EMBEDDED_AT_ONCE]
            texts = [embedding_text(c.title, c.path, c.text, c.kind) for c in batch]
            vectors = self._embedder.embed(texts).astype(np.float16)
            made.update({each.id: row for each, row in zip(batch, vectors, strict=True)})
        return made
