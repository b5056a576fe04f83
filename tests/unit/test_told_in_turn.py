"""How two things differ, told behind the sentence that names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.told_in_turn import in_turn_fit, told_in_turn
from tests.unit.test_complete_quotes import reading_of

ASKED = "What is the difference between sculls and sweeps?"
NAMING = "The club lends sweeps and sculls."
TURN = f"{NAMING} The first are long and heavy. They need care. The second are short."
BOTH = f"{NAMING} The two are alike, except that the latter are shorter."


def fits(text: str, question: str = ASKED) -> list[float]:
    reading = reading_of(text, question)
    before = (None, *reading.units)
    return [
        in_turn_fit(reading.question, u, b) for u, b in zip(reading.units, before, strict=False)
    ]


def told(text: str, at: int, question: str = ASKED) -> tuple[str, ...]:
    reading = reading_of(text, question)
    return told_in_turn(reading.question, reading.units, reading.units[at])


def test_each_is_told_with_its_name_in_the_order_of_the_text() -> None:
    line = ("sweeps: The first are long and heavy.", "sculls: The second are short.")
    assert fits(TURN) == [0, FIT, 0, 0]
    assert [told(TURN, at) for at in range(4)] == [line, line, (), line]


def test_what_is_told_of_both_stands_with_the_sentence_that_names_them() -> None:
    assert fits(BOTH) == [0, FIT]
    assert told(BOTH, 1) == (BOTH,)


@pytest.mark.parametrize(
    "text",
    [
        "The club lends sweeps. The first are long. The second are short.",
        f"{NAMING} The two are in the shed.",  # no difference
        f"{NAMING} The first step is to lift them. The second step is to row.",
        f"{NAMING} One is long. The other is short.",  # which is which?
        f"{NAMING} They are kept in the shed, but not locked.",
        f"{NAMING} Both differ from the old boats.",
        "The club lends canoes, sweeps and sculls. The first are long. The second are short.",
        "The club lends sweeps and the club sells sculls. The first are long. The second are old.",
        f"{NAMING} The yard is closed on Sundays. The first are long. The second are short.",
        f"{NAMING} The first are long. They are old.",
    ],
)
def test_other_sentences_tell_no_difference(text: str) -> None:
    assert all(told(text, at) == () for at in range(len(reading_of(text, ASKED).units)))


def test_nothing_is_told_where_no_difference_is_asked_for() -> None:
    assert fits(TURN, "Who lends sculls and sweeps?") == [0, 0, 0, 0]
    assert told(TURN, 1, "Who lends sculls and sweeps?") == ()
    assert fits(BOTH, "What is the difference between sculls and sculls?") == [0, 0]


def test_a_name_within_another_is_not_that_name() -> None:
    text = "There are reboards and boards. The first are long. The second are short."
    question = "What is the difference between boards and reboards?"
    assert told(text, 1, question) == (
        "reboards: The first are long.",
        "boards: The second are short.",
    )


def test_steps_in_order_are_no_things_that_were_named() -> None:
    assert fits(f"{NAMING} The first step is to lift them.") == [0, 0]


def test_a_sentence_that_is_no_part_of_it_tells_nothing() -> None:
    assert told(f"{BOTH} The yard is closed on Sundays.", 2) == ()


def test_what_stands_below_another_heading_is_of_other_things() -> None:
    reading = reading_of(BOTH, ASKED)
    naming, differing = reading.units
    assert in_turn_fit(reading.question, differing, naming) == FIT
    elsewhere = replace(differing, heading="Store")
    assert in_turn_fit(reading.question, elsewhere, naming) == 0.0
