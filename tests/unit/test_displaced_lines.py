"""A short answer of a sentence that holds less of the question does not displace the best one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from backend.tasks.answer.extractive import judging
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.phrases import Phrase, PhraseType
from backend.tasks.answer.extractive.weights import load_weights
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

BEST = "The second ferry of the reach was launched on 3 May 1931."
OTHER = "After five years the tug was launched on 9 June 1944."


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("When was the second ferry of the reach launched?", "3 May 1931"),
        ("When was it launched?", "9 June 1944"),
    ],
)
def test_the_best_sentence_is_told(
    question: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = reading_of(question, hit(BEST, document="a"), hit(OTHER, document="b"))
    at = next(i for i, each in enumerate(reading.candidates) if each.text == OTHER)
    start = OTHER.index("9 June 1944")
    phrase = Phrase("9 June 1944", at, start, start + len("9 June 1944"), PhraseType.DATE)
    monkeypatch.setattr(judging, "likeliest_phrase", lambda *_: (phrase, 0.99))

    def ranked(*_: object) -> judging.RankedUnits:
        scores: npt.NDArray[np.float64] = np.array(
            [0.9 if each.text == BEST else 0.8 for each in reading.candidates]
        )
        return judging.RankedUnits(scores, np.zeros(len(scores)))

    monkeypatch.setattr(judging, "ranked", ranked)
    weights = load_weights()
    sure = replace(weights, thresholds=replace(weights.thresholds, direct=0.0, likely=0.0))
    judged = judge(reading, unit_features(reading), sure, {}, missing=False)
    assert line in judged.line
