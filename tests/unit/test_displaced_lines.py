"""A short answer of a sentence that holds less of the question, or is of another case, does not
displace the best one."""

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


ROWED = "The harbour fours by the old quay were rowed on 3 May 1931."
NO_LONGER = "The harbour fours by the old quay are no longer rowed, from 9 June 1944 on."


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
    assert line in line_of(question, BEST, OTHER, monkeypatch)


def test_a_sentence_of_another_case_displaces_none(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "When were the harbour fours by the old quay rowed?"
    assert "3 May 1931" in line_of(question, ROWED, NO_LONGER, monkeypatch)
    again = ROWED.replace("3 May 1931", "9 June 1944")
    assert "9 June 1944" in line_of(question, ROWED, again, monkeypatch)


def line_of(question: str, best: str, other: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is told where the ranking thinks most of one sentence, and the short answer of another
    one, a date, is nearly certain."""
    reading = reading_of(question, hit(best, document="a"), hit(other, document="b"))
    at = next(i for i, candidate in enumerate(reading.candidates) if candidate.text == other)
    start = other.index("9 June 1944")
    phrase = Phrase("9 June 1944", at, start, start + len("9 June 1944"), PhraseType.DATE)
    monkeypatch.setattr(judging, "likeliest_phrase", lambda *_: (phrase, 0.99))

    def ranked(*_: object) -> judging.RankedUnits:
        scores: npt.NDArray[np.float64] = np.array(
            [0.9 if candidate.text == best else 0.8 for candidate in reading.candidates]
        )
        return judging.RankedUnits(scores, np.zeros(len(scores)))

    monkeypatch.setattr(judging, "ranked", ranked)
    weights = load_weights()
    sure = replace(weights, thresholds=replace(weights.thresholds, direct=0.0, likely=0.0))
    judged = judge(reading, unit_features(reading), sure, {}, missing=False)
    return judged.line
