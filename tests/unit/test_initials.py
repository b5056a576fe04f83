"""Values of a list that are the initials of words of the question."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.word_meanings import PART, Meanings
from tests.unit.csv_lists import list_of

AWAY = list_of(
    "Day,Kind,Signed by,Place\n1,PL,BT,R&C\n2,sick,MO,Hut\n3,PL,MO,S&S\n4,T,BT,Hut\n", "away.csv"
)


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("How many days were paternity leave?", {"PL"}),
        ("How many did Bea Trott sign?", set()),  # another BT may have
        ("What happened at the Rose and Crown?", {"R&C"}),
        ("What happened at the Sun & Stars on paternity leave?", {"S&S", "PL"}),
        ("How many days of leave were paid?", set()),  # in another order
        ("How many were taken?", set()),  # one letter is no name
        ("Who took parental unpaid leave?", set()),
    ],
)
def test_they_stand_for_the_value(question: str, texts: set[str]) -> None:
    mentions = Meanings(question, AWAY, "away")
    found = {text: each.fit for each in mentions.values for text in each.texts}
    assert found == dict.fromkeys(texts, PART)
