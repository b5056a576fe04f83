"""Titles that only resemble the one that is asked about."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.required import names_of

_TITLE = re.compile(r"[\"“]\s?([^\"“”]{3,60})[\"”]")
_OF_ANOTHER = 0.5
"""What a sentence about another title counts."""


def without_like_titles(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where a sentence counts half that has a title in quotation marks which shares a
    word with a name of the question and is another: “Blood Diner” is not “Blood Street”."""
    names = [name for name in names_of(reading.question.text) if len(name) > 1]
    if not names:
        return scores
    found = scores.copy()
    for index, unit in enumerate(reading.candidates):
        titles = [frozenset(term_texts(title)) for title in _TITLE.findall(unit.text)]
        if any(
            name & title and not name <= unit.term_set and not title <= name
            for name in names
            for title in titles
        ):
            found[index] *= _OF_ANOTHER
    return found
