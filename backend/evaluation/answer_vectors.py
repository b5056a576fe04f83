"""Answers and right answers as vectors, each embedded once."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from backend.errors import EmbedderError
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.metrics.answer_cosine import Vector, answer_cosine
from backend.evaluation.scoring import COSINE
from backend.ports import Embedder, Embedders
from backend.types import EvaluationRun, Outcome, SetQuestion

logger = logging.getLogger(__name__)

MOST_KEPT = 20_000
"""Vectors that are remembered, some 30 MB of the packaged model's."""
AT_ONCE = 256


class AnswerVectors:
    """Embeds short texts and remembers them. Safe for several threads."""

    def __init__(self, embedders: Embedders) -> None:
        self._embedders = embedders
        self._kept: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._lock = threading.Lock()

    def cosines(
        self,
        run: EvaluationRun,
        questions: Sequence[SetQuestion],
        outcomes: Mapping[str, Outcome],
    ) -> dict[str, dict[str, float]]:
        """The cosine of each answer with its right answers as a measure, by the outcome's key.

        A refusal is worth 0. Without the collection's embedding model there is nothing.
        """
        asked = [
            (key, question, outcome)
            for question in questions
            if question.answers and question.answerable and not question.struck
            for contender in run.contenders
            for key in [outcome_key(run, contender, question)]
            if (outcome := outcomes.get(key)) is not None
            and not outcome.error
            and outcome.verdict is not None
        ]
        texts = {text for _, q, outcome in asked for text in (*q.answers, outcome.answer) if text}
        try:
            vectors = (
                self._of(self._embedders.of(run.collection_id), sorted(texts)) if asked else {}
            )
        except EmbedderError:
            logger.warning("answers are not compared by meaning", exc_info=True)
            return {}
        return {
            key: {COSINE: _cosine(question, outcome, vectors)} for key, question, outcome in asked
        }

    def _of(self, embedder: Embedder, texts: Sequence[str]) -> dict[str, Vector]:
        with self._lock:
            identity = embedder.identity
            new = [each for each in texts if (identity, each) not in self._kept]
            for start in range(0, len(new), AT_ONCE):
                part = new[start : start + AT_ONCE]
                for text, vector in zip(part, embedder.embed(part), strict=True):
                    self._kept[(identity, text)] = vector
            found = {each: self._kept[(identity, each)] for each in texts}
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return found


def _cosine(question: SetQuestion, outcome: Outcome, vectors: Mapping[str, Vector]) -> float:
    golds = [vectors[answer] for answer in question.answers if answer]
    if outcome.refused or not outcome.answer or not golds:
        return 0.0
    return answer_cosine(vectors[outcome.answer], np.array(golds))
