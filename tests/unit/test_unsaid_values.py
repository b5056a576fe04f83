"""Values that a question means without saying them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.tasks.calculate.composed.unsaid_values import MOST_UNSAID, unsaid_values
from backend.tasks.calculate.composed.word_meanings import Meanings
from tests.unit.csv_lists import list_of

BOOKINGS = list_of(
    "Guest,Berth,State\nAda,A1,cancelled\nBo,A2,paid\nCy,B1,paid\nDee,B2,waiting\nEm,B3,cancelled\n",
    "berths.csv",
)


def alike(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """ "called off" lies where "cancelled" does."""
    axes = {"called off": 0, "cancelled": 0, "paid": 1}
    rows = np.zeros((len(texts), 3), np.float32)
    for row, text in zip(rows, texts, strict=True):
        row[next((at for word, at in axes.items() if word in text), 2)] = 1.0
    return rows


def test_the_state_that_a_question_is_most_like_comes_first() -> None:
    question = "Which ones were called off?"
    first, *others = unsaid_values(question, Meanings(question, BOOKINGS, ""), alike)
    assert (first.column, first.texts, first.likeness) == (1, ("cancelled",), 1.0)
    assert len(others) < MOST_UNSAID
    assert all(other.likeness == 0.0 for other in others)


def test_a_value_that_is_said_is_none_of_them_and_names_are_no_states() -> None:
    question = "Which ones were cancelled?"
    found = unsaid_values(question, Meanings(question, BOOKINGS, ""), alike)
    assert {text for value in found for text in value.texts} == {"paid", "waiting"}


def test_a_list_without_states_is_not_embedded() -> None:
    def embed(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        raise AssertionError("nothing is to be embedded")

    names = list_of("Guest,Berth\nAda,A1\nBo,A2\nCy,B1\n", "berths.csv")
    assert unsaid_values("Who left?", Meanings("Who left?", names, ""), embed) == ()
