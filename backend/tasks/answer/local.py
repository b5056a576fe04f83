"""Answers without a language model: verbatim sentences of the evidence, each with its citation.

A small learned model ranks the sentences of the best passages; a few that differ from each other
are quoted. Where the evidence does not seem to hold an answer, that is said, with what comes
nearest; the absence of a thing is never claimed. docs: bench/reader.py measures all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from backend.ports import Answerer, Embedder, StopSignal
from backend.settings import Settings
from backend.tasks.answer.extractive.comparison import compare
from backend.tasks.answer.extractive.confidence import confidence_features, missing_terms
from backend.tasks.answer.extractive.features import NAMES, unit_features
from backend.tasks.answer.extractive.phrases import (
    answerable_by_phrase,
    best_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.reading import Reading, read
from backend.tasks.answer.extractive.selection import in_document_order, select
from backend.tasks.answer.extractive.trees import Matrix
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.vector_memory import VectorMemory
from backend.tasks.answer.extractive.weights import ReaderWeights, load_weights
from backend.tasks.answer.extractive.wording import (
    NEAREST,
    NO_EVIDENCE,
    NOT_FOUND,
    Composition,
    missing_words,
    quotes,
)
from backend.types import LOCAL_READER, Draft, Hit, Turn, Verdict

MOST_NEAREST = 3
COSINE = NAMES.index("cosine")

Scores = npt.NDArray[np.float64]


def build(settings: Settings, embedder: Embedder) -> Answerer:
    """The local reader over an embedder; its weights are part of the program."""
    del settings  # the reader has no setting: its weights decide
    return LocalReader(embedder, load_weights())


class LocalReader:
    """Quotes the sentences that most probably answer. Stateless but for a memory of vectors."""

    name = LOCAL_READER

    def __init__(self, embedder: Embedder, weights: ReaderWeights) -> None:
        self._memory = VectorMemory(embedder)
        self._weights = weights

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """Quotes, sentence by sentence, then the draft. `history` is not read: a follow-up
        question is made complete before it comes here.

        Raises:
            EmbedderError: if the model cannot be run.
        """
        del history
        composition = Composition()
        if not hits:
            yield composition.say(NOT_FOUND)
            yield composition.say(NO_EVIDENCE, " ")
            yield composition.draft(Verdict.NOT_FOUND)
            return
        reading = read(question, hits, self._memory.embed, self._weights.background)
        if not reading.candidates:
            yield composition.say(NOT_FOUND)
            yield composition.draft(Verdict.NOT_FOUND)
            return
        features = unit_features(reading)
        scores = self._weights.scores(features)
        compared = compare(question, hits)
        found = compared is not None or self._confidence(reading, features, scores) >= (
            self._weights.found_threshold
        )
        short = ""
        if compared is not None:
            short = compared.short
            pieces = quotes(composition, sorted(compared.units, key=_place))
        elif found:
            short, chosen = self._chosen(reading, features, scores)
            pieces = quotes(composition, chosen)
        else:
            pieces = self._not_found(composition, reading, scores)
        for piece in pieces:
            yield piece
            if stop.is_set():
                break
        verdict = Verdict.LIKELY if found else Verdict.NOT_FOUND
        yield composition.draft(Verdict.DIRECT if found and short else verdict, short=short)

    def _confidence(self, reading: Reading, features: Matrix, scores: Scores) -> float:
        """P(the evidence holds an answer)."""
        row = confidence_features(reading, features, scores)
        return float(self._weights.confidence.probabilities(row)[0])

    def _chosen(self, reading: Reading, features: Matrix, scores: Scores) -> tuple[str, list[Unit]]:
        """The short answer, empty unless it is nearly certain, and the sentences to quote."""
        chosen = select(reading, scores, self._weights.rule)
        short = ""
        if answerable_by_phrase(reading.question.kind):
            phrases, rows = phrase_features(
                reading, scores, features[:, COSINE], self._weights.background
            )
            best = best_phrase(phrases, self._weights.phrases.probabilities(rows))
            if best is not None and best[1] >= self._weights.bold_threshold:
                short = best[0].text
                if best[0].unit not in chosen:
                    chosen = (best[0].unit, *chosen[: self._weights.rule.most - 1])
        return short, [reading.candidates[index] for index in in_document_order(reading, chosen)]

    def _not_found(
        self, composition: Composition, reading: Reading, scores: Scores
    ) -> Iterator[str]:
        yield composition.say(NOT_FOUND)
        missing = missing_words(reading.question.text, missing_terms(reading))
        if missing:
            yield composition.say(missing, " ")
        yield composition.say(NEAREST)
        nearest: dict[int, int] = {}
        for index in np.argsort(-scores, kind="stable"):
            nearest.setdefault(reading.candidates[int(index)].hit, int(index))
        chosen = list(nearest.values())[:MOST_NEAREST]
        units = [reading.candidates[index] for index in in_document_order(reading, chosen)]
        for unit in units:
            yield composition.quote(unit, "\n\n")


def _place(unit: Unit) -> tuple[int, int]:
    return unit.hit, unit.start
