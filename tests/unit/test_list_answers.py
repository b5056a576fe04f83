"""Whether what is told of a list is the answer that was worked out by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bench._list_answers import holds, is_decided, is_hours, is_named, is_number


@pytest.mark.parametrize(
    ("value", "answer", "is_right"),
    [
        ("6.13", "6.125 days", True),
        ("6.13", "6.1 days", True),
        ("6.13", "6.2 days", False),
        ("-12", "12 less (of 40)", True),
        ("2", "twice", True),
    ],
)
def test_a_figure_is_as_exact_as_its_answer(value: str, answer: str, is_right: bool) -> None:
    assert is_number(Decimal(value), answer) is is_right


@pytest.mark.parametrize(
    ("told", "answer", "is_right"),
    [
        ("2031-06-05", "Thursday 5 June", True),
        ("2031-06-05", "5 June, 10:00", True),
        ("2031-06-05", "6 June", False),
        ("2031-06-05", "5 June 2030", False),
    ],
)
def test_a_day_may_lack_its_year(told: str, answer: str, is_right: bool) -> None:
    assert is_named(told, answer) is is_right


def test_yes_is_the_first_word() -> None:
    assert is_decided("Yes: 3 against 1", "Yes, three times")
    assert not is_decided("No", "Yes, no receipt at all")
    assert not is_decided("Nora", "Nora")


def test_a_cell_that_says_most_of_an_answer_and_little_more_is_it() -> None:
    assert holds("reprinted after a typo on the first run", "They were reprinted after a typo")
    assert not holds("ordered late", "They were reprinted after a typo")
    assert not holds("reprinted " + "word " * 40, "reprinted")


@pytest.mark.parametrize(
    ("minutes", "answer", "is_right"),
    [("2695", "44.9 hours", True), ("550", "9 h 10 min", True), ("550", "9.5 hours", False)],
)
def test_minutes_may_be_hours(minutes: str, answer: str, is_right: bool) -> None:
    assert is_hours(Decimal(minutes), answer) is is_right
