"""What happens in another case than the one that is asked about is no answer."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.conditions import of_another_condition

ASKED = "What happens if I pay late?"


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("If the boat is damaged, the deposit is kept.", True),
        ("If payment is late, interest is charged.", False),
        ("If so, ask the keeper.", False),
        ("If in doubt, ask the keeper.", True),
        ("If it rains, we stay; if you pay late, we charge 5 pounds.", False),
        ("Late payers are charged 5 pounds.", False),  # no condition of its own
    ],
)
def test_a_condition_that_shares_nothing_is_another(text: str, another: bool) -> None:
    assert of_another_condition(ASKED, text) is another


def test_other_questions_ask_of_no_condition() -> None:
    assert not of_another_condition("Who pays late?", "If the boat is damaged, Ada pays.")


def test_what_the_sentence_says_besides_its_condition_counts_as_well() -> None:
    asked = "What happens if I lose my key?"
    assert not of_another_condition(asked, "A lost key costs 45 pounds, once the form is signed.")
    assert not of_another_condition("What happens if a book is overdue?", "We bill once a year.")


def test_at_once_is_no_condition_and_lost_is_of_losing() -> None:
    asked = "What happens if I lose my key?"
    assert not of_another_condition(asked, "The caretaker comes at once and opens the door.")
    assert not of_another_condition(asked, "If keys get lost, the lock is changed.")
    assert of_another_condition(asked, "Once the door is open, the bell rings.")


def test_a_single_word_outside_of_another_condition_is_too_little() -> None:
    assert of_another_condition(
        "What happens if the wrong rope is tied during a storm?",
        "If you have left the quay, the winch is blocked, so tie it up again.",
    )


def test_what_to_do_in_another_case_is_no_answer_though_the_word_stands_elsewhere() -> None:
    asked = "What should I do if I have doubts?"
    assert of_another_condition(asked, "If you do not want to row, answer the doubts with no.")
    assert not of_another_condition(asked, "If you have doubts about the tide, ask the keeper.")
    assert not of_another_condition(asked, "Members with doubts ask the keeper.")
    told = "A lost key costs 45 pounds, once the form is signed."
    assert not of_another_condition("What should I do if I lose my key?", told)
