"""The cosine of answers, by hand and with vectors that are made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from backend.errors import EmbedderError
from backend.evaluation.answer_vectors import AnswerVectors
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.metrics.answer_cosine import answer_cosine
from backend.ports import Embedders, Vectors
from backend.types import Contender, EvaluationRun, Outcome, SetQuestion, Verdict

RUN = EvaluationRun("r", "c", "s", (Contender("naive"),), 5, True, {}, 0.0)
QUESTIONS = [
    SetQuestion("a", "A?", ("east", "north")),
    SetQuestion("b", "B?", ("north",)),
    SetQuestion("c", "C?"),
]


def test_the_nearest_right_answer_counts_and_nothing_under_nought() -> None:
    golds = np.array([[1.0, 0.0], [0.6, 0.8]], np.float32)
    assert answer_cosine(np.array([0.0, 1.0], np.float32), golds) == pytest.approx(0.8)
    assert answer_cosine(np.array([-1.0, 0.0], np.float32), golds[:1]) == 0.0
    with pytest.raises(ValueError, match="at least one"):
        answer_cosine(golds[0], golds[:0])


class Compass:
    """Embeds four words as directions, and remembers what it was asked."""

    identity = "compass"

    def __init__(self, *, away: bool = False) -> None:
        self.away, self.asked = away, []  # type: ignore[var-annotated]

    def of(self, collection_id: str) -> Compass:
        if self.away:
            raise EmbedderError("The model is gone.", "Embed anew.")
        return self

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        known = {"east": (1.0, 0.0), "north": (0.0, 1.0), "north-east": (0.6, 0.8)}
        return np.array([known[text] for text in texts], np.float32)


def cosines(compass: Compass, vectors: AnswerVectors | None = None) -> list[float]:
    outcomes = {
        outcome_key(RUN, RUN.contenders[0], question): Outcome(
            question.text, "naive", answer=text, refused=refused, verdict=Verdict.DIRECT
        )
        for question, text, refused in zip(
            QUESTIONS, ("north-east", "north", "east"), (False, True, False), strict=True
        )
    }
    made = vectors or AnswerVectors(cast(Embedders, compass))
    return [cosine["Cosine"] for cosine in made.cosines(RUN, QUESTIONS, outcomes).values()]


def test_each_text_is_embedded_once_and_a_refusal_is_worth_nothing() -> None:
    compass = Compass()
    vectors = AnswerVectors(cast(Embedders, compass))
    assert cosines(compass, vectors) == [pytest.approx(0.8), 0.0]
    assert cosines(compass, vectors) == [pytest.approx(0.8), 0.0]
    assert sorted(compass.asked) == ["east", "north", "north-east"]


def test_without_the_model_there_is_no_such_measure() -> None:
    assert cosines(Compass(away=True)) == []
