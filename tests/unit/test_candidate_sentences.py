"""Which sentences of the evidence are ranked: those that share words, and those that are near."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from backend.ports import Vectors
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.reading import (
    MOST_CANDIDATES,
    MOST_EMBEDDED,
    ReadEvidence,
    read,
)
from tests.unit.test_local_reader import hit

QUESTION = "Is the archive position permanent?"
NEAR = "Your contract is open-ended."
SHARING = [f"The archive keeps position {number} of the old harbour plans." for number in range(60)]
FAR = [f"Gulls were counted on day {number} beside the lighthouse." for number in range(60)]


def embed(texts: Sequence[str]) -> Vectors:
    """The question and one sentence point one way, all others another way."""
    rows = np.zeros((len(texts), 2), np.float32)
    for row, text in enumerate(texts):
        rows[row, 0 if text in {QUESTION, NEAR} else 1] = 1.0
    return rows


def reading_of(sentences: Sequence[str]) -> ReadEvidence:
    return read(QUESTION, [hit(" ".join(sentences))], embed, Background({}, 1000))


def test_a_sentence_that_shares_no_word_is_ranked_where_it_is_near() -> None:
    reading = reading_of([*SHARING, NEAR])
    assert len(reading.units) > MOST_CANDIDATES == len(reading.candidates)
    assert NEAR in [unit.text for unit in reading.candidates]


def test_half_of_the_candidates_share_most_words_whatever_is_near() -> None:
    def all_near_but_sharing(texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), 2), np.float32)
        for row, text in enumerate(texts):
            rows[row, 1 if text in SHARING else 0] = 1.0
        return rows

    text = " ".join([*FAR, *SHARING])
    reading = read(QUESTION, [hit(text)], all_near_but_sharing, Background({}, 1000))
    sharing = [unit for unit in reading.candidates if unit.text in SHARING]
    assert len(sharing) >= MOST_CANDIDATES // 2


@pytest.mark.parametrize("count", [1, MOST_CANDIDATES, MOST_CANDIDATES + 1, 90])
def test_candidates_stand_in_the_order_of_the_evidence_with_their_own_vectors(count: int) -> None:
    asked: list[int] = []

    def counted(texts: Sequence[str]) -> Vectors:
        asked.append(len(texts))
        return embed(texts)

    sentences = [*[*FAR, *SHARING][: count - 1], NEAR]
    reading = read(QUESTION, [hit(" ".join(sentences))], counted, Background({}, 1000))
    starts = [unit.start for unit in reading.candidates]
    assert starts == sorted(starts)
    assert len(reading.candidates) == len(reading.vectors) == min(count, MOST_CANDIDATES)
    assert asked == [1 + min(count, MOST_EMBEDDED)]
    for unit, vector in zip(reading.candidates, reading.vectors, strict=True):
        assert float(vector @ reading.question_vector) == float(unit.text == NEAR)
