"""A question with the reading that is meant behind it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.types.choices import as_meant, is_meant, meant_in

LINE = st.text(st.characters(exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=20)


@given(LINE, LINE, LINE)
def test_what_is_meant_is_read_again(question: str, title: str, meaning: str) -> None:
    asked, meant = meant_in(as_meant(question, title, meaning))
    assert asked == question
    assert is_meant(meant, title, meaning)


@pytest.mark.parametrize("text", ["How many boats?", "What is (meant: by) it?", "(meant: this)"])
def test_a_question_without_a_reading_stays_as_it_is(text: str) -> None:
    assert meant_in(text) == (text, "")


def test_capital_letters_do_not_part_readings() -> None:
    assert is_meant("hires: how many where Out in may", "Hires", "how many where Out in May")
    assert not is_meant("hires: how many", "Hires", "total Days")
