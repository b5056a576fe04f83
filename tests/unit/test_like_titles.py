"""A sentence about a title that only resembles the one that is asked about counts less."""

from __future__ import annotations

import numpy as np

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.like_titles import without_like_titles
from backend.tasks.answer.extractive.reading import read
from tests.unit.test_local_reader import WordEmbedder, hit

TEXT = (
    'Ida Moor is a Danish director known for the film " Winter Harbour". '
    'Jon Wick is a Welsh director known for the film "Summer Harbour". '
    "Lew Finn directed a film."
)


def test_another_title_with_a_word_in_common_counts_half() -> None:
    question = "What nationality is the director of the film Summer Harbour?"
    reading = read(question, [hit(TEXT)], WordEmbedder().embed, Background({}, 9))
    scores = without_like_titles(reading, np.ones(len(reading.candidates)))
    by_name = {
        name: score
        for name in ("Ida", "Jon", "Lew")
        for unit, score in zip(reading.candidates, scores, strict=True)
        if name in unit.text
    }
    assert by_name == {"Ida": 0.5, "Jon": 1.0, "Lew": 1.0}
