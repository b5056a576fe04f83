"""Months in small letters are months where what stands beside them says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.printed_months import months_as_printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("last dairy lane delivery in march", "last dairy lane delivery in March"),
        ("how many jobs in may?", "how many jobs in May?"),
        ("from april to may", "from April to May"),
        ("orders in march or may", "orders in March or May"),
        ("between march and may", "between March and May"),
        ("rent since last may", "rent since last May"),
        ("who came on 3 march", "who came on 3 March"),
        ("what was on the 5th of may and who came", "what was on the 5th of May and who came"),
        ("the budget of may 2024", "the budget of May 2024"),
        ("due march 4", "due March 4"),
        ("paid 7 sept or dec 9", "paid 7 Sept or Dec 9"),
        ("total for june", "total for June"),
        ("mid-may figures", "mid-May figures"),
    ],
)
def test_months_beside_words_of_time_are_months(typed: str, printed: str) -> None:
    assert months_as_printed(typed) == printed


@pytest.mark.parametrize(
    "typed",
    [
        "may dogs come in?",
        "how many guests may stay",
        "may 3 people enter?",
        "which of the 3 may be used",
        "what may march hares eat",
        "how far did they march in a day",
        "the last may be late",
        "may 3.5 litres be carried",
        "the wording of may not",
        "who sat at desk 4 sat",
    ],
)
def test_the_words_themselves_are_left(typed: str) -> None:
    assert months_as_printed(typed) == typed


@given(st.text(max_size=60))
def test_nothing_but_capitals_changes_and_a_second_time_changes_nothing(question: str) -> None:
    printed = months_as_printed(question)
    assert printed.casefold() == question.casefold()
    assert months_as_printed(printed) == printed
